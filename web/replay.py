"""A step of a finished game told again: what differs from the step before, and the scores as its timeline."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from web.chart import Chart, chart
from web.contract import GameTotals
from web.shown import Block, Scoreboard

HEIGHT = 120  # of the timeline, in the drawing's units


@dataclass(frozen=True, slots=True)
class Changed:
    """What a step changed: by how much each seat's score rose or fell, whose mark is another, and in the table's
    picture which cells and lines, by the block's place."""

    scores: Mapping[str, int] = field(default_factory=dict)
    marks: frozenset[str] = frozenset()
    cells: tuple[frozenset[int], ...] = ()
    lines: tuple[frozenset[int], ...] = ()


def changed(before: Scoreboard[str], now: Scoreboard[str], gained: Mapping[str, int]) -> Changed:
    """Return what is otherwise `now` than it was in the step before; `gained` is by how much scores are."""
    old = {seat.name: seat for seat in before.seats}
    seats = [(seat, old[seat.name]) for seat in now.seats if seat.name in old]
    twins = [_twin(block, before.blocks) for block in now.blocks]
    return Changed(
        gained,
        frozenset(seat.name for seat, was in seats if seat.mark != was.mark),
        tuple(_cells(block, twin) for block, twin in zip(now.blocks, twins, strict=True)),
        tuple(_new(block.lines, twin.lines if twin else ()) for block, twin in zip(now.blocks, twins, strict=True)),
    )


def gained(told: GameTotals, step: int) -> dict[str, int]:
    """Return by how much each seat's score rose or fell in a step. What stands in its place on a board is none: what
    people have, while nobody has scored yet, is not lost once somebody does."""
    before = told.course[step - 2] if step > 1 else {}
    return {seat: by for seat, score in told.course[step - 1].items() if (by := score - before.get(seat, 0))}


def _twin(block: Block[str], before: Sequence[Block[str]]) -> Block[str] | None:
    """Return what stood in the place of a part of the picture: the same of the same seat, also under another title."""
    alike = [one for one in before if (one.kind, one.seat) == (block.kind, block.seat)]
    return next((one for one in alike if one.title == block.title), alike[0] if len(alike) == 1 else None)


def _cells(block: Block[str], twin: Block[str] | None) -> frozenset[int]:
    """Return which cells are new or other: of a grid by their places, of the rest by what they are."""
    old = twin.cells if twin is not None else ()
    if block.kind != "grid" or len(old) != len(block.cells):
        return _new(block.cells, old)
    return frozenset(at for at, (cell, was) in enumerate(zip(block.cells, old, strict=True)) if cell != was)


def _new(now: Sequence[object], before: Sequence[object]) -> frozenset[int]:
    """Return the places of what was not there, each of several alike counted."""
    left, found = list(before), set()
    for at, one in enumerate(now):
        if one in left:
            left.remove(one)
        else:
            found.add(at)
    return frozenset(found)


def photos(shown: Scoreboard[str], step: int) -> tuple[tuple[str, str], ...]:
    """Return the photos that may be kept of a step, each with what it shows: of a look, or of what was scored."""
    if shown.looks and shown.looks[-1].line == step:
        return tuple((zone.photo, zone.title) for zone in shown.looks[-1].zones if zone.photo)
    called = {seat.name: seat.shown for seat in shown.seats}
    last = shown.chapters[-1] if shown.chapters and shown.chapters[-1].line == step else None
    blocks = last.blocks if last is not None else ()
    return tuple((block.photo, called[block.seat or ""]) for block in blocks if block.photo and block.seat in called)


def timeline(told: GameTotals, seats: Sequence[str]) -> Chart:
    """Return the scores after each step as a drawing; chapters are named where they end."""
    ends = {chapter.line: chapter.title for chapter in told.chapters}
    titles = [ends.get(step, "") for step in range(1, told.steps + 1)]
    return chart(titles, {name: [way.get(name, 0) for way in told.course] for name in seats}, HEIGHT)
