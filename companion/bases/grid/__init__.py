"""Games in which every seat has a grid that is read whole: what such a game states, and what it gets."""

from companion.bases.faces import EMPTY, Face
from companion.bases.grid.board import Board
from companion.bases.grid.game import Boards, GridGame, GridState, with_cell
from companion.bases.grid.mat import mat
from companion.bases.grid.practice import Practice
from companion.bases.manifest import of_base
from companion.game import EachFace, Manifest

__all__ = ["EMPTY", "Board", "Boards", "Face", "GridGame", "GridState", "manifest", "with_cell"]


def manifest(game: GridGame) -> Manifest:
    """Return the manifest of a game: its mat, teach walk, practice set, people, play by chance, and the faces' colours
    on the page."""
    walk = EachFace((*(face.label for face in game.faces), EMPTY), game.tile_mm, bare=EMPTY)
    return of_base(game, game.faces, mat(game), walk, Practice(game))
