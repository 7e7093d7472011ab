"""A look that comes once everybody has said that all lies there, however often things change before."""

from collections.abc import Iterator

import pytest
from support.people_at_table import People, reading, still
from support.strangers import GAMES, looking_in

from companion.table.evening import Equipment
from companion.table.requests import Answer, Enter, GoOn, NewGame
from companion.table.signals import Key, ZoneLook
from companion.table.snapshot import Lamp, Step
from vision.observation import GridSeen

CASTLE = ("castle", *("wheat 1",) * 24)
WHEAT = ("castle", "wheat 1", *("lake 0",) * 23)


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    with looking_in(GAMES):
        yield


def table(camera: bool = True) -> People:
    people = People(table=Equipment(pods=2, camera=camera))
    assert people.ask(NewGame("kingdoms", ["Ana", "Rui"])).ok
    return people


def board(*labels: str, unsure: tuple[int, ...] = ()) -> GridSeen:
    cells = [reading(label, at not in unsure, "mine 3") for at, label in enumerate(labels)]
    return GridSeen(tuple(tuple(cells[row : row + 5]) for row in range(0, 25, 5)))


def looks(people: People, *boards: GridSeen) -> dict[str, ZoneLook]:
    return {f"place {number}": still(seen, people.now_s) for number, seen in enumerate(boards, 1)}


def see(people: People, *boards: GridSeen) -> None:
    zones = looks(people, *boards)
    people.wait(2.1)
    people.look(zones)


def enter(people: People, seat: str, labels: tuple[str, ...]) -> None:
    assert people.ask(Enter({"do": "cells", "seat": seat, "labels": list(labels)})).ok


def test_nothing_is_read_before_all_have_said_so() -> None:
    people = table()
    see(people, board(*CASTLE), board(*CASTLE))
    assert people.snapshot.step is Step.LOOK
    assert [seat.lamp for seat in people.snapshot.seats] == [Lamp.TAKE, Lamp.TAKE]
    people.press(0, Key.OK)
    see(people, board(*CASTLE), board(*WHEAT))
    assert [seat.lamp for seat in people.snapshot.seats] == [Lamp.OFF, Lamp.TAKE]
    people.press(1, Key.OK)
    see(people, board(*CASTLE), board(*WHEAT))
    assert people.match.over
    assert people.match.lines[1]["cells"] == {"Ana": [*CASTLE], "Rui": [*WHEAT]}
    assert people.match.answers[1] == {"earned": {"Ana": 24 * 24, "Rui": 1}, "total": {"Ana": 576, "Rui": 1}}


def test_what_the_camera_saw_before_the_last_ok_does_not_count() -> None:
    people = table()
    see(people, board(*CASTLE), board(*CASTLE))
    people.press(0, Key.OK)
    people.press(1, Key.OK)
    assert len(people.match.lines) == 1
    see(people, board(*WHEAT), board(*WHEAT))
    assert people.match.lines[1]["cells"]["Ana"] == [*WHEAT]


def test_one_ok_on_the_page_is_for_all() -> None:
    people = table()
    see(people, board(*CASTLE), board(*CASTLE))
    assert people.ask(GoOn()).ok
    assert len(people.match.lines) == 1
    see(people, board(*WHEAT), board(*WHEAT))
    assert people.match.over


def test_what_cant_be_is_said_and_read_again_once_it_lies_right() -> None:
    people = table()
    assert people.ask(GoOn()).ok
    see(people, board(*WHEAT), board("castle", *CASTLE[:-1]))
    assert [str(notice.text) for notice in people.snapshot.notices] == ["Rui: 2 castles: a kingdom has one"]
    see(people, board(*WHEAT), board(*WHEAT))
    assert people.match.over


def test_what_is_unsure_is_asked_by_row_and_column() -> None:
    people = table()
    assert people.ask(GoOn()).ok
    see(people, board(*WHEAT), board(*WHEAT, unsure=(7,)))
    assert str(people.snapshot.line) == "Rui, row 2, column 3: lake 0?"
    assert people.ask(Answer(people.snapshot.questions[0].id, "wheat 0")).ok
    assert people.match.lines[1]["cells"]["Rui"][7] == "wheat 0"


def test_one_board_by_hand_and_the_other_by_the_camera() -> None:
    people = table()
    enter(people, "Ana", CASTLE)
    people.press(1, Key.OK)
    see(people, board(*WHEAT), board(*WHEAT))
    assert people.match.lines[1]["cells"] == {"Ana": [*CASTLE], "Rui": [*WHEAT]}


def test_without_a_camera_all_is_entered_by_hand_and_mended_by_hand() -> None:
    people = table(camera=False)
    enter(people, "Ana", CASTLE)
    enter(people, "Rui", ("empty",) * 25)
    assert [str(notice.text) for notice in people.snapshot.notices] == ["Rui: 0 castles: a kingdom has one"]
    enter(people, "Rui", WHEAT)
    assert people.match.over


def test_one_place_serves_all_in_turn() -> None:
    people = table()
    see(people, board(*CASTLE))
    assert str(people.snapshot.line) == "Ana: build your kingdoms, then press ok"
    people.press(0, Key.OK)
    assert str(people.snapshot.line) == "Rui: build your kingdoms, then press ok"
    see(people, board(*WHEAT))
    people.press(1, Key.OK)
    assert people.match.lines[1]["cells"] == {"Ana": [*CASTLE], "Rui": [*WHEAT]}
