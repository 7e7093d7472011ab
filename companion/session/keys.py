"""What a key means, by what the table waits for."""

from dataclasses import replace

from companion.game import Phase
from companion.game.sealed_bids import HOLD_S
from companion.language.message import say
from companion.session import actions
from companion.session.ledger import JOIN_SHOWN_S, Ledger
from companion.table.evening import Evening
from companion.table.signals import Flash, Key, Pressed, Refuse, Reply

JOIN_HELD_S = 2.0  # ok held this long shows how to join …
STUCK_S = 10.0  # … and nobody holds it for so long: it sticks, and everybody wants to see the game again
READ_S = 0.35  # nobody has read a question sooner


def pressed(ledger: Ledger, signal: Pressed) -> None:
    """A key of a pod goes down or up; every press is answered by a flash."""
    if signal.down:
        ledger.effects.append(Flash(signal.pod))
    if signal.key is Key.ADD:
        _add(ledger, signal)
    elif signal.down:
        ledger.ok_since_s[signal.pod] = signal.at_s
    else:
        since_s = ledger.ok_since_s.pop(signal.pod, None)
        if since_s is not None and signal.at_s - since_s < JOIN_HELD_S:
            _ok(ledger, signal.pod, since_s, signal.at_s)


def asks(ledger: Ledger, question: str) -> None:
    """Note which question the display asks from now on ("": none)."""
    if question != ledger.question:
        ledger.question, ledger.question_s = question, None


def held_keys(ledger: Ledger, at_s: float) -> None:
    """Whoever holds ok for two seconds is shown how to join. Time passes, too, for who reads a question."""
    ledger.question_s = at_s if ledger.question_s is None else ledger.question_s
    if any(JOIN_HELD_S <= at_s - since_s < STUCK_S for since_s in ledger.ok_since_s.values()):
        ledger.join_until_s = at_s + JOIN_SHOWN_S


def _add(ledger: Ledger, signal: Pressed) -> None:
    evening = ledger.evening
    seat = evening.seat_at(signal.pod) if evening else None
    if evening is None or seat is None:
        return
    if evening.bidding is not None:
        bidding = evening.bidding
        changed = bidding.pressed(seat, signal.at_s)[0] if signal.down else bidding.released(seat, signal.at_s)
        ledger.evening = replace(evening, bidding=changed)
    elif evening.phase is Phase.CHANCE:
        _count(ledger, evening, _counts_for(evening, seat), signal)
    elif signal.down and evening.doubts:
        ledger.evening = replace(evening, offered=evening.offered + 1)
    elif seat in evening.turn:
        _count(ledger, evening, seat, signal)


def _count(ledger: Ledger, evening: Evening, seat: str, signal: Pressed) -> None:
    """Count for a seat what is said with the ok of a turn, or what it drew."""
    taken_back = _takes_back(ledger, signal)
    if evening.awaited is None or not evening.awaited.counts or seat in evening.count_locked:
        return
    counted = dict(evening.counted)
    if signal.down:
        counted[seat] = evening.awaited.counted(counted.get(seat))
    elif taken_back:
        counted.pop(seat, None)
    ledger.evening = replace(evening, counted=counted)


def _takes_back(ledger: Ledger, signal: Pressed) -> bool:
    """Return whether "add" is let go that was held for a second: it takes the seat's count back."""
    since_s = ledger.add_since_s.pop(signal.pod, signal.at_s)
    if signal.down:
        ledger.add_since_s[signal.pod] = signal.at_s
    return not signal.down and signal.at_s - since_s >= HOLD_S


def _ok(ledger: Ledger, pod: int, down_s: float, at_s: float) -> None:
    evening = ledger.evening
    seat = evening.seat_at(pod) if evening else None
    if evening is None or seat is None:
        return
    claimed = ledger.seating.confirm(seat, at_s)
    if claimed is not None:
        ledger.seating = claimed
        return
    match evening.phase:
        case Phase.CHANCE:
            _ok_to_count(ledger, evening, seat, pod)
        case Phase.BIDS if evening.bidding is not None:
            actions.lock(ledger, evening, evening.bidding, seat, pod, at_s)
        case Phase.TAKE:
            actions.lay(ledger, seat if seat in evening.waiting else None)
        case Phase.LOOK | Phase.TURN if evening.doubts and not _is_read(ledger, down_s):
            pass  # it was meant for the question before, or for the camera
        case Phase.LOOK | Phase.TURN if evening.doubts:
            question = evening.doubts[0]
            likeliest = question.likeliest
            actions.settle(ledger, question.zone, question.cell, likeliest[evening.offered % len(likeliest)])
        case Phase.LOOK:
            added = [name for name in evening.waiting if name in evening.match.game.added_seats]
            _answered(ledger, pod, actions.lay(ledger, seat if seat in evening.waiting or not added else added[0]))
        case Phase.TURN:
            _answered(ledger, pod, actions.ask_for_look(ledger, evening, seat, at_s))


def _is_read(ledger: Ledger, down_s: float) -> bool:
    """Whether the question stood there long enough before the key went down."""
    return ledger.question_s is not None and down_s - ledger.question_s >= READ_S


def _answered(ledger: Ledger, pod: int, reply: Reply) -> None:
    """Whoever is refused sees it on the pod, and all read why."""
    if not reply.ok:
        ledger.effects.append(Refuse(pod))
        ledger.say(reply.text or say("Nothing is awaited from this seat now"))


def _ok_to_count(ledger: Ledger, evening: Evening, seat: str, pod: int) -> None:
    """Ok where chance is awaited: what this seat counted stands, or, where nobody counted, let the companion draw."""
    if not evening.counted:
        actions.draw(ledger, evening)
        return
    whose = _counts_for(evening, seat)
    if whose not in evening.counted:
        whose = seat
    if whose not in evening.counted:
        ledger.effects.append(Refuse(pod))
        return
    locked = evening.count_locked ^ {whose}
    ledger.evening = replace(evening, count_locked=locked)
    if locked == set(evening.match.seats):
        reply = ledger.play(evening.match.game.counted(evening.match.state, evening.counted))
        if not reply.ok and ledger.evening is not None:
            ledger.evening = replace(ledger.evening, counted={}, count_locked=frozenset())
            ledger.say(reply.text or say("These holds can't be"))


def _counts_for(evening: Evening, seat: str) -> str:
    """Return for whom a seat's pod counts: for itself; once every pod has locked, for the next seat without one."""
    podless = [one for one in evening.match.seats if evening.pod_of(one) is None]
    others = [one for one in evening.match.seats if one not in podless]
    left = [one for one in podless if one not in evening.count_locked]
    return left[0] if left and evening.count_locked >= {*others} else seat
