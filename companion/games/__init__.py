"""One folder a game, found by being there: each offers `GAME` in its `game.py`."""

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.game import Game, HeaderError
from companion.message import say


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, which are the names of the folders here."""
    return tuple(sorted(entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg))


@cache
def find(name: str) -> Game[Any]:
    """Return the game of that name, or raise a HeaderError that lists those there are."""
    if name not in names():
        raise HeaderError("game", say("no game is called “{name}”; there are {games}", name=name, games=names()))
    game: Game[Any] = importlib.import_module(f"{__name__}.{name}.game").GAME
    return game
