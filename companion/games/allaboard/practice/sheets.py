"""Tables that show every face of the practice set often enough to teach it."""

from collections.abc import Mapping

from companion.games.allaboard.pieces import ABOARD, Animal
from companion.games.allaboard.practice import laying
from companion.games.allaboard.practice.box import CAPACITIES, COLOURS
from companion.games.allaboard.practice.laying import LaidBoat
from companion.practice.people import Dice, Labels
from companion.prints.piece import Drop, Laid
from vision.layout import Layout

LEAST = 3
OFF_MM, ASKEW_DEG = 1.4, 2.0


def lessons(layout: Layout, dice: Dice, least: int = LEAST) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return tables with every boat and every animal of every colour `least` times or more, and some empty places."""
    every = [(colour, animal) for colour in COLOURS for animal in Animal]
    animals = [card for _ in range(least) for card in dice.sample(every, len(every))]
    boats = [boat for _ in range(least) for boat in dice.sample(CAPACITIES, len(CAPACITIES))]
    places = sorted(int(zone.name.split()[1]) for zone in layout.zones if zone.name.startswith("boat"))
    tables: list[tuple[tuple[Laid, ...], Mapping[str, Labels]]] = []
    while animals or boats:
        afloat: dict[int, LaidBoat] = {}
        for place in places:
            capacity = boats.pop() if boats else dice.choice(CAPACITIES)
            second = boats.pop() if boats and dice.random() < 0.5 else None
            count = ABOARD if dice.random() < 0.8 else ABOARD - 1
            aboard = tuple(animals.pop() for _ in range(min(count, len(animals))))
            afloat[place] = LaidBoat(capacity, aboard, second, tuple(dropped(dice) for _ in range(2 + ABOARD)))
        tables.append((laying.lay(layout, afloat), laying.labels(afloat)))
    return tables


def dropped(dice: Dice) -> Drop:
    """Return how a card falls: nearly on its place, upright or upside down."""
    off = (dice.uniform(-OFF_MM, OFF_MM), dice.uniform(-OFF_MM, OFF_MM))
    return Drop(off, dice.uniform(-ASKEW_DEG, ASKEW_DEG), dice.choice((0, 0, 2)))


def sheets(layout: Layout, dice: Dice) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return tables with every piece once, as somebody lays them who teaches."""
    return lessons(layout, dice, 1)
