"""Simulated captains with their holds and crates: they bid by chance, lay crates as greedy people do, and answer only
what is asked. Chance is handed in."""

from collections.abc import Mapping
from dataclasses import replace

from companion.games.shipshape import crew
from companion.games.shipshape.crew import Crew
from companion.games.shipshape.pieces import CAPN
from companion.games.shipshape.practice import laying
from companion.games.shipshape.practice.box import CRATES, HOLDS, Crate, visible
from companion.games.shipshape.practice.laying import Dock, LaidCrate
from companion.games.shipshape.practice.sheets import sheets
from companion.games.shipshape.table import HOLD_MM
from companion.practice.people import Deed, Dice, Labels, Move, Press, Truth
from companion.prints.piece import Laid
from companion.table.signals import Key
from companion.table.snapshot import Lamp, Question, Snapshot, Step
from vision.layout import Grid, Layout

ASKEW_DEG = 2.5
LEAST = 3  # pictures of each face are taught
ENOUGH = 8  # pictures of a face; more teach little
OFF_MM = 0.09 * HOLD_MM / 3  # how far a crate lies out of place


class Captains:
    """The people of a game of ShipShape; `people` of the seats have pods, the others are the game's own."""

    def __init__(self, seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> None:
        self._seats, self._people, self._brisk = seats, people, brisk
        self._crews = {seat: Crew() for seat in seats}
        self._crates = list(dice.sample(CRATES, len(CRATES)))
        self._stacks: list[list[LaidCrate]] = []
        self._docks: dict[str, Dock] = {}
        self._truths: list[Truth] = []
        self._taken: set[tuple[object, str]] = set()  # (reveal, seat)
        self._spent: set[object] = set()  # reveals whose cards were spent already
        self._voyage = 0

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return holds and crates as they lie on the mat's docks."""
        docks = {
            f"dock {number}": self._docks[seat] for number, seat in enumerate(self._seats, 1) if seat in self._docks
        }
        return laying.lay(layout, docks)

    def truths(self) -> tuple[Truth, ...]:
        """Return what really lay there at each reading so far."""
        return tuple(self._truths)

    def answer(self, question: Question) -> str:
        """Return what really lies on the square in question."""
        return self._docks[question.seat or self._seats[0]].labels[question.cell]

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        match snapshot.step:
            case Step.DRAW | Step.SCORE:
                self._note_truth(snapshot)
                self._docks = {}
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
        if len(snapshot.chapters) > len(self._truths) and self._docks:
            line = snapshot.chapters[-1].line
            self._truths.append(Truth(line, {seat: dock.labels for seat, dock in self._docks.items()}))

    def _set_up(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        voyage = len(snapshot.chapters) + 1
        if self._docks and voyage == self._voyage:
            return []
        self._note_truth(snapshot)  # where somebody was quicker than people could read the score
        self._voyage, self._docks = voyage, {}
        for seat in snapshot.seats:
            number = int(seat.mark.values["number"]) if seat.mark is not None else 0
            hold = next(hold for hold in HOLDS if (hold.voyage, hold.number) == (self._voyage, number))
            self._docks[seat.name] = Dock(hold, offset_mm=_off(dice, OFF_MM / 3), askew_deg=_askew(dice))
        groups = crew.groups(self._seats, self._voyage)
        used = [self._crates.pop() for _ in range(3 * len(self._seats))]
        each = 3 * len(groups[0])
        self._stacks = [
            [_jumbled(crate, dice) for crate in used[n * each : (n + 1) * each]] for n in range(len(groups))
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

    def _lay(self, seat: str, crate: LaidCrate, dice: Dice) -> None:
        """Put a crate on a seat's dock: the Cap'n as it lay in the stack, others as it is worth most."""
        dock = self._docks[seat]
        if seat != CAPN:
            ways = [replace(crate, quarters=q, flipped=f) for f in (False, True) for q in range(4)]
            below = [laid.cells for laid in dock.crates]
            crate = max(ways, key=lambda way: (_worth(visible(dock.hold.cells, [*below, way.cells])), dice.random()))
        self._docks[seat] = replace(dock, crates=(*dock.crates, _dropped(crate, dice)))


def _worth(seen: tuple[str, ...]) -> int:
    """What a greedy captain thinks a hold is worth: goods count, rats cost, empty squares are a pity."""
    worth = 0
    for label in seen:
        kind, _, value = label.partition(" ")
        worth += -int(value) if kind == "rat" else -1 if kind == "empty" else int(value)
    return worth


def _jumbled(crate: Crate, dice: Dice) -> LaidCrate:
    """Shuffled "and turned any which way"."""
    return LaidCrate(crate, int(dice.choice(range(4))), dice.random() < 0.5)


def _dropped(crate: LaidCrate, dice: Dice) -> LaidCrate:
    return replace(crate, offset_mm=_off(dice, OFF_MM), askew_deg=_askew(dice))


def _off(dice: Dice, most_mm: float) -> tuple[float, float]:
    return dice.uniform(-most_mm, most_mm), dice.uniform(-most_mm, most_mm)


def _askew(dice: Dice) -> float:
    return dice.uniform(-ASKEW_DEG, ASKEW_DEG)


def sit_down(seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> Captains:
    """Return the captains of a new game."""
    return Captains(seats, people, dice, brisk)


def lessons(layout: Layout, dice: Dice) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return tables that show every face of the practice set three times or more, as a person who teaches lays it."""
    counts = dict.fromkeys(_every_face(), 0)
    tables: list[tuple[tuple[Laid, ...], Mapping[str, Labels]]] = []
    places = [zone.name for zone in layout.zones if isinstance(zone, Grid)]
    while min(counts.values()) < LEAST:
        docks: dict[str, Dock] = {}
        labels: dict[str, Labels] = {}
        for place in places:
            docks[place] = _showing(min(counts, key=lambda label: (counts[label], label)), dice)
            labels[place] = tuple(label if counts[label] < ENOUGH else None for label in docks[place].labels)
            for label in docks[place].labels:
                counts[label] += 1
        tables.append((laying.lay(layout, docks), labels))
    return tables


def _every_face() -> list[str]:
    return sorted({label for hold in HOLDS for label in hold.cells} | {c for crate in CRATES for c in crate.cells if c})


def _showing(label: str, dice: Dice) -> Dock:
    """Return a dock in which `label` is in sight, on a crate if there is one with it."""
    crates = [crate for crate in CRATES if label in crate.cells]
    hold = dice.choice([hold for hold in HOLDS if label in hold.cells or crates])
    laid: list[LaidCrate] = []
    if crates and (label not in hold.cells or dice.random() < 0.5):
        if dice.random() < 0.5:
            laid.append(_dropped(_jumbled(dice.choice(CRATES), dice), dice))
        laid.append(_dropped(_jumbled(dice.choice(crates), dice), dice))
    return Dock(hold, tuple(laid), offset_mm=_off(dice, OFF_MM / 3), askew_deg=_askew(dice))


__all__ = ["Captains", "lessons", "sheets", "sit_down"]
