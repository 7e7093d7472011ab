"""Roles: every request × every role, as one table. A request without a row fails."""

from typing import Any, get_args

import pytest
from support.people_at_table import People

from companion.settings.requests import Chore
from companion.table import requests, rights
from companion.table.requests import PageRequest, Request
from companion.table.seats import MACHINE
from companion.table.signals import Key
from web.shown import Role

DEVICES = {
    Role.GUEST: "guest",
    Role.LET_IN: "let in",
    Role.SEAT: "seated",
    Role.HOST: "host-device",
    Role.MACHINE: MACHINE,
}
LEAST = {
    "pin": Role.GUEST,
    "show_pin": Role.GUEST,
    "come_in": Role.GUEST,
    "knock": Role.GUEST,
    "claim_table": Role.GUEST,
    "sit": Role.GUEST,  # where the seat has a pod; then its ok decides
    "let_in": Role.LET_IN,
    "show_join": Role.LET_IN,
    "answer": Role.LET_IN,
    "look_again": Role.LET_IN,
    "put_aside": Role.LET_IN,
    "leave": Role.SEAT,
    "choose": Role.SEAT,
    "lock": Role.SEAT,
    "go_on": Role.SEAT,
    "enter": Role.SEAT,
    **dict.fromkeys(
        (
            "free",
            "correct",
            "add",
            "learn",
            "teaching",
            "hide_standings",
            "end_practice",
            "undo",
            "redo",
            "numbers",
            "new_game",
            "take_up",
            "delete",
        ),
        Role.HOST,
    ),
    **dict.fromkeys(("rename_face", "remove_face", "declare_set", "keep_learnt"), Role.HOST),
    **dict.fromkeys(("teach_practice", "forget_practice", "take_board", "board_again"), Role.HOST),
    **dict.fromkeys(("keep_lens", "arrange", "set_pin", "set_room", "test_wiring", "pair_room"), Role.HOST),
}
"""While a game is played."""
ASKED: dict[str, dict[str, Any]] = {
    "pin": {"pin": "no"},
    "come_in": {"key": "NO"},
    "sit": {"seat": "Ana"},
    "let_in": {"number": 1},
    "answer": {"question": "", "label": ""},
    "put_aside": {"stall": "1/dock 1"},
    "leave": {"seat": "Rui"},
    "choose": {"seat": "Rui", "card": 1},
    "lock": {"seat": "Rui"},
    "enter": {"event": {"do": "nothing"}},
    "free": {"seat": "Rui"},
    "correct": {"line": 1, "seat": "Ana", "cell": 0, "label": ""},
    "add": {"line": 1, "zone": "", "label": ""},
    "learn": {"line": 1, "seat": "Ana", "cell": 0},
    "teaching": {"on": True},
    "hide_standings": {"on": True},
    "numbers": {"game": "chess", "filled": {}},
    "new_game": {"game": "chess", "players": []},
    "take_up": {"game_id": "none"},
    "delete": {"game_id": "none"},
}
KINDS: dict[str, type[PageRequest]] = {
    str(kind.__struct_config__.tag): kind for kind in (*get_args(Request), *get_args(Chore))
}
REFUSED = {str(reply.text) for role in Role for least in Role if (reply := rights.refused(role, least)) is not None}


def table() -> People:
    """A game of three with pods; one phone is let in, one plays for Rui."""
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.let_in("let in")
    people.ask(requests.Sit("Rui"), "seated")
    people.press(1, Key.OK)
    people.ask(requests.GoOn())  # or sitting down would be the seat's own deed, and its own to take back
    return people


def test_every_request_has_a_row() -> None:
    assert LEAST.keys() == KINDS.keys()


@pytest.mark.parametrize("role", Role)
def test_every_request_is_judged_by_who_asks(role: Role) -> None:
    for name, most_open in LEAST.items():
        people = table()
        device = DEVICES[role]
        seating, evening = people.session._table.seating, people.session.evening
        assert seating.role(device) is role
        asked = None if name not in requests_of_session() else requests.parse({"do": name, **ASKED.get(name, {})})
        least = rights.needed(evening, asked) if asked is not None else rights.NEEDS.get(KINDS[name], Role.HOST)
        assert least is most_open, name
        if asked is not None:
            before = people.match.lines, people.session._table.seating
            told = people.ask_as(asked, device)
            assert (str(told.text) in REFUSED) == (role < least), (name, told)
            if role < least:
                assert (people.match.lines, people.session._table.seating) == before


def requests_of_session() -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(Request)}


@pytest.mark.parametrize("name", ["new_game", "take_up"])
def test_while_nobody_plays_whoever_is_let_in_begins(name: str) -> None:
    asked = requests.parse({"do": name, **ASKED[name]})
    assert rights.needed(None, asked) is Role.LET_IN


def test_a_seat_without_a_pod_is_for_who_is_let_in() -> None:
    people = table()
    assert rights.needed(people.session.evening, requests.Sit("nobody")) is Role.LET_IN


def test_a_request_that_nobody_thought_of_is_the_hosts() -> None:
    class New(PageRequest, frozen=True, tag="new"):
        """A request without a row."""

    assert rights.needed(None, New()) is Role.HOST
