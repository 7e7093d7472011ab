"""What the chores need to know of this house: where things are kept, and what it was configured with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.config import Config
from companion.game import mat_layouts, registry
from vision.layout import Layout
from vision.pieceset.set_index import Exemplar


@dataclass(frozen=True)
class Premises:
    """`data` holds games, sets and sizes; `lens` is the camera file; `config` is what runs now, and `file` where a new
    one would be written (None where none can be: the simulated table). `printed` is the mat that was named.
    `draws` draws what a game's practice set is taught from."""

    data: Path
    lens: Path
    config: Config = field(default_factory=Config)
    file: Path | None = None
    printed: Layout | None = None
    draws: Callable[[str], Sequence[Exemplar]] | None = None

    def mats(self, game: str | None = None) -> tuple[Layout, ...]:
        """Return the mats that may lie here, of one game or of all; each once."""
        games = registry.names() if game is None else [game]
        unnamed = [each for each in games if mat_layouts.named_for(each, self.printed) is None]
        found = (mat for each in unnamed for mat in mat_layouts.everywhere(self.data, each))
        return (*found,) if self.printed is None or game in unnamed else (self.printed, *found)
