"""One folder a game, found by being there (`companion.game.registry`): each offers its `MANIFEST`."""

FIRST = "shipshape"  # the game that is taken where nobody says which
