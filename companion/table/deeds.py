"""Undo history: what people did, newest last, so that it can be taken back and done again, one thing after another.

An event is taken back by its line, a correction by what stood there before, a change of who sits where by who sat
there, until something else is done: whoever goes back through a game turns nobody out. Who did it is known until the
companion stops; events can be taken back ever after.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.game.match import Match
from companion.language.message import Message
from companion.table.evidence.kept_look import Looks


@dataclass(frozen=True)
class Doer:
    """Who did it: the device, and the seat that it held then ("" where it held none)."""

    device: str = ""
    seat: str = ""


NOBODY = Doer()


@dataclass(frozen=True)
class Rewrite:
    """A correction that stands: the match and its looks before and after, what it is called, and what it teaches by."""

    before: Match
    after: Match
    text: Message
    looks_before: Looks = field(default_factory=dict)
    looks_after: Looks = field(default_factory=dict)
    doer: Doer = field(default_factory=Doer)
    source: str = ""  # of the lesson that came of it

    @property
    def lines(self) -> int:
        """How many lines the record had once it stood: it was the last deed for as long as it has no more."""
        return len(self.after.lines)


@dataclass(frozen=True)
class TakenBack:
    """An event that was taken back. `kept`: the store knows that it can be played again. `passed`, `laid` and `by_hand`
    say how far people were by then in the step that had followed."""

    value: dict[str, Any]
    doer: Doer = field(default_factory=Doer)
    kept: bool = True
    passed: int = 0
    laid: frozenset[str] = frozenset()
    by_hand: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class SeatChange:
    """A change of who sits where: the devices that held a seat `before` and `after` it, "" for none."""

    seat: str
    before: str
    after: str
    doer: Doer = field(default_factory=Doer)


Undone = TakenBack | Rewrite | SeatChange
