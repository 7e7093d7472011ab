"""One area serves all: what lies there is one seat's, the first that waits, and nobody else's."""

import pytest
from support.people_at_table import VOYAGE, People, hold, still
from support.served_table import SIGHTS, picture_of

from companion.game import Phase
from companion.language.message import english
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import Key, Looked
from companion.table.snapshot import Step
from web.shown import Lamp

SHARED = Equipment(pods=3, camera=True, one_area=True)
LAY = "Ana: lay your hold on the dock, then press ok"
BEFORE = "What lies there was laid before: take it away, then Ana lays"


@pytest.fixture
def people() -> People:
    """All have taken their crates; the holds are to be shown one after the other."""
    return to_the_holds(SHARED)


def to_the_holds(equipment: Equipment) -> People:
    people = People(table=equipment)
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.GoOn())
    for cards in VOYAGE:
        people.reveal(cards)
        while people.session.evening.phase is Phase.TAKE:
            for pod in range(3):
                people.press(pod, Key.OK)
    return people


def lay(people: People, seat: int) -> None:
    people.look({"dock 1": still(hold(*SIGHTS[seat]), people.now_s, picture=picture_of(SIGHTS[seat]))})


def started_again(people: People, lies: int) -> People:
    """After a power cut the camera sees this seat's hold lie there."""
    again = People(people.store, SHARED)
    again.session.resume()
    again.wait(1)
    lay(again, lies)
    again.wait(1)
    return again


def show_all(people: People) -> None:
    """Everybody lays their hold; each has its own then."""
    for seat in range(3):
        people.wait(0.1)
        lay(people, seat)
        people.press(seat, Key.OK)
    cells = people.match.lines[-1]["cells"]
    assert [tuple(cells[name]) for name in ("Ana", "Rui", "Mia")] == list(SIGHTS[:3])


def told(people: People) -> list[str]:
    return [english(notice.text) for notice in people.snapshot.notices]


def shown(people: People) -> list[str]:
    return list(people.session.evening.shown)


def test_each_seat_s_hold_is_its_own(people: People) -> None:
    show_all(people)


def test_what_was_taken_for_one_seat_is_taken_for_no_other(people: People) -> None:
    lay(people, 0)
    people.press(0, Key.OK)
    refused = people.ask(requests.GoOn("Rui"))
    assert english(refused.text) == "What lies there is Ana's: take it away, then Rui lays"
    people.press(1, Key.OK)
    assert shown(people) == ["Ana"]
    assert people.snapshot.step is Step.LOOK
    lay(people, 1)
    people.press(1, Key.OK)
    assert shown(people) == ["Ana", "Rui"]


def test_a_hand_or_a_lamp_moves_nothing_and_what_was_taken_away_may_be_anybodys(people: People) -> None:
    lay(people, 0)
    people.press(0, Key.OK)
    people.wait(1)
    lay(people, 0)  # still again, since later
    assert not people.ask(requests.GoOn("Rui")).ok
    people.wait(1)
    people.look({"dock 1": still(hold(*["empty"] * 9), people.now_s)})
    people.wait(1)
    lay(people, 0)
    assert people.ask(requests.GoOn("Rui")).ok


def test_a_seat_whose_turn_it_is_not_takes_nothing_for_its_own(people: People) -> None:
    lay(people, 0)
    refused = people.ask(requests.GoOn("Mia"))
    assert english(refused.text) == "Ana comes before Mia: one after the other lays here"
    people.press(2, Key.OK)
    assert shown(people) == []


def test_after_an_undo_what_still_lies_there_is_the_last_seat_s(people: People) -> None:
    for seat in range(3):
        lay(people, seat)
        people.press(seat, Key.OK)
    assert people.ask(requests.Undo()).ok
    assert shown(people) == []
    refused = people.ask(requests.GoOn("Ana"))
    assert english(refused.text) == "What lies there is Mia's: take it away, then Ana lays"
    lay(people, 0)
    assert people.ask(requests.GoOn("Ana")).ok


def test_started_again_what_lies_there_is_nobody_s_until_it_has_moved(people: People) -> None:
    for seat in (0, 1):
        lay(people, seat)
        people.press(seat, Key.OK)
    again = started_again(people, lies=1)
    looks_again = "The camera looks once more at what each has laid, one after the other: Ana first"
    assert told(again) == [looks_again]
    assert english(again.ask(requests.GoOn("Ana")).text) == BEFORE
    again.press(0, Key.OK)
    assert told(again) == [looks_again, BEFORE]
    assert shown(again) == []
    show_all(again)


def test_started_again_with_a_bare_place_everybody_lays_anew(people: People) -> None:
    lay(people, 0)
    people.press(0, Key.OK)
    again = People(people.store, SHARED)
    again.session.resume()
    again.look({"dock 1": still(hold(*["empty"] * 9), again.now_s)})
    show_all(again)


def test_started_again_an_undo_leaves_what_lies_there_nobody_s(people: People) -> None:
    show_all(people)
    again = started_again(people, lies=2)
    assert told(again) == []
    assert again.ask(requests.Undo()).ok
    assert english(again.ask(requests.GoOn("Ana")).text) == BEFORE
    show_all(again)


def test_taken_up_what_another_game_left_there_is_nobody_s(people: People) -> None:
    left = people.session.evening.game_id
    lay(people, 0)
    people.press(0, Key.OK)
    people.begin("Eva", "Ivo", "Teo")
    assert people.ask(requests.TakeUp(left)).ok
    lay(people, 2)
    assert english(people.ask(requests.GoOn("Ana")).text) == BEFORE
    show_all(people)


def test_whoever_lays_next_is_told_and_nobody_leads_on_for_all(people: People) -> None:
    table = people.snapshot
    assert (english(table.line), english(table.key)) == (LAY, "it lies there")
    assert not table.can_go_on
    show_all(people)
    assert people.ask(requests.Undo()).ok
    assert english(people.snapshot.line) == LAY
    assert english(started_again(people, lies=2).snapshot.line) == LAY


def test_only_the_seat_that_lays_is_lit(people: People) -> None:
    assert [seat.lamp for seat in people.snapshot.seats] == [Lamp.TAKE, Lamp.OFF, Lamp.OFF]
    lay(people, 0)
    people.press(0, Key.OK)
    assert [seat.lamp for seat in people.snapshot.seats] == [Lamp.OFF, Lamp.TAKE, Lamp.OFF]


def photo(people: People, seat: int, number: int, unsure: tuple[int, ...] = ()) -> None:
    """Somebody has taken the wanted picture for that many times: this seat's hold lies there."""
    people.wait(0.1)
    evening = people.session.evening
    zones = {"dock 1": still(hold(*SIGHTS[seat], unsure=unsure), people.now_s)}
    people.step(Looked(people.now_s, evening.plan, zones, photo=f"{evening.photo_wanted}.{number}"))


def test_a_second_photo_of_the_same_hold_is_told_before_it_is_anothers() -> None:
    people = to_the_holds(Equipment(pods=3, camera=True, one_area=True, photos=True))
    photo(people, 0, 2, unsure=(4,))
    assert people.ask(requests.GoOn("Ana")).ok
    photo(people, 0, 2)
    for _ in range(2):
        refused = people.ask(requests.GoOn("Rui"))
        assert not refused.ok
        assert english(refused.text).startswith("This reads just as Ana's did: lay Rui's there")
    assert told(people) == [english(refused.text)]
    assert shown(people) == ["Ana"]
    photo(people, 1, 3)
    assert people.ask(requests.GoOn("Rui")).ok
    photo(people, 0, 2)
    assert not people.ask(requests.GoOn("Mia")).ok
    photo(people, 0, 3)
    assert people.ask(requests.GoOn("Mia")).ok, "it is really so"
    assert [(doubt.seat, doubt.cell) for doubt in people.session.evening.doubts] == [("Ana", 4)]
    assert people.snapshot.chapters == ()
