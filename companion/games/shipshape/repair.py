"""Doubtful squares repaired where what one laid crate can have changed leaves only one reading."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import sqrt

from companion.games.shipshape.pieces import CRATES_A_SEAT, Kind, Square, is_square, square
from vision.observation import Reading

Squares = Sequence[Reading]
_Items = tuple[int, int]  # how many a crate laid, and what they are worth

GOODS = (Kind.GOLD, Kind.CANNON, Kind.CONTRABAND)
VALUES = range(10)
LABELS = 1 + len(VALUES) * (len(GOODS) + 1)  # all that a square may show: nothing, goods or rats

MOST_DOUBTFUL = 5  # more doubtful squares of one dock are asked about, not guessed
LIKELIEST = 4  # readings of a doubtful square that are weighed
LEAST_CHANCE = 0.01  # the recogniser's word is not taken for more than that
ON_ITS_LIKE = 0.02  # how often an item is laid on a square that shows the same
CERTAIN = 0.995
LIKELIER = 0.5  # from which chance on a doubtful reading that says what was sure before is taken
TOO_CLEAR = 0.9  # a doubtful reading with a chance above this is asked about rather than overruled


def crate_total(pairs: Iterable[tuple[Squares, Squares]]) -> int | None:
    """Return what the goods of every crate add up to, as most of the crates that were laid between two looks at a dock
    show it: "the total of the cargo of each crate is the same". None until two crates that were read for sure agree."""
    sums = Counter(
        sum(_worth(new.label) or 0 for _, new in changed)
        for before, now in pairs
        if all(reading.sure for reading in (*before, *now)) and len(changed := _changed(before, now)) == CRATES_A_SEAT
    )
    total, count = sums.most_common(1)[0] if sums else (0, 0)
    return total if count >= 2 and 2 * count > sums.total() else None


def _changed(before: Squares, now: Squares) -> list[tuple[Reading, Reading]]:
    return [(old, new) for old, new in zip(before, now, strict=True) if old.label != new.label]


def one_each(looks: Sequence[Squares | None]) -> bool:
    """Return whether something surely changed from each look to the next."""
    seen = [(before, now) for before, now in pairwise(looks) if before is not None and now is not None]
    return all(any(old.sure and new.sure for old, new in _changed(before, now)) for before, now in seen)


def at_odds(before: Squares, now: Squares, total: int | None) -> dict[int, str]:
    """Return the squares that surely changed between two looks and of which one was misread, as no single crate can
    have laid them all: it shows no rat and leaves no square bare, has three goods, and these add up to `total` (where
    that is known). Of one too many it is that without which the others add up. More than that are no misreading. With
    each square stands what it shows if it is that one: what lay there before, or goods of the number that is missing.
    """
    pairs = enumerate(zip(before, now, strict=True))
    laid = {at: (old, new) for at, (old, new) in pairs if old.sure and new.sure and old.label != new.label}
    if len(laid) > CRATES_A_SEAT + 1:
        return {}
    worth = {at: goods for at, (_, new) in laid.items() if (goods := _worth(new.label)) is not None}
    odd = laid.keys() - worth.keys()
    if not odd and len(worth) > CRATES_A_SEAT:
        odd = {at for at in worth if sum(worth.values()) - worth[at] == total} or {*worth}
    if odd:
        return {at: laid[at][0].label for at in odd}
    more = total - sum(worth.values()) if total is not None else 0
    if more < 0 or (more > 0 and len(worth) == CRATES_A_SEAT):
        return {at: _with_worth(laid[at][1].label, worth[at] + more) for at in worth}
    return {}


def _with_worth(label: str, worth: int) -> str:
    """Return goods with another number, where there can be such."""
    return f"{square(label).kind} {worth}" if worth in VALUES else label


def follow(looks: Sequence[Squares | None], total: int | None) -> Squares:
    """Return the last of a dock's looks, one crate laid between each and the next, each repaired by the one before it:
    an item is seen best while it lies on top. None is a turn in which the dock was not seen; the last is a look.

    Where nothing changed for sure between two looks, somebody may have pressed ok before laying, and laid two crates
    at once another time: then nothing is told from how a crate is laid.
    """
    repair = partial(settle, total=total) if one_each(looks) else steadied
    known: Squares | None = None
    for look in looks:
        known = repair(look, known) if look is not None and known is not None else look
    if known is None:
        raise ValueError("the last look at a dock is missing")
    return known


def steadied(now: Squares, before: Squares) -> Squares:
    """Return a look in which what likelier than not reads as it surely read before is sure, unless something hides
    it."""
    return [replace(new, sure=True) if _stays(new, old) else new for new, old in zip(now, before, strict=True)]


def settle(now: Squares, before: Squares, total: int | None) -> Squares:
    """Repair doubtful squares where the crate that was laid since `before` leaves only one reading possible.

    What is as before is `steadied`. For the rest every way in which one crate can have been laid is weighed: three
    squares of goods that add up to `total` (where that is known), the others as before; an item may lie on its like,
    which is rare. What a square shows must be all but certain, and not go against what is almost sure. Two doubtful
    looks at one square say no more than one. A sure reading is never touched.
    """
    now = steadied(now, before)
    doubtful = [cell for cell, reading in enumerate(now) if not reading.sure]
    if not doubtful or len(doubtful) > MOST_DOUBTFUL:
        return now
    options = [list(_options(_beliefs(new), _beliefs(old))) for new, old in zip(now, before, strict=True)]
    shown = {cell: _certain(cell, options, total) for cell in doubtful}
    if any(label and now[cell].label != label and now[cell].confidence > TOO_CLEAR for cell, label in shown.items()):
        return now
    return [
        Reading(label, reading.confidence, True, reading.ranking) if (label := shown.get(cell)) else reading
        for cell, reading in enumerate(now)
    ]


def _stays(new: Reading, old: Reading) -> bool:
    return old.sure and not new.hidden and new.label == old.label and new.confidence >= LIKELIER


@dataclass(frozen=True, slots=True)
class _Beliefs:
    """What a look at a square says: how likely each of the likeliest labels is, and `other`, each label that is not
    among them."""

    sure: bool
    chances: Mapping[str, float]
    other: float

    def of(self, label: str) -> float:
        """Return how likely a label is."""
        return self.chances.get(label, 0.0 if self.sure else max(self.other, LEAST_CHANCE))


@dataclass(frozen=True, slots=True)
class _Option:
    """What a square may show: its label (None: one of those that nothing speaks for), what an item laid there is worth
    (None: what lay there is still seen), and how likely that is by the square's looks."""

    label: str | None
    worth: int | None
    chance: float


def _certain(cell: int, options: Sequence[Sequence[_Option]], total: int | None) -> str | None:
    """Return what all but certainly lies in a square, given what each square may show; None where nothing does."""
    others = _laid([each for number, each in enumerate(options) if number != cell])
    chances: defaultdict[str | None, float] = defaultdict(float)
    for option in options[cell]:
        for laid, chance in others.items():
            chances[option.label] += option.chance * chance * _fits(_with(laid, option.worth), total)
    best, chance = max(chances.items(), key=lambda each: each[1], default=(None, 0.0))
    return best if chance > 0 and chance >= CERTAIN * sum(chances.values()) else None


def _laid(options: Iterable[Sequence[_Option]]) -> dict[_Items, float]:
    """Return how likely each number and worth of items is that a crate laid on those squares."""
    so_far: dict[_Items, float] = {(0, 0): 1.0}
    for each in options:
        longer: defaultdict[_Items, float] = defaultdict(float)
        for worth, likely in _by_worth(each).items():
            for laid, chance in so_far.items():
                if (more := _with(laid, worth))[0] <= CRATES_A_SEAT:
                    longer[more] += chance * likely
        so_far = longer
    return so_far


def _by_worth(options: Sequence[_Option]) -> dict[int | None, float]:
    """Return how likely an item of each worth was laid on a square (None: nothing was), of those that are possible."""
    chances: defaultdict[int | None, float] = defaultdict(float)
    for option in options:
        if option.chance:
            chances[option.worth] += option.chance
    return chances


def _with(laid: _Items, worth: int | None) -> _Items:
    return laid if worth is None else (laid[0] + 1, laid[1] + worth)


def _fits(laid: _Items, total: int | None) -> float:
    """Return how likely one crate changed so many squares, and to goods of such worth: 0 where it can't have."""
    count, worth = laid
    if count == CRATES_A_SEAT:
        return float(total is None or worth == total)
    # One item may lie on its like.
    return ON_ITS_LIKE if count == CRATES_A_SEAT - 1 and (total is None or worth <= total) else 0.0


def _beliefs(reading: Reading) -> _Beliefs:
    if reading.sure:
        return _Beliefs(True, {reading.label: 1.0}, 0.0)
    listed = dict(reading.ranking[:LIKELIEST])
    other = max(0.0, 1 - sum(listed.values())) / LABELS
    chances = {label: max(chance + other, LEAST_CHANCE) for label, chance in listed.items() if is_square(label)}
    return _Beliefs(False, chances, other)


def _options(new: _Beliefs, old: _Beliefs) -> Iterator[_Option]:
    """Yield what a square may show now, and whether that was laid, by two looks at it."""
    for label in {**new.chances, **old.chances}:
        both = new.of(label) * old.of(label)
        # Two doubtful looks at one thing share its light and its place, so they say no more than one.
        yield _Option(label, None, both if new.sure or old.sure else sqrt(both))
        if (worth := _worth(label)) is not None:
            yield _Option(label, worth, new.of(label) * (1 - old.of(label)))
    if new.other:
        yield _Option(None, None, LABELS * sqrt(new.other * old.other))
        listed = [square(label) for label in new.chances]
        for worth in VALUES:
            kinds = [kind for kind in GOODS if Square(kind, worth) not in listed]
            yield _Option(None, worth, len(kinds) * new.other)


def _worth(label: str) -> int | None:
    """Return what an item of a crate adds to its total, None where no crate shows that."""
    item = square(label) if is_square(label) else None
    return item.value if item is not None and item.kind in GOODS else None
