"""ShipShape (Calliope Games, Rob Daviau): three voyages, three crates a hold, secret bids for them.

Hold: a seat's 3×3 ship. Crate: three squares of goods and six holes, laid on the hold. Crew card: a bid, 1 to 10.
"""

from companion.game import Manifest, Tint
from companion.games.shipshape import teach
from companion.games.shipshape.game import GAME
from companion.games.shipshape.practice import artwork, legal, people
from companion.games.shipshape.table import MAT

TINTS = {
    "gold": Tint("#6b4a00", "#f8e3a3", "#ffd874", "#423407"),
    "cannon": Tint("#39434d", "#dde2e6", "#d3dbe2", "#36414c"),
    "contraband": Tint("#55237c", "#e9d9f5", "#dfb8fb", "#3d2452"),
    "rat": Tint("#76311a", "#f6dccf", "#ffb79d", "#4a2417"),
}
MANIFEST = Manifest(game=GAME, contract=1, mat=MAT, walk=teach, art=artwork, people=people, legal=legal, tints=TINTS)
