"""The registry of games: one folder a game under `companion/games`, found by being there."""

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.game.contract import Game
from companion.game.errors import HeaderError
from companion.language.message import say

FOLDERS = "companion.games"


@cache
def names() -> tuple[str, ...]:
    """Return the names of all games, which are the names of their folders."""
    folders = importlib.import_module(FOLDERS).__path__
    return tuple(sorted(entry.name for entry in pkgutil.iter_modules(folders) if entry.ispkg))


@cache
def find(name: str) -> Game[Any]:
    """Return the game of that name, or raise a HeaderError that lists those there are."""
    if name not in names():
        raise HeaderError("game", say("no game is called “{name}”; there are {games}", name=name, games=names()))
    game: Game[Any] = importlib.import_module(f"{FOLDERS}.{name}.game").GAME
    return game
