"""What a look at the docks means: nine readings a seat become the voyage's reading, or questions."""

from collections.abc import Mapping
from typing import Any

from companion.game import Answer, Doubt, Proposal
from companion.games.shipshape.pieces import CELLS, Kind
from companion.games.shipshape.state import State
from companion.message import Message, say
from vision.observation import GridSeen, Reading, ZoneSeen

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
    cells: dict[str, list[str]] = {}
    doubts: list[Doubt] = []
    for seat in state.seats:
        seen = now.get(seat)
        if not isinstance(seen, GridSeen):
            return Proposal(None)
        readings = [reading for row in seen.cells for reading in row]
        earlier = before.get(seat)
        last = [reading for row in earlier.cells for reading in row] if isinstance(earlier, GridSeen) else None
        settled = settle(readings, last)
        cells[seat] = [reading.label for reading in settled]
        doubts += [
            Doubt(seat, cell, seat, place(cell), tuple(label for label, _ in reading.ranking))
            for cell, reading in enumerate(settled)
            if not reading.sure
        ]
    return Proposal(None if doubts else {"do": "read", "cells": cells}, tuple(doubts))


def settle(now: list[Reading], before: list[Reading] | None) -> list[Reading]:
    """Repair a doubtful square where only one reading is possible, as one crate of three goods was laid since `before`.

    Three squares changed for sure: nothing else can have, so a doubtful square that was sure before and may still show
    the same does. A sure reading is never touched.
    """
    if before is None or len(before) != CELLS or len(now) != CELLS:
        return now
    changed = sum(a.sure and b.sure and a.label != b.label for a, b in zip(now, before, strict=True))
    if changed != 3:
        return now
    return [
        Reading(old.label, new.confidence, sure=True, ranking=new.ranking)
        if not new.sure and old.sure and old.label in (label for label, _ in new.ranking[:3])
        else new
        for new, old in zip(now, before, strict=True)
    ]


def turned(before: GridSeen, now: GridSeen) -> bool:
    """Return whether `now` can be `before` with one crate on it: one to three squares differ, each showing goods. So a
    crate that was turned is told from holds that are being cleared away."""
    pairs = [
        (a.label, b.label) for x, y in zip(before.cells, now.cells, strict=True) for a, b in zip(x, y, strict=True)
    ]
    differ = [new for old, new in pairs if old != new]
    return 1 <= len(differ) <= 3 and all(label.split()[0] not in (Kind.RAT, Kind.EMPTY) for label in differ)


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
