"""Orchard: in each of three rounds everybody lays out the fruit cards that they picked. Apples
count the more the more there are, plums what is printed on them; whoever has the most pears is
paid for them, a basket doubles its cherries, and wasps sting.
"""

from companion.bases.free_pieces import Face, PiecesGame, PiecesState, Tableau, Tableaux, manifest
from companion.game import Choice, Part
from companion.language.message import Message, say, say_count

APPLES = (0, 1, 3, 6, 10, 15)  # for none, one, two … and five or more
PEARS, CHERRY, WASP, MARKET = 6, 2, -3, 7
FRUIT = ("apple", "plum", "pear", "cherry")
MOST_BASKETS = 1


class Orchard(PiecesGame):
    """Three rounds, of cards that lie where they like."""

    name = "orchard"
    title = "Orchard"
    players = range(2, 6)
    piece_mm, room = (32.0, 48.0), (6, 2)
    faces = (
        Face("apple", "#d96459", many=14, sign="A"),
        Face("plum 1", "#9a8fd0", many=6),
        Face("plum 2", "#9a8fd0", many=5),
        Face("plum 4", "#9a8fd0", many=3),
        Face("pear", "#cfdc74", many=10, sign="P"),
        Face("cherry", "#f2a0b5", many=10, sign="C"),
        Face("basket", "#d8b98a", many=5, sign="U"),
        Face("wasp", "#f3d54e", many=7, sign="W"),
    )
    rounds = 3
    task = say("lay out your cards")
    choices = (
        Choice("market", say("Market day"), say("Seven more for whoever has all four fruits")),
    )

    def wrong(self, state: PiecesState, tableau: Tableau) -> Message | None:
        """Nobody carries two baskets."""
        baskets = tableau.many("basket")
        if baskets <= MOST_BASKETS:
            return None
        return say_count("{count} basket", "{count} baskets: nobody carries two", count=baskets)

    def parts_of(self, state: PiecesState, tableaux: Tableaux, seat: str) -> tuple[Part, ...]:
        """Each kind by its own rule."""
        mine = tableaux[seat]
        apples, cherries, wasps = (mine.many(kind) for kind in ("apple", "cherry", "wasp"))
        each = CHERRY * 2 if mine.many("basket") else CHERRY
        parts = (
            Part(say("apple"), counted(apples), APPLES[min(apples, len(APPLES) - 1)]),
            Part(say("plum"), summed(mine.numbers("plum")), sum(mine.numbers("plum"))),
            Part(say("Most pears"), counted(mine.many("pear")), paid(tableaux, seat)),
            Part(say("cherry"), times(cherries, each), cherries * each),
            Part(say("wasp"), times(wasps, WASP), wasps * WASP),
        )
        if state.options.market and all(mine.many(fruit) for fruit in FRUIT):
            parts += (Part(say("Market day"), counted(len(FRUIT)), MARKET),)
        return tuple(part for part in parts if part.value)


def paid(tableaux: Tableaux, seat: str) -> int:
    """Return what a seat gets for its pears: those who have as many as anybody share."""
    pears = {each: tableau.many("pear") for each, tableau in tableaux.items()}
    most = max(pears.values())
    if not most or pears[seat] < most:
        return 0
    return PEARS // list(pears.values()).count(most)


def counted(many: int) -> Message:
    """Return how many there are, in words."""
    return say_count("{count} card", "{count} cards", count=many)


def times(many: int, each: int) -> Message:
    """Return a product, in words."""
    return say("{many} × {each}", many=many, each=each)


def summed(numbers: tuple[int, ...]) -> Message:
    """Return a sum, in words."""
    return say("{sum}", sum=" + ".join(map(str, numbers)))


MANIFEST = manifest(Orchard())
