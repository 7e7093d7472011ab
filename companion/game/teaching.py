"""What a game's folder says for the teach walk, in its `teach.py`: what its faces are called, what is counted, how
large its pieces are."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.game import registry
from companion.game.tally import Labels, Tally
from companion.language.message import Message


@dataclass(frozen=True, slots=True)
class Size:
    """What is asked once of the owner's pieces: the question, and the answer in mm that is usual, least and most."""

    question: Message
    usual_mm: float
    least_mm: float
    most_mm: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a group of pieces is: in words ("43 of 54 crates"), how many were shown, and how many there are (None
    where nobody knows)."""

    text: Message
    shown: int
    total: int | None

    @property
    def whole(self) -> bool:
        """Whether every piece of it was shown, as far as that can be known."""
        return self.total is None or self.shown >= self.total


class TeachingContract(Protocol):
    """The contract. `LABELS` are the faces that the game knows; `BARE` is what it calls a bare place, None where that
    is no face."""

    LABELS: tuple[str, ...]
    BARE: str | None
    SIZE: Size

    def lay(self) -> Message:
        """Return what people lay on the mat, in one line."""
        ...

    def shown(self, tally: Tally, zones: Mapping[str, Labels]) -> Tally:
        """Return the tally once a sheet is settled; `zones` says what lies in each."""
        ...

    def progress(self, tally: Tally) -> tuple[Progress, ...]:
        """Return how far each group is."""
        ...

    def odd(self, tally: Tally, zone: str, labels: Labels) -> Message | None:
        """Return why what was read in a zone can hardly be right, None where it can."""
        ...


def walking(game: str) -> TeachingContract:
    """Return what a game's folder says; raise a PartError where it says nothing."""
    module: TeachingContract = registry.needed(game, "teach", "teach walk")
    return module


def taught_by_walk() -> tuple[str, ...]:
    """Return the games whose pieces can be taught by a walk."""
    return tuple(game for game in registry.names() if registry.part(game, "teach") is not None)
