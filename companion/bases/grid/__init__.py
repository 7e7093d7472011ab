"""Games in which every seat has a grid that is read whole: what such a game states, and what it gets."""

from companion.bases.grid.board import EMPTY, Board, Face, split
from companion.bases.grid.game import Boards, GridGame, GridState, with_cell
from companion.bases.grid.mat import mat
from companion.bases.grid.practice import Practice
from companion.game import EachFace, Manifest, Tint

_INK = "#1c1c1c"

__all__ = ["EMPTY", "Board", "Boards", "Face", "GridGame", "GridState", "manifest", "with_cell"]


def manifest(game: GridGame) -> Manifest:
    """Return the manifest of a game: its mat, teach walk, practice set, people, play by chance, and the faces' colours
    on the page."""
    practice = Practice(game)
    labels = (*(face.label for face in game.faces), EMPTY)
    return Manifest(
        game=game,
        contract=1,
        mat=mat(game),
        walk=EachFace(labels, game.tile_mm, bare=EMPTY),
        art=practice,
        people=practice,
        legal=practice,
        tints={split(face.label)[0].split()[0]: Tint(_INK, face.colour, _INK, face.colour) for face in game.faces},
    )
