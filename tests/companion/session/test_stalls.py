"""Nothing waits in silence: a look that fails, or never comes, is explained after 20 s in each kind of wait."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from support.people_at_table import BARE, LADEN, People, by_hand, hold, reading, still

from companion.game.match import Match
from companion.game.record import Line
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import Key, Looked, ReadAnew, Stillness, Tick, ZoneLook
from vision.observation import HAND, GridSeen, Unseen

EXPLAINED_S = 20.0  # so long may nothing be said: a number of people, and not the program's own
NO_MAT = Unseen("marker {number} is hidden", {"number": 3})
BOATS = {"boat 1": ("boat 20", "empty"), "aboard 1": ("purple sloth", "purple moose", "red zebra")}


def taking() -> People:
    """Cards are up; somebody takes a crate before the camera."""
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.look(docks(BARE))
    people.reveal((7, 5, 3))
    return people


def scoring() -> People:
    """All crates lie, and the holds are read."""
    people = taking()
    people.see_docks(LADEN)
    people.play_turn((6, 4, 2), LADEN)
    people.reveal((8, 9, 10))
    people.look(docks(None))
    assert people.ask(requests.GoOn()).ok
    return people


def taken_back() -> People:
    """A score was taken back: the holds are read anew once they change, or somebody says so."""
    people = scoring()
    people.see_docks(LADEN)
    assert people.ask(requests.Undo()).ok
    return people


def asked() -> People:
    """Somebody asked for a look at the boats."""
    people = People(table=Equipment(pods=0, camera=True))
    assert people.ask(requests.NewGame("allaboard", ["Ana", "Rui"], {})).ok
    assert people.ask(requests.GoOn()).ok
    return people


def docks(seen: GridSeen | None) -> dict[str, ZoneLook]:
    return {f"dock {number}": still(seen, 0.0, changed=False) for number in (1, 2, 3)}


def boats() -> dict[str, ZoneLook]:
    return {name: still(GridSeen((tuple(map(reading, labels)),)), 0.0) for name, labels in BOATS.items()}


WAITS: dict[str, tuple[Callable[[], People], Callable[[], dict[str, ZoneLook]]]] = {
    "a crate is taken": (taking, lambda: docks(BARE)),
    "holds are read": (scoring, lambda: docks(None)),
    "a look is waited for after an undo": (taken_back, lambda: docks(LADEN)),
    "somebody asked for a look": (asked, boats),
}


def zone(people: People) -> str:
    """The zone that is waited for first."""
    evening = people.session.evening
    assert evening is not None
    acting = (*evening.acting, *evening.waiting)
    return "boat 1" if evening.turn else evening.zone_of(acting[0] if acting else evening.match.seats[0])


def unread(people: People, stillness: Stillness, at_s: float, why: Unseen | None = None) -> Callable[[], Looked]:
    def look() -> Looked:
        zones = WAITS_ZONES[people]()
        zones[zone(people)] = ZoneLook(stillness, at_s, seen=None, why=why, picture=b"jpeg", unclear_s=at_s)
        return Looked(people.now_s, people.session.evening.plan, zones)

    return look


WAITS_ZONES: dict[People, Callable[[], dict[str, ZoneLook]]] = {}
FAILURES: dict[str, Callable[[People], Callable[[], Looked] | None]] = {
    "it moves": lambda people: unread(people, Stillness.MOVING, people.now_s),
    "a hand lies there": lambda people: unread(people, Stillness.COVERED, people.now_s, HAND),
    "it is not read": lambda people: unread(people, Stillness.STILL, people.now_s),
    "no mat is seen": lambda people: lambda: Looked(people.now_s, 1, {}, NO_MAT),
    "the camera is frozen": lambda _: None,
}


def failing(wait: str, failure: str) -> tuple[People, Callable[[float], None]]:
    """A table at which a look fails, and what lets seconds pass there."""
    begin, zones = WAITS[wait]
    people = begin()
    WAITS_ZONES[people] = zones
    people.look(zones()) if failure == "the camera is frozen" and wait != "somebody asked for a look" else None
    look = FAILURES[failure](people)

    def passing(seconds: float) -> None:
        for _ in range(round(seconds)):
            people.now_s += 1
            people.step(Tick(people.now_s))
            if look is not None:
                people.step(look())

    return people, passing


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("wait", WAITS)
def test_a_look_that_fails_is_explained_after_a_while_and_put_aside_for_the_step(wait: str, failure: str) -> None:
    people, passing = failing(wait, failure)
    passing(EXPLAINED_S - 2)
    assert people.snapshot.stall is None
    passing(4)
    stall = people.snapshot.stall
    assert stall is not None
    if failure in ("it moves", "a hand lies there", "it is not read"):
        assert stall.picture.endswith(zone(people))
    assert people.ask(requests.PutAside(stall.id), "let in").ok
    passing(EXPLAINED_S + 3)
    assert people.snapshot.stall is None


@pytest.mark.parametrize("wait", WAITS)
def test_look_again_looks_again_and_says_it_once_more(wait: str) -> None:
    people, passing = failing(wait, "it is not read")
    passing(EXPLAINED_S + 2)
    assert people.snapshot.stall is not None
    assert people.ask(requests.LookAgain(), "let in").ok
    assert ReadAnew() in people.effects
    assert people.snapshot.stall is None
    passing(EXPLAINED_S + 2)
    assert people.snapshot.stall is not None


def test_a_yes_says_that_the_crate_lies_there() -> None:
    people, passing = failing("a crate is taken", "it is not read")
    passing(EXPLAINED_S + 2)
    stall = people.snapshot.stall
    assert str(stall.text) == f"I don't see {stall.seat}'s crate. Does it lie there?"
    assert people.ask(requests.GoOn(stall.seat)).ok
    assert people.session.evening.acting != (stall.seat,)
    assert people.snapshot.stall is None


def test_a_yes_that_comes_late_leads_nowhere() -> None:
    people = scoring()
    people.see_docks(LADEN)
    events = people.snapshot.events
    assert people.snapshot.can_go_on  # the next chapter waits for ok by anybody
    assert not people.ask(requests.GoOn("Ana")).ok
    assert people.snapshot.events == events


def test_only_what_is_waited_for_is_put_aside() -> None:
    people, passing = failing("a crate is taken", "it is not read")
    passing(EXPLAINED_S + 2)
    assert people.ask(requests.PutAside("x" * 1000), "let in").ok
    assert people.session.evening.aside == frozenset()


def test_nobody_is_nagged_while_people_think_bid_or_lay() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    for _ in range(2):  # before the draw, and while people bid
        people.look({})
        people.wait(EXPLAINED_S + 2)
        assert people.snapshot.stall is None
        people.press(0, Key.OK)
    people.look(docks(BARE))
    people.reveal((7, 5, 3))
    for _ in range(30):
        people.wait(1.0)
        people.look(docks(BARE))
    assert people.snapshot.stall is None


def test_what_is_explained_already_is_not_said_twice() -> None:
    people, passing = failing("a crate is taken", "no mat is seen")
    passing(3)
    assert [str(note) for note in people.snapshot.notes] == ["The camera: marker 3 is hidden"]
    passing(EXPLAINED_S)
    assert str(people.snapshot.stall.text) == "The camera: marker 3 is hidden"
    assert people.snapshot.notes == ()


def test_a_camera_that_comes_back_needs_no_word() -> None:
    people, passing = failing("a crate is taken", "the camera is frozen")
    passing(EXPLAINED_S + 2)
    assert "Nothing comes from the camera" in str(people.snapshot.stall.text)
    people.look({name: replace(look, unclear_s=None) for name, look in docks(BARE).items()})
    assert people.snapshot.stall is None


def test_a_yes_that_comes_late_answers_no_other_question() -> None:
    people, passing = failing("a crate is taken", "it is not read")
    passing(EXPLAINED_S + 2)
    first = people.snapshot
    yes = requests.GoOn(first.stall.seat, awaited=first.awaited)
    assert first.stall.id.startswith(first.awaited)
    assert people.ask(yes).ok
    assert not people.ask(yes).ok  # by another phone, a moment later
    for seat in ("Rui", "Mia"):
        assert people.ask(requests.GoOn(seat, awaited=people.snapshot.awaited)).ok
    people.see_docks(LADEN)
    people.reveal((6, 4, 2))  # the next turn: each crate is asked about anew
    late = people.ask(yes)
    assert (late.ok, str(late.text)) == (False, "That came too late: something else is awaited now")
    assert people.session.evening.laid == frozenset()


def test_each_part_of_a_step_and_each_time_that_it_comes_has_a_name_of_its_own() -> None:
    people, names = scoring(), []
    names.append(people.snapshot.awaited)
    people.see_docks(LADEN)
    names.append(people.snapshot.awaited)
    assert people.ask(requests.Undo()).ok
    names.append(people.snapshot.awaited)
    assert len({*names}) == 3


def test_a_card_for_a_round_that_is_over_is_not_chosen_for_the_next() -> None:
    people = People(table=Equipment(pods=0, camera=False))
    people.begin("Ana", "Rui", "Mia")
    assert people.ask(requests.Sit("Ana"), "phone").ok
    assert people.ask(requests.GoOn()).ok
    old = people.snapshot.awaited
    assert people.ask(requests.Choose("Ana", 7, awaited=old), "phone").ok
    assert people.ask(requests.Undo()).ok
    assert people.ask(requests.GoOn()).ok
    assert people.snapshot.awaited != old
    for late in (requests.Choose("Ana", 7, awaited=old), requests.Lock("Ana", awaited=old)):
        assert not people.ask(late, "phone").ok
    assert people.ask(requests.Choose("Ana", 7), "phone").ok


def test_what_is_still_awaited_is_not_late_where_a_score_was_corrected_meanwhile() -> None:
    people = scoring()
    people.see_docks(LADEN)
    awaited, line = people.snapshot.awaited, len(people.match.lines) - 1
    assert people.ask(requests.Correct(line, "Ana", 0, "gold 9")).ok
    assert people.ask(requests.Undo()).ok
    assert people.ask(requests.GoOn(awaited=awaited)).ok
    assert people.ask(requests.Sit("Ana"), "phone").ok
    people.press(0, Key.OK)
    bids = people.snapshot.awaited
    assert people.ask(requests.Choose("Ana", 2, awaited=bids), "phone").ok
    assert people.ask(requests.Correct(line, "Rui", 0, "gold 9", confirm=True)).ok
    assert people.ask(requests.Lock("Ana", awaited=bids), "phone").ok
    assert "Ana" not in people.session.evening.waiting


def test_a_card_is_chosen_anew_where_a_correction_leaves_others_in_hand() -> None:
    people = scoring()
    people.see_docks(LADEN)
    assert people.ask(requests.GoOn()).ok
    people.bid(0, 1)
    table, old = people.session._table, people.snapshot.awaited
    lines = [dict(line) for line in people.match.lines]
    dealt = table.rewritten(Match.replay(Line(n, line) for n, line in enumerate(lines[:-1], 1)), {}).playing
    assert (dealt.bidding, dealt.step_id == old) == (None, False)
    same = table.rewritten(Match.replay(Line(n, line) for n, line in enumerate(lines, 1)), {}).playing
    assert (same.bidding, same.step_id) == (table.playing.bidding, old)


def test_a_bid_for_a_game_is_none_for_the_next() -> None:
    people = People(table=Equipment(pods=0, camera=False))
    names = []
    for _ in range(2):
        people.begin("Ana", "Rui", "Mia")
        assert people.ask(requests.GoOn()).ok
        names.append(people.snapshot.awaited)
    assert names[0] != names[1]


def test_a_restart_leaves_what_is_awaited_its_name() -> None:
    people = scoring()
    people.see_docks(LADEN)
    again = People(people.store)
    again.session.resume()
    again.wait(0.1)
    assert again.snapshot.awaited == people.snapshot.awaited


def test_a_camera_that_has_not_heard_of_the_game_yet_says_nothing_of_it_for_some_seconds() -> None:
    people = People(table=Equipment(pods=0, camera=True))
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui", "Mia", "Leo"])).ok
    idle = Unseen("no game's mat is looked for")
    seat = people.session.evening.turn[0]
    assert people.ask(requests.GoOn(seat)).ok  # it is to look
    notes = people.snapshot.notes
    people.step(Looked(people.now_s, 1, problem=idle, game=""))
    people.step(Looked(people.now_s, 1, problem=NO_MAT, game="shipshape"))
    assert people.snapshot.notes == notes
    people.step(Looked(people.now_s, 1, problem=NO_MAT, game="alcatraz"))
    assert str(people.snapshot.notes[0]) == "The camera: marker 3 is hidden"


def test_a_camera_that_never_hears_of_the_game_is_explained() -> None:
    people = taking()
    for _ in range(round(EXPLAINED_S * 10) + 10):
        people.now_s += 0.1
        people.step(Tick(people.now_s))
        people.step(Looked(people.now_s, 1, problem=Unseen("no game's mat is looked for"), game=""))
    assert "Nothing comes from the camera" in str(people.snapshot.stall.text)


def test_a_square_whose_name_was_mistyped_in_the_set_is_asked_about_and_the_voyage_goes_on() -> None:
    people = scoring()
    odd = hold("Gold 2", "rat 3", "cannon 4", *["empty"] * 6)
    lying = docks(LADEN) | {"dock 1": still(odd, people.now_s, changed=False)}
    people.look(lying)
    (question,) = people.snapshot.questions
    assert not people.match.state.scores
    assert people.ask(requests.Answer(question.id, "gold 2")).ok
    assert people.match.lines[-1]["cells"]["Ana"][0] == "gold 2"
    assert len(people.match.state.scores) == 1


# ---- a mat for fewer, or of another game


def test_a_seat_for_which_the_mat_has_no_place_is_named_at_once() -> None:
    people = taking()
    taker = people.session.evening.acting[0]
    people.look({name: look for name, look in docks(BARE).items() if name != people.session.evening.zone_of(taker)})
    stalled = people.snapshot.stall
    assert str(stalled.text) == f"This mat has no place for {taker}: lay the one for all of you, or go on by hand"
    assert stalled.seat == taker  # whose crate may lie beside it
    people.look(docks(BARE))
    assert people.snapshot.stall is None


def test_a_hold_for_which_the_mat_has_no_place_is_entered_by_hand_beside_those_that_are_read() -> None:
    people = scoring()
    people.look({name: look for name, look in docks(LADEN).items() if name != "dock 3"})
    assert "no place for Mia" in str(people.snapshot.stall.text)
    assert people.ask(by_hand("Mia", ["gold 2", *["empty"] * 8])).ok
    assert people.match.lines[-1]["do"] == "read"
    assert people.match.lines[-1]["cells"]["Mia"][0] == "gold 2"
    assert people.snapshot.stall is None


@pytest.mark.parametrize("game", ["stingy", "alcatraz"])
def test_a_look_that_somebody_asked_for_says_for_whom_the_mat_has_no_place(game: str) -> None:
    people = People()
    assert people.ask(requests.NewGame(game, ["Ana", "Rui", "Mia"], {})).ok
    for seat, colour in (("Ana", "red"), ("Rui", "blue")) if game == "stingy" else ():
        tiles = [f"{colour} {item}" for item in ("bottle", "bottle", "parrot", "parrot", "coins", "coins")]
        assert people.ask(requests.Enter({"do": "take", "player": seat, "tiles": tiles})).ok
    people.press(2, Key.ADD)
    people.press(2, Key.OK)
    lines = people.match.lines
    people.look({"place 1": still(BARE, people.now_s), "place 2": still(BARE, people.now_s)})
    assert people.match.lines == lines
    assert "Mia: lay the one for all of you" in str(people.snapshot.notices[-1].text)
