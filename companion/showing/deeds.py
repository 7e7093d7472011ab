"""The last deeds in words, newest first: what undo takes back and redo does again."""

from companion.game.match import Match
from companion.language.message import Message, name, say
from companion.table.deeds import Doer, Rewrite, SeatChange, TakenBack, Undone
from companion.table.evening import Evening

LISTED = 5


def called(match: Match, deed: Undone) -> Message:
    """Return what a deed is called that was taken back, or is."""
    if isinstance(deed, SeatChange):
        what = say("a phone sits down") if deed.after else say("the seat becomes free")
        return say("{who}: {what}", who=name(deed.seat), what=what)
    return deed.text if isinstance(deed, Rewrite) else _event(match, deed)


def _event(match: Match, deed: TakenBack) -> Message:
    what = match.called(deed.value)
    return say("{who}: {what}", who=name(deed.doer.seat), what=what) if deed.doer.seat else what


def to_take_back(evening: Evening) -> tuple[Message, ...]:
    """Return the last deeds that can be taken back, one after another."""
    found = [called(evening.match, change) for change in reversed(evening.seat_changes[-LISTED:])]
    rewrites = [*evening.rewrites]
    for number in range(len(evening.match.lines) - 1, -1, -1):
        while rewrites and rewrites[-1].lines == number + 1:
            found.append(rewrites.pop().text)
        if number and len(found) < LISTED:
            deed = TakenBack(evening.match.lines[number], evening.doers.get(number, Doer()))
            found.append(_event(evening.match, deed))
        if len(found) >= LISTED:
            break
    return tuple(found[:LISTED])


def to_do_again(evening: Evening) -> tuple[Message, ...]:
    """Return what was taken back and can be done again, the next one first."""
    return tuple(called(evening.match, deed) for deed in reversed(evening.undone[-LISTED:]))
