"""What the camera saw of what was played, kept with the event: the photos, and what it read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game import Asked
from companion.session.table import Table
from companion.store.database import Store
from companion.table.evening import Evening
from companion.table.evidence import kept_look
from companion.table.evidence.kept_look import KeptLook, KeptPiece, KeptZone
from companion.table.signals import ZoneLook


@dataclass(frozen=True, slots=True)
class Witness:
    """What stands behind a cell, or a free piece, of what was played: the event, the zone and its photo; `whose` is the
    seat, or the zone where it is nobody's; what counts, and what the camera `read` there for `sure` (None: it saw
    nothing of it); of a free piece its middle on the mat."""

    line: int
    zone: str
    whose: str
    cell: int
    label: str
    picture: bytes | None
    read: str | None = None
    sure: bool = False
    at_mm: tuple[float, float] | None = None


def witness_of(table: Table, line: int, whose: str, cell: int) -> Witness | None:
    """Return what stands behind a cell of event `line`; None where nothing does."""
    evening = table.playing
    if not 0 < line < len(evening.match.lines) or cell < 0:
        return None
    labels = evening.match.game.cells(evening.match.lines[line]).get(whose, ())
    if cell < len(labels):
        zone, picture = evening.zone_of(whose), table.kept.photo_of(evening.game_id, line, whose)
        piece = _piece(evening, line, whose, cell)
        read, sure = (None, False) if piece is None else (piece.read, piece.sure)
        return Witness(line, zone, whose, cell, labels[cell], picture, read, sure)
    if line not in evening.looks or _piece(evening, evening.looks[line].first, whose, cell) is None:
        return None
    first, cell = kept_look.origin(evening.looks, line, whose, cell)  # where it was seen first
    kept = evening.looks[first].zones[whose]
    piece = kept.pieces[cell]
    if not piece.found:
        return None  # where exactly it lies, only the eye of whoever told of it knows: it teaches nothing
    picture = table.kept.photo_of(evening.game_id, kept.photo, whose)
    return Witness(first, whose, whose, cell, piece.label, picture, piece.read, piece.sure, piece.at_mm)


def _piece(evening: Evening, line: int, whose: str, cell: int) -> KeptPiece | None:
    look = evening.looks.get(line)
    pieces = look.zones[whose].pieces if look is not None and whose in look.zones else ()
    return pieces[cell] if cell < len(pieces) else None


def keep(table: Table, evening: Evening, first: int) -> Table:
    """Keep the look of `evening` with the event that was just played; `first` is the first that the same look made."""
    line = len(table.playing.match.lines) - 1
    cells = evening.match.game.cells(table.playing.match.lines[line])
    if cells:
        seen = {seat: look for seat in cells if (look := evening.look_at(seat)) is not None}
        zones = {seat: _of_seat(evening, seat, look, line, cells[seat]) for seat, look in seen.items()}
        return keep_cells(table, line, zones, {seat: look.picture for seat, look in seen.items()})
    table, zones = _zones(table, evening, line) if line == first else (table, {})
    asked = evening.asked or Asked("")
    kept = KeptLook(first, asked.seat, asked.counted, {**asked.said}, evening.equipment.one_area, zones)
    table = table.keep(lambda store: store.look(evening.game_id, line, kept_look.written(kept)))
    return _with_look(table, line, kept)


def keep_cells(table: Table, line: int, zones: Mapping[str, KeptZone], pictures: Mapping[str, bytes | None]) -> Table:
    """Keep the look at some seats from which an event was made that itself says what lay there."""
    evening = table.playing
    game = evening.game_id
    before = evening.looks.get(line, KeptLook(line)).zones

    def write(store: Store) -> None:
        for seat, zone in zones.items():
            picture = pictures[seat]
            if picture is not None:
                store.photo(game, line, seat, picture)
            if zone.cols:
                store.readings(game, line, seat, kept_look.readings(zone))

    return _with_look(table.keep(write), line, KeptLook(line, zones={**before, **zones}))


def _with_look(table: Table, line: int, look: KeptLook) -> Table:
    return table.with_evening(replace(table.playing, looks={**table.playing.looks, line: look}))


def _of_seat(evening: Evening, seat: str, look: ZoneLook, line: int, counted: Sequence[str]) -> KeptZone:
    """Return what is kept of a seat's zone. Nothing was read of one that people entered."""
    said = [cell for whose, cell in evening.answers if whose == seat]
    zone = kept_look.counted_zone(look, line, counted, said)
    return KeptZone((), zone.cols, line) if seat in evening.by_hand else zone


def _zones(table: Table, evening: Evening, line: int) -> tuple[Table, dict[str, KeptZone]]:
    """Return what is kept of every zone. One in which nothing was moved is as it was in the look before."""
    last = kept_look.newest(evening.looks, line - 1)
    said, missed = evening.said, evening.unfound
    zones: dict[str, KeptZone] = {}
    photos: dict[str, bytes] = {}
    for name, look in evening.zones.items():
        before = last.zones.get(name) if last is not None and not evening.equipment.one_area else None
        photo = line if look.picture is not None else 0
        zone = kept_look.kept_zone(look, said.get(name, {}), photo, missed.get(name, ()))
        if before is not None and _is_old(table, name, before, zone, look.picture):
            zones[name] = before
            continue
        zones[name] = zone
        if look.picture is not None:
            photos[name] = look.picture

    def write(store: Store) -> None:
        for name, picture in photos.items():
            store.photo(evening.game_id, line, name, picture)

    return table.keep(write), zones


def _is_old(table: Table, name: str, before: KeptZone, now: KeptZone, picture: bytes | None) -> bool:
    """Whether nothing is new in a zone: its free pieces lie where they lay, or it was not looked at again since."""
    if not now.cols:
        return kept_look.unmoved(before, now)
    kept = table.kept.photo_of(table.playing.game_id, before.photo, name)
    return before.pieces == now.pieces and picture == kept


def stored(table: Table, game: str) -> dict[int, KeptLook]:
    """Return all looks that are kept of a game, by the event that each made."""
    looks = {line: kept_look.read(value) for line, value in table.kept.looks(game).items()}
    for line, seats in table.kept.readings_of_game(game).items():
        zones = {seat: kept_look.zone_of_readings(line, cells) for seat, cells in seats.items()}
        looks[line] = KeptLook(line, zones=zones)
    return looks
