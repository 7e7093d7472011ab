"""One folder a game, found by being there (`companion.game.registry`): each offers `GAME` in its `game.py`."""
