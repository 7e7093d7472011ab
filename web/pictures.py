"""Which picture and tint a kind of thing gets; a kind that none knows is shown by its name."""

PICTURES = frozenset(
    {"gold", "cannon", "contraband", "rat", "empty", "bottle", "parrot", "coins", "diamond", "flag", "heart", "boat"}
)
TINTS = frozenset(
    {"gold", "cannon", "contraband", "rat", "empty", "red", "purple", "yellow", "blue", "green", "orange", "pirate"}
)


def picture_of(kind: str) -> str:
    """Return the picture's name for a kind like "gold" or "red coins" (the thing is the last word), or nothing."""
    thing = kind.rpartition(" ")[2]
    return thing if thing in PICTURES else ""


def tint_of(kind: str) -> str:
    """Return the style that colours a kind (its first word says the colour), or the plain one."""
    colour = kind.partition(" ")[0]
    return f"t-{colour}" if colour in TINTS else "t-plain"
