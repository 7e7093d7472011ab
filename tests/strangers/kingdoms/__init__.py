"""Kingdoms: everybody builds a kingdom of five by five squares around a castle. Each land counts
its squares times its crowns; a land is what lies edge to edge and is of one kind.
"""

from companion.bases.grid import EMPTY, Board, Boards, Face, GridGame, GridState, manifest
from companion.game import Choice, Part
from companion.language.message import Message, say, say_count

CASTLE = "castle"
MIDDLE, HARMONY = 10, 5
LANDS = {  # colour, and how many squares there are with 0, 1, 2 … crowns
    "wheat": ("#f0d060", (8, 3)),
    "forest": ("#5fa065", (8, 3)),
    "lake": ("#78b4ea", (7, 3)),
    "meadow": ("#b9e08a", (5, 2, 1)),
    "swamp": ("#a58f78", (3, 2, 1)),
    "mine": ("#8a8a96", (1, 1, 2, 1)),
}


class Kingdoms(GridGame):
    """One reading at the end, of what everybody built."""

    name = "kingdoms"
    title = "Kingdoms"
    players = range(2, 5)
    rows, cols, tile_mm = 5, 5, 25.0
    faces = (
        Face(CASTLE, "#f4f4f4", many=4, sign="X"),
        *(
            Face(f"{land} {crowns}", colour, many)
            for land, (colour, counts) in LANDS.items()
            for crowns, many in enumerate(counts)
        ),
    )
    bare = True
    task = say("build your kingdoms")
    choices = (
        Choice(
            "middle", say("Middle kingdom"), say("Ten more where the castle lies in the middle")
        ),
        Choice("harmony", say("Harmony"), say("Five more where no square is bare")),
    )

    def wrong(self, state: GridState, board: Board) -> Message | None:
        """There is one castle."""
        castles = board.labels.count(CASTLE)
        return (
            None
            if castles == 1
            else say_count(
                "{count} castle: a kingdom has one",
                "{count} castles: a kingdom has one",
                count=castles,
            )
        )

    def parts_of(self, state: GridState, boards: Boards, seat: str) -> tuple[Part, ...]:
        """Each land with crowns, and what was agreed."""
        board = boards[seat]
        parts = []
        for land in lands(board):
            crowns = sum(map(board.number, land))
            if crowns:
                told = say("{squares} × {crowns}", squares=len(land), crowns=crowns)
                parts.append(Part(say(board.kind(land[0])), told, len(land) * crowns))
        if state.options.middle and board[12] == CASTLE:
            parts.append(Part(say("Middle kingdom"), say("{points}", points=MIDDLE), MIDDLE))
        if state.options.harmony and EMPTY not in board.labels:
            parts.append(Part(say("Harmony"), say("{points}", points=HARMONY), HARMONY))
        return tuple(parts)


def lands(board: Board) -> list[list[int]]:
    """Return the squares of every land."""
    found: list[list[int]] = []
    left = {square for square, label in enumerate(board) if label not in (CASTLE, EMPTY)}
    while left:
        land = [min(left)]
        left.remove(land[0])
        for square in land:  # which grows as it is walked along
            alike = {
                near for near in board.beside(square) if board.kind(near) == board.kind(square)
            }
            land += sorted(alike & left)
            left -= alike
        found.append(land)
    return found


MANIFEST = manifest(Kingdoms())
