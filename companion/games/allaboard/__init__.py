"""All aboard! (Paco Yáñez): four rounds; animals board the boats, which sail or sink from left to right.

Boat: a capacity and who is aboard. In love: two of a kind in a boat. Fight: three or more of a kind in a boat. Cupid: 2
points for an animal in love.
"""

from companion.game import Manifest
from companion.games.allaboard.game import GAME
from companion.games.allaboard.practice import artwork, legal, people
from companion.games.allaboard.table import MAT
from companion.games.allaboard.teach import WALK

MANIFEST = Manifest(game=GAME, contract=1, mat=MAT, walk=WALK, art=artwork, people=people, legal=legal)
