"""The draw of a round: who sits at one table. Functions of values; the libraries that draw do so for tables of two.

A table's strain is how often people there have met already and, in a Swiss draw, how far apart they stand: whoever met
least comes first, then whoever is nearest. The tables that are cut from the order of the standings are taken as they
are, and two people change places as long as that takes strain away.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

Table = tuple[str, ...]
Meetings = Mapping[frozenset[str], int]
Strain = tuple[int, float]
SMALL = 60  # so many players are drawn from many beginnings, more from few
MANY, FEW = 20, 3


@dataclass(frozen=True, slots=True)
class TableSize:
    """How many sit at a table: at least, as a rule, at most."""

    least: int
    usual: int
    most: int


def sizes(players: int, seats: TableSize, tables: int = 0) -> tuple[int, ...]:
    """Return how many sit at each table, the largest first, with as few byes as can be, then as near the usual number
    as can be; `tables` is how many there are, 0 for as many as are wanted."""
    for sitting in range(players, 0, -1):
        fewest, most = -(-sitting // seats.most), sitting // seats.least
        counts = range(fewest, (min(most, tables) if tables else most) + 1)
        if counts:
            count = min(counts, key=lambda one: (abs(sitting - one * seats.usual), -one))
            each, over = divmod(sitting, count)
            return (each + 1,) * over + (each,) * (count - over)
    return ()


def byes(ranked: Sequence[str], had: Mapping[str, int], count: int) -> tuple[str, ...]:
    """Return who sits out: whoever had the fewest byes, of them the last in the ranking."""
    from_last = [*reversed(ranked)]
    return tuple(sorted(from_last, key=lambda one: had.get(one, 0))[:count])


def met(tables: Iterable[Sequence[str]]) -> Counter[frozenset[str]]:
    """Return how often each two have sat at one table."""
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


def swiss(
    ranked: Sequence[str], points: Mapping[str, float], before: Meetings, sizes: Sequence[int], chance: Random
) -> tuple[Table, ...]:
    """Return tables of people who stand near each other and have not met, as far as that can be; the strongest first.
    Whoever has the same points is put in any order."""

    def beginnings() -> Iterator[Sequence[str]]:
        """Yield orders in which people may be cut into tables: by points, those with as many shuffled."""
        while True:
            shuffled = chance.sample(ranked, len(ranked))
            yield sorted(shuffled, key=lambda one: -points[one])

    drawn = _drawn(beginnings(), sizes, lambda table: (_repeats(table, before), _spread(table, points)))
    place = {one: number for number, one in enumerate(ranked)}
    return tuple(sorted(drawn, key=lambda table: sum(place[one] for one in table) / len(table)))


def round_robin(
    players: Sequence[str], before: Meetings, sizes: Sequence[int], chance: Random, begin: Sequence[str] = ()
) -> tuple[Table, ...]:
    """Return tables of people who have met least, whatever their points. Where two sit at each table, everybody meets
    everybody once in as many rounds as there are others (the circle method); of an odd number `begin` with one of
    `circle_of_odd`."""

    def beginnings() -> Iterator[Sequence[str]]:
        """Yield orders in which people may be cut into tables, the best known first, then any."""
        if begin:
            yield begin
        elif set(sizes) == {2}:
            circles = [_circle(players, turn) for turn in range(len(players) - 1)]
            yield min(circles, key=lambda order: sum(_repeats(two, before) for two in _cut(order, sizes)))
        while True:
            yield chance.sample(players, len(players))

    return _drawn(beginnings(), sizes, lambda table: (_repeats(table, before), 0.0))


def circle_of_odd(players: Sequence[str], before: Meetings, had: Mapping[str, int]) -> tuple[str, list[str]]:
    """Return who of an odd number sits out, and the others two by two: a round of the circle method in which one place
    is empty. It is whoever had the fewest byes, of them the one without whom people have met least; so in as many
    rounds as there are players everybody sits out once and meets everybody once."""
    rounds = [_circle(("", *players), turn)[1:] for turn in range(len(players))]
    pairs = (2,) * (len(players) // 2)
    out, *others = min(
        rounds, key=lambda one: (had.get(one[0], 0), sum(_repeats(two, before) for two in _cut(one[1:], pairs)))
    )
    return out, others


def groups(ranked: Sequence[str], size: int, least: int = 2) -> tuple[Table, ...]:
    """Return groups of about this size, as strong as each other: dealt to and fro in the order of the ranking. Each
    holds at least as many as sit at a table, or it would never play."""
    count = max(1, min(round(len(ranked) / size), len(ranked) // least))
    dealt: list[list[str]] = [[] for _ in range(count)]
    for number, one in enumerate(ranked):
        lap, at = divmod(number, count)
        dealt[count - 1 - at if lap % 2 else at].append(one)
    return tuple(map(tuple, dealt))


def seated(table: Sequence[str], sat: Mapping[str, Counter[int]]) -> Table:
    """Return a table in the order of its seats: each seat goes to whoever had it least."""
    left, order = list(table), []
    for seat in range(len(table)):
        order.append(min(left, key=lambda one: sat[one][seat] if one in sat else 0))
        left.remove(order[-1])
    return tuple(order)


def _circle(players: Sequence[str], turn: int) -> list[str]:
    """Return one round of the circle method, two by two: one stays, the others go round."""
    fixed, others = players[0], [*players[1:]]
    others = others[turn:] + others[:turn]
    order = [fixed, others[0]]
    for at in range(1, len(players) // 2):
        order += [others[at], others[-at]]
    return order


def _repeats(table: Sequence[str], before: Meetings) -> int:
    return sum(before.get(frozenset(two), 0) for two in combinations(table, 2))


def _spread(table: Sequence[str], points: Mapping[str, float]) -> float:
    return sum((points[one] - points[other]) ** 2 for one, other in combinations(table, 2))


def _drawn(
    beginnings: Iterator[Sequence[str]], sizes: Sequence[int], strain: Callable[[Sequence[str]], Strain]
) -> tuple[Table, ...]:
    """Return the least strained tables of some beginnings: none is better than the first without strain, nor worth
    waiting for, where many are drawn, than the first at which nobody meets anybody again."""
    best: tuple[Strain, tuple[Table, ...]] | None = None
    for _ in range(MANY if sum(sizes) <= SMALL else FEW):
        tables = _improved(_cut(next(beginnings), sizes), strain)
        strains = [strain(table) for table in tables]
        whole = sum(one[0] for one in strains), sum(one[1] for one in strains)
        if best is None or whole < best[0]:
            best = whole, tuple(map(tuple, tables))
        if whole[0] == 0 and (whole[1] == 0 or sum(sizes) > SMALL):
            break
    return best[1] if best is not None else ()


def _cut(order: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    people = iter(order)
    return [[next(people) for _ in range(size)] for size in sizes]


def _improved(tables: list[list[str]], strain: Callable[[Sequence[str]], Strain]) -> list[list[str]]:
    """Have two change places as long as there is a table where people meet again and that helps; the nearest first."""
    strains = [strain(table) for table in tables]
    busy = True
    while busy:
        busy = False
        for at, table in enumerate(tables):
            for other in sorted(range(len(tables)), key=lambda one: abs(one - at)):
                if not strains[at][0]:
                    break
                busy = _swapped(table, tables[other], at, other, strains, strain) or busy if other != at else busy
    return tables


def _swapped(
    table: list[str],
    other: list[str],
    at: int,
    there: int,
    strains: list[Strain],
    strain: Callable[[Sequence[str]], Strain],
) -> bool:
    """Change the places of two of these tables, if that takes strain away; return whether it did."""
    before = _sum(strains[at], strains[there])
    for seat in range(len(table)):
        for across in range(len(other)):
            table[seat], other[across] = other[across], table[seat]
            here, far = strain(table), strain(other)
            if _sum(here, far) < before:
                strains[at], strains[there] = here, far
                return True
            table[seat], other[across] = other[across], table[seat]
    return False


def _sum(one: Strain, other: Strain) -> Strain:
    return one[0] + other[0], one[1] + other[1]
