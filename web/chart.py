"""The scores through a game as a drawing: a line a seat, told apart by colour, shape and number."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 360, 240
LEFT, RIGHT, TOP, BOTTOM = 34, 26, 14, 26
MARK_GAP = 17  # marks at the right end stay this far apart, so that each can be read


@dataclass(frozen=True, slots=True)
class SeatCurve:
    """One seat's way through the game: its points as "x,y x,y …", and where its mark stands at the right end."""

    seat: str
    points: str
    mark_y: float


@dataclass(frozen=True, slots=True)
class Chart:
    """Everything a template draws: lines, the scale at the left (value, y) and the chapters below (title, x)."""

    lines: tuple[SeatCurve, ...]
    scale: tuple[tuple[int, float], ...]
    chapters: tuple[tuple[str, float], ...]


def chart(chapters: Sequence[str], totals: Mapping[str, Sequence[int]], height: int = HEIGHT) -> Chart:
    """Return the chart of `totals` (seat → total after each chapter, by their titles); all begin with nothing."""
    ways = {seat: (0, *scores) for seat, scores in totals.items()}
    values = [value for way in ways.values() for value in way]
    low, high, step = _scale(min(values, default=0), max(values, default=0))
    count = max(1, len(chapters))

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * place / count, 1)

    def y(value: int) -> float:
        return round(TOP + (height - TOP - BOTTOM) * (high - value) / (high - low), 1)

    ends = _apart({seat: y(way[-1]) for seat, way in ways.items()}, float(height - BOTTOM))
    lines = tuple(
        SeatCurve(seat, " ".join(f"{x(place)},{y(value)}" for place, value in enumerate(way)), ends[seat])
        for seat, way in ways.items()
    )
    scale = tuple((value, y(value)) for value in range(low, high + 1, step))
    return Chart(lines, scale, tuple((title, x(place)) for place, title in enumerate(chapters, 1)))


def _scale(least: int, most: int) -> tuple[int, int, int]:
    """Return a scale from a round number below to one above, and its step, with at most six steps."""
    low, high = min(0, least), max(1, most)
    step = next(
        size * 10**power for power in itertools.count() for size in (1, 2, 5) if high - low <= 5 * size * 10**power
    )
    return low // step * step, -(-high // step) * step, step


def _apart(wanted: Mapping[str, float], lowest: float) -> dict[str, float]:
    """Return the marks' heights moved apart, in their order, and still inside the drawing."""
    order = sorted(wanted, key=lambda seat: wanted[seat])
    placed: dict[str, float] = {}
    floor = float(TOP)
    for seat in order:
        placed[seat] = max(wanted[seat], floor)
        floor = placed[seat] + MARK_GAP
    ceiling = lowest
    for seat in reversed(order):
        placed[seat] = min(placed[seat], ceiling)
        ceiling = placed[seat] - MARK_GAP
    return placed
