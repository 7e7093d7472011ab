"""Who goes aboard: the twelve animals, what each weighs and scores, and weights in halves so that sums are exact."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from companion.language.message import Message, name, say

ROUNDS = 4
ABOARD = 3
CUPID_POINTS = 2


class Animal(StrEnum):
    """The animals in the rulebook's order, in which equal weights rank, too."""

    MOUSE = "mouse"
    PEACOCK = "peacock"
    FOX = "fox"
    OCTOPUS = "octopus"
    MONKEY = "monkey"
    SLOTH = "sloth"
    MOOSE = "moose"
    ZEBRA = "zebra"
    GIRAFFE = "giraffe"
    LION = "lion"
    BEAR = "bear"
    ELEPHANT = "elephant"

    @property
    def place(self) -> int:
        """The animal's place in this list."""
        return _PLACES[self]


_PLACES = {animal: place for place, animal in enumerate(Animal)}
LOVE_HALVES = {Animal.MOUSE: 1, Animal.PEACOCK: 2}  # in love they weigh 0.5 and 1


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on an animal's card. `halves` is its weight in halves: 12 kg are 24."""

    halves: int
    points: int


@dataclass(frozen=True, slots=True)
class Card:
    """One animal card: whose, and which animal."""

    player: str
    animal: Animal


Cards = Mapping[Animal, Printed]


def halves(number: int | float) -> int | None:
    """Return how many halves a number is, None where it is not whole or half."""
    if isinstance(number, int):
        return number * 2
    if number.is_integer():  # however large: its double may be none
        return int(number) * 2
    return int(number * 2) if math.isfinite(number) and (number * 2).is_integer() else None


def number(in_halves: int) -> int | float:
    """Return the number that so many halves are: whole where it is whole."""
    return in_halves // 2 if in_halves % 2 == 0 or abs(in_halves) > 2**54 else in_halves / 2


def animal_name(animal: Animal) -> Message:
    """Return what an animal is called, in the reader's language."""
    return _NAMES[animal]


def card_name(card: Card) -> Message:
    """Return whose animal a card is, in words."""
    return say("{player}'s {animal}", player=card.player, animal=animal_name(card.animal))


def colour_name(colour: str) -> Message:
    """Return what a colour of cards is called; one that an owner named stands as it is."""
    return _COLOURS.get(colour) or name(colour)


def colour_hex(colour: str) -> str | None:
    """Return a colour of cards as "#rrggbb"; None for one that an owner named."""
    return COLOUR_HEX.get(colour)


COLOUR_HEX = {"purple": "#7a3fa0", "red": "#cf2f2f", "yellow": "#f0cf1d", "blue": "#2f6fd0", "green": "#2f9a4a"}
_COLOURS = {
    "purple": say("purple"),
    "red": say("red"),
    "yellow": say("yellow"),
    "blue": say("blue"),
    "green": say("green"),
}
_NAMES = {
    Animal.MOUSE: say("mouse"),
    Animal.PEACOCK: say("peacock"),
    Animal.FOX: say("fox"),
    Animal.OCTOPUS: say("octopus"),
    Animal.MONKEY: say("monkey"),
    Animal.SLOTH: say("sloth"),
    Animal.MOOSE: say("moose"),
    Animal.ZEBRA: say("zebra"),
    Animal.GIRAFFE: say("giraffe"),
    Animal.LION: say("lion"),
    Animal.BEAR: say("bear"),
    Animal.ELEPHANT: say("elephant"),
}
