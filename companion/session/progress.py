"""What goes on by itself: bids revealed, a voyage scored, a turn that was seen."""

from dataclasses import replace

from companion.game import Bids, Look, Take, Turn
from companion.game.sealed_bids import Bidding
from companion.language.message import say
from companion.session import kept_looks, learning
from companion.session.ledger import Ledger
from companion.table.evening import Evening


def advance(ledger: Ledger, at_s: float) -> None:
    """Take every step that needs nobody: the table then waits for people, or for time to pass."""
    for _ in range(100):  # more than any chain of steps that go on by themselves
        evening = ledger.evening
        if evening is None:
            return
        match evening.awaited:
            case Take() if not evening.waiting:
                ledger.evening = replace(evening, passed=evening.passed + 1)
            case Bids() as awaited if evening.bidding is None:
                ledger.evening = replace(evening, bidding=Bidding(awaited.hands, awaited.drawn))
            case Bids() if evening.bidding is not None and evening.bidding.ready(at_s):
                _reveal(ledger, evening, evening.bidding)
            case Look() if not evening.waiting and _score(ledger, evening):
                pass
            case Turn() if evening.asked is not None and _look_in_turn(ledger, evening):
                pass
            case _:
                return


def _reveal(ledger: Ledger, evening: Evening, bidding: Bidding) -> None:
    """Turn all bids up at once. A score that has stood until now may teach."""
    cards = bidding.reveal()
    chance = ledger.rng(evening)
    drawn = {seat: chance.choice(sorted(bidding.hands[seat])) for seat in bidding.hands if seat in bidding.drawn}
    again = isinstance(evening.awaited, Bids) and evening.awaited.again
    reply = ledger.play({"do": "bids", "cards": {seat: (cards | drawn)[seat] for seat in bidding.hands}})
    if not reply.ok or ledger.evening is None:
        ledger.say(reply.text or say("These bids can't be"))
        return
    learning.stood(ledger)
    if not again:
        before = (*evening.before, evening.seen_now)
        ledger.evening = replace(ledger.evening, laid=frozenset(), before=before)


def _score(ledger: Ledger, evening: Evening) -> bool:
    """Score if every dock is read and nothing is in doubt; keep each dock's photo with it."""
    proposal = evening.match.game.propose(evening.match.state, evening.before, evening.seen_now)
    if proposal.event is None:
        return False
    looks = {seat: look for seat in evening.match.seats if (look := evening.look_at(seat))}
    if not ledger.play(proposal.event).ok or ledger.evening is None:
        return False
    line = len(ledger.evening.match.lines) - 1
    for seat, look in looks.items():
        said = {cell for whose, cell in evening.answers if whose == seat}
        kept_looks.keep(ledger, evening, line, seat, look, proposal.event["cells"][seat], said)
    return True


def _look_in_turn(ledger: Ledger, evening: Evening) -> bool:
    """Play what the look that was asked for shows; the same look may hold several events, one after another."""
    if evening.unsettled or not evening.zones:
        return False
    return _play_seen(ledger, evening, len(evening.match.lines))


def _play_seen(ledger: Ledger, evening: Evening, first: int) -> bool:
    """Play one event of a look, whose first is number `first`, and those after it; return whether one was played."""
    proposal = evening.proposal
    if proposal.doubts or evening.asked is None:
        return False
    asked = evening.asked
    if proposal.event is None:
        _dismiss(ledger, evening)
        if proposal.wrong is not None:
            ledger.say(proposal.wrong)
        return False
    reply = ledger.play(proposal.event)
    if not reply.ok or ledger.evening is None:
        _dismiss(ledger, evening)
        ledger.say(reply.text or say("This can't be"))
        return False
    for remark in proposal.remarks:
        ledger.say(remark)
    kept_looks.keep_turn(ledger, evening, asked, first)
    if proposal.more:
        ledger.evening = replace(ledger.evening, asked=asked)
        _play_seen(ledger, ledger.evening, first)
    return True


def _dismiss(ledger: Ledger, evening: Evening) -> None:
    """The look tells nothing that can be: what people answered may be why, so it neither counts nor teaches."""
    lessons = tuple(lesson for lesson in evening.lessons if lesson.line < len(evening.match.lines))
    ledger.evening = replace(evening, asked=None, answers={}, lessons=lessons)
