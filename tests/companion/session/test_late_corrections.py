"""A correction is meant for the event that somebody looked at, and for no other that stands in its line by now."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from support.people_at_table import People
from support.served_table import SIGHTS, ServedTable

from companion.language.message import english
from companion.showing import evidence
from companion.store.archive import take_in
from companion.table import requests

LATE = "That came too late: something else was done last"


@pytest.fixture
def table() -> ServedTable:
    table = ServedTable()
    table.begin("Ana", "Rui", "Mia")
    table.sit("a", "b", "c")
    table.voyage()
    return table


def named(table: ServedTable) -> tuple[int, str]:
    """The voyage's event: its line and its name."""
    line = len(table.match.lines) - 1
    return line, evidence.event_name(table.session.evening, line)


def first_square(table: ServedTable) -> str:
    return str(table.match.lines[-1]["cells"]["Ana"][0])


def test_the_page_is_told_the_name_of_each_chapter_s_event(table: ServedTable) -> None:
    line, event = named(table)
    assert (table.snapshot.chapters[-1].line, table.snapshot.chapters[-1].event) == (line, event)


@pytest.mark.parametrize("confirm", [False, True])
def test_what_was_read_anew_meanwhile_is_left_alone(table: ServedTable, confirm: bool) -> None:
    line, event = named(table)
    table.ask(requests.Undo())
    table.lay((SIGHTS[3], *SIGHTS[1:3]))
    table.wait(3)
    before = first_square(table)
    refused = table.ask(requests.Correct(line, "Ana", 0, "gold 3", confirm, event=event))
    assert (refused.ok, english(refused.text), first_square(table)) == (False, LATE, before)
    assert table.ask(requests.Correct(line, "Ana", 0, "gold 3", confirm, event=named(table)[1])).ok


def test_another_game_s_event_in_the_same_line_is_left_alone(table: ServedTable) -> None:
    line, event = named(table)
    table.begin("Ana", "Rui", "Mia")
    table.turns = 0
    table.voyage()
    refused = table.ask(requests.Correct(line, "Ana", 0, "gold 3", confirm=True, event=event))
    assert (refused.ok, english(refused.text)) == (False, LATE)


def test_a_line_that_is_gone_is_too_late(table: ServedTable) -> None:
    line, event = named(table)
    table.ask(requests.Undo())
    refused = table.ask(requests.Correct(line, "Ana", 0, "gold 3", event=event))
    assert (refused.ok, english(refused.text)) == (False, LATE)


def test_a_lesson_is_meant_for_the_event_as_it_was_corrected(table: ServedTable) -> None:
    line, event = named(table)
    corrected = table.ask(requests.Correct(line, "Ana", 0, "gold 3", event=event))
    assert corrected.ask == "teach"
    assert not table.ask(requests.Learn(line, "Ana", 0, event=event)).ok
    assert table.ask(requests.Learn(line, "Ana", 0, event=corrected.value)).ok


def imported(*record: Mapping[str, Any]) -> People:
    people = People()
    game = take_in(people.store, "\n".join(map(json.dumps, record)).encode())
    people.ask(requests.Pin(people.session.pin))
    assert people.ask(requests.TakeUp(game)).ok
    return people


def test_whose_name_an_event_writes_with_other_letters_is_corrected_under_the_one_of_the_header() -> None:
    header, event = ("Jos\u00e9", "Rui", "Mia"), ("Jose\u0301", "Rui", "Mia")
    holds = {"do": "holds", "voyage": 1, "numbers": dict(zip(event, (1, 2, 3), strict=True))}
    turns = [{"do": "bids", "cards": dict(zip(event, range(card, card + 3), strict=True))} for card in (1, 4, 7)]
    read = {"do": "read", "cells": {name: ["gold 1"] * 9 for name in event}}
    people = imported({"record": 1, "game": "shipshape", "players": header}, holds, *turns, read)
    assert english(people.ask(requests.Correct(5, header[0], 0, "gold 9")).text) == "Jos\u00e9 17 → 25"
    assert [*people.match.lines[5]["cells"]] == [*event]


def test_a_note_of_cells_on_another_event_is_no_reading_that_could_be_corrected() -> None:
    players = ("Ana", "Rui", "Mia")
    holds = {"do": "holds", "voyage": 1, "numbers": dict(zip(players, (1, 2, 3), strict=True)), "cells": True}
    bids = {"do": "bids", "cards": dict(zip(players, (1, 2, 3), strict=True)), "cells": {"Ana": ["gold 1"]}}
    people = imported({"record": 1, "game": "shipshape", "players": players}, holds, bids)
    for line in (1, 2):
        refused = people.ask(requests.Correct(line, "Ana", 0, "gold 9"))
        assert english(refused.text) == f"line {line} holds no reading that could be corrected"
    assert people.match.lines[2]["cells"] == {"Ana": ["gold 1"]}


def test_a_game_that_two_phones_play_again_at_once_is_begun_once(table: ServedTable) -> None:
    table.begin("Ana", "Rui", "Mia")
    for _ in range(3):
        table.voyage()
    again = requests.NewGame("shipshape", ["Ana", "Rui", "Mia"], awaited=table.snapshot.awaited)
    assert table.ask(again).ok
    table.deal()
    begun, lines = table.session.evening.game_id, len(table.match.lines)
    for phone in ("the same phone", "another phone"):
        table.let_in(phone)
        late = table.ask(again, phone)
        assert (late.ok, late.ask, str(late.text)) == (False, None, "That came too late: something else is awaited now")
    assert (table.session.evening.game_id, len(table.match.lines)) == (begun, lines)
