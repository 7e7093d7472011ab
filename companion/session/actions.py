"""What people do at the table, by key or by page: lay, look, lock, answer, let the companion draw."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.game import Asked, Phase
from companion.game.sealed_bids import Response
from companion.language.message import Message, say
from companion.session import learning, shared_zone, taking
from companion.session.table import Table
from companion.table.evening import UNCLEAR_S, Evening
from companion.table.signals import Refuse, Reply, Stillness, ZoneLook
from companion.table.taken_for import TakenFor


def ask_for_look(table: Table, seat: str, at_s: float, said: Mapping[str, Any] | None = None) -> tuple[Table, Reply]:
    """Ok in a turn: the camera is to look for this seat, with what it `said` on the page; that stands, too, where ok is
    pressed once more meanwhile, also by another, whose pieces do not lie there yet. What was answered about pieces that
    have not moved since is not asked again. What is told without a look, such as that a round ends, waits for none."""
    evening = table.playing
    if seat not in evening.turn:
        return table, Reply(False, say("It is not {seat}'s turn", seat=seat))
    asked = Asked(seat, evening.counted.get(seat, 0), said or {})
    pending = evening.asked
    if pending is not None and _stands(evening, pending, asked, at_s):
        looked_for = evening.match.shown(pending.seat)
        return table, Reply(False, say("The camera looks for {seat} just now: press ok again then", seat=looked_for))
    of_no_look = evening.match.game.propose(evening.match.state, evening.before, {}, asked).event
    if of_no_look is not None:
        return table.play(of_no_look)
    if not evening.equipment.camera:
        return table, Reply(False, say("There is no camera: enter the move by hand"))
    if said is None and pending is not None and replace(pending, said={}) == asked:
        asked = pending
    before = evening.counted_before if pending is not None and pending.seat == seat else evening.counted
    evening = replace(evening, asked=asked, counted_before=before)
    evening = replace(evening, asked_s=at_s, offered=0, zones={})  # only what is seen from now on counts
    return learning.stood(table.with_evening(evening)).unsay(taking.ASK_ONCE_MORE), Reply(True)


def _stands(evening: Evening, pending: Asked, asked: Asked, at_s: float) -> bool:
    """Whether a seat's look goes on where another asks for one: what lies there is its own, or was when it was asked
    about. Where nothing has come of it for a while, it may have thought better of it, and another's move counts."""
    if pending.seat == asked.seat or _says_nothing(pending):
        return False
    return _says_nothing(asked) or bool(evening.doubts) or at_s - evening.asked_s < UNCLEAR_S


def _says_nothing(asked: Asked) -> bool:
    """Whether nothing was counted or said with an ok: it is no move of one's own where another's has such."""
    return not asked.counted and not asked.said


def lock(table: Table, seat: str, pod: int | None, at_s: float) -> tuple[Table, Reply]:
    """Lock or unlock a bid. A pod whose bid is refused says so by its lamp."""
    evening = table.playing
    if evening.bidding is None:
        return table, Reply(False)
    changed, response = evening.bidding.ok(seat, at_s)
    table = table.with_evening(replace(evening, bidding=changed))
    if response is Response.REFUSED and pod is not None:
        table = table.do(Refuse(pod))
    return table, Reply(response is not Response.REFUSED)


def lay(table: Table, seat: str | None, at_s: float) -> tuple[Table, Reply]:
    """A piece lies as it should: the seat's own, or the one that the game's own seat takes just now."""
    evening = table.playing
    if seat is None:
        seat = next((name for name in evening.acting if name in evening.match.game.added_seats), None)
    if evening.phase not in (Phase.TAKE, Phase.LOOK) or seat is None or seat not in evening.waiting:
        return table, Reply(False, say("Nothing is awaited from this seat now"))
    read = evening.phase is Phase.LOOK
    if read and not evening.equipment.camera:
        return table, Reply(False, say("There is no camera: enter the squares on the page"))
    if read and evening.one_by_one and seat not in evening.by_hand:
        look = evening.zones.get(evening.zone_of(seat))
        why = _why_not_shown(evening, seat, look)
        if why is not None or look is None:
            return table, Reply(False, why)
        alike = shared_zone.reads_as_anothers(evening, seat, look)
        if alike is not None:
            return table.with_evening(replace(evening, alike=evening.photo)).say_once(alike), Reply(False, alike)
        evening = replace(evening, shown={**evening.shown, seat: look}, taken_for=TakenFor.by(seat, look))
    elif evening.when_said:
        evening = replace(evening, zones={}, asked_s=at_s)  # only what is seen from now on counts
    again = read and evening.camera_waits and not evening.one_by_one
    done = evening.waiting if again else (seat,)  # after an undo one ok is for all: the camera acts by itself again
    return table.with_evening(replace(evening, laid=evening.laid | {*done})), Reply(True)


def _why_not_shown(evening: Evening, seat: str, look: ZoneLook | None) -> Message | None:
    """Return why what lies in the zone that serves all can't be taken for a seat's own; None where it can."""
    shown = evening.match.shown(seat)
    if seat not in evening.laying:
        first = evening.match.shown(evening.laying[0])
        return say("{first} comes before {seat}: one after the other lays here", first=first, seat=shown)
    if look is None or look.seen is None or look.stillness is not Stillness.STILL or evening.photo_is_late:
        return say("{seat}: lay everything in its place and let it lie still", seat=shown)
    return shared_zone.still_anothers(evening, seat, look)


def settle(table: Table, key: str, cell: int, label: str) -> Table:
    """Take a person's word for what lies in a cell, and remember the picture as a lesson."""
    evening = table.playing
    look = evening.look_at(key) if key in evening.match.seats else evening.zones.get(key)
    zone, seen = evening.zone_of_answers(key), None if look is None else look.seen
    answered = {name: before for name, before in evening.answered.items() if name != zone}
    answered |= {} if seen is None else {zone: seen}
    settled = replace(evening, answers={**evening.answers, (key, cell): label}, answered=answered, offered=0)
    return learning.answered(table.with_evening(settled), key, cell, label, look)


def draw(table: Table) -> tuple[Table, Reply]:
    """Let chance make the event that is awaited."""
    evening = table.playing
    chance = evening.chance

    def shuffled(things: Any) -> list[Any]:
        return chance.sample(list(things), len(things))

    return table.play(evening.match.game.draw(evening.match.state, shuffled))
