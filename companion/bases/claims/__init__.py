"""Games of turns in which seats claim the places of a map: what such a game states, and what it gets."""

from companion.bases.claims.game import ClaimsGame, ClaimsState
from companion.bases.claims.mat import mat
from companion.bases.claims.place import Place
from companion.bases.claims.practice import Practice
from companion.bases.faces import EMPTY, Face
from companion.bases.manifest import of_base
from companion.game import EachFace, Manifest

__all__ = ["ClaimsGame", "ClaimsState", "Face", "Place", "manifest"]


def manifest(game: ClaimsGame) -> Manifest:
    """Return the manifest of a game: its mat, teach walk, practice set, people, play by chance, and the faces' colours
    on the page."""
    walk = EachFace((*(face.label for face in game.faces), EMPTY), game.tile_mm, bare=EMPTY)
    return of_base(game, game.faces, mat(game), walk, Practice(game))
