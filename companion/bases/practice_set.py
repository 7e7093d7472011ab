"""The practice set of a game: its pieces as they are printed, and how they lie on the simulated table."""

from collections.abc import Mapping, Sequence

from companion.bases.faces import EMPTY, Face
from companion.bases.piece_art import art
from companion.bases.squares import ROOM_MM
from companion.practice.people import Dice, Labels
from companion.prints.batch import Batch
from companion.prints.piece import Drop, Laid, in_cell
from vision.layout import Grid, Layout

LESSONS = 4  # pictures of every face
OFF_MM, ASKEW_DEG = 0.8, 3.0
Tables = list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]


class PracticeSet:
    """The pieces of a game of square pieces, `turned` where they may lie turned by quarters."""

    def __init__(self, title: str, faces: Sequence[Face], tile_mm: float, turned: bool) -> None:
        self._title, self._tile_mm, self._turned = title, tile_mm, turned
        self._faces = {face.label: face for face in faces}
        self.box = [face.label for face in faces for _ in range(face.many)]

    def batches(self, width_mm: float | None = None) -> tuple[Batch, ...]:
        """Return the pieces to be printed."""
        side_mm = width_mm or self._tile_mm
        return (Batch(self._title, tuple(art(self._faces[label], side_mm, side_mm) for label in self.box)),)

    def lessons(self, layout: Layout, dice: Dice) -> Tables:
        """Return tables that show every face several times, and bare squares."""
        return [table for _ in range(LESSONS) for table in self.sheets(layout, dice)]

    def sheets(self, layout: Layout, dice: Dice) -> Tables:
        """Return tables that show every face once; the first square of each place stays bare where it has several."""
        left = dice.sample([*self._faces], len(self._faces))
        tables: Tables = []
        while left:
            zones: dict[str, tuple[str, ...]] = {}
            for zone in layout.zones:
                assert isinstance(zone, Grid)
                squares = zone.rows * zone.cols
                bare = min(1, squares - 1)
                shown = [left.pop() for _ in range(min(len(left), squares - bare))]
                zones[zone.name] = (*(EMPTY,) * bare, *shown, *(EMPTY,) * (squares - bare - len(shown)))
            lying = {name: self.dropped(labels, dice) for name, labels in zones.items()}
            tables.append((self.lay(layout, lying), zones))
        return tables

    def dropped(self, labels: Sequence[str], dice: Dice) -> tuple[tuple[str, Drop], ...]:
        """Return how a hand lays pieces: nearly on their squares, nearly straight."""
        turns = range(4) if self._turned else range(1)
        return tuple(
            (
                label,
                Drop(
                    (dice.uniform(-OFF_MM, OFF_MM), dice.uniform(-OFF_MM, OFF_MM)),
                    dice.uniform(-ASKEW_DEG, ASKEW_DEG),
                    dice.choice(turns),
                ),
            )
            for label in labels
        )

    def lay(self, layout: Layout, zones: Mapping[str, Sequence[tuple[str, Drop]]]) -> tuple[Laid, ...]:
        """Return the pieces on their squares."""
        pieces = []
        for name, laid in zones.items():
            zone = layout.zone(name)
            assert isinstance(zone, Grid)
            side_mm = zone.rect_mm[2] / zone.cols - ROOM_MM
            pieces += [
                in_cell(zone, cell, art(self._faces[label], side_mm, side_mm), drop)
                for cell, (label, drop) in enumerate(laid)
                if label != EMPTY
            ]
        return tuple(pieces)
