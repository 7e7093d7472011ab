"""A case: what lies in a zone and what was read there, of an event of a stored game."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.game.match import Match
from companion.store.cases import VERSION, Case, CaseCell
from companion.table.evidence import kept_look
from companion.table.evidence.kept_look import KeptPiece, KeptZone
from companion.table.evidence.placement import Box


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
    pieces = [
        replace(piece, box=box) for piece, box in zip(zone.pieces, _boxes(match, line, whose, len(truth)), strict=True)
    ]
    cells = tuple(_cell(piece, label) for piece, label in zip(pieces, truth, strict=True))
    return Case(VERSION, match.game.name, game_id, at, line, name, cell, cells, jpeg)


def _boxes(match: Match, line: int, whose: str, count: int) -> list[Box]:
    """Return where in its photo each cell of a seat lies, as the game draws them; one row where it draws none."""
    blocks = (block for chapter in match.game.view(match.states[line]).chapters for block in chapter.blocks)
    drawn = [block.cols for block in blocks if block.seat == whose and block.rows * block.cols == count]
    cols = drawn[-1] if drawn else count
    rows = count // cols
    return [
        (at % cols / cols, at // cols / rows, (at % cols + 1) / cols, (at // cols + 1) / rows) for at in range(count)
    ]


def of_zone(match: Match, game_id: str, at: str, line: int, name: str, cell: int, zone: KeptZone, jpeg: bytes) -> Case:
    """Return the case of a zone that was looked at in a turn."""
    cells = tuple(_cell(piece, piece.label) for piece in zone.pieces)
    free = (None, None) if zone.cols else (zone.rect_mm, zone.piece_mm)
    return Case(VERSION, match.game.name, game_id, at, line, name, cell, cells, jpeg, *free)


def _cell(piece: KeptPiece, truth: str) -> CaseCell:
    return CaseCell(piece.read, piece.sure, truth, piece.ranking, piece.box, piece.at_mm, piece.angle_deg)
