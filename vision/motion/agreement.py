"""Several observations of one rest of the table → the one they agree on, surer where they agree, and not sure where
they differ."""

from collections.abc import Sequence
from typing import overload

import numpy as np

from vision.observation import GridSeen, Observation, Piece, PiecesSeen, Reading, ZoneSeen

_SHARE = 0.3
"""Frames of one rest share their light, place and mistakes, so three of them are worth little more than one: each
further frame adds this share of its own evidence."""
_NEAR_SHARE = 0.5
"""Of the way to the next piece: what two frames show nearer than that is one piece."""
_SURE_SHARE = 0.5
"""Of the frames: so many must be sure, and none of anything else."""
_NAMED = 5
"""How many labels are kept with their chances."""


@overload
def settle(seen: Sequence[Observation]) -> Observation: ...
@overload
def settle(seen: Sequence[GridSeen]) -> GridSeen: ...
@overload
def settle(seen: Sequence[PiecesSeen]) -> PiecesSeen: ...
@overload
def settle(seen: Sequence[ZoneSeen]) -> ZoneSeen: ...
def settle(seen: Sequence[Observation] | Sequence[ZoneSeen]) -> Observation | ZoneSeen:
    """Return what several observations, or several looks at one zone, agree on; there must be one at least.

    A cell is sure where at least half of the looks were sure of one label and none was sure of another; its chances
    are those of the looks, multiplied as far as looks at a resting table are independent. A zone that was covered in
    the last look is covered.
    """
    if not seen:
        raise ValueError("nothing was seen, so there is nothing to settle")
    first = seen[0]
    if isinstance(first, Observation):
        looks = [look for look in seen if isinstance(look, Observation)]
        zones = {name: settle([look.zones[name] for look in looks if name in look.zones]) for name in first.zones}
        return Observation(zones, looks[-1].mm_to_px)
    grids = [look for look in seen if isinstance(look, GridSeen)]
    if grids:
        return _settled_grid(grids)
    return _settled_pieces([look for look in seen if isinstance(look, PiecesSeen)])


def agreed(readings: Sequence[Reading]) -> Reading:
    """Return the reading that several readings of one place agree on; there must be one at least."""
    if len(readings) == 1:
        return readings[0]
    logs: dict[str, float] = {}
    weight = (1 + _SHARE * (len(readings) - 1)) / len(readings)
    # In the order of their appearance: a set's order is another one in every process, and so would the last digit be.
    for label in dict.fromkeys(label for r in readings for label in (r.label, *(name for name, _ in r.ranking))):
        logs[label] = weight * sum(float(np.log(_chance(reading, label))) for reading in readings)
    # What no label explains: a face that was never taught, a hand, glare.
    nothing = weight * sum(float(np.log(max(1 - _named(reading), 1e-4))) for reading in readings)
    top = max([*logs.values(), nothing])
    total = sum(np.exp(value - top) for value in logs.values()) + np.exp(nothing - top)
    ranking = sorted(((label, float(np.exp(v - top) / total)) for label, v in logs.items()), key=lambda e: -e[1])
    best = ranking[0][0]
    votes = [reading.label for reading in readings if reading.sure]
    sure = len(votes) >= _SURE_SHARE * len(readings) and all(vote == best for vote in votes)
    hidden = 2 * sum(reading.hidden for reading in readings) >= len(readings)
    return Reading(best, ranking[0][1], sure, tuple(ranking[:_NAMED]), hidden)


def _chance(reading: Reading, label: str) -> float:
    for name, chance in reading.ranking or ((reading.label, reading.confidence),):
        if name == label:
            return max(chance, 1e-4)
    return 1e-4


def _named(reading: Reading) -> float:
    return sum(chance for _, chance in reading.ranking) if reading.ranking else reading.confidence


def _settled_grid(looks: Sequence[GridSeen]) -> GridSeen:
    rows = len(looks[0].cells)
    cells = tuple(
        tuple(agreed([look.cells[row][col] for look in looks]) for col in range(len(looks[0].cells[row])))
        for row in range(rows)
    )
    return GridSeen(cells, looks[-1].covered)


def _settled_pieces(looks: Sequence[PiecesSeen]) -> PiecesSeen:
    """Return the pieces that at least half of the looks found, each where the last of them saw it."""
    groups: list[list[Piece]] = []
    for look in looks:
        free = set(range(len(groups)))
        for piece in look.pieces:
            near = [(_away_mm(groups[i][-1], piece), i) for i in free]
            reach_mm = _NEAR_SHARE * _spacing_mm(look, piece)
            if near and min(near)[0] < reach_mm:
                chosen = min(near)[1]
                free.discard(chosen)
                groups[chosen].append(piece)
            else:
                groups.append([piece])
    kept = [group for group in groups if len(group) * 2 >= len(looks)]
    pieces = tuple(
        Piece(agreed([piece.reading for piece in group]), group[-1].center_mm, group[-1].angle_deg) for group in kept
    )
    return PiecesSeen(pieces, looks[-1].covered)


def _away_mm(one: Piece, other: Piece) -> float:
    return float(np.hypot(one.center_mm[0] - other.center_mm[0], one.center_mm[1] - other.center_mm[1]))


def _spacing_mm(look: PiecesSeen, piece: Piece) -> float:
    """Return how far the nearest other piece of the look is; alone on the table a piece is itself wherever it is."""
    return min((_away_mm(piece, other) for other in look.pieces if other is not piece), default=float("inf"))
