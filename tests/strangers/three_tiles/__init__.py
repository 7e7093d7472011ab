"""Three tiles: in each of two rounds everybody lays three tiles; they count what is printed on them, and ten more where
all three are alike.

Place: where a player's three tiles lie. Round: everybody has laid once.
"""

from companion.game import EachFace, Manifest

from . import practice
from .game import EMPTY, GAME, TILES
from .mat import MAT, TILE_MM

MANIFEST = Manifest(
    game=GAME,
    contract=1,
    mat=MAT,
    walk=EachFace((*TILES, EMPTY), TILE_MM, bare=EMPTY),
    art=practice,
    people=practice,
)
