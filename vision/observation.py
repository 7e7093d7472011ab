"""What was seen: readings with their confidence and rival, or why nothing was seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Reading:
    """What lies in one place.

    `confidence` is a probability: of the readings given 0.9, nine in ten are right. `sure` is what may be acted on
    without asking. `ranking` holds the likeliest labels, best first, with their probabilities; its first entry is
    (label, confidence), its second the rival. `hidden`: it is plainer than what it is read as, or something juts into
    a bare place, so something may lie over it.
    """

    label: str
    confidence: float
    sure: bool
    ranking: tuple[tuple[str, float], ...] = ()
    hidden: bool = False

    @property
    def rival(self) -> str | None:
        """The second likeliest label, where the set has one."""
        return self.ranking[1][0] if len(self.ranking) > 1 else None


@dataclass(frozen=True, slots=True)
class Piece:
    """One free piece: its reading, its middle in the area's millimetres, and how far it is turned clockwise as seen
    (degrees, 0 is upright, −180 to 180)."""

    reading: Reading
    center_mm: tuple[float, float]
    angle_deg: float


@dataclass(frozen=True, slots=True)
class Unseen:
    """Why nothing was seen, as an English sentence with gaps ("marker {id} is hidden") and what fills them."""

    why: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.why.format_map(self.values)


class PictureAwaited(Unseen):
    """Why nothing was seen, where somebody is to take a picture first: all is in order."""


HAND = Unseen("a hand is in view")


@dataclass(frozen=True, slots=True)
class GridSeen:
    """A grid zone: one reading a cell, rows × cols, row by row. `covered` says why a part can't be trusted (a hand),
    None where the whole zone lies clear."""

    cells: tuple[tuple[Reading, ...], ...]
    covered: Unseen | None = None

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every cell's reading, row by row."""
        return tuple(reading for row in self.cells for reading in row)

    def with_readings(self, readings: Sequence[Reading]) -> "GridSeen":
        """Return the zone with other readings of its cells, row by row."""
        cols = len(self.cells[0])
        rows = (tuple(readings[at : at + cols]) for at in range(0, len(readings), cols))
        return replace(self, cells=tuple(rows))


@dataclass(frozen=True, slots=True)
class PiecesSeen:
    """A pieces zone: the pieces found, in no order that means anything."""

    pieces: tuple[Piece, ...]
    covered: Unseen | None = None

    @property
    def readings(self) -> tuple[Reading, ...]:
        """Every piece's reading."""
        return tuple(piece.reading for piece in self.pieces)

    def with_readings(self, readings: Sequence[Reading]) -> "PiecesSeen":
        """Return the zone with other readings of its pieces, as they come."""
        pieces = zip(self.pieces, readings, strict=True)
        return replace(self, pieces=tuple(replace(piece, reading=reading) for piece, reading in pieces))


ZoneSeen = GridSeen | PiecesSeen


@dataclass(frozen=True, slots=True)
class Observation:
    """What one frame showed: each zone of the layout by name, and the homography that was used (3×3, area
    millimetres to picture pixels, row by row), so that the page can lay the reading over the photo."""

    zones: Mapping[str, ZoneSeen]
    mm_to_px: tuple[float, ...] = ()
