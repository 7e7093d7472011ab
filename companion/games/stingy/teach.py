"""What the teach walk needs of Captain Stingy: the 25 kinds of tiles, each taught once."""

from collections.abc import Mapping

from companion.game.tally import Labels, Tally
from companion.game.teaching import Progress, Size
from companion.games.stingy.pieces import COLOURS, kinds
from companion.games.stingy.table import TILE_MM
from companion.language.message import Message, say

LABELS = tuple(kinds(COLOURS))
BARE: str | None = None
SIZE = Size(say("How wide is a tile?"), TILE_MM, 15.0, 60.0)
_TILES = "tiles"


def lay() -> Message:
    """Return what people lay on the mat."""
    return say("Lay tiles on the places, not touching; one of each kind is enough")


def shown(tally: Tally, zones: Mapping[str, Labels]) -> Tally:
    """Return the tally with the tiles of a settled sheet."""
    lying = {label for labels in zones.values() for label in labels if label is not None}
    return tally.with_pieces((_TILES, label) for label in sorted(lying))


def progress(tally: Tally) -> tuple[Progress, ...]:
    """Return how many kinds of tiles were shown."""
    tiles = tally.shown(_TILES)
    return (Progress(say("{shown} of {total} kinds of tiles", shown=tiles, total=len(LABELS)), tiles, len(LABELS)),)


def odd(tally: Tally, zone: str, labels: Labels) -> Message | None:  # noqa: ARG001 (contract)
    """Nothing can be odd about a tile that lies alone."""
    return None
