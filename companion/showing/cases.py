"""A case: what lies in a zone and what was read there, of an event of a stored game."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.game.match import Match
from companion.showing import evidence
from companion.store.cases import VERSION, Case, CaseCell
from companion.table.evidence import kept_look
from companion.table.evidence.kept_look import KeptPiece, KeptZone


def of_cells(
    match: Match,
    game_id: str,
    at: str,
    line: int,
    whose: str,
    cell: int,
    kept: Sequence[Mapping[str, Any]],
    jpeg: bytes,
) -> Case | None:
    """Return the case of a seat's cells that an event says itself; `kept` is what the camera read of them."""
    truth = match.game.cells(match.lines[line])[whose]
    zone = kept_look.zone_of_readings(line, kept)
    if len(zone.pieces) != len(truth):
        return None
    name = match.game.zone(match.states[line - 1], whose, False)
    boxes = evidence.cell_boxes(match, line, whose, len(truth))
    pieces = [replace(piece, box=box) for piece, box in zip(zone.pieces, boxes, strict=True)]
    cells = tuple(_cell(piece, label) for piece, label in zip(pieces, truth, strict=True))
    return Case(VERSION, match.game.name, game_id, at, line, name, cell, cells, jpeg)


def of_zone(match: Match, game_id: str, at: str, line: int, name: str, cell: int, zone: KeptZone, jpeg: bytes) -> Case:
    """Return the case of a zone that was looked at in a turn."""
    cells = tuple(_cell(piece, piece.label) for piece in zone.pieces)
    free = (None, None) if zone.cols else (zone.rect_mm, zone.piece_mm)
    return Case(VERSION, match.game.name, game_id, at, line, name, cell, cells, jpeg, *free)


def _cell(piece: KeptPiece, truth: str) -> CaseCell:
    return CaseCell(piece.read, piece.sure, truth, piece.ranking, piece.box, piece.at_mm, piece.angle_deg)
