"""The registry of games: one folder a game under `companion/games`, found by being there."""

import importlib
import pkgutil
from functools import cache
from typing import Any

from companion.game.contract import Game
from companion.game.errors import HeaderError
from companion.language.message import say

FOLDERS = "companion.games"


class PartError(ValueError):
    """A game lacks a part of its folder that something needs; the message says which."""


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


def part(game: str, name: str) -> Any | None:
    """Return a part of a game's folder, such as "table" or "practice.people"; None where the game has none."""
    whole = f"{FOLDERS}.{game}.{name}"
    try:
        return importlib.import_module(whole)
    except ModuleNotFoundError as error:
        # A part that is there and lacks something itself is a fault, and is said as one.
        if error.name is None or not f"{whole}.".startswith(f"{error.name}."):
            raise
        return None


def needed(game: str, name: str, what: str) -> Any:
    """Return a part of a game's folder; raise a PartError that says what it is for where the game has none."""
    found = part(game, name)
    if found is None:
        raise PartError(f"{game} has no {what}: there is no {name.replace('.', '/')}.py in its folder")
    return found
