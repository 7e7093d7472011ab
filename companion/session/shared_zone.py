"""One zone that serves all in turn: whose the pieces are that lie there."""

from collections.abc import Mapping
from typing import Any

from companion.game import Phase
from companion.language.message import Message, say
from companion.table.evening import Evening
from companion.table.signals import ZoneLook
from vision.observation import GridSeen, PiecesSeen, ZoneSeen


def still_anothers(evening: Evening, seat: str, look: ZoneLook) -> Message | None:
    """Return why what lies in the zone that serves all can't be taken for a seat's own: it was taken for another's, or
    lay there before anybody looked, and has not moved since. None where it can."""
    there = not isinstance(look.seen, PiecesSeen) or look.seen.pieces
    last = evening.taken_for
    if not there or last is None or last.seat == seat or not last.lies(look) or evening.equipment.photos:
        return None
    shown = evening.match.shown(seat)
    if not last.seat:
        return say("What lies there was laid before: take it away, then {seat} lays", seat=shown)
    before = evening.match.shown(last.seat)
    return say("What lies there is {before}'s: take it away, then {seat} lays", before=before, seat=shown)


def reads_as_anothers(evening: Evening, seat: str, look: ZoneLook) -> Message | None:
    """Return what is told of a photo that reads, place by place, as what another has shown: it may be a second picture
    of the same. None where it does not, or where it was taken once more since that was told."""
    shown = evening.shown.items() if evening.equipment.photos else ()
    last = next((name for name, before in shown if name != seat and _read_alike(before.seen, look.seen)), None)
    anew = evening.alike.rpartition(".")[0] == evening.photo.rpartition(".")[0] and evening.alike != evening.photo
    return None if last is None or anew else _told_alike(evening, seat, last)


def counts_as_anothers(evening: Evening, seat: str, look: ZoneLook) -> Message | None:
    """Return what is told of a photo in a turn that reads as what was counted for another just before. None where it
    does not, or where the seat was told so since the last event."""
    there = not isinstance(look.seen, PiecesSeen) or look.seen.pieces
    last = evening.taken_for
    if not evening.equipment.photos or not there or last is None or last.seat in ("", seat) or not last.lies(look):
        return None
    return None if evening.alike == told_of(evening, seat) else _told_alike(evening, seat, last.seat)


def told_of(evening: Evening, seat: str) -> str:
    """Return by what name it is known that a seat was told so in this turn."""
    return f"{len(evening.match.lines)}/{seat}"


def _told_alike(evening: Evening, seat: str, before: str) -> Message:
    return say(
        "This reads just as {before}'s did: lay {seat}'s there, or leave it if it is that, and take the picture again",
        before=evening.match.shown(before),
        seat=evening.match.shown(seat),
    )


def _read_alike(one: ZoneSeen | None, other: ZoneSeen | None) -> bool:
    """Return whether two zones of squares read the same, as far as both do surely."""
    if not isinstance(one, GridSeen) or not isinstance(other, GridSeen):
        return False
    sure = [(a.label, b.label) for a, b in zip(one.readings, other.readings, strict=True) if a.sure and b.sure]
    return bool(sure) and all(a == b for a, b in sure)


def shown_by(evening: Evening, event: Mapping[str, Any]) -> tuple[str, ZoneLook | None]:
    """Return whose pieces an event of a turn is told by, and the look at the zone that serves all where they lie; None
    where each has a zone of its own, or all play on one."""
    game, state = evening.match.game, evening.match.state
    seat = game.whose(event) or ("" if evening.asked is None else evening.asked.seat)
    if evening.phase is not Phase.TURN or not evening.equipment.one_area or seat not in evening.people:
        return seat, None
    last = evening.people[-1]
    serves_all = game.zone(state, last, shared=True) != game.zone(state, last, shared=False)
    return seat, evening.zones.get(evening.zone_of(seat)) if serves_all else None
