"""A look in a turn that was scored, as it is kept with its event: who wanted it, what the camera read in every zone,
and what people said of it. Proposed anew with another word for one piece, it tells what really happened."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from math import dist
from typing import Any

import msgspec

from companion.game import Asked
from companion.table.evidence.placement import Box, Point
from companion.table.signals import ZoneLook
from vision.layout import Pieces
from vision.observation import GridSeen, Piece, PiecesSeen, Reading, ZoneSeen

SAME_PLACE_MM = 4.0  # a piece that reads the same within this distance was not moved


class KeptPiece(msgspec.Struct, frozen=True, omit_defaults=True):
    """One cell, or one piece lying free (`at_mm` is then its middle on the mat): what the camera `read`, whether it was
    sure, its likeliest labels with their probabilities, where in the zone's photo it lies as if it were upright, and
    what people `said` of it, None where nobody did; `counted` is what the game took it for, where that is something
    else. A piece that the camera did not find is `read` as "" (see `companion.table.evidence.missed_pieces`)."""

    read: str
    sure: bool
    ranking: tuple[tuple[str, float], ...]
    box: Box
    said: str | None = None
    at_mm: tuple[float, float] | None = None
    angle_deg: float = 0.0
    counted: str | None = None

    @property
    def found(self) -> bool:
        """Whether the camera saw it, and not people alone."""
        return bool(self.read)

    @property
    def label(self) -> str:
        """What counts: people's word, else the game's, else the camera's."""
        return next((label for label in (self.said, self.counted) if label is not None), self.read)

    @property
    def reading(self) -> Reading:
        """The reading that the game is told."""
        confidence = self.ranking[0][1] if self.ranking and self.said is None else 1.0
        return Reading(self.label, confidence, self.sure or self.said is not None, self.ranking)


class KeptZone(msgspec.Struct, frozen=True, omit_defaults=True):
    """One zone: its cells row by row (`cols` of them in a row), or its free pieces (`cols` is 0). `photo` is the event
    with which its photo is kept, 0 where there is none. `rect_mm` is where on the mat the zone lies, None where
    that is not kept, and `piece_mm` how large free pieces are."""

    pieces: tuple[KeptPiece, ...]
    cols: int = 0
    photo: int = 0
    rect_mm: Box | None = None
    piece_mm: Point = (0.0, 0.0)

    @property
    def seen(self) -> ZoneSeen:
        """The zone as the game is told of it."""
        readings = [piece.reading for piece in self.pieces]
        if self.cols:
            rows = range(0, len(readings), self.cols)
            return GridSeen(tuple(tuple(readings[row : row + self.cols]) for row in rows))
        return PiecesSeen(
            tuple(
                Piece(reading, piece.at_mm or (0.0, 0.0), piece.angle_deg)
                for reading, piece in zip(readings, self.pieces, strict=True)
            )
        )


class KeptLook(msgspec.Struct, frozen=True, omit_defaults=True):
    """See the module. `first` is the first event that the look held: a later one of the same look names it, and has no
    zones of its own. `shared`: one zone served all seats in turn."""

    first: int
    seat: str = ""
    counted: int = 0
    said: dict[str, Any] = {}
    shared: bool = False
    zones: dict[str, KeptZone] = {}

    @property
    def asked(self) -> Asked | None:
        """Who wanted the look, and what they told with it; None where the camera acted by itself."""
        return Asked(self.seat, self.counted, self.said) if self.seat else None


Looks = Mapping[int, KeptLook]
"""Kept looks by the number of the event (1 is the first) that they made."""


def kept_zone(look: ZoneLook, said: Mapping[int, str], photo: int, missed: Sequence[KeptPiece] = ()) -> KeptZone:
    """Return what is kept of a zone that was looked at; `said` is what people said of its cells or pieces, `missed` are
    those that lie there although the camera does not find them."""
    found: list[tuple[Reading, tuple[float, float] | None, float]] = []
    cols = 0
    if isinstance(look.seen, PiecesSeen):
        found = [(piece.reading, piece.center_mm, piece.angle_deg) for piece in look.seen.pieces]
    elif look.seen is not None:
        found = [(reading, None, 0.0) for reading in look.seen.readings]
        cols = len(look.seen.cells[0])
    boxes = look.boxes or ((0.0, 0.0, 1.0, 1.0),) * len(found)
    pieces = (
        KeptPiece(
            reading.label,
            reading.sure,
            tuple((label, round(by, 4)) for label, by in reading.ranking),
            rounded(box),
            said.get(cell),
            at_mm,
            round(angle_deg, 1),
        )
        for cell, ((reading, at_mm, angle_deg), box) in enumerate(zip(found, boxes, strict=True))
    )
    rect_mm = None if look.place is None else look.place.rect_mm
    piece_mm = look.place.piece_mm if isinstance(look.place, Pieces) else (0.0, 0.0)
    return KeptZone((*pieces, *missed), cols, photo, rect_mm, piece_mm)


def counted_zone(look: ZoneLook, photo: int, counted: Sequence[str], said: Collection[int]) -> KeptZone:
    """Return what is kept of a zone of which the event itself says what `counted`, cell by cell; `said` are the cells
    for which a person's word counted."""
    zone = kept_zone(look, {cell: counted[cell] for cell in said}, photo)
    pieces = (
        msgspec.structs.replace(piece, counted=label) if piece.said is None and piece.read != label else piece
        for piece, label in zip(zone.pieces, counted, strict=False)
    )
    return msgspec.structs.replace(zone, pieces=tuple(pieces))


def readings(zone: KeptZone) -> list[dict[str, Any]]:
    """Return a zone as it is stored where the event itself says what counted: what the camera read, cell by cell."""
    return [_reading(piece) for piece in zone.pieces]


def _reading(piece: KeptPiece) -> dict[str, Any]:
    kept: dict[str, Any] = {"label": piece.read, "sure": piece.sure, "ranking": [[*each] for each in piece.ranking]}
    if piece.label != piece.read:
        kept["counted"] = piece.label
    if piece.said is not None:
        kept["said"] = True
    return kept


def zone_of_readings(line: int, cells: Sequence[Mapping[str, Any]]) -> KeptZone:
    """Return the zone whose `readings` were stored with event `line`; how many lie in a row is not."""
    return KeptZone(tuple(_piece_of(cell) for cell in cells), max(1, len(cells)), line)


def _piece_of(cell: Mapping[str, Any]) -> KeptPiece:
    counted = cell.get("counted", cell["label"])
    said, other = (counted, None) if cell.get("said", False) else (None, cell.get("counted"))
    ranking = tuple((label, by) for label, by in cell["ranking"])
    return KeptPiece(cell["label"], cell["sure"], ranking, (0.0, 0.0, 1.0, 1.0), said, counted=other)


def rounded(box: Box) -> Box:
    """Return a box as exactly as it is kept."""
    left, top, right, bottom = (round(edge, 4) for edge in box)
    return left, top, right, bottom


def written(look: KeptLook) -> dict[str, Any]:
    """Return a look JSON-ready."""
    plain: dict[str, Any] = msgspec.to_builtins(look)
    return plain


def read(value: Any) -> KeptLook:
    """Return the look that was `written`."""
    return msgspec.convert(value, KeptLook, strict=False)


def steps(looks: Looks, first: int) -> int:
    """Return how many events in a row the look of event `first` made."""
    number = first
    while number in looks and looks[number].first == first:
        number += 1
    return number - first


def newest(looks: Looks, events: int) -> KeptLook | None:
    """Return the last look of a game of so many events; None where there is none."""
    return next(_back(looks, events + 1), None)


def said_before(zone: KeptZone, seen: ZoneSeen) -> dict[int, str]:
    """Return what people said in an earlier look of free pieces that lie there still, by their number now."""
    if zone.cols or not isinstance(seen, PiecesSeen):
        return {}
    said: dict[int, str] = {}
    for number, piece in enumerate(seen.pieces):
        before = _lying(zone, piece.reading.label, piece.center_mm)
        if before is not None and (label := zone.pieces[before].said) is not None:
            said[number] = label
    return said


def unmoved(before: KeptZone, now: KeptZone) -> bool:
    """Return whether the same free pieces lie at the same places, and the same was said of them."""
    if before.cols or now.cols or len(before.pieces) != len(now.pieces):
        return False
    found = [_lying(before, piece.read, piece.at_mm) for piece in now.pieces]
    return len(set(found)) == len(found) and all(
        at is not None and before.pieces[at].said == piece.said for at, piece in zip(found, now.pieces, strict=True)
    )


def origin(looks: Looks, line: int, zone: str, cell: int) -> tuple[int, int]:
    """Return in which look a piece was seen first (its first event, and the piece's number there): one that lies free
    is seen again in every later look, until it is moved."""
    first = looks[line].first
    piece = looks[first].zones[zone].pieces[cell]
    for look in _back(looks, first):
        at = _lying(look.zones[zone], piece.read, piece.at_mm) if zone in look.zones and not look.shared else None
        if at is None or look.zones[zone].cols:
            break
        first, cell = look.first, at
        piece = look.zones[zone].pieces[at]
    return first, cell


def told(looks: Looks, first: int, zone: str, cell: int, label: str) -> dict[int, KeptLook]:
    """Return the looks that change when people say what a piece really is: the one of event `first`, and the later ones
    in which it lies there still."""
    changed = {first: _said(looks[first], zone, cell, label)}
    piece = looks[first].zones[zone].pieces[cell]
    for line in sorted(number for number, look in looks.items() if number > first and look.first == number):
        look = looks[line]
        if look.shared or zone not in look.zones or look.zones[zone].cols:
            break
        at = _lying(look.zones[zone], piece.read, piece.at_mm)
        if at is None:
            break
        changed[line] = _said(look, zone, at, label)
        piece = look.zones[zone].pieces[at]
    return changed


def _back(looks: Looks, before: int) -> Iterator[KeptLook]:
    """Yield the looks before an event, newest first."""
    for line in sorted((number for number in looks if number < before), reverse=True):
        if looks[line].first == line:
            yield looks[line]


def labels_at(zone: KeptZone, at_mm: tuple[float, float]) -> frozenset[str]:
    """Return what counts of the free pieces that lie at a place; nothing where none does."""
    near = [each for each in zone.pieces if each.at_mm is not None and dist(each.at_mm, at_mm) <= SAME_PLACE_MM]
    return frozenset(each.label for each in near)


def number_at(zone: KeptZone, at_mm: tuple[float, float]) -> int | None:
    """Return the number of the free piece that lies nearest to a place, where that is the same place."""
    near = [(dist(each.at_mm, at_mm), number) for number, each in enumerate(zone.pieces) if each.at_mm is not None]
    away_mm, number = min(near, default=(SAME_PLACE_MM + 1, -1))
    return number if away_mm <= SAME_PLACE_MM else None


def _lying(zone: KeptZone, read: str, at_mm: tuple[float, float] | None) -> int | None:
    """Return the number of the free piece that reads so and lies there."""
    for number, piece in enumerate(zone.pieces):
        if at_mm is None or piece.at_mm is None or piece.read != read:
            continue
        if dist(piece.at_mm, at_mm) <= SAME_PLACE_MM:
            return number
    return None


def _said(look: KeptLook, zone: str, cell: int, label: str) -> KeptLook:
    pieces = look.zones[zone].pieces
    piece = msgspec.structs.replace(pieces[cell], said=label)
    zones = {
        **look.zones,
        zone: msgspec.structs.replace(look.zones[zone], pieces=(*pieces[:cell], piece, *pieces[cell + 1 :])),
    }
    return msgspec.structs.replace(look, zones=zones)
