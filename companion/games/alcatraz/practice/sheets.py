"""Tables that show every face of the practice set often enough to teach it."""

from collections.abc import Mapping

from companion.games.alcatraz.pieces import CARDS, OBJECTIVES
from companion.games.alcatraz.practice import laying
from companion.games.alcatraz.practice.laying import LaidCard
from companion.practice.people import Dice, Labels
from companion.prints.piece import Drop, Laid
from vision.layout import Layout

LEAST = 3
OFF_MM, ASKEW_DEG = 1.6, 2.0


def lessons(layout: Layout, dice: Dice, least: int = LEAST) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return tables with every card and objective `least` times or more, and now and then an empty place."""
    cards = [number for _ in range(least) for number in dice.sample(sorted(CARDS), len(CARDS))]
    objectives = [number for _ in range(least) for number in dice.sample(OBJECTIVES, len(OBJECTIVES))]
    tables: list[tuple[tuple[Laid, ...], Mapping[str, Labels]]] = []
    while cards or objectives:
        zones = {
            "objectives": [_next(objectives, dice) for _ in range(3)],
            "claim": [_next(cards, dice) for _ in range(3)],
        }
        tables.append((laying.lay(layout, zones), laying.labels(zones)))
    return tables


def dropped(dice: Dice) -> Drop:
    """Return how a card falls: nearly on its place, upright or upside down."""
    off = (dice.uniform(-OFF_MM, OFF_MM), dice.uniform(-OFF_MM, OFF_MM))
    return Drop(off, dice.uniform(-ASKEW_DEG, ASKEW_DEG), dice.choice((0, 0, 2)))


def _next(numbers: list[int], dice: Dice) -> LaidCard | None:
    return LaidCard(numbers.pop(), drop=dropped(dice)) if numbers and dice.random() > 0.1 else None


def sheets(layout: Layout, dice: Dice) -> list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]:
    """Return tables with every piece once, as somebody lays them who teaches."""
    return lessons(layout, dice, 1)
