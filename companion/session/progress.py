"""What goes on by itself: bids turned up, pieces that all lie, a look that tells an event."""

from dataclasses import replace
from random import Random

from companion.game import Phase
from companion.game.sealed_bids import Bidding
from companion.language.message import Message, say
from companion.session import kept_looks, learning
from companion.session.ledger import Ledger
from companion.table.evening import Evening


def advance(ledger: Ledger, at_s: float) -> None:
    """Take every step that needs nobody: the table then waits for people, or for time to pass."""
    for _ in range(100):  # more than any chain of steps that go on by themselves
        evening = ledger.evening
        if evening is None:
            return
        match evening.phase:
            case Phase.TAKE if not evening.waiting:
                ledger.evening = replace(evening, passed=evening.passed + 1)
            case Phase.BIDS if evening.bidding is None and evening.awaited is not None:
                ledger.evening = replace(evening, bidding=Bidding(evening.awaited))
            case Phase.BIDS if evening.bidding is not None and evening.bidding.ready(at_s):
                _reveal(ledger, evening, evening.bidding)
            case Phase.LOOK | Phase.TURN if evening.reads and _play_seen(ledger, evening, len(evening.match.lines)):
                pass
            case _:
                return


def _reveal(ledger: Ledger, evening: Evening, bidding: Bidding) -> None:
    """Turn all bids up at once. A score that has stood until now may teach."""
    bids, chance = bidding.bids, ledger.rng(evening)
    drawn = {seat: _drawn(chance, bids.hands[seat], bids.many) for seat in bids.hands if seat in bids.drawn}
    cards = bidding.reveal() | drawn
    reply = ledger.play(evening.match.game.bid(evening.match.state, {seat: cards[seat] for seat in bids.hands}))
    if not reply.ok or ledger.evening is None:
        ledger.say(reply.text or say("These bids can't be"))
        return
    learning.stood(ledger)
    if not bids.again:
        before = (*evening.before, evening.seen)
        ledger.evening = replace(ledger.evening, laid=frozenset(), before=before)


def _drawn(chance: Random, hand: tuple[int, ...], many: int) -> tuple[int, ...]:
    """Return what chance gives out of a hand."""
    return (chance.choice(hand),) if many == 1 else tuple(chance.sample(hand, many))


def _play_seen(ledger: Ledger, evening: Evening, first: int) -> bool:
    """Play one event of a look, whose first is number `first`, and those after it; return whether one was played."""
    proposal, asked = evening.proposal, evening.asked
    if proposal.doubts or (not evening.zones and asked is not None):
        return False
    if proposal.event is None:
        _dismiss(ledger, evening, proposal.wrong)
        return False
    reply = ledger.play(proposal.event)
    if not reply.ok or ledger.evening is None:
        _dismiss(ledger, evening, reply.text or say("This can't be"))
        return False
    for remark in proposal.remarks:
        ledger.say(remark)
    kept_looks.keep(ledger, evening, first)
    if proposal.more:
        ledger.evening = replace(ledger.evening, asked=asked)
        _play_seen(ledger, ledger.evening, first)
    return True


def _dismiss(ledger: Ledger, evening: Evening, why: Message | None) -> None:
    """The look tells nothing that can be. Where somebody asked for it, what people answered may be why, so it neither
    counts nor teaches; where the camera acts by itself, it goes on looking."""
    if evening.asked is None:
        if why is not None:
            ledger.say_once(why)
        return
    lessons = tuple(lesson for lesson in evening.lessons if lesson.line < len(evening.match.lines))
    ledger.evening = replace(evening, asked=None, answers={}, lessons=lessons)
    if why is not None:
        ledger.say(why)
