"""Alcatraz (Laila Terra): a row of face-down cards before each player; claims add two or three neighbours up to an
objective that lies open.

Row: a player's cards in a line. Claim: two or three neighbours turned up for an objective. Circle: a mark for having
emptied one's row in a round.
"""

from companion.game import Manifest
from companion.games.alcatraz.game import GAME
from companion.games.alcatraz.practice import artwork, legal, people
from companion.games.alcatraz.table import MAT
from companion.games.alcatraz.teach import WALK

MANIFEST = Manifest(game=GAME, contract=1, mat=MAT, walk=WALK, art=artwork, people=people, legal=legal)
