"""What everybody may see of a game: its picture of the table, and every score with the sum that explains it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.language.message import Message


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece or square in a picture of the table: what kind, the number or text on it, what it counts."""

    label: str
    kind: str
    text: str = ""
    note: Message | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the table's picture. `kind` says how it is drawn: grid, groups, row, tally, story."""

    kind: str
    title: Message
    seat: str | None = None
    rows: int = 1
    cols: int = 1
    cells: tuple[Cell, ...] = ()
    lines: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a score, with the sum that explains it: `13 − lowest 3 = 10`."""

    name: Message
    sum: Message
    value: int


@dataclass(frozen=True, slots=True)
class Result:
    """What one seat earned in one voyage, round or boat, part by part."""

    seat: str
    parts: tuple[Part, ...]
    earned: int
    total: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A finished part of the game (a voyage, a round) with everybody's result; `line` is its event's line."""

    title: Message
    results: tuple[Result, ...]
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Reveal:
    """Cards just turned up: whose, in which order seats take (a list a stack), and who is tied."""

    cards: Mapping[str, int]
    order: tuple[tuple[str, ...], ...]
    tied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The public picture of a state: a mark a seat (its hold, its row), whether these were `dealt` just now, notes that
    explain, the cards just turned up, the table, and the finished chapters."""

    marks: Mapping[str, Message] = field(default_factory=dict)
    dealt: bool = False
    notes: tuple[Message, ...] = ()
    reveal: Reveal | None = None
    blocks: tuple[Block, ...] = ()
    chapters: tuple[Chapter, ...] = ()
