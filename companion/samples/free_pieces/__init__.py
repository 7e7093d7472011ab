"""Sample game: in each of two rounds everybody lays out what they found on the beach. They count what is printed on it,
and ten more for each whole set.
"""

from companion.bases.free_pieces import Face, PiecesGame, PiecesState, Tableau, Tableaux, manifest
from companion.game import Part
from companion.language.message import Message, name, say

FOUND = {"shell": "#f0cf9c", "coral": "#f0a8a8", "starfish": "#a3cdf0"}
MOST, SET = 8, 10


class SampleGame(PiecesGame):
    """What each of these means stands in `companion.bases.free_pieces.game` and `companion.bases.rounds`."""

    name = "sample_game"
    title = "Sample game"
    players = range(2, 7)
    piece_mm, room = (30.0, 30.0), (5, 2)
    faces = tuple(Face(f"{kind} {number}", colour, many=6) for kind, colour in FOUND.items() for number in (1, 2, 3))
    rounds = 2
    task = say("lay out what you found")

    def wrong(self, state: PiecesState, tableau: Tableau) -> Message | None:
        """Nobody carries more than eight."""
        return say("nobody carries more than eight") if len(tableau) > MOST else None

    def parts_of(self, state: PiecesState, tableaux: Tableaux, seat: str) -> tuple[Part, ...]:
        """What is printed on the pieces, and more for whole sets."""
        mine = tableaux[seat]
        numbers = [number for kind in FOUND for number in mine.numbers(kind)]
        sets = min(mine.many(kind) for kind in FOUND)
        pieces = Part(say("Found"), name(" + ".join(map(str, numbers))), sum(numbers))
        whole = Part(say("Whole sets"), name(f"{sets} × {SET}"), sets * SET)
        return (pieces, whole) if sets else (pieces,)


MANIFEST = manifest(SampleGame())
