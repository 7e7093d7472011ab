"""What a key means, by what the table waits for."""

from collections.abc import Mapping
from dataclasses import replace

from companion.game import Bids, Draw, Look, Take, Turn
from companion.game.sealed_bids import HOLD_S
from companion.language.message import say
from companion.session import actions
from companion.session.ledger import JOIN_SHOWN_S, Ledger
from companion.table.evening import Evening
from companion.table.signals import Flash, Key, Pressed, Refuse, Reply

JOIN_HELD_S = 2.0  # ok held this long shows how to join
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
    if any(at_s - since_s >= JOIN_HELD_S for since_s in ledger.ok_since_s.values()):
        ledger.join_until_s = at_s + JOIN_SHOWN_S


def _add(ledger: Ledger, signal: Pressed) -> None:
    evening = ledger.evening
    seat = evening.seat_at(signal.pod) if evening else None
    if evening is None or seat is None:
        return
    if evening.bidding is not None:
        if signal.down:
            changed, _ = evening.bidding.pressed(seat, signal.at_s)
        else:
            changed = evening.bidding.released(seat, signal.at_s)
        ledger.evening = replace(evening, bidding=changed)
    elif isinstance(evening.awaited, Draw):
        _count_hold(ledger, evening, _counts_for(evening, seat), signal)
    elif signal.down and evening.doubts:
        ledger.evening = replace(evening, offered=evening.offered + 1)
    elif isinstance(evening.awaited, Turn) and seat in evening.awaited.seats:
        _count_in_turn(ledger, evening, seat, evening.awaited.counts, signal)


def _count_hold(ledger: Ledger, evening: Evening, seat: str, signal: Pressed) -> None:
    """Count a hold that people dealt."""
    taken_back = _takes_back(ledger, signal)
    if seat in evening.dealt_locked:
        return
    dealt = dict(evening.dealt)
    if signal.down:
        dealt[seat] = dealt.get(seat, 0) % 6 + 1
    elif taken_back:
        dealt.pop(seat, None)
    ledger.evening = replace(evening, dealt=dealt)


def _count_in_turn(ledger: Ledger, evening: Evening, seat: str, counts: range, signal: Pressed) -> None:
    """Count what is said with the ok of a turn."""
    if _takes_back(ledger, signal):
        left = {other: number for other, number in evening.counted.items() if other != seat}
        ledger.evening = replace(evening, counted=left)
    elif signal.down:
        ledger.evening = replace(evening, counted=_counted(evening.counted, seat, counts))


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
    match evening.awaited:
        case Draw():
            _deal(ledger, evening, seat, pod)
        case Bids() if evening.bidding is not None:
            actions.lock(ledger, evening, evening.bidding, seat, pod, at_s)
        case Take():
            actions.lay(ledger, seat if seat in evening.waiting else None)
        case Look() | Turn() if evening.doubts and not _is_read(ledger, down_s):
            pass  # it was meant for the question before, or for the camera
        case Look() | Turn() if evening.doubts:
            question = evening.doubts[0]
            likeliest = question.likeliest
            actions.settle(ledger, question.zone, question.cell, likeliest[evening.offered % len(likeliest)])
        case Look():
            added = [name for name in evening.waiting if name in evening.match.game.added_seats]
            _answered(ledger, pod, actions.lay(ledger, seat if seat in evening.waiting or not added else added[0]))
        case Turn():
            _answered(ledger, pod, actions.ask_for_look(ledger, evening, seat, at_s))


def _is_read(ledger: Ledger, down_s: float) -> bool:
    """Whether the question stood there long enough before the key went down."""
    return ledger.question_s is not None and down_s - ledger.question_s >= READ_S


def _answered(ledger: Ledger, pod: int, reply: Reply) -> None:
    """Whoever is refused sees it on the pod, and all read why."""
    if not reply.ok:
        ledger.effects.append(Refuse(pod))
        ledger.say(reply.text or say("Nothing is awaited from this seat now"))


def _deal(ledger: Ledger, evening: Evening, seat: str, pod: int) -> None:
    """Ok before a voyage: this seat's counted hold, or, where nobody counted, let the companion draw."""
    if not evening.dealt:
        actions.draw(ledger, evening)
        return
    whose = _counts_for(evening, seat)
    if not evening.dealt.get(whose):
        whose = seat
    if not evening.dealt.get(whose):
        ledger.effects.append(Refuse(pod))
        return
    locked = evening.dealt_locked ^ {whose}
    ledger.evening = replace(evening, dealt_locked=locked)
    if locked == set(evening.match.seats):
        voyage = evening.match.state.voyage
        value = {"do": "holds", "voyage": voyage, "numbers": dict(evening.dealt)}
        reply = ledger.play(value)
        if not reply.ok and ledger.evening is not None:
            ledger.evening = replace(ledger.evening, dealt={}, dealt_locked=frozenset())
            ledger.say(reply.text or say("These holds can't be"))


def _counts_for(evening: Evening, seat: str) -> str:
    """Return whose hold a seat's pod counts: its own; once every pod has locked, that of the next seat without one."""
    podless = [one for one in evening.match.seats if evening.pod_of(one) is None]
    others = [one for one in evening.match.seats if one not in podless]
    left = [one for one in podless if one not in evening.dealt_locked]
    return left[0] if left and evening.dealt_locked >= {*others} else seat


def _counted(counted: Mapping[str, int], seat: str, counts: range) -> dict[str, int]:
    """Return what is counted after one more key: from the first number to the last, and round again."""
    if not counts:
        return dict(counted)
    before = counted.get(seat, counts[-1])
    return {**counted, seat: counts[0] if before == counts[-1] else before + 1}
