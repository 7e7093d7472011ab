"""Simulated players with their animals: they lay three a round on boats by chance, a boat beside one that a mouse may
have swapped, and sail. Chance is handed in."""

from companion.games.allaboard.pieces import ABOARD, Animal
from companion.games.allaboard.practice import laying
from companion.games.allaboard.practice.box import BOATS_EACH, CAPACITIES, COLOURS
from companion.games.allaboard.practice.laying import LaidBoat
from companion.games.allaboard.practice.sheets import dropped, lessons, sheets
from companion.practice.patience import Patience, Reaction
from companion.practice.people import Ask, Deed, Dice, Move, Press, Truth
from companion.prints.piece import Drop, Laid
from companion.table.requests import Enter
from companion.table.signals import Key
from companion.table.snapshot import Question, Snapshot, Step
from vision.layout import Layout


class Players:
    """The people of a game of All aboard! and what lies on their table; every seat is somebody's."""

    def __init__(self, seats: tuple[str, ...], dice: Dice, brisk: bool) -> None:
        self._seats, self._brisk = seats, brisk
        self._colours = dict(zip(seats, COLOURS, strict=False))
        self._hands = {seat: dice.sample(list(Animal), len(Animal)) for seat in seats}
        self._boats: list[int] = []
        self._afloat: dict[int, LaidBoat] = {}
        self._laps: list[tuple[int, LaidBoat]] = []  # boats as they will lie, one animal after another
        self._truths: list[Truth] = []
        self._patience = Patience()

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return the boats and who is aboard."""
        return laying.lay(layout, self._afloat)

    def truths(self) -> tuple[Truth, ...]:
        """Return every round as it really sailed, and what lay there."""
        return tuple(self._truths)

    def answer(self, question: Question) -> str:
        """Return what really lies in the place in question."""
        return laying.labels(self._afloat)[question.zone][question.cell]

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        if snapshot.step is Step.OVER:
            return []
        if not self._truths:
            self._colours = {seat.name: str(seat.mark.values["colour"]) for seat in snapshot.seats if seat.mark}
        if self._laps:
            return self._lay_on(dice)
        if snapshot.events < len(self._truths):
            return self._insist(snapshot, dice)
        return [*self._open(dice), *self._lay_on(dice)]

    def _insist(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        match self._patience.reaction(snapshot):
            case Reaction.WAIT:
                return []
            case Reaction.AGAIN:
                for number, boat in self._afloat.items():
                    self._afloat[number] = _again(boat, dice)
                return [*self._moved(*self._afloat), self._ok(dice)]
            case Reaction.BY_HAND:
                return [Ask(self._seats[0], Enter(dict(self._truths[snapshot.events].event or {})))]

    def _open(self, dice: Dice) -> list[Deed]:
        """Open a boat for each player, and decide who lays what where: in turn, a boat full at three."""
        places = range(1, len(self._seats) + 1)
        free = dice.sample([place for place in places for _ in range(ABOARD)], ABOARD * len(self._seats))
        self._afloat = {place: LaidBoat(self._drawn(dice), drops=_drops(dice)) for place in places}
        full = dict(self._afloat)
        for number, place in enumerate(free):
            seat = self._seats[number % len(self._seats)]
            boat, card = full[place], (self._colours[seat], self._hands[seat].pop())
            full[place] = LaidBoat(boat.capacity, (*boat.aboard, card), boat.replacement, boat.drops)
            self._laps.append((place, full[place]))
        for place, boat in full.items():
            if _frightened([*full.values()][:place]):
                full[place] = LaidBoat(boat.capacity, boat.aboard, self._drawn(dice), boat.drops)
                self._laps.append((place, full[place]))
        self._truths.append(Truth(len(self._truths) + 1, laying.labels(full), self._sailing(full)))
        return self._moved(*places)

    def _sailing(self, boats: dict[int, LaidBoat]) -> dict[str, object]:
        owners = {colour: seat for seat, colour in self._colours.items()}
        return {
            "do": "sail",
            "boats": [
                {
                    "capacity": boat.capacity,
                    "aboard": [[owners[colour], animal.value] for colour, animal in boat.aboard],
                    **({} if boat.replacement is None else {"replacement": boat.replacement}),
                }
                for boat in boats.values()
            ],
        }

    def _lay_on(self, dice: Dice) -> list[Deed]:
        """Lay the next card, or all at once when brisk; then somebody sails."""
        places: set[int] = set()
        while self._laps:
            place, boat = self._laps.pop(0)
            self._afloat[place] = boat
            places.add(place)
            if not self._brisk:
                break
        moved = self._moved(*sorted(places))
        return moved if self._laps else [*moved, self._ok(dice)]

    def _moved(self, *places: int) -> list[Deed]:
        return [Move(f"{part} {place}") for place in places for part in ("boat", "aboard")]

    def _ok(self, dice: Dice) -> Press:
        return Press(dice.choice(range(len(self._seats))), Key.OK)

    def _drawn(self, dice: Dice) -> int:
        if not self._boats:
            every = [capacity for capacity in CAPACITIES for _ in range(BOATS_EACH)]
            self._boats = dice.sample(every, len(every))
        return self._boats.pop()


def _frightened(boats: list[LaidBoat]) -> bool:
    """Whether a mouse may meet an elephant on the last of these boats: both may come from one before it."""
    animals = {animal for boat in boats for _, animal in boat.aboard}
    return {Animal.MOUSE, Animal.ELEPHANT} <= animals


def _again(boat: LaidBoat, dice: Dice) -> LaidBoat:
    return LaidBoat(boat.capacity, boat.aboard, boat.replacement, _drops(dice))


def _drops(dice: Dice) -> tuple[Drop, ...]:
    return tuple(dropped(dice) for _ in range(2 + ABOARD))


def sit_down(seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> Players:  # noqa: ARG001 (contract)
    """Return the players of a new game. Brisk people lay all animals at once, others one after the other."""
    return Players(seats, dice, brisk)


__all__ = ["Players", "lessons", "sheets", "sit_down"]
