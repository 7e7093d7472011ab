"""What a look at the docks means: nine readings a seat become the voyage's reading, or questions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from companion.game import Answer, Doubt, Proposal, RuleError
from companion.games.shipshape.pieces import CELLS, CRATES_A_SEAT, Kind, square
from companion.games.shipshape.state import State
from companion.message import Message, say
from vision.observation import GridSeen, Reading, ZoneSeen

MOST_DOUBTFUL = 5  # more doubtful squares of one dock are asked about, not guessed
LIKELIEST = 4  # readings of a doubtful square that are weighed
LEAST_CHANCE = 0.01  # the recogniser's word is not taken for more than that
ON_ITS_LIKE = 0.02  # how often an item is laid on a square that shows the same
CERTAIN = 0.995
TOO_CLEAR = 0.9  # a doubtful reading with a chance above this is asked about rather than overruled
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


def propose(state: State, before: Mapping[str, ZoneSeen], now: Mapping[str, ZoneSeen]) -> Proposal:
    """Return the reading of all holds, or the squares to ask about. `now` is keyed by seat here: a dock that serves
    all has been read once for each. `before` is what lay there at the start of the third turn."""
    looks: dict[str, tuple[list[Reading], list[Reading] | None]] = {}
    for seat in state.seats:
        seen, earlier = now.get(seat), before.get(seat)
        if not isinstance(seen, GridSeen):
            return Proposal(None)
        looks[seat] = (squares(seen), squares(earlier) if isinstance(earlier, GridSeen) else None)
    total = crate_total(list(looks.values()))
    settled = {seat: settle(new, old, total) for seat, (new, old) in looks.items()}
    doubts = tuple(
        Doubt(seat, cell, seat, place(cell), tuple(label for label, _ in reading.ranking))
        for seat, readings in settled.items()
        for cell, reading in enumerate(readings)
        if not reading.sure
    )
    cells = {seat: [reading.label for reading in readings] for seat, readings in settled.items()}
    return Proposal(None if doubts else {"do": "read", "cells": cells}, doubts)


def squares(seen: GridSeen) -> list[Reading]:
    """Return the readings of a dock row by row."""
    return [reading for row in seen.cells for reading in row]


def crate_total(looks: Sequence[tuple[list[Reading], list[Reading] | None]]) -> int | None:
    """Return what the goods of every crate add up to, as most of the crates laid last show it: "the total of the cargo
    of each crate is the same". None until two crates that were read for sure agree."""
    sums = Counter(
        sum(square(new.label).value for old, new in changed)
        for new_looks, old_looks in looks
        if old_looks is not None
        and all(reading.sure for reading in (*new_looks, *old_looks))
        and len(changed := _changed(old_looks, new_looks)) == CRATES_A_SEAT
    )
    total, count = sums.most_common(1)[0] if sums else (0, 0)
    return total if count >= 2 and 2 * count > sums.total() else None


def _changed(before: Sequence[Reading], now: Sequence[Reading]) -> list[tuple[Reading, Reading]]:
    return [(old, new) for old, new in zip(before, now, strict=True) if old.label != new.label]


def settle(now: list[Reading], before: list[Reading] | None, total: int | None) -> list[Reading]:
    """Repair doubtful squares where the crate that was laid since `before` leaves only one reading possible.

    What reads now as it surely read before is sure, unless something hides it. For the rest every way in which one
    crate can have been laid is weighed: three squares of goods that add up to `total` (where that is known), the others
    as before; an item may lie on its like, which is rare. One way must be all but certain, and not go against what is
    almost sure; what was not sure before says nothing. A sure reading is never touched.
    """
    if before is None or len(before) != CELLS or len(now) != CELLS:
        return now
    now = [
        replace(new, sure=True) if not (new.sure or new.hidden) and old.sure and old.label == new.label else new
        for new, old in zip(now, before, strict=True)
    ]
    doubtful = [cell for cell, reading in enumerate(now) if not reading.sure]
    if not doubtful or len(doubtful) > MOST_DOUBTFUL or not all(old.sure for old in before):
        return now
    ways = sorted(_ways(now, before, doubtful, total), reverse=True)
    if not ways or ways[0][0] < CERTAIN * sum(likely for likely, _ in ways):
        return now
    repaired = dict(zip(doubtful, ways[0][1], strict=True))
    if any(now[cell].label != label and now[cell].confidence > TOO_CLEAR for cell, label in repaired.items()):
        return now
    return [
        Reading(repaired[cell], reading.confidence, True, reading.ranking) if cell in repaired else reading
        for cell, reading in enumerate(now)
    ]


def _ways(
    now: Sequence[Reading], before: Sequence[Reading], doubtful: Sequence[int], total: int | None
) -> Iterator[tuple[float, tuple[str, ...]]]:
    """Yield each way to read the doubtful squares that one laid crate allows, with how likely it is."""
    fixed = [new.label for old, new in zip(before, now, strict=True) if new.sure and new.label != old.label]
    for labels in product(*(_candidates(now[cell], before[cell]) for cell in doubtful)):
        changed = [label for cell, (label, _) in zip(doubtful, labels, strict=True) if label != before[cell].label]
        chance = prod(likely for _, likely in labels) * _fits([*fixed, *changed], total)
        if chance:
            yield chance, tuple(label for label, _ in labels)


def _fits(laid: Sequence[str], total: int | None) -> float:
    """Return how likely these are the squares that one crate changed: 0 where they can't be."""
    hidden = CRATES_A_SEAT - len(laid)  # items that lie on their like
    goods = [square(label) for label in laid]
    if hidden < 0 or any(item.kind in (Kind.RAT, Kind.EMPTY) for item in goods):
        return 0.0
    worth = sum(item.value for item in goods)
    if total is not None and (worth > total or (not hidden and worth != total)):
        return 0.0
    return float(ON_ITS_LIKE**hidden)


def _candidates(new: Reading, old: Reading) -> list[tuple[str, float]]:
    """Return what a doubtful square may show: its likeliest readings, and what lay there before."""
    found = [(label, max(chance, LEAST_CHANCE)) for label, chance in new.ranking[:LIKELIEST] if _is_square(label)]
    return found if old.label in (label for label, _ in found) else [*found, (old.label, LEAST_CHANCE)]


def _is_square(label: str) -> bool:
    try:
        square(label)
    except RuleError:
        return False
    return True


def turned(before: GridSeen, now: GridSeen, scored: Sequence[str]) -> bool:
    """Return whether `now` can be what was `scored` with its last crate turned, or laid only now: what differs from
    `before` (the look at the start of the third turn) are one to three goods, the same ones that differed when it was
    scored. So a crate that was turned is told from holds that are being cleared away."""
    old, new = ([reading.label for reading in squares(seen)] for seen in (before, now))
    laid = Counter(label for label, earlier in zip(new, old, strict=True) if label != earlier)
    counted = Counter(label for label, earlier in zip(scored, old, strict=True) if label != earlier)
    goods = all(_is_square(label) and square(label).kind not in (Kind.RAT, Kind.EMPTY) for label in laid)
    # Items that lie on their like are hidden among what was there: then one of the two shows fewer.
    return 1 <= laid.total() <= CRATES_A_SEAT and goods and (laid <= counted or counted <= laid)


def corrected(event: Mapping[str, Any], seat: str, cell: int, label: str) -> dict[str, Any]:
    """Return the reading with one square corrected; what was read first stays in `seen`."""
    cells = {name: list(labels) for name, labels in event["cells"].items()}
    cells[seat][cell] = label
    return {**event, "cells": cells, "seen": event.get("seen", event["cells"])}


def as_happened(event: Mapping[str, Any], answer: Answer) -> Mapping[str, Any]:
    """Return holds as they were really dealt, so that a correction of an earlier voyage moves nobody's hold."""
    if event["do"] == "holds":
        return {**event, "numbers": answer["holds"]}
    return event
