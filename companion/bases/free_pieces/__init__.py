"""Games in which pieces lie free before every seat and are counted: what such a game states, and what it gets."""

from companion.bases.faces import Face
from companion.bases.free_pieces.game import PiecesGame, PiecesState, Tableaux
from companion.bases.free_pieces.mat import mat
from companion.bases.free_pieces.practice import Practice
from companion.bases.free_pieces.tableau import Tableau
from companion.bases.manifest import of_base
from companion.game import EachFace, Manifest
from companion.language.message import Message, say

__all__ = ["Face", "PiecesGame", "PiecesState", "Tableau", "Tableaux", "manifest"]


class EachApart(EachFace):
    """A teach walk in which every face is shown once and lies alone."""

    def lay(self) -> Message:
        """Return what people lay on the mat."""
        return say("Lay pieces on the places, not touching; one of each kind is enough")


def manifest(game: PiecesGame) -> Manifest:
    """Return the manifest of a game: its mat, teach walk, practice set, people, play by chance, and the faces' colours
    on the page."""
    walk = EachApart(tuple(face.label for face in game.faces), game.piece_mm[0])
    return of_base(game, game.faces, mat(game), walk, Practice(game))
