"""A game's manifest: all that its folder brings, in one value; only the game itself must be there.

A folder's `__init__.py` offers it as `MANIFEST`. Whoever asks for a part that a game has not gets None, and
does without.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.game.contract import Game
from companion.game.teaching import TeachingContract
from companion.language.message import Message, name
from companion.prints.batch import Batch
from vision.layout import Layout
from web.faces import Tint

CONTRACT = 1
"""The version of the contract between the companion and a game's folder: raised when a game written for the one before
would no longer run."""


class LayoutOf(Protocol):
    """How a mat is planned. Its markers are numbered from 0: which of the printed ones they are is dealt to the game
    (`companion.game.marker_ids`), so a game names none."""

    def __call__(self, seats: int, width_mm: float = ..., /) -> Layout:
        """Return the mat with so many places, for pieces of that width (the usual one where nobody said); a ValueError
        says which numbers and widths there are."""
        ...


@dataclass(frozen=True, slots=True)
class Mat:
    """A game's mat: its layout, how many places so many players need (one each), and what people call its zones (their
    names, where nothing is said)."""

    layout: LayoutOf
    seats: Callable[[int], int] = lambda players: players
    called: Callable[[str], Message] = name


class Artwork(Protocol):
    """A practice set that can be printed, cut out and played with."""

    def batches(self, width_mm: float = ..., /) -> tuple[Batch, ...]:
        """Return its pieces, sheet by sheet, for pieces of that width."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """See the module. `contract` is the version (`CONTRACT`) that the game was written for. `walk` is what the teach
    walk needs, `art` the practice set to be printed, `tints` the colours of kinds on the page (their pictures are
    `icons/KIND.svg` in the folder), `people` who plays on the simulated table (`companion.practice.people.Pretending`),
    `legal` play by chance that the rules allow (`companion.practice.people.LegalPlay`)."""

    game: Game[Any]
    contract: int
    mat: Mat | None = None
    walk: TeachingContract | None = None
    art: Artwork | None = None
    tints: Mapping[str, Tint] = field(default_factory=dict)
    people: Any = None
    legal: Any = None
