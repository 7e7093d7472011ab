"""The last deeds in words, newest first: what undo takes back and redo does again."""

from collections.abc import Iterator, Sequence

from companion.game.match import Match
from companion.language.message import Message, name, say
from companion.table.deeds import Doer, Rewrite, SeatChange, TakenBack, Undone
from companion.table.evening import Evening
from companion.table.snapshot import DeedShown

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


def to_take_back(evening: Evening) -> tuple[DeedShown, ...]:
    """Return the last deeds that can be taken back, one after another: changes of seats, then those of the game."""
    names = iter(evening.undoable)
    seats = [called(evening.match, change) for change in reversed(evening.seat_changes[1 - LISTED :])]
    return (*_named(seats, names), *_named(_of_game(evening)[: LISTED - len(seats)], names))


def to_do_again(evening: Evening) -> tuple[DeedShown, ...]:
    """Return what was taken back and can be done again, the next one first."""
    texts = [called(evening.match, deed) for deed in reversed(evening.undone[-LISTED:])]
    return _named(texts, iter(evening.redoable))


def _named(texts: Sequence[Message], names: Iterator[str]) -> tuple[DeedShown, ...]:
    """Return deeds of which the first can be asked for now, by the next name."""
    return tuple(DeedShown(text, "" if place else next(names)) for place, text in enumerate(texts))


def _of_game(evening: Evening) -> list[Message]:
    """Return the last events and corrections, the newest first."""
    found: list[Message] = []
    rewrites = [*evening.rewrites]
    for number in range(len(evening.match.lines) - 1, -1, -1):
        while rewrites and rewrites[-1].lines == number + 1:
            found.append(rewrites.pop().text)
        if number:
            deed = TakenBack(evening.match.lines[number], evening.doers.get(number, Doer()))
            found.append(_event(evening.match, deed))
        if len(found) >= LISTED:
            break
    return found
