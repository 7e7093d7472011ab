"""Readings that were wrong, as labelled pictures: each zone alone, seen from straight above."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.evaluation.labels import LabelledPicture, PieceLabel
from companion.game import mat_layouts, registry
from companion.store.cases import Case, CasesError
from vision.layout import Grid, Layout, Pieces
from vision.registration.patches import Picture

NOTHING = ("", "empty")  # where a piece was found and none lies


def labelled(cases: Sequence[Case], game: str) -> Iterator[tuple[LabelledPicture, Picture]]:
    """Yield the cases of a game with their pictures; raise a CasesError for one whose zone no mat of the game has."""
    for case in cases:
        if case.game != game:
            continue
        picture = cv2.imdecode(np.frombuffer(case.jpeg, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            raise CasesError(f"case {case.name}: its picture can't be read; take it out")
        yield _labelled(case), np.asarray(picture, np.uint8)


def _labelled(case: Case) -> LabelledPicture:
    if case.rect_mm is not None and case.piece_mm is not None:
        x_mm, y_mm, width, height = case.rect_mm
        zone = Pieces(case.zone, (0.0, 0.0, width, height), case.piece_mm)
        lying = tuple(
            PieceLabel(cell.truth, (cell.at_mm[0] - x_mm, cell.at_mm[1] - y_mm), cell.angle_deg)
            for cell in case.cells
            if cell.at_mm is not None and cell.truth not in NOTHING
        )
        layout = Layout(case.zone, (width, height), (zone,))
        return LabelledPicture(Path(case.name), None, layout, True, pieces={case.zone: lying})
    grid = _grid(case)
    truth = [cell.truth for cell in case.cells]
    rows = tuple(tuple(truth[row : row + grid.cols]) for row in range(0, len(truth), grid.cols))
    layout = Layout(case.zone, (grid.rect_mm[2], grid.rect_mm[3]), (grid,))
    return LabelledPicture(Path(case.name), None, layout, True, cells={case.zone: rows})


def _grid(case: Case) -> Grid:
    """Return the zone of cells that a case is of, as the game's mats have it."""
    seats = registry.find(case.game).players
    for mat in mat_layouts.candidates(case.game, seats.start):
        for zone in mat.zones:
            if zone.name == case.zone and isinstance(zone, Grid) and zone.rows * zone.cols == len(case.cells):
                return Grid(zone.name, (0.0, 0.0, *zone.rect_mm[2:]), zone.rows, zone.cols, zone.turns)
    raise CasesError(f"case {case.name}: no mat of {case.game} has a zone “{case.zone}” of {len(case.cells)} places")
