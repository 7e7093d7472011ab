"""What the teach walk needs of Captain Stingy: the 25 kinds of tiles, each taught once."""

from companion.game import EachFace
from companion.game.tally import Tally
from companion.game.teaching import Progress
from companion.games.stingy.pieces import COLOURS, kinds
from companion.games.stingy.table import TILE_MM
from companion.language.message import Message, say

_TILES = "tiles"


class Tiles(EachFace):
    """Each kind of tile once."""

    def lay(self) -> Message:
        """Return what people lay on the mat."""
        return say("Lay tiles on the places, not touching; one of each kind is enough")

    def group(self, label: str) -> str:  # noqa: ARG002 (all are tiles)
        """All are tiles."""
        return _TILES

    def progress(self, tally: Tally) -> tuple[Progress, ...]:
        """Return how many kinds of tiles were shown."""
        shown, total = tally.shown(_TILES), len(self.LABELS)
        return (Progress(say("{shown} of {total} kinds of tiles", shown=shown, total=total), shown, total),)


WALK = Tiles(tuple(kinds(COLOURS)), TILE_MM, least_mm=15.0, most_mm=60.0, question=say("How wide is a tile?"))
