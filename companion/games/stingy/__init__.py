"""Captain Stingy (Reiner Knizia): tiles lie open in groups; a turn is perhaps a trade, then a draw.

Group: all open tiles of one colour and item before one seat. Complete: a group of all tiles of its kind; it is set
aside and scores at the end. The Ghost: the third seat of a game of two.
"""

from companion.game import Manifest, Tint
from companion.games.stingy.game import GAME
from companion.games.stingy.practice import artwork, legal, people
from companion.games.stingy.table import MAT
from companion.games.stingy.teach import WALK

TINTS = {"pirate": Tint("#fff", "#1b232d", "#fff", "#05080b")}
MANIFEST = Manifest(game=GAME, contract=1, mat=MAT, walk=WALK, art=artwork, people=people, legal=legal, tints=TINTS)
