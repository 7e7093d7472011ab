"""What simulated people do, and the contract of the people and pieces that a game's folder brings for them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.language.message import Message
from companion.prints.piece import Laid
from companion.table.requests import Request
from companion.table.signals import Key
from companion.table.snapshot import Question, Snapshot
from vision.layout import Layout

Labels = tuple[str | None, ...]
"""What lies in a zone, cell by cell; None is not to be taught."""

Placed = tuple[str, tuple[float, float], float]
"""A piece lying free: what it shows, its middle on the mat in mm, and how far it is turned clockwise in degrees."""


class Dice(Protocol):
    """The chance that is handed in (a `random.Random`)."""

    def random(self) -> float:
        """Return a number from 0 to below 1."""
        ...

    def choice(self, things: Sequence[Any]) -> Any:
        """Return one of the things."""
        ...

    def sample(self, things: Sequence[Any], count: int) -> list[Any]:
        """Return `count` different ones of the things."""
        ...

    def randint(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`."""
        ...

    def randrange(self, start: int, stop: int | None = None) -> int:
        """Return a number from `start` to below `stop`; from 0 to below `start` without it."""
        ...

    def uniform(self, low: float, high: float) -> float:
        """Return a number between the two."""
        ...


@dataclass(frozen=True, slots=True)
class Press:
    """A key of a pod (0 is the first seat's), pressed `times` times. `left` is what a visitor who plays that seat is
    told to do instead, where the table alone does not show it."""

    pod: int
    key: Key
    times: int = 1
    left: Message | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Pieces were moved on the table: the zone that a hand passed over (the pieces lie there already)."""

    zone: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A request made on a phone, which is that of `seat`."""

    seat: str
    request: Request


Deed = Press | Move | Ask


@dataclass(frozen=True, slots=True)
class Truth:
    """What really lay there when event `line` was read: labels cell by cell, by seat or zone (of pieces lying free in
    any order); the event as it really was, None where the labels are all of it; and by zone how many of the cells lie
    half under something else, so that it is right to ask about them."""

    line: int
    cells: Mapping[str, tuple[str, ...]]
    event: Mapping[str, Any] | None = None
    covered: Mapping[str, int] = field(default_factory=dict)


class Pretend(Protocol):
    """The people of a game and the pieces on their table. They see the public snapshot and their own pieces only."""

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next; nothing when all just wait."""
        ...

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return the pieces as they lie on the mat, lowest first."""
        ...

    def answer(self, question: Question) -> str:
        """Return what really lies where a question asks."""
        ...

    def truths(self) -> tuple[Truth, ...]:
        """Return what really lay there at each reading so far."""
        ...


class LegalPlay(Protocol):
    """What a game's manifest offers as `legal`: play by chance that the rules allow."""

    def header(self, players: list[str], chance: Dice) -> dict[str, Any]:
        """Return what a header holds beside game, players and options."""
        ...

    def event(self, state: Any, chance: Dice) -> dict[str, Any]:
        """Return an event that the rules allow now."""
        ...


class Pretending(Protocol):
    """What a game's manifest offers as `people`."""

    def sit_down(self, seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> Pretend:
        """Return the people and pieces of a new game; the first `people` seats have pods. Brisk
        people all lay their pieces at once, others one after the other."""
        ...

    def lessons(
        self, layout: Layout, dice: Dice
    ) -> Sequence[tuple[tuple[Laid, ...], Mapping[str, Labels | tuple[Placed, ...]]]]:
        """Return tables that show every face of the practice set often enough to teach it: the pieces, and what lies
        where by zone."""
        ...

    def sheets(
        self, layout: Layout, dice: Dice
    ) -> Sequence[tuple[tuple[Laid, ...], Mapping[str, Labels | tuple[Placed, ...]]]]:
        """Return tables that show every piece of the practice set once, as somebody lays them who teaches."""
        ...
