"""Simulated captains with their holds and crates: they bid by chance, lay crates as greedy people do, and answer only
what is asked. Chance is handed in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from companion.deeds import Deed, Dice, Labels, Move, Press, Truth
from companion.games.shipshape import artwork, crew
from companion.games.shipshape.crew import Crew
from companion.games.shipshape.pieces import CAPN
from companion.games.shipshape.practice import CRATES, HOLDS, Cells, Hold, flip, turn, visible
from companion.games.shipshape.table import LAYER_MM
from companion.laid import Art, Laid
from companion.signals import Key
from companion.snapshot import Lamp, Question, Snapshot, Step
from vision.layout import Grid, Layout

ASKEW_DEG = 2.5
LEAST = 3  # pictures of each face are taught
ENOUGH = 8  # pictures of a face; more teach little
OFF = 0.09  # how far a piece lies out of place, in squares


Way = tuple[Cells, int]
"""How a crate lies: the side that is up, and how many quarters it is turned clockwise."""


@dataclass(frozen=True)
class Placed:
    """A hold or crate as it lies: the side that is up, as it was printed, turned clockwise by quarters, out of place by
    parts of a square, askew."""

    side: Cells
    quarters: int
    off: tuple[float, float]
    askew_deg: float

    @property
    def cells(self) -> Cells:
        """The nine squares as they lie."""
        return turn(self.side, self.quarters)


@dataclass
class Ship:
    """A seat's dock: its hold and the crates on it, lowest first."""

    hold: Hold
    place: Placed
    crates: list[Placed] = field(default_factory=list)

    @property
    def seen(self) -> tuple[str, ...]:
        """The nine labels in sight."""
        return visible(self.hold.cells, [crate.cells for crate in self.crates])


class Captains:
    """The people of a game of ShipShape; `people` of the seats have pods, the others are the game's own."""

    def __init__(self, seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> None:
        self._seats, self._people, self._brisk = seats, people, brisk
        self._crews = {seat: Crew() for seat in seats}
        self._crates = list(dice.sample(CRATES, len(CRATES)))
        self._stacks: list[list[Way]] = []
        self._ships: dict[str, Ship] = {}
        self._truths: list[Truth] = []
        self._taken: set[tuple[object, str]] = set()  # (reveal, seat)
        self._spent: set[object] = set()  # reveals whose cards were spent already
        self._voyage = 0

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return holds and crates as they lie on the mat's docks."""
        found: list[Laid] = []
        for number, seat in enumerate(self._seats, 1):
            ship = self._ships.get(seat)
            if ship is not None:
                found += lay_ship(ship, layout.zone(f"dock {number}"))
        return tuple(found)

    def truths(self) -> tuple[Truth, ...]:
        """Return what really lay there at each reading so far."""
        return tuple(self._truths)

    def answer(self, question: Question) -> str:
        """Return what really lies on the square in question."""
        return self._ships[question.seat or self._seats[0]].seen[question.cell]

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        match snapshot.step:
            case Step.DRAW | Step.SCORE:
                self._note_truth(snapshot)
                self._ships = {}
                return [Press(0, Key.OK)]
            case Step.OVER:
                self._note_truth(snapshot)
                return []
            case Step.BIDS:
                return self._set_up(snapshot, dice) or self._bid(snapshot, dice)
            case Step.REVEAL:
                return self._take(snapshot, dice) or self._bid(snapshot, dice)
            case _:
                return []

    def _note_truth(self, snapshot: Snapshot) -> None:
        if len(snapshot.chapters) > len(self._truths) and self._ships:
            line = snapshot.chapters[-1].line
            self._truths.append(Truth(line, {seat: ship.seen for seat, ship in self._ships.items()}))

    def _set_up(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        if self._ships:
            return []
        self._voyage = len(snapshot.chapters) + 1
        for seat in snapshot.seats:
            number = int(seat.mark.values["number"]) if seat.mark is not None else 0
            hold = next(hold for hold in HOLDS if (hold.voyage, hold.number) == (self._voyage, number))
            self._ships[seat.name] = Ship(hold, _dropped((hold.cells, 0), dice, OFF / 3))
        groups = crew.groups(self._seats, self._voyage)
        used = [self._crates.pop() for _ in range(3 * len(self._seats))]
        each = 3 * len(groups[0])
        self._stacks = [
            [_jumbled(crate.cells, dice) for crate in used[n * each : (n + 1) * each]] for n in range(len(groups))
        ]
        return [Move(f"dock {number}") for number in range(1, len(self._seats) + 1)]

    def _bid(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        deeds: list[Deed] = []
        for pod, seat in enumerate(snapshot.seats[: self._people]):
            if seat.lamp is Lamp.AWAITED:
                card = dice.choice(sorted(self._crews[seat.name].hand))
                deeds += [Press(pod, Key.ADD, card), Press(pod, Key.OK)]
        return deeds

    def _take(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        reveal = snapshot.reveal
        if reveal is None:
            return []
        key = (len(snapshot.chapters), tuple(sorted(reveal.cards.items())), reveal.order, reveal.tied)
        if key not in self._spent:
            self._spent.add(key)
            for seat, card in reveal.cards.items():
                self._crews[seat] = self._crews[seat].spend(card)
        moved: list[Deed] = []
        turn_of = {seat.name for seat in snapshot.seats if seat.lamp is Lamp.TAKE}
        for stack, order in zip(self._stacks, reveal.order, strict=True):
            for seat in order:
                if (key, seat) not in self._taken and (self._brisk or seat in turn_of):
                    self._taken.add((key, seat))
                    self._lay(seat, stack.pop(), dice)
                    moved.append(Move(f"dock {self._seats.index(seat) + 1}"))
        return moved

    def _lay(self, seat: str, way: Way, dice: Dice) -> None:
        ship = self._ships[seat]
        if seat != CAPN:
            ways = [(side, quarters) for side in (way[0], flip(way[0])) for quarters in range(4)]
            below = [crate.cells for crate in ship.crates]
            way = max(ways, key=lambda each: (_worth(visible(ship.hold.cells, [*below, turn(*each)])), dice.random()))
        ship.crates.append(_dropped(way, dice, OFF))


def _worth(seen: tuple[str, ...]) -> int:
    """What a greedy captain thinks a hold is worth: goods count, rats cost, empty squares are a pity."""
    worth = 0
    for label in seen:
        kind, _, value = label.partition(" ")
        worth += -int(value) if kind == "rat" else -1 if kind == "empty" else int(value)
    return worth


def _jumbled(cells: Cells, dice: Dice) -> Way:
    """Shuffled "and turned any which way"."""
    return (flip(cells) if dice.random() < 0.5 else cells), int(dice.choice(range(4)))


def _dropped(way: Way, dice: Dice, off: float) -> Placed:
    place = (dice.uniform(-off, off), dice.uniform(-off, off))
    return Placed(*way, place, dice.uniform(-ASKEW_DEG, ASKEW_DEG))


def lay_ship(ship: Ship, zone: object) -> list[Laid]:
    """Return a hold and its crates as they lie on a dock."""
    if not isinstance(zone, Grid):
        raise TypeError("a dock is a grid")
    x_mm, y_mm, size_mm, _ = zone.rect_mm
    square_mm = size_mm / 3
    rows = []
    for layer, placed in enumerate([ship.place, *ship.crates]):
        art = _hold_art(ship.hold, size_mm) if layer == 0 else _crate_art(placed.side, size_mm)
        center = (x_mm + size_mm / 2 + placed.off[0] * square_mm, y_mm + size_mm / 2 + placed.off[1] * square_mm)
        thickness = LAYER_MM if layer else 0.3
        rows.append(
            Laid(
                art,
                center,
                90 * placed.quarters + placed.askew_deg,
                (layer - 1) * LAYER_MM + 0.3 if layer else 0.0,
                thickness,
            )
        )
    return rows


@lru_cache(maxsize=64)
def _hold_art(hold: Hold, size_mm: float) -> Art:
    return Art(artwork.hold(hold, size_mm))


@lru_cache(maxsize=512)
def _crate_art(cells: Cells, size_mm: float) -> Art:
    return Art(artwork.crate(cells, size_mm), artwork.outline(cells, size_mm))


def sit_down(seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> Captains:
    """Return the captains of a new game."""
    return Captains(seats, people, dice, brisk)


def lessons(layout: Layout, dice: Dice) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return tables that show every face of the practice set three times or more, as a person who teaches lays it."""
    counts = dict.fromkeys(_every_face(), 0)
    tables: list[tuple[tuple[Laid, ...], Mapping[str, Labels]]] = []
    docks = [zone for zone in layout.zones if isinstance(zone, Grid)]
    while min(counts.values()) < LEAST:
        laid: list[Laid] = []
        labels: dict[str, Labels] = {}
        for dock in docks:
            rarest = min(counts, key=lambda label: (counts[label], label))
            ship = _showing(rarest, dice)
            laid += lay_ship(ship, dock)
            labels[dock.name] = tuple(label if counts[label] < ENOUGH else None for label in ship.seen)
            for label in ship.seen:
                counts[label] += 1
        tables.append((tuple(laid), labels))
    return tables


def _every_face() -> list[str]:
    return sorted({label for hold in HOLDS for label in hold.cells} | {c for crate in CRATES for c in crate.cells if c})


def _showing(label: str, dice: Dice) -> Ship:
    """Return a hold on which `label` is in sight, on a crate if there is one with it."""
    crates = [crate for crate in CRATES if label in crate.cells]
    holds = [hold for hold in HOLDS if label in hold.cells or crates]
    hold = dice.choice(holds)
    ship = Ship(hold, _dropped((hold.cells, 0), dice, OFF / 3))
    if crates and (label not in hold.cells or dice.random() < 0.5):
        for _ in range(dice.choice(range(2))):
            ship.crates.append(_dropped(_jumbled(dice.choice(CRATES).cells, dice), dice, OFF / 2))
        ship.crates.append(_dropped(_jumbled(dice.choice(crates).cells, dice), dice, OFF / 2))
    return ship
