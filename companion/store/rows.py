"""Rows of a stored game, and the game that they say by folding its changes."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from companion.store import checksum
from companion.store.errors import damaged

T = TypeVar("T", bound=Mapping[str, Any])

LineChange = tuple[str, int | None, Mapping[str, Any] | None]
"""What was done to a game's lines: its kind, the line that it rewrites, and the value."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored game: its header, its lines as they stand now (header excluded), and what could be redone."""

    id: str
    begun: str
    header: dict[str, Any]
    seed: str
    lines: tuple[dict[str, Any], ...]
    undone: tuple[dict[str, Any], ...]
    over: bool
    final: dict[str, Any] | None

    @property
    def record(self) -> tuple[dict[str, Any], ...]:
        """All lines, the header first."""
        return (self.header, *self.lines)


Change = tuple[int | None, str, str, int | None, str | None]
"""A row of what happened: its number, when, its kind, the line it rewrites and its value."""


@dataclass(frozen=True, slots=True)
class Told:
    """A row of the outbox: what the room is told of a game. Later numbers count more; `value` is JSON."""

    number: int
    id: str
    game: str
    value: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class GameRows:
    """A game as it lies in the file: `head` is (id, begun, header, seed), `standing` (over, final)."""

    head: tuple[str, str, str, str]
    standing: tuple[int, str | None]
    changes: tuple[Change, ...]

    @property
    def digest(self) -> str:
        """The checksum of all but how it stands."""
        return checksum.record(self.head, (change[1:] for change in self.changes))

    def until(self, end: int) -> "GameRows":
        """Return the game as it was after so many changes."""
        return GameRows(self.head, (0, None), self.changes[:end])

    def stored(self) -> Stored:
        """Return what the rows say, by folding the changes; raise a DamagedError where they say nothing."""
        game, begun, header, seed = self.head
        try:
            lines: list[dict[str, Any]] = [json.loads(header)]
            undone: list[dict[str, Any]] = []
            for _, _, kind, line, value in self.changes:
                _fold(lines, undone, kind, line, None if value is None else json.loads(value))
            final = None if self.standing[1] is None else json.loads(self.standing[1])
            if not lines or not all(isinstance(line, dict) for line in lines):
                raise ValueError("a line is no object")
        except (ValueError, TypeError, LookupError, RecursionError):
            raise damaged(game) from None
        return Stored(game, begun, lines[0], seed, tuple(lines[1:]), tuple(undone), bool(self.standing[0]), final)


def _fold(lines: list[T], undone: list[T], kind: str, line: int | None, value: T | None) -> None:
    if kind == "undo":
        undone.append(lines.pop())
    elif kind == "rewrite" and line is not None and value is not None:
        lines[line] = value
        undone.clear()
    elif value is not None:
        lines.append(value)
        if kind == "redo":
            undone.pop()
        else:
            undone.clear()


def changed(lines: Sequence[Mapping[str, Any]], changes: Iterable[LineChange]) -> list[Mapping[str, Any]]:
    """Return a game's lines, the header first, after further changes."""
    now, undone = [*lines], list[Mapping[str, Any]]()
    for kind, line, value in changes:
        _fold(now, undone, "play" if kind == "redo" else kind, line, value)
    return now


def text(value: Mapping[str, Any]) -> str:
    """Return a line as it is stored."""
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
