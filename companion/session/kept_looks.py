"""What the camera saw of what was scored, kept with the score: the photos, and what it read."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from companion.game import Asked
from companion.session.ledger import Ledger
from companion.table.evening import Evening, readings
from companion.table.evidence import kept_look
from companion.table.evidence.kept_look import KeptLook, KeptZone
from companion.table.signals import ZoneLook
from vision.observation import GridSeen, Reading


@dataclass(frozen=True, slots=True)
class Witness:
    """What stands behind a cell, or a free piece, of what was scored: the event, the zone and its photo; `whose` is the
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


def of(ledger: Ledger, evening: Evening, line: int, whose: str, cell: int) -> Witness | None:
    """Return what stands behind a cell of event `line`; None where nothing does."""
    if not 0 < line < len(evening.match.lines) or cell < 0:
        return None
    labels = evening.match.game.cells(evening.match.lines[line]).get(whose, ())
    if cell < len(labels):
        return _of_score(ledger, evening, line, whose, cell, labels[cell])
    return _of_turn(ledger, evening, line, whose, cell) if line in evening.looks else None


def _of_score(ledger: Ledger, evening: Evening, line: int, seat: str, cell: int, label: str) -> Witness:
    kept = ledger.store.readings_of(evening.game_id, line, seat)
    read: Any = kept[cell] if cell < len(kept) else {"label": None, "sure": False}
    zone, picture = evening.zone_of(seat), ledger.store.photo_of(evening.game_id, line, seat)
    return Witness(line, zone, seat, cell, label, picture, read["label"], read["sure"])


def _of_turn(ledger: Ledger, evening: Evening, line: int, zone: str, cell: int) -> Witness | None:
    """Return what stands behind a piece of a look: the look in which it was seen first."""
    zones = evening.looks[evening.looks[line].first].zones
    if zone not in zones or cell >= len(zones[zone].pieces):
        return None
    first, cell = kept_look.origin(evening.looks, line, zone, cell)
    kept = evening.looks[first].zones[zone]
    piece = kept.pieces[cell]
    if not piece.found:
        return None  # where exactly it lies, only the eye of whoever told of it knows: it teaches nothing
    picture = ledger.store.photo_of(evening.game_id, kept.photo, zone)
    return Witness(first, zone, zone, cell, piece.label, picture, piece.read, piece.sure, piece.at_mm)


def keep(ledger: Ledger, evening: Evening, first: int) -> None:
    """Keep the look of `evening` with the event that was just played; `first` is the first that the same look made."""
    if ledger.evening is None:
        return
    line = len(ledger.evening.match.lines) - 1
    cells = evening.match.game.cells(ledger.evening.match.lines[line])
    if cells:
        for seat, counted in cells.items():
            seen = evening.look_at(seat)
            said = {cell for whose, cell in evening.answers if whose == seat}
            if seen is not None:
                keep_cells(ledger, evening, line, seat, seen, counted, said)
        return
    asked = evening.asked or Asked("")
    zones = _zones(ledger, evening, line) if line == first else {}
    look = KeptLook(first, asked.seat, asked.counted, {**asked.said}, evening.table.shared_dock, zones)
    ledger.store.look(evening.game_id, line, kept_look.written(look))
    ledger.evening = replace(ledger.evening, looks={**ledger.evening.looks, line: look})


def _zones(ledger: Ledger, evening: Evening, line: int) -> dict[str, KeptZone]:
    """Return what is kept of every zone. One in which nothing was moved is as it was in the look before."""
    last = kept_look.newest(evening.looks, line - 1)
    said, missed = evening.said, evening.unfound
    zones: dict[str, KeptZone] = {}
    for name, look in evening.zones.items():
        before = last.zones.get(name) if last is not None and not evening.table.shared_dock else None
        photo = line if look.picture is not None else 0
        zone = kept_look.kept_zone(look, said.get(name, {}), photo, missed.get(name, ()))
        if before is not None and _is_old(ledger, evening, name, before, zone, look.picture):
            zones[name] = before
            continue
        zones[name] = zone
        if look.picture is not None:
            ledger.store.photo(evening.game_id, line, name, look.picture)
    return zones


def _is_old(
    ledger: Ledger, evening: Evening, name: str, before: KeptZone, now: KeptZone, picture: bytes | None
) -> bool:
    """Whether nothing is new in a zone: its free pieces lie where they lay, or it was not looked at again since."""
    if not now.cols:
        return kept_look.unmoved(before, now)
    return before.pieces == now.pieces and picture == ledger.store.photo_of(evening.game_id, before.photo, name)


def keep_cells(
    ledger: Ledger, evening: Evening, line: int, seat: str, look: ZoneLook, counted: Sequence[str], said: Set[int]
) -> None:
    """Keep what event `line` was made from in `evening`: the look, and what `counted` in each cell where that is
    something else; `said` are the cells for which a person's word counted. Nothing was read of a hold that people
    entered."""
    if look.picture is not None:
        ledger.store.photo(evening.game_id, line, seat, look.picture)
    if isinstance(look.seen, GridSeen):
        read = () if seat in evening.by_hand else readings(look.seen)
        cells = [_kept(reading, counted[cell], cell in said) for cell, reading in enumerate(read)]
        ledger.store.readings(evening.game_id, line, seat, cells)


def _kept(reading: Reading, counted: str, said: bool) -> dict[str, Any]:
    ranking = [[label, round(by, 4)] for label, by in reading.ranking]
    kept: dict[str, Any] = {"label": reading.label, "sure": reading.sure, "ranking": ranking}
    if counted != reading.label:
        kept["counted"] = counted
    if said:
        kept["said"] = True
    return kept
