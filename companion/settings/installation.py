"""What the chores need to know of this house: where things are kept, and what it was configured with."""

from dataclasses import dataclass, field
from pathlib import Path

from companion.config import Config
from companion.game import mat_layouts, piece_sizes, registry
from companion.game.piece_sizes import SizesError
from vision.layout import Layout


@dataclass(frozen=True)
class Premises:
    """`data` holds games, sets and sizes; `lens` is the camera file; `config` is what runs now, and `file` where a new
    one would be written (None where none can be: the simulated table). `printed` is the one mat that was named."""

    data: Path
    lens: Path
    config: Config = field(default_factory=Config)
    file: Path | None = None
    printed: Layout | None = None

    def mats(self, game: str | None = None) -> tuple[Layout, ...]:
        """Return the mats that may lie here, of one game or of all; each once."""
        if self.printed is not None:
            return (self.printed,)
        found: dict[tuple[str, int], Layout] = {}
        for name in registry.names() if game is None else [game]:
            try:
                width_mm = piece_sizes.of(self.data, name)
            except SizesError:
                width_mm = None
            for mat in mat_layouts.candidates(name, 1, width_mm):
                found.setdefault((mat.name, len(mat.zones)), mat)
        return tuple(found.values())
