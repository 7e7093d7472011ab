"""What a key means, by what the table waits for."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from companion.game import Phase
from companion.game.sealed_bids import HOLD_S
from companion.language.message import say
from companion.session import actions
from companion.session.table import Table
from companion.table.deeds import Doer
from companion.table.evening import Evening
from companion.table.signals import Chattered, Flash, Key, Pressed, Refuse, Reply

T = TypeVar("T")
V = TypeVar("V")

JOIN_HELD_S = 2.0  # ok held this long shows how to join …
GUEST_HELD_S = 5.0  # … and this long lets a guest in: longer than whoever wants to see the code holds it
STUCK_S = 10.0  # nobody holds it for so long: it sticks …
STUCK_REST_S = 600.0  # … and may do so again: for this long what it holds shows nothing and lets nobody in
JOIN_SHOWN_S = 12.0
READ_S = 0.35  # nobody has read a question, or seen that bids are turned up, sooner


def pressed(table: Table, signal: Pressed) -> Table:
    """A key of a pod goes down or up; every press is answered by a flash."""
    if signal.down:
        table = table.do(Flash(signal.pod))
    if signal.key is Key.ADD:
        return _add(table, signal)
    if signal.down:
        step = {**table.ok_step, signal.pod: table.step}
        return replace(table, ok_since_s={**table.ok_since_s, signal.pod: signal.at_s}, ok_step=step)
    since_s = table.ok_since_s.get(signal.pod)
    table = replace(table, ok_since_s=_without(table.ok_since_s, signal.pod))
    if since_s is not None and signal.at_s - since_s >= STUCK_S:
        stuck_until_s = {**table.ok_stuck_until_s, signal.pod: signal.at_s + STUCK_REST_S}
        table = replace(table, ok_stuck_until_s=stuck_until_s)
    if since_s is None or signal.at_s - since_s >= JOIN_HELD_S:
        return table
    return _ok(table, signal.pod, since_s, signal.at_s)


def chattered(table: Table, signal: Chattered) -> Table:
    """A loose contact may have counted and locked what nobody meant: a bid in the making is forgotten, and that is
    said. After the lock "add" has changed nothing."""
    evening = table.evening
    seat = evening.seat_at(signal.pod) if evening is not None else None
    if evening is None or seat is None:
        return table
    if evening.bidding is None:
        return _uncounted(table, signal.pod) if signal.key is Key.ADD else table
    ballot = evening.bidding.ballot(seat)
    if not ballot.chosen or (ballot.locked and signal.key is Key.ADD):
        return table
    told = say("{seat}'s pod chattered, so its bid is forgotten: bid anew, if need be on a phone", seat=seat)
    return table.with_evening(replace(evening, bidding=evening.bidding.forget(seat))).say_once(told)


def awaits(table: Table, at_s: float) -> Table:
    """Note since when the table awaits what it awaits."""
    step = "" if table.evening is None else table.evening.step_id
    return table if step == table.step else replace(table, step=step, step_s=at_s)


def asks(table: Table, question: str) -> Table:
    """Note which question the display asks from now on, with the reading that it offers ("": none)."""
    return table if question == table.question else replace(table, question=question, question_s=None)


def held_keys(table: Table, at_s: float) -> Table:
    """Whoever holds ok for two seconds is shown how to join, and "add" held takes a count back, also where it sticks: a
    number that nobody means would keep the others from drawing. Time passes, too, for who reads a question."""
    if table.question_s is None:
        table = replace(table, question_s=at_s)
    for pod, since_s in table.ok_since_s.items():
        stuck = at_s - since_s >= STUCK_S or since_s < table.ok_stuck_until_s.get(pod, since_s)
        if at_s - since_s >= JOIN_HELD_S and not stuck:
            table = _held(table, pod, since_s, at_s)
    for pod, since_s in table.add_since_s.items():
        if at_s - since_s >= HOLD_S:
            table = _uncounted(replace(table, add_since_s=_without(table.add_since_s, pod)), pod)
    return table


def _uncounted(table: Table, pod: int) -> Table:
    """Take back what the key of a pod has counted, unless that is locked."""
    evening = table.evening
    seat = evening.seat_at(pod) if evening is not None else None
    if evening is None or seat is None:
        return table
    whose = _counts_for(evening, seat) if evening.phase is Phase.CHANCE else seat
    if whose in evening.count_locked:
        return table
    return table.with_evening(replace(evening, counted=_without(evening.counted, whose)))


def _held(table: Table, pod: int, since_s: float, at_s: float) -> Table:
    """Ok held: the display shows how to join, once for each time that it is held; held on, it lets a guest's phone in
    that waits for this pod."""
    seat = table.evening.seat_at(pod) if table.evening is not None else None
    held_s = since_s if at_s - since_s >= GUEST_HELD_S else None
    seated = None if seat is None else table.seating.confirm(seat, at_s, held_s=held_s)
    if seat is None or seated is None:
        return replace(table, join_until_s=max(table.join_until_s, since_s + JOIN_HELD_S + JOIN_SHOWN_S))
    table = table.reseated(seated, seat, Doer(seated.held[seat]))
    table = replace(table, ok_since_s=_without(table.ok_since_s, pod), join_until_s=at_s)
    return table.say(say("A phone was let in by {seat}'s pod, and plays there", seat=seat))


def _add(table: Table, signal: Pressed) -> Table:
    evening = table.evening
    seat = evening.seat_at(signal.pod) if evening else None
    if evening is None or seat is None:
        return table
    if evening.bidding is not None:
        bidding = evening.bidding
        changed = bidding.pressed(seat, signal.at_s)[0] if signal.down else bidding.released(seat, signal.at_s)
        return table.with_evening(replace(evening, bidding=changed))
    if evening.phase is Phase.CHANCE:
        return _count(table, _counts_for(evening, seat), signal)
    if signal.down and evening.doubts:
        if not table.question:
            return _uncovered(table, signal.pod, signal.at_s)
        return table.with_evening(replace(evening, offered=evening.offered + 1))
    if seat in evening.turn:
        return _count(table, seat, signal)
    return _refused(table, signal)


def _refused(table: Table, signal: Pressed) -> Table:
    """A press that counts nothing is refused, or whoever sees the lamp flash would count on from it."""
    return table.do(Refuse(signal.pod)) if signal.down else table


def _count(table: Table, seat: str, signal: Pressed) -> Table:
    """Count for a seat what is said with the ok of a turn, or what it drew. "Add" held for a second takes it back."""
    evening, since_s = table.playing, table.add_since_s.get(signal.pod, signal.at_s)
    held = _without(table.add_since_s, signal.pod)
    table = replace(table, add_since_s={**held, signal.pod: signal.at_s} if signal.down else held)
    if evening.awaited is None or not evening.awaited.counts or seat in evening.count_locked:
        return _refused(table, signal)
    counted: Mapping[str, int] = evening.counted
    if signal.down:
        counted = {**counted, seat: evening.awaited.counted(counted.get(seat))}
    elif signal.at_s - since_s >= HOLD_S:
        counted = _without(counted, seat)
    return table.with_evening(replace(evening, counted=counted))


def _ok(table: Table, pod: int, down_s: float, at_s: float) -> Table:
    evening = table.evening
    seat = evening.seat_at(pod) if evening else None
    if evening is None or seat is None:
        return table
    if evening.bidding is not None and evening.bidding.counted(seat):  # it is meant for the bid, not for a phone
        return actions.lock(table, seat, pod, at_s)[0]
    claimed = table.seating.confirm(seat, at_s)
    if claimed is not None:
        return table.reseated(claimed, seat, Doer(claimed.held[seat]))
    unseen = evening.phase is Phase.TAKE and down_s < table.step_s + READ_S  # that bids can't be unlocked any more
    if unseen or table.ok_step.get(pod) != table.step:  # it was meant for the step before
        return table.do(Refuse(pod))
    match evening.phase:
        case Phase.CHANCE:
            return _ok_to_count(table, seat, pod)
        case Phase.BIDS:
            return actions.lock(table, seat, pod, at_s)[0]
        case Phase.TAKE:
            return actions.lay(table, seat if seat in evening.waiting else None, at_s)[0]
        case Phase.LOOK | Phase.TURN if evening.doubts:
            return _yes(table, pod, down_s, at_s)
        case Phase.LOOK:
            added = [name for name in evening.laying if name in evening.match.game.added_seats]
            whose = seat if seat in evening.laying or not added else added[0]
            return _answered(pod, *actions.lay(table, whose, at_s))
        case Phase.TURN:
            return _answered(pod, *actions.ask_for_look(table, seat, at_s))
        case None:
            return table


def _yes(table: Table, pod: int, down_s: float, at_s: float) -> Table:
    """Ok says yes to the question on the display, where that stood there long enough before the key went down to be
    read: else it was meant for the question before, or for the camera."""
    if not table.question:
        return _uncovered(table, pod, at_s)
    if table.question_s is None or down_s - table.question_s < READ_S:
        return table.do(Refuse(pod))
    question, offered = table.playing.doubts[0], table.playing.offered
    return actions.settle(table, question.zone, question.cell, question.likeliest[offered % len(question.likeliest)])


def _uncovered(table: Table, pod: int, at_s: float) -> Table:
    """A key at a question that the display does not show is refused, and puts away how to join, which covers it; the
    PIN is the host's wish, and stands its time."""
    return replace(table, join_until_s=min(table.join_until_s, at_s)).do(Refuse(pod))


def _answered(pod: int, table: Table, reply: Reply) -> Table:
    """Whoever is refused sees it on the pod, and all read why."""
    if reply.ok:
        return table
    return table.do(Refuse(pod)).say(reply.text or say("Nothing is awaited from this seat now"))


def _ok_to_count(table: Table, seat: str, pod: int) -> Table:
    """Ok where chance is awaited: what this seat counted stands, or, where nobody counted, let the companion draw."""
    evening = table.playing
    if not evening.counted:
        return actions.draw(table)[0]
    counts_for = _counts_for(evening, seat)
    whose = counts_for if counts_for in evening.counted else seat
    if whose not in evening.counted:
        return table.do(Refuse(pod))
    locked = evening.count_locked ^ {whose}
    table = table.with_evening(replace(evening, count_locked=locked))
    if locked != set(evening.match.seats):
        return table
    table, reply = table.play(evening.match.game.counted(evening.match.state, evening.counted))
    if reply.ok:
        return table
    table = table.with_evening(replace(table.playing, counted={}, count_locked=frozenset()))
    return table.say(reply.text or say("These numbers can't be"))


def _counts_for(evening: Evening, seat: str) -> str:
    """Return for whom a seat's pod counts: for itself; once every pod has locked, for the next seat without one."""
    podless = [one for one in evening.match.seats if evening.pod_of(one) is None]
    others = [one for one in evening.match.seats if one not in podless]
    left = [one for one in podless if one not in evening.count_locked]
    return left[0] if left and evening.count_locked >= {*others} else seat


def _without(mapping: Mapping[T, V], key: T) -> dict[T, V]:
    return {name: value for name, value in mapping.items() if name != key}
