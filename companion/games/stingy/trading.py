"""Trading: what a set of groups can make, what may go back for a group, and what that is worth to whom."""

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from companion.games.stingy.pieces import value
from companion.games.stingy.state import Groups


@dataclass(frozen=True, slots=True)
class Return:
    """Groups that may be taken back: their total, and those of them that complete a group of the one who takes."""

    groups: tuple[str, ...]
    total: int
    completes: tuple[str, ...] = ()


def total(groups: Groups, chosen: Iterable[str]) -> int:
    """Return the trade values of the chosen groups together."""
    return sum(value(groups[tile]) for tile in chosen)


def can_make(groups: Groups, wanted: int) -> bool:
    """Return whether some of these groups make exactly `wanted`."""
    sums = 1  # bit n is set when some groups make n
    for count in groups.values():
        sums |= sums << value(count)
    return bool(sums >> wanted & 1)


def without(groups: Groups, tile: str) -> dict[str, int]:
    """Return the groups but that of `tile`."""
    return {other: count for other, count in groups.items() if other != tile}


def can_pay(groups: Groups, taken: int) -> bool:
    """Return whether all these groups together are worth more than `taken`."""
    return sum(value(count) for count in groups.values()) > taken


def legal_returns(groups: Groups, taken: int, completing: Collection[str] = ()) -> Iterator[Return]:
    """Yield every set of `groups` worth at most `taken`, best first: highest total, then most groups completed, then
    fewest groups. `completing` are the tiles whose group would complete one of the one who takes back.

    There may be millions, so they come one by one; the first are there at once. Groups of the same value that complete
    alike are interchangeable for the order: of each total, how many of each such class is enumerated first, then which.
    """
    classes: dict[tuple[int, bool], list[str]] = {}
    for tile, count in groups.items():
        classes.setdefault((value(count), tile in completing), []).append(tile)
    order = sorted(classes)
    there = tuple((*key, len(classes[key])) for key in order)
    for made in range(taken, -1, -1):
        for counts in sorted(_counts(there, made), key=lambda counts: _rank(order, counts)):
            choices = (itertools.combinations(classes[key], n) for key, n in zip(order, counts, strict=True))
            for parts in itertools.product(*choices):
                tiles = tuple(itertools.chain.from_iterable(parts))
                yield Return(tiles, made, tuple(tile for tile in tiles if tile in completing))


def count_returns(groups: Groups, taken: int) -> int:
    """Return how many sets of `groups` are worth at most `taken`, the empty one included."""
    ways = [1] + [0] * taken  # ways[n]: how many sets are worth exactly n
    for count in groups.values():
        for made in range(taken, value(count) - 1, -1):
            ways[made] += ways[made - value(count)]
    return sum(ways)


def _rank(order: list[tuple[int, bool]], counts: tuple[int, ...]) -> tuple[int, int]:
    completed = sum(n for (_, completes), n in zip(order, counts, strict=True) if completes)
    return -completed, sum(counts)


def _counts(there: tuple[tuple[int, bool, int], ...], made: int) -> Iterator[tuple[int, ...]]:
    """Yield how many groups of each class make exactly `made`; `there` says of each class what a group of it is worth,
    whether it completes one, and how many there are."""
    if not there:
        if not made:
            yield ()
        return
    *before, (worth, _, count) = there
    most = sum(other * number for other, _, number in before)  # what the classes before can make at best
    least = max(0, -((most - made) // worth))
    for n in range(least, min(count, made // worth) + 1):
        for counts in _counts(tuple(before), made - n * worth):
            yield (*counts, n)


def twice(tiles: Iterable[str]) -> str | None:
    """Return the first tile that is named twice, if any."""
    return next((tile for tile, count in Counter(tiles).items() if count > 1), None)
