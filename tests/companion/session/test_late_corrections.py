"""A correction is meant for the event that somebody looked at, and for no other that stands in its line by now."""

import pytest
from support.served_table import SIGHTS, ServedTable

from companion.language.message import english
from companion.showing import evidence
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
