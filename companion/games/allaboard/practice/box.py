"""A practice set of our own: weights, points and boats that play like the box's, whose numbers we do not know."""

from companion.games.allaboard.pieces import Animal

COLOURS = ("purple", "red", "yellow", "blue", "green")

# Weight and points. The weights rise in the rulebook's order and fit what its example of a round fixes.
PRINTED: dict[Animal, tuple[int, int]] = {
    Animal.MOUSE: (1, 1),
    Animal.PEACOCK: (0, 2),
    Animal.FOX: (2, 2),
    Animal.OCTOPUS: (3, 3),
    Animal.MONKEY: (4, 2),
    Animal.SLOTH: (5, 3),
    Animal.MOOSE: (6, 3),
    Animal.ZEBRA: (7, 4),
    Animal.GIRAFFE: (8, 4),
    Animal.LION: (9, 4),
    Animal.BEAR: (10, 5),
    Animal.ELEPHANT: (11, 6),
}

# Thirty boats: three of each capacity.
CAPACITIES = (10, 12, 13, 14, 15, 16, 17, 18, 20, 21)
BOATS_EACH = 3


def edition() -> dict[str, dict[str, dict[str, int]]]:
    """Return the practice set's numbers as a record's header writes them."""
    return {"animals": {animal: {"weight": weight, "points": points} for animal, (weight, points) in PRINTED.items()}}


def labels() -> tuple[str, ...]:
    """Return every face of the set: "boat 12" and "red mouse"."""
    boats = tuple(f"boat {capacity}" for capacity in CAPACITIES)
    return (*boats, *(f"{colour} {animal}" for colour in COLOURS for animal in Animal))
