"""What a camera sees in a turn, made up: cards in their places and tiles lying free, each zone with a photo."""

from dataclasses import replace

import cv2
import numpy as np
from support.people_at_table import still

from companion.table.evidence.placement import boxes
from companion.table.signals import ZoneLook
from vision.layout import Grid, Pieces, Zone
from vision.observation import GridSeen, Piece, PiecesSeen, Reading, ZoneSeen

PLACE = Pieces("place", (0, 0, 210, 135), (26, 26))


def cards(*labels: str, unsure: tuple[int, ...] = ()) -> ZoneLook:
    """Return a row of cards in their places; those that are `unsure` may be another."""
    seen = GridSeen((tuple(_reading(label, at not in unsure, "cat 7") for at, label in enumerate(labels)),))
    return _look(Grid("zone", (0, 0, 67 * len(labels), 92), 1, len(labels)), seen, labels)


def tiles(*labels: str, unsure: tuple[int, ...] = (), moved_mm: float = 0.0) -> ZoneLook:
    """Return tiles in a place, six in a row; where they are `moved_mm` they were laid anew."""
    pieces = tuple(
        Piece(
            _reading(label, at not in unsure, "red parrot", "blue coins"),
            (20.0 + 32 * (at % 6) + moved_mm, 25.0 + 40 * (at // 6)),
            12.0,
        )
        for at, label in enumerate(labels)
    )
    return _look(PLACE, PiecesSeen(pieces), (*labels, str(moved_mm)))


def _reading(label: str, sure: bool, *rivals: str) -> Reading:
    confidence = 0.99 if sure else 0.5
    return Reading(label, confidence, sure, ((label, confidence), *((rival, 0.1) for rival in rivals)))


def _look(zone: Zone, seen: ZoneSeen, words: tuple[str, ...]) -> ZoneLook:
    return replace(still(None, 90.0, picture=_photo(zone, words)), seen=seen, boxes=boxes(zone, seen), place=zone)


def _photo(zone: Zone, words: tuple[str, ...]) -> bytes:
    width, height = (round(2 * side) for side in zone.rect_mm[2:])
    picture = np.full((height, width, 3), 140, np.uint8)
    cv2.putText(picture, " ".join(words), (4, height - 8), 0, 0.3, (90, 90, 90))
    return cv2.imencode(".jpg", picture)[1].tobytes()
