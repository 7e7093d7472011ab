"""A record beside the store for each game, as far as it has come: what restores a damaged game to its last event."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.game import GameError, record
from companion.game.match import Match
from companion.game.record import RecordError
from vision import durable

SUFFIX = ".jsonl"


class RecordFiles:
    """The records in `folder`, one a game. Each call raises the OSError of what could not be done."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, game: str, lines: Iterable[Mapping[str, Any]]) -> None:
        """Keep these lines as the whole record; only its owner reads it, for it holds every spent card."""
        durable.folder(self._folder)
        durable.write(self._file(game), _text(lines), mode=0o600)

    def append(self, game: str, lines: Iterable[Mapping[str, Any]]) -> None:
        """Keep these lines behind those that are there."""
        durable.append(self._file(game), _text(lines))

    def remove(self, game: str) -> None:
        """Forget a game."""
        durable.remove(self._file(game))

    def games(self) -> frozenset[str]:
        """Return the ids of the games that have a record."""
        return frozenset(path.stem for path in self._folder.glob(f"*{SUFFIX}"))

    def match(self, game: str) -> Match | None:
        """Return a game as its record says; a torn last line is left out. None where there is none that can be read."""
        try:
            return Match.replay(record.lines(record.whole_lines(self._file(game).read_bytes())))
        except (OSError, RecordError, GameError):
            return None

    def _file(self, game: str) -> Path:
        return self._folder / f"{game}{SUFFIX}"


def _text(lines: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(record.write(line) + "\n" for line in lines).encode()
