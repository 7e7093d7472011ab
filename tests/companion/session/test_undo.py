"""One undo for all: what was done last is taken back first, an event or a correction, and says so; redo likewise."""

import json
from random import Random

import pytest
from support.legal_play import playing
from support.people_at_table import HOST, LADEN, VOYAGE, People
from support.replayed import replayed

from companion.game import Phase
from companion.session import Session
from companion.store.archive import as_record
from companion.store.database import Store
from companion.table.evening import Equipment
from companion.table.requests import Choose, Correct, Enter, Free, GoOn, Leave, Lock, NewGame, Redo, Sit, Undo
from companion.table.signals import Unteach, source_of


@pytest.fixture
def scored() -> People:
    """A voyage has just been scored."""
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.ask(GoOn())
    people.play_unseen(VOYAGE[:-1])
    people.play_turn(VOYAGE[-1], LADEN)
    assert people.match.game.cells(people.match.lines[-1])
    return people


def told(people: People) -> list[str]:
    return [str(deed.text) for deed in people.snapshot.to_take_back]


def correct(people: People, label: str = "gold 3", device: str = HOST) -> None:
    line = next(n for n, value in enumerate(people.match.lines) if people.match.game.cells(value))
    reply = people.ask(Correct(line, "Ana", 0, label, confirm=True), device)
    assert reply.ok, reply.text


def recorded(people: People) -> object:
    assert people.session.evening is not None
    text = as_record(people.store.game(people.session.evening.game_id))
    return replayed(*(json.loads(line) for line in text.splitlines()))


def stored_lines(people: People) -> tuple[dict[str, object], ...]:
    return people.store.game("game-1").record


def test_undo_takes_a_correction_back_and_leaves_what_was_played(scored: People) -> None:
    before = scored.match.lines
    line = len(before) - 1
    correct(scored)
    assert scored.match.lines != before
    assert told(scored)[0] == "gold 2 → gold 3 (Ana)"
    assert scored.ask(Undo()).ok
    assert scored.match.lines == before
    assert stored_lines(scored) == before
    assert str(scored.snapshot.notices[-1].text).startswith("Taken back: gold 2 → gold 3 (Ana): ")
    assert Unteach("shipshape", (f"{source_of('game-1', line)}Ana/0",)) in scored.effects
    assert [str(deed.text) for deed in scored.snapshot.to_do_again] == ["gold 2 → gold 3 (Ana)"]


def test_two_corrections_are_taken_back_one_after_another_and_then_the_event(scored: People) -> None:
    before = scored.match.lines
    correct(scored, "gold 3")
    once = scored.match.lines
    correct(scored, "gold 4")
    assert scored.ask(Undo()).ok
    assert scored.match.lines == once
    assert scored.ask(Undo()).ok
    assert scored.match.lines == before
    assert scored.ask(Undo()).ok
    assert scored.match.lines == before[:-1]


def test_a_correction_taken_back_is_done_again(scored: People) -> None:
    correct(scored)
    corrected = scored.match.lines
    scored.ask(Undo())
    assert scored.ask(Redo()).ok
    assert scored.match.lines == corrected
    assert stored_lines(scored) == corrected
    assert not scored.ask(Redo()).ok


def test_events_after_a_correction_go_first_and_all_come_again_in_their_order(scored: People) -> None:
    correct(scored)
    scored.ask(GoOn())  # the next draw
    whole = scored.match.lines
    assert told(scored)[:2] == ["the holds", "gold 2 → gold 3 (Ana)"]
    for _ in range(3):
        assert scored.ask(Undo()).ok
    assert len(scored.match.lines) == len(whole) - 2
    for _ in range(3):
        assert scored.ask(Redo()).ok
    assert scored.match.lines == whole
    assert stored_lines(scored) == whole
    assert recorded(scored) is not None
    again = People(scored.store)  # started again, the store tells the same game
    again.session.resume()
    assert again.match.lines == whole


def test_what_had_been_laid_before_somebody_went_back_is_not_asked_for_again_and_the_rest_is() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.ask(GoOn())
    people.reveal((7, 5, 3))
    people.ask(GoOn())  # the crates of the first turn lie
    people.reveal((6, 4, 2))
    phases = [people.session.evening.phase]
    for request in (Undo(), Undo(), Redo(), Redo()):
        assert people.ask(request).ok
        phases.append(people.session.evening.phase)
    assert phases == [Phase.TAKE, Phase.BIDS, Phase.BIDS, Phase.BIDS, Phase.TAKE]


@pytest.mark.parametrize(("taken", "waiting"), [(1, ("Rui", "Mia")), (3, ("Ana", "Rui", "Mia"))])
def test_whose_crate_lay_when_the_bids_were_taken_back_is_not_asked_for_it_once_they_are_played_again(
    taken: int, waiting: tuple[str, ...]
) -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.ask(GoOn())
    people.reveal((7, 5, 3))
    for seat in ("Ana", "Rui", "Mia")[:taken]:
        assert people.ask(GoOn(seat)).ok
    phase = people.session.evening.phase
    for request in (Undo(), Redo()):
        assert people.ask(request).ok
    assert (people.session.evening.phase, people.session.evening.waiting) == (phase, waiting)


def test_what_was_entered_by_hand_is_there_again_with_the_bids_that_were_taken_back() -> None:
    people = People(table=Equipment(pods=3, camera=False))
    people.begin("Ana", "Rui", "Mia")
    people.ask(GoOn())
    people.play_unseen(VOYAGE)
    assert people.ask(Enter({"do": "cells", "seat": "Ana", "labels": ["gold 2"] * 9})).ok
    for request in (Undo(), Redo()):
        assert people.ask(request).ok
    assert people.session.evening.waiting == ("Rui", "Mia")


def test_a_late_correction_leaves_the_draw_where_it_is(scored: People) -> None:
    scored.ask(GoOn())
    before = scored.match.lines
    correct(scored)
    assert scored.ask(Undo()).ok
    assert scored.match.lines == before


def test_what_is_done_anew_can_not_be_done_again(scored: People) -> None:
    correct(scored)
    scored.ask(Undo())
    scored.ask(GoOn())
    assert scored.snapshot.to_do_again == ()
    assert not scored.ask(Redo()).ok


def by_hand() -> People:
    people = People(Store(":memory:"), Equipment(pods=0, camera=False))
    assert people.ask(NewGame("allaboard", ["Ana", "Rui", "Mia"])).ok
    for seat in ("Ana", "Rui"):
        assert people.ask(Sit(seat), f"phone of {seat}").ok
    return people


def entered(people: People, device: str) -> None:
    event = playing.player_of("allaboard").event(people.match.state, Random("a round"))
    reply = people.ask(Enter(event), device)
    assert reply.ok, reply.text


def test_ones_own_deed_is_ones_own_to_take_back_and_nobody_elses() -> None:
    people = by_hand()
    entered(people, "phone of Rui")
    assert told(people)[0].startswith("Rui: ")
    refused = people.ask(Undo(), "phone of Ana")
    assert (refused.ok, refused.ask) == (False, "pin")
    assert people.ask(Undo(), "phone of Rui").ok
    assert str(people.snapshot.notices[-1].text).startswith("Rui took back: Rui: ")
    assert people.ask(Redo(), "phone of Ana").ask == "pin"
    assert people.ask(Redo(), "phone of Rui").ok
    assert people.ask(Undo()).ok  # the host may everything


def test_a_session_knows_no_corrections_of_before_it_started(scored: People) -> None:
    correct(scored)
    assert isinstance(scored.session, Session)
    again = People(scored.store)
    again.session.resume()
    length = len(again.match.lines)
    assert again.ask(Undo()).ok
    assert len(again.match.lines) == length - 1  # and it had said so


def holds(people: People, seat: str) -> str | None:
    return people.session._table.seating.held.get(seat)


def test_who_sat_down_by_mistake_gets_up_again_and_the_game_stays() -> None:
    people = by_hand()
    length = len(people.match.lines)
    people.ask(Leave("Rui"), "phone of Rui")
    assert told(people)[0] == "Rui: the seat becomes free"
    assert people.ask(Undo(), "phone of Ana").ask == "pin"  # another's deed
    assert people.ask(Undo(), "phone of Rui").ok  # a phone without a seat, but its own deed
    assert holds(people, "Rui") == "phone of Rui"
    assert str(people.snapshot.notices[-1].text) == "Taken back: Rui: the seat becomes free"
    assert str(people.snapshot.to_do_again[0].text) == "Rui: the seat becomes free"
    assert people.ask(Redo(), "phone of Rui").ok
    assert holds(people, "Rui") is None
    people.ask(Free("Ana"))  # the host frees the wrong one
    assert people.ask(Undo()).ok
    assert holds(people, "Ana") == "phone of Ana"
    assert len(people.match.lines) == length


def test_whom_the_host_turned_out_does_not_sit_down_again_by_redo() -> None:
    people = by_hand()
    people.ask(Free("Ana"))
    people.ask(Sit("Ana"), "another phone")
    assert people.ask(Undo()).ok
    assert holds(people, "Ana") is None
    assert people.ask(Redo(), "another phone").ask == "pin"
    assert holds(people, "Ana") is None
    assert people.ask(Redo()).ok
    assert holds(people, "Ana") == "another phone"


def test_whoever_got_up_does_not_turn_out_who_sat_down_there_since_by_redo() -> None:
    people = by_hand()
    people.ask(Free("Ana"))
    people.ask(Sit("Ana"), "another phone")
    assert people.ask(Undo(), "another phone").ok
    assert people.ask(Sit("Ana"), "phone of Rui").ok
    assert people.snapshot.to_do_again == ()
    assert people.ask(Redo(), "another phone").ask == "pin"
    assert not people.ask(Redo()).ok
    assert holds(people, "Ana") == "phone of Rui"


def test_a_seat_that_is_taken_leaves_what_was_played_to_be_played_again() -> None:
    people = by_hand()
    entered(people, "phone of Rui")
    length = len(people.match.lines)
    assert people.ask(Undo()).ok
    people.ask(Free("Ana"))
    people.ask(Sit("Ana"), "another phone")
    assert people.ask(Undo()).ok
    assert people.ask(Undo()).ok
    for _ in range(3):
        assert people.ask(Redo()).ok
    assert len(people.match.lines) == length
    assert holds(people, "Ana") == "another phone"


def test_whoever_goes_back_through_a_game_turns_nobody_out() -> None:
    people = by_hand()
    people.ask(Free("Ana"))
    people.ask(Sit("Ana"), "another phone")
    assert told(people)[:2] == ["Ana: a phone sits down", "Ana: the seat becomes free"]
    entered(people, "phone of Rui")
    assert told(people)[0].startswith("Rui: ")
    assert people.ask(Undo()).ok
    assert "Ana: a phone sits down" not in told(people)
    assert holds(people, "Ana") == "another phone"


def test_a_card_that_was_chosen_in_a_wrong_seat_is_forgotten_with_it() -> None:
    people = People(Store(":memory:"), Equipment(pods=0))
    people.begin("Ana", "Rui", "Mia")
    people.ask(GoOn())
    people.ask(Free("Ana"))
    people.ask(Sit("Ana"), "a phone")
    people.ask(Choose("Ana", 9), "a phone")
    people.ask(Lock("Ana"), "a phone")
    assert people.ask(Undo(), "a phone").ok
    assert not people.session.evening.bidding.ballot("Ana").tapped
    assert people.ask(Redo(), "a phone").ok
    assert holds(people, "Ana") == "a phone"


def named(people: People, what: str) -> str:
    """Return the name of a deed that can be taken back now, as a button shows it."""
    return next(deed.name for deed in people.snapshot.to_take_back if deed.name and what in str(deed.text))


def test_whoever_sits_down_just_then_is_not_turned_out_by_who_takes_an_event_back() -> None:
    people = by_hand()
    entered(people, "phone of Rui")
    length = len(people.match.lines)
    deed = named(people, "Rui: ")
    assert people.ask(Sit("Mia"), "phone of Mia").ok
    assert people.ask(Undo(deed=deed)).ok  # the host's phone still shows the event
    assert len(people.match.lines) == length - 1
    assert holds(people, "Mia") == "phone of Mia"
    assert len(stored_lines(people)) == length - 1


def test_what_one_entered_stays_ones_own_to_take_back_once_others_have_sat_down() -> None:
    people = by_hand()
    entered(people, "phone of Rui")
    length = len(people.match.lines)
    assert people.ask(Sit("Mia"), "phone of Mia").ok
    offered = [deed for deed in people.snapshot.to_take_back if deed.name]
    assert [str(deed.text).partition(":")[0] for deed in offered] == ["Mia", "Rui"]
    seats, event = (deed.name for deed in offered)
    assert people.ask(Undo(deed=seats), "phone of Rui").ask == "pin"  # another's deed
    assert people.ask(Undo(deed=event), "phone of Mia").ask == "pin"
    assert people.ask(Undo(deed=event), "phone of Rui").ok
    assert len(people.match.lines) == length - 1
    assert holds(people, "Mia") == "phone of Mia"
    assert people.ask(Redo(), "phone of Rui").ok
    assert len(people.match.lines) == length


def test_a_correction_is_taken_back_beside_who_sat_down_since(scored: People) -> None:
    before = scored.match.lines
    correct(scored)
    deed = named(scored, "gold 3")
    scored.ask(Free("Ana"))
    scored.ask(Sit("Ana"), "another phone")
    assert scored.ask(Undo(deed=deed)).ok
    assert scored.match.lines == before
    assert holds(scored, "Ana") in ("another phone", None)  # None: it waits for the pod
    assert "a phone sits down" not in " ".join(told(scored))


def test_a_deed_that_is_no_longer_the_last_is_not_taken_back_and_nobody_is_asked_for_the_pin() -> None:
    people = by_hand()
    entered(people, "phone of Rui")
    deed = named(people, "Rui: ")
    entered(people, "phone of Ana")
    lines = people.match.lines
    for device in (HOST, "phone of Rui", "phone of Ana"):
        reply = people.ask(Undo(deed=deed), device)
        assert (reply.ok, reply.ask) == (False, None), device
        assert str(reply.text) == "That came too late: something else was done last"
    assert people.match.lines == lines
    sat = named(people, "Ana: ")
    people.ask(Sit("Mia"), "phone of Mia")
    seat = named(people, "Mia: a phone sits down")
    people.ask(Leave("Mia"), "phone of Mia")
    people.ask(Sit("Mia"), "phone of Mia")  # it reads the same, and is another deed
    assert named(people, "Mia: a phone sits down") != seat
    assert not people.ask(Undo(deed=seat)).ok
    assert holds(people, "Mia") == "phone of Mia"
    assert named(people, "Ana: ") == sat


def test_a_correction_made_anew_is_another_deed(scored: People) -> None:
    correct(scored)
    deed = named(scored, "gold 3")
    scored.ask(Undo(deed=deed))
    correct(scored)
    corrected = scored.match.lines
    assert not scored.ask(Undo(deed=deed)).ok
    assert scored.match.lines == corrected


def test_what_is_done_again_is_what_the_button_names() -> None:
    people = by_hand()
    for device in ("phone of Rui", "phone of Ana"):
        entered(people, device)
    length = len(people.match.lines)
    people.ask(Undo())
    again = people.snapshot.to_do_again[0].name
    people.ask(Undo())
    assert len(people.snapshot.to_do_again) == 2
    assert [bool(deed.name) for deed in people.snapshot.to_do_again] == [True, False]
    for device in (HOST, "phone of Rui"):
        reply = people.ask(Redo(deed=again), device)
        assert (reply.ok, reply.ask) == (False, None), device
    assert len(people.match.lines) == length - 2
    for _ in range(2):
        assert people.ask(Redo(deed=people.snapshot.to_do_again[0].name)).ok
    assert len(people.match.lines) == length


def test_however_often_people_change_seats_the_games_last_deed_can_be_taken_back() -> None:
    people = by_hand()
    entered(people, "phone of Rui")
    for _ in range(5):
        people.ask(Sit("Mia"), "phone of Mia")
        people.ask(Leave("Mia"), "phone of Mia")
    assert len(told(people)) == 5
    assert people.ask(Undo(deed=named(people, "Rui: ")), "phone of Rui").ok
