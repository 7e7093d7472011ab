"""Whether a piece that the camera does not find lies there still: its place looks as it did in the kept photo."""

from collections.abc import Mapping

import cv2
import numpy as np

from companion.session.table import Table
from companion.table.evidence import kept_look
from companion.table.evidence.kept_look import KeptPiece, KeptZone
from companion.table.evidence.placement import Box, Point
from companion.table.signals import ZoneLook
from vision.motion.change import changed_cells
from vision.registration.patches import Picture

_PX = 24  # of a piece, when two photos of its place are compared


def gone(table: Table, now: Mapping[str, ZoneLook]) -> frozenset[tuple[str, Point]]:
    """Return which pieces that people told of lie there no more, by zone and place; a zone whose photo is the one
    before is not compared again."""
    evening = table.playing
    last = kept_look.newest(evening.looks, len(evening.match.lines) - 1)
    if last is None:
        return frozenset()
    found = set(evening.gone)
    for name, look in now.items():
        before = evening.zones.get(name)
        if name not in last.zones or look.picture is None or (before is not None and before.picture == look.picture):
            continue
        found = {key for key in found if key[0] != name}
        found |= {(name, at_mm) for at_mm in _changed(table, name, last.zones[name], look.picture)}
    return frozenset(found)


def _changed(table: Table, name: str, zone: KeptZone, now: bytes) -> list[Point]:
    told = [piece for piece in zone.pieces if not piece.found]
    kept = table.kept.photo_of(table.playing.game_id, zone.photo, name) if told else None
    if kept is None or kept == now:
        return []
    before, after = _picture(kept), _picture(now)
    if before is None or after is None or before.shape != after.shape:
        return []
    return [piece.at_mm for piece in told if piece.at_mm is not None and _differs(before, after, piece)]


def _differs(before: Picture, after: Picture, piece: KeptPiece) -> bool:
    """Whether the middle of three by three pieces' room looks otherwise: what lies around tells what the lamp did."""
    middle = changed_cells(_room(before, piece.box), _room(after, piece.box), 3, 3)[1, 1]
    return bool(middle >= 1)


def _room(picture: Picture, box: Box) -> Picture:
    height, width = picture.shape[:2]
    wide, high = max(1, round((box[2] - box[0]) * width)), max(1, round((box[3] - box[1]) * height))
    framed = cv2.copyMakeBorder(picture, high, high, wide, wide, cv2.BORDER_REPLICATE)
    left, top = max(0, round(box[0] * width)), max(0, round(box[1] * height))  # one piece further in, framed
    room = framed[top : top + 3 * high, left : left + 3 * wide]
    return np.asarray(cv2.resize(room, (3 * _PX, 3 * _PX), interpolation=cv2.INTER_AREA), np.uint8)


def _picture(jpeg: bytes) -> Picture | None:
    decoded = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    return None if decoded is None else np.asarray(decoded, np.uint8)
