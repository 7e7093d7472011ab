"""ShipShape (Calliope Games, Rob Daviau): three voyages, three crates a hold, secret bids for them.

Hold: a seat's 3×3 ship. Crate: three squares of goods and six holes, laid on the hold. Crew card: a bid, 1 to 10.
"""

from companion.game import Manifest
from companion.games.shipshape import teach
from companion.games.shipshape.game import GAME
from companion.games.shipshape.practice import artwork, legal, people
from companion.games.shipshape.table import MAT

MANIFEST = Manifest(game=GAME, contract=1, mat=MAT, walk=teach, art=artwork, people=people, legal=legal)
