"""What goes on by itself: bids turned up, pieces that all lie, a look that tells an event."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from companion.game import Phase
from companion.game.sealed_bids import Bidding
from companion.language.message import Message, say
from companion.session import kept_looks, learning, shared_zone
from companion.session.table import Table
from companion.showing import prompts
from companion.table.evening import Evening
from companion.table.taken_for import TakenFor


def advance(table: Table, at_s: float) -> Table:
    """Take every step that needs nobody: the table then waits for people, or for time to pass."""
    for _ in range(100):  # more than any chain of steps that go on by themselves
        evening = table.evening
        if evening is None:
            return table
        match evening.phase:
            case None:
                return learning.stood(table)  # nothing follows by which the last score could have stood
            case Phase.TAKE if not evening.waiting:
                table = table.with_evening(replace(evening, passed=evening.passed + 1))
            case Phase.BIDS if evening.bidding is None and evening.awaited is not None:
                table = table.with_evening(replace(evening, bidding=Bidding(evening.awaited)))
            case Phase.BIDS if evening.bidding is not None and evening.bidding.ready(at_s):
                table = _reveal(table, evening.bidding)
            case Phase.LOOK | Phase.TURN if evening.reads:
                table, played = _play_seen(table, len(evening.match.lines))
                if not played:
                    return table
            case _:
                return table
    return table


def _reveal(table: Table, bidding: Bidding) -> Table:
    """Turn all bids up at once. A score that has stood until now may teach."""
    evening, bids = table.playing, bidding.bids
    chance = evening.chance
    drawn = {seat: _drawn(chance, bids.hands[seat], bids.many) for seat in bids.hands if seat in bids.drawn}
    cards = bidding.reveal() | drawn
    table, reply = table.play(evening.match.game.bid(evening.match.state, {seat: cards[seat] for seat in bids.hands}))
    if not reply.ok:
        return table.say(reply.text or say("These bids can't be"))
    table = learning.stood(table)
    if bids.again:
        return table
    return table.with_evening(replace(table.playing, laid=frozenset(), before=(*evening.before, evening.seen)))


def _drawn(chance: Random, hand: tuple[int, ...], many: int) -> tuple[int, ...]:
    """Return what chance gives out of a hand."""
    return (chance.choice(hand),) if many == 1 else tuple(chance.sample(hand, many))


def _play_seen(table: Table, first: int) -> tuple[Table, bool]:
    """Play one event of a look, whose first is number `first`, and those after it; return also whether one was."""
    evening = table.playing
    proposal, asked = evening.proposal, evening.asked
    if proposal.doubts or (asked is not None and not evening.zones):
        return table, False
    if proposal.event is None:
        return _dismissed(table, proposal.wrong or _no_place(evening), answers_hold=proposal.unlaid), False
    seat, look = shared_zone.shown_by(evening, proposal.event)
    anothers = None if look is None else shared_zone.still_anothers(evening, seat, look)
    if anothers is not None:
        return _dismissed(table, anothers), False
    alike = None if look is None else shared_zone.counts_as_anothers(evening, seat, look)
    if alike is not None:
        told = replace(evening, alike=shared_zone.told_of(evening, seat))
        return _dismissed(table.with_evening(told), alike), False
    table, reply = table.play(proposal.event)
    if not reply.ok:
        return _dismissed(table, reply.text or say("This can't be")), False
    table = table.with_evening(replace(table.playing, counted=_counting_on(evening, table.playing)))
    if look is not None:
        table = table.with_evening(replace(table.playing, taken_for=TakenFor.by(seat, look)))
    for remark in proposal.remarks:
        table = table.say(remark)
    table = learning.placed(kept_looks.keep(table, evening, first), first)
    if table.playing.phase is Phase.LOOK:  # all is laid anew for the next look
        table = table.with_evening(replace(table.playing, laid=frozenset()))
    if proposal.more:
        table, _ = _play_seen(table.with_evening(replace(table.playing, asked=asked)), first)
    return table, True


def _counting_on(before: Evening, after: Evening) -> Mapping[str, int]:
    """Return what others have counted since somebody asked for the look that was played: they go on counting for a move
    of their own. What stood there already when the look was asked for was given up."""
    counts = after.awaited is not None and before.awaited is not None and after.awaited.counts == before.awaited.counts
    if before.asked is None or not counts:
        return {}
    since = dict(before.counted.items() - before.counted_before.items())
    return {seat: number for seat, number in since.items() if seat in after.turn and seat != before.asked.seat}


def _no_place(evening: Evening) -> Message | None:
    """Return for whom the mat has no place, where a look that somebody asked for tells nothing because of that."""
    return prompts.no_place(evening, evening.placeless) if evening.asked is not None and evening.placeless else None


def _dismissed(table: Table, why: Message | None, *, answers_hold: bool = False) -> Table:
    """The look tells nothing that can be. Where somebody asked for it, what people answered may be why, so it neither
    counts nor teaches, unless it is known to hold; where the camera acts by itself, it goes on looking."""
    evening = table.playing
    if evening.asked is None:
        return table if why is None else table.say_once(why)
    if not answers_hold:
        lessons = tuple(lesson for lesson in evening.lessons if lesson.line < len(evening.match.lines))
        evening = replace(evening, answers={}, lessons=lessons)
    table = table.with_evening(replace(evening, asked=None))
    return table if why is None else table.say(why)
