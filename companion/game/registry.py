"""The registry of games: which there are, from where, and which had to be left out.

A game is a package that offers a `MANIFEST`: a folder under `companion/games` or in the folder that the configuration
names, or an installed package with an entry point `table_companion.games`. One that can't be used is left out and said
(`left_out`); nothing else suffers.
"""

import importlib
import logging
import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.metadata import entry_points
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from companion.game.contract import Game
from companion.game.errors import HeaderError
from companion.game.manifest import CONTRACT, Manifest
from companion.game.teaching import TeachingContract
from companion.language import catalogue
from companion.language.message import Message, say

log = logging.getLogger("companion")
FOLDERS = "companion.games"
GROUP = "table_companion.games"


class PartError(ValueError):
    """A game lacks a part that something needs; the message says which."""

    def __init__(self, game: str, what: str) -> None:
        super().__init__(f"{game} has no {what}")


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game that can't be played: its name, where it was found, and why."""

    name: str
    source: str
    why: Message


@dataclass(frozen=True)
class _Games:
    manifests: Mapping[str, Manifest]
    packages: Mapping[str, str]
    left_out: tuple[LeftOut, ...] = field(default=())


class _UnusableError(ValueError):
    def __init__(self, why: Message) -> None:
        super().__init__(str(why))
        self.why = why


def look_in(folder: Path) -> None:
    """Look for games in that folder, too, from now on."""
    path = importlib.import_module(FOLDERS).__path__
    if str(folder) not in path:
        path.append(str(folder))
    forget()


def forget() -> None:
    """Look for games anew when next asked."""
    importlib.invalidate_caches()
    _games.cache_clear()


def names() -> tuple[str, ...]:
    """Return the names of all games that can be played."""
    return tuple(sorted(_games().manifests))


def first() -> str:
    """Return the game that is taken where nobody says which."""
    usual: str = importlib.import_module(FOLDERS).FIRST
    return usual if usual in names() else names()[0]


def left_out() -> tuple[LeftOut, ...]:
    """Return the games that can't be played, and why."""
    return _games().left_out


def manifest(name: str) -> Manifest:
    """Return a game's manifest, or raise a HeaderError that lists the games there are."""
    found = _games().manifests.get(name)
    if found is None:
        raise HeaderError("game", say("no game is called “{name}”; there are {games}", name=name, games=names()))
    return found


def find(name: str) -> Game[Any]:
    """Return the game of that name, or raise a HeaderError that lists those there are."""
    return manifest(name).game


def title(name: str) -> str:
    """Return what people call a game; its name where it is no longer there."""
    found = _games().manifests.get(name)
    return name if found is None else found.game.title


def walking(name: str) -> TeachingContract:
    """Return what a game says for the teach walk; raise a PartError where it says nothing."""
    found = manifest(name).walk
    if found is None:
        raise PartError(name, "teach walk")
    return found


def taught_by_walk() -> tuple[str, ...]:
    """Return the games whose pieces can be taught by a walk."""
    return tuple(name for name in names() if manifest(name).walk is not None and manifest(name).mat is not None)


def folder(name: str) -> Traversable:
    """Return the folder of a game, in which its edition, its pictures and its words lie."""
    manifest(name)
    return resources.files(_games().packages[name])


def pictures(name: str) -> Mapping[str, str]:
    """Return a game's own pictures: the SVG files in its folder's `icons`, by the kind of thing that each shows. What
    is no text in UTF-8 (a note that another system leaves beside a file) is none."""
    icons = folder(name) / "icons"
    files = [file for file in icons.iterdir() if file.name.endswith(".svg")] if icons.is_dir() else []
    found: dict[str, str] = {}
    for file in sorted(files, key=str):
        try:
            found[file.name.removesuffix(".svg")] = file.read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            log.warning("%s is no picture: %s", file, error)
    return found


@cache
def _games() -> _Games:
    manifests: dict[str, Manifest] = {}
    packages: dict[str, str] = {}
    out: list[LeftOut] = []
    for name, source, package in _places(out):
        try:
            if name in manifests:
                raise _UnusableError(say("another game has that name already"))
            manifests[name], packages[name] = _usable(name, package)
            words = Path(str(resources.files(packages[name]) / "translations"))
            catalogue.add(*([words] if words.is_dir() else []))
        except _UnusableError as error:
            out.append(LeftOut(name, source, error.why))
    return _Games(manifests, packages, tuple(out))


def _places(out: list[LeftOut]) -> Iterator[tuple[str, str, str]]:
    """Yield every game's name, where it was found, and what to import; games in folders first."""
    for path in importlib.import_module(FOLDERS).__path__:
        try:
            if not Path(path).is_dir():
                out.append(LeftOut(path, path, say("there is no such folder")))
        except OSError as error:
            why = say(
                "“{path}”: {reason}; put it where the companion may read it (on a Pi not below /home)",
                path=path,
                reason=str(error.strerror),
            )
            out.append(LeftOut(path, path, why))
        for entry in pkgutil.iter_modules([path]):
            if entry.ispkg:
                yield entry.name, path, f"{FOLDERS}.{entry.name}"
    for point in sorted(entry_points(group=GROUP)):
        yield point.name, point.dist.name if point.dist is not None else point.module, point.value


def _usable(name: str, package: str) -> tuple[Manifest, str]:
    """Return the manifest that a package offers ("package", or "package:ATTRIBUTE"), and the folder's own package."""
    module, _, attribute = package.partition(":")
    try:
        imported = importlib.import_module(module)
        found = getattr(imported, attribute or "MANIFEST", None)
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise _UnusableError(say("it can't be imported ({reason})", reason=reason)) from None
    if not isinstance(found, Manifest):
        raise _UnusableError(say("it offers no {what}", what=attribute or "MANIFEST"))
    if found.contract != CONTRACT:
        raise _UnusableError(
            say(
                "it was made for version {theirs} of the contract, this companion has {ours}: install one that fits",
                theirs=found.contract,
                ours=CONTRACT,
            )
        )
    why = _unusable(found.game, name)
    if why is not None:
        raise _UnusableError(why)
    if not imported.__package__:
        raise _UnusableError(say("it is a single file: make it a folder with an __init__.py"))
    return found, imported.__package__


def _unusable(game: object, name: str) -> Message | None:
    """Return why what a manifest calls its game can't be told of beside other games, None where it can."""
    if isinstance(game, type):
        return say("it hands over a class: write {name}(), with brackets", name=game.__name__)
    players, called = getattr(game, "players", None), getattr(game, "name", None)
    if called != name:
        return say("it calls itself “{name}”", name=str(called))
    if not isinstance(getattr(game, "title", None), str):
        return say("it has no title")
    if not isinstance(players, range) or not players or players.start < 1:
        return say("it is for {given} players: write range(2, 5) where two to four play", given=repr(players))
    return None
