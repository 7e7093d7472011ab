"""The looks of a game's turns as they are shown: what the camera saw, piece by piece, with the photos it saw it in."""

import zlib

from companion.game import Block, record
from companion.game.match import Match
from companion.language.message import Message, say
from companion.table.evening import Evening
from companion.table.evidence import kept_look
from companion.table.evidence.kept_look import KeptLook, KeptZone
from companion.table.evidence.placement import Box
from companion.table.snapshot import LookShown, PieceShown, ZoneShown


def looks(evening: Evening) -> tuple[LookShown, ...]:
    """Return the looks of the events that stand and in which something was new, oldest first; the newest with all that
    was seen. What an event itself says lay there is shown with its chapter."""
    match = evening.match
    standing = {line: kept for line, kept in evening.looks.items() if kept.first == line < len(match.lines)}
    lines = sorted(
        line for line, kept in standing.items() if _news(line, kept) and not match.game.cells(match.lines[line])
    )
    return tuple(look(evening, line, whole=line == lines[-1]) for line in lines)


def look(evening: Evening, line: int, *, whole: bool = True) -> LookShown:
    """Return the look that made event `line`; only what it made where not the `whole` of it is wanted."""
    told = title(evening.match, line, kept_look.steps(evening.looks, line))
    zones = _zones(evening, line, evening.looks[line]) if whole else ()
    return LookShown(line, told, zones, event_name(evening, line))


def photo_key(evening: Evening, line: int, whose: str) -> str:
    """Return the key of the photo of a seat, or of a zone, that is kept with event `line`. Browsers keep what they
    fetched: an event that is played anew, or read again, has another key."""
    return f"photo/{event_name(evening, line)}/{whose}"


def event_name(evening: Evening, line: int) -> str:
    """Return the name of event `line` as it stands: one that is played anew, or corrected, has another."""
    event = record.write(evening.match.lines[line]).encode()
    return f"{evening.game_id}/{line}.{zlib.crc32(event):08x}"


def cell_boxes(match: Match, line: int, whose: str, count: int) -> tuple[Box, ...]:
    """Return where in its photo each cell of a seat lies, as the game draws them; one row where it draws none."""
    block = _drawn(match, line, whose, count)
    cols = count if block is None else block.cols
    rows = count // cols
    return tuple(
        (at % cols / cols, at // cols / rows, (at % cols + 1) / cols, (at // cols + 1) / rows) for at in range(count)
    )


def laid_boxes(match: Match, line: int, whose: str) -> tuple[Box, ...]:
    """Return where in its photo something lies in a seat's cells, in their order; nothing of an event without cells."""
    count = len(match.game.cells(match.lines[line]).get(whose, ()))
    block = _drawn(match, line, whose, count)
    if block is None:
        return ()
    boxes = cell_boxes(match, line, whose, count)
    return tuple(box for box, cell in zip(boxes, block.cells, strict=True) if cell.text)


def _drawn(match: Match, line: int, whose: str, count: int) -> Block | None:
    blocks = (block for chapter in match.game.view(match.states[line]).chapters for block in chapter.blocks)
    drawn = [block for block in blocks if block.seat == whose and block.rows * block.cols == count == len(block.cells)]
    return drawn[-1] if drawn else None


def title(match: Match, line: int, steps: int = 1) -> Message:
    """Return who did what in so many events from this one on."""
    events = match.lines[line : line + steps]
    what = tuple(match.called(event) for event in events)
    whose = match.game.whose(events[0])
    seat = whose if whose in match.seats else None
    if seat is None:
        return say("{what}", what=what)
    return say("{seat}: {what}", seat=match.shown(seat), what=what)


def _zones(evening: Evening, line: int, kept: KeptLook) -> tuple[ZoneShown, ...]:
    """Return the zones in which something was new, that of whose turn it was first."""
    match = evening.match
    state = match.states[line - 1]
    seat = match.game.whose(match.lines[line])
    own = match.game.zone(state, seat, kept.shared) if seat is not None and seat in match.seats else ""
    names = sorted(_news(line, kept), key=lambda name: name != own)
    return tuple(
        ZoneShown(
            name,
            match.game.place(state, name, kept.shared),
            photo_key(evening, line, name) if kept.zones[name].photo else None,
            not kept.zones[name].cols,
            _pieces(kept.zones[name]),
            _aspect(kept.zones[name]),
        )
        for name in names
    )


def _news(line: int, kept: KeptLook) -> list[str]:
    """Return the zones that are not as they were in the look before: their photo is kept with this event."""
    return [name for name, zone in kept.zones.items() if zone.photo in (0, line)]


def _aspect(zone: KeptZone) -> float | None:
    return None if zone.rect_mm is None else round(zone.rect_mm[2] / zone.rect_mm[3], 4)


def _pieces(zone: KeptZone) -> tuple[PieceShown, ...]:
    return tuple(PieceShown(piece.label, piece.sure, piece.box, piece.angle_deg, piece.found) for piece in zone.pieces)
