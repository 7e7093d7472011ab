"""A reaction makes the next table of the last one: it keeps nothing, and what it was given stays as it was."""

from copy import deepcopy
from dataclasses import fields
from typing import Any

import pytest
from support.people_at_table import BARE, LADEN, People, by_hand, hold
from support.turns_seen import tiles

from companion.session import Session
from companion.session.table import Table
from companion.store.database import Store
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import Key, Signal


def parts(table: Table) -> dict[str, Any]:
    """Return what a table holds, but for the store that it reads."""
    return {part.name: getattr(table, part.name) for part in fields(table) if part.name != "kept"}


def dump(store: Store) -> list[str]:
    return list(store._db.iterdump())


@pytest.fixture
def reactions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Watch every reaction of every session; the kinds of signals are listed that were watched."""
    react, seen = Session._reaction, []

    def watched(session: Session, table: Table, signal: Signal) -> Any:
        game = table.evening.match.game if table.evening is not None else None
        before = deepcopy(parts(table), {id(game): game})
        stored = dump(session._store) if seen.count(type(signal).__name__) < 40 else None  # it is slow
        answer = react(session, table, signal)
        assert parts(table) == before
        assert stored is None or dump(session._store) == stored
        seen.append(type(signal).__name__)
        return answer

    monkeypatch.setattr(Session, "_reaction", watched)
    return seen


def test_a_voyage_with_a_question_a_correction_and_steps_back_changes_no_table_in_place(reactions: list[str]) -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    people.play_turn((8, 9, 10), hold("gold 2", "rat 3", "cannon 4", *["empty"] * 6, unsure=(0,)))
    assert people.ask(by_hand("Mia", ["gold 1", *["empty"] * 8])).ok
    for question in people.snapshot.questions:
        assert people.ask(requests.Answer(question.id, "gold 9")).ok
    line = len(people.match.lines) - 1
    assert people.ask(requests.Correct(line, "Ana", 1, "gold 3")).ok
    assert people.ask(requests.Undo()).ok
    assert people.ask(requests.Redo()).ok
    people.see_docks(LADEN)
    people.press(0, Key.OK)
    assert {"Pressed", "Looked", "Submitted", "Tick"} <= {*reactions}


def test_a_turn_that_the_camera_reads_changes_no_table_in_place(reactions: list[str]) -> None:
    people = People(table=Equipment(pods=2, camera=True))
    assert people.ask(requests.NewGame("stingy", ["Ana", "Rui", "Mia"])).ok
    people.press(0, Key.OK)
    labels = ["red coins"] * 5 + ["blue coins"]
    people.look({"place 1": tiles(*labels, unsure=(5,)), "place 2": tiles(), "place 3": tiles()})
    (question,) = people.snapshot.questions
    assert people.ask(requests.Answer(question.id, "blue coins")).ok
    assert people.match.lines[-1]["tiles"] == labels
    assert people.ask(requests.Correct(1, "place 1", 0, "red parrot", confirm=True)).ok
    assert people.ask(requests.Delete("game-1")).ok
    assert {"Pressed", "Looked", "Submitted"} <= {*reactions}
