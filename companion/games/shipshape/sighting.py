"""What a look at the docks means: nine readings a seat become the voyage's reading, or questions."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.game import Answer, Proposal, is_said, questioned, unsure
from companion.games.shipshape.pieces import CRATES_A_SEAT, Kind, is_square, seat_name, square
from companion.games.shipshape.repair import Squares, at_odds, crate_total, follow, one_each
from companion.games.shipshape.state import State
from companion.language.message import Message, say
from vision.observation import GridSeen, Reading, ZoneSeen

_DOUBTS_TURNED = 2
_MOVED = 2  # items of a crate that is turned or laid, at least: about one of them it may be turned where it lies
_KNOWN = tuple(f"{kind} {value}" for kind in (Kind.GOLD, Kind.CANNON, Kind.CONTRABAND, Kind.RAT) for value in range(10))


def zone(state: State, seat: str, shared: bool) -> str:
    """Return a seat's dock."""
    return "dock 1" if shared else f"dock {state.seats.names.index(seat) + 1}"


def labels() -> tuple[str, ...]:
    """Return what a person may choose from for a square."""
    return (Kind.EMPTY.value, *_KNOWN)


def place(cell: int) -> Message:
    """Return where a square lies, in words."""
    return (
        say("top left"),
        say("top middle"),
        say("top right"),
        say("middle left"),
        say("middle"),
        say("middle right"),
        say("bottom left"),
        say("bottom middle"),
        say("bottom right"),
    )[cell]


def propose(state: State, before: Sequence[Mapping[str, ZoneSeen]], now: Mapping[str, ZoneSeen]) -> Proposal:
    """Return the reading of all holds, or the squares to ask about. `now` is keyed by seat here: a dock that serves
    all has been read once for each. `before` is what lay there at the start of each turn so far, the latest last."""
    looks = {seat: _by_voyage([*before, now], seat) for seat in state.seats}
    if any(voyages[-1][-1] is None for voyages in looks.values()):
        return Proposal(None)
    total = crate_total(pair for voyages in looks.values() for voyage in voyages for pair in _crates(voyage))
    settled = {seat: _settled(voyages[-1], total) for seat, voyages in looks.items()}
    doubts = tuple(
        doubt
        for seat, readings in settled.items()
        for doubt in unsure(seat, readings, place, seat, labels(), is_square)
    )
    cells = {seat: [reading.label for reading in readings] for seat, readings in settled.items()}
    if doubts:
        return Proposal(None, doubts)
    exchanged = _exchanged({seat: looks[seat][-1] for seat in looks})
    return Proposal({"do": "read", "cells": cells}, remarks=(_told_exchanged(exchanged),) if exchanged else ())


def _by_voyage(looks: Sequence[Mapping[str, ZoneSeen]], seat: str) -> list[list[Squares | None]]:
    """Return the looks at a seat's dock, a list a voyage. The last look ends a voyage; before it lies one look for
    each turn of it, and of every voyage before: all but the first voyage, which may have been watched in part only."""
    docks = (look.get(seat) for look in looks)
    seen: list[Squares | None] = [dock.readings if isinstance(dock, GridSeen) else None for dock in docks]
    this = len(seen) - 1 - CRATES_A_SEAT
    starts = range(this % CRATES_A_SEAT, this + 1, CRATES_A_SEAT)
    return [part for start, end in pairwise([0, *starts, len(seen)]) if (part := seen[start:end])]


def _crates(voyage: Sequence[Squares | None]) -> list[tuple[Squares, Squares]]:
    """Return what lay in a dock before and after each crate."""
    return [(before, now) for before, now in pairwise(voyage) if before is not None and now is not None]


def _exchanged(voyages: Mapping[str, Sequence[Squares | None]]) -> list[str]:
    """Return the seats on whose docks another's hold lies, by what lay there when the voyage began."""
    whose = {seat: seat for seat in voyages}
    for looks in zip(*(pairwise(voyage) for voyage in voyages.values()), strict=True):
        turn = dict(zip(voyages, looks, strict=True))
        came = {seat: _came_from(seat, turn) for seat in voyages}
        if len(set(came.values())) == len(came):
            whose = {seat: whose[came[seat]] for seat in voyages}
    return [seat for seat in voyages if whose[seat] != seat]


def _came_from(seat: str, turn: Mapping[str, tuple[Squares | None, Squares | None]]) -> str:
    """Return on whose dock lay, a look before, what a dock shows but for one crate: its own, unless only one other."""
    own, now = turn[seat]
    if own is None or now is None:
        return seat
    fits = [other for other, (before, _) in turn.items() if before is not None and _follows(before, now)]
    return fits[0] if len(fits) == 1 else seat


def _follows(before: Squares, now: Squares) -> bool:
    """Whether no more squares differ for sure than one crate has items."""
    pairs = zip(before, now, strict=True)
    return sum(old.sure and new.sure and old.label != new.label for old, new in pairs) <= CRATES_A_SEAT


def _told_exchanged(seats: Sequence[str]) -> Message:
    return say(
        "The holds of {seats} have changed docks: if that is wrong, undo the score, put them right, then ok",
        seats=tuple(map(seat_name, seats)),
    )


def _doubting(voyage: Sequence[Squares | None]) -> Sequence[Squares | None]:
    """Return the looks at a dock of which the last is in doubt where goods are gone: it is wrong, or the one before, or
    crates were taken off. What people said is no look, and is not doubted."""
    *earlier, now = voyage
    before = earlier[-1] if earlier else None
    if now is None or before is None:
        return voyage
    return [
        *earlier,
        [questioned(new, (old.label,)) if _gone(old, new) else new for old, new in zip(before, now, strict=True)],
    ]


def _settled(voyage: Sequence[Squares | None], total: int | None) -> Squares:
    """Return the last look at a dock, repaired by those before it, and in doubt where one was misread."""
    odd = _misread(voyage, total)
    return [
        questioned(reading, (odd[cell], *(label for label, _ in reading.ranking))) if cell in odd else reading
        for cell, reading in enumerate(follow(_doubting(voyage), total))
    ]


def _misread(voyage: Sequence[Squares | None], total: int | None) -> dict[int, str]:
    """Return the squares of the last look one of which was misread, in it or in an earlier one that it agrees with, for
    no crate shows what was laid; with each what else may lie there. A look that fits neither the one before nor the
    one after was misread alone. Nothing is told where people may have laid two crates at once."""
    looks = [look for look in voyage if look is not None]
    if len(looks) < len(voyage) or not one_each(looks):
        return {}
    odd = [at_odds(before, now, total) for before, now in pairwise(looks)]
    found: dict[int, str] = {}
    for at, cells in enumerate(odd):
        alone = not any(odd[max(at - 1, 0) : at] + odd[at + 1 : at + 2])
        if alone and not any(_was_told(looks[at + 1][cell], looks[-1][cell]) for cell in cells):
            still = (cell for cell in cells if looks[-1][cell].label == looks[at + 1][cell].label)
            found |= {cell: cells[cell] for cell in still}
    return found


def _was_told(read: Reading, now: Reading) -> bool:
    """Whether people said that something else lies there than was read."""
    return is_said(now) and now.label != read.label


def cleared(before: GridSeen, now: GridSeen) -> bool:
    """Return whether a square surely shows nothing, or a rat, where goods surely were `before`: no crate that was laid
    since can do that, so crates were taken off."""
    pairs = zip(before.readings, now.readings, strict=True)
    return taken_away(before, now) or any(_gone(old, new) for old, new in pairs)


def taken_away(lay: GridSeen, now: GridSeen) -> bool:
    """Return whether none of the goods that surely `lay` there, a whole crate and more, is left: a dock without its
    hold may leave each square in doubt, so they read nowhere for sure, and mostly not at all."""
    left = [new for old, new in zip(lay.readings, now.readings, strict=True) if old.sure and _good(old.label)]
    empty = sum(not _good(new.label) for new in left)
    bare = 2 * empty > len(left) and not any(new.sure and _good(new.label) for new in left)
    return bare and len(left) >= CRATES_A_SEAT


def _gone(old: Reading, new: Reading) -> bool:
    return old.sure and new.sure and _good(old.label) and not _good(new.label)


def lies_still(before: GridSeen, now: GridSeen) -> bool:
    """Return whether no square surely shows something else than `before`: no crate was laid."""
    pairs = zip(before.readings, now.readings, strict=True)
    return not any(old.sure and new.sure and old.label != new.label for old, new in pairs)


def turned(before: GridSeen, now: GridSeen, scored: Sequence[str], *, behind: bool = False) -> bool:
    """Return whether `now` can be what was `scored` with its last crate turned, or laid only now: what differs from
    `before` (the look at the start of the third turn) are one to three goods, the same ones that differed when it was
    scored. So a crate that was turned is told from holds that are being cleared away. A square or two that are in doubt
    now may show anything. Where somebody was `behind`, for no crate was laid in the second turn, the hold may have been
    scored before its last crate: that shows goods which neither lay there before nor were scored. On others' holds
    such goods come of crates that are piled up as the table is cleared."""
    old = [reading.label for reading in before.readings]
    counted = Counter(label for label, earlier in zip(scored, old, strict=True) if label != earlier)
    other = [reading for reading, earlier in zip(now.readings, old, strict=True) if reading.label != earlier]
    surely = [reading for reading in other if reading.sure]
    if _crate(other, counted) or (len(other) - len(surely) <= _DOUBTS_TURNED and _crate(surely, counted)):
        return True
    triples = zip(now.readings, scored, old, strict=True)
    late = [(reading, earlier) for reading, label, earlier in triples if reading.label != label]
    shown = all(reading.sure and _good(reading.label) and reading.label != earlier for reading, earlier in late)
    return behind and shown and _MOVED <= len(late) <= CRATES_A_SEAT


def moved(now: GridSeen, scored: Sequence[str]) -> bool:
    """Return whether goods that were `scored` surely lie on other squares now, two or more, and no more squares
    differ than a crate that is turned leaves and takes. What comes to light below crates that are cleared away is
    mostly something else, and of another hold nearly all is."""
    other = [(old, new) for old, new in zip(scored, now.readings, strict=True) if new.label != old]
    gone = Counter(old for old, _ in other if _good(old))
    come = Counter(new.label for _, new in other if new.sure)
    return len(other) <= 2 * CRATES_A_SEAT and (gone & come).total() >= _MOVED


def _crate(laid: Sequence[Reading], counted: Counter[str]) -> bool:
    """Return whether what was laid can be the crate that was counted."""
    labels = Counter(reading.label for reading in laid)
    goods = all(map(_good, labels))
    # Items that lie on their like are hidden among what was there: then one of the two shows fewer.
    return 1 <= len(laid) <= CRATES_A_SEAT and goods and (labels <= counted or counted <= labels)


def _good(label: str) -> bool:
    """Whether a crate may show that."""
    return is_square(label) and square(label).kind not in (Kind.RAT, Kind.EMPTY)


def as_happened(event: Mapping[str, Any], answer: Answer) -> Mapping[str, Any]:
    """Return holds as they were really dealt, so that a correction of an earlier voyage moves nobody's hold."""
    if event["do"] == "holds":
        return {**event, "numbers": answer["holds"]}
    return event
