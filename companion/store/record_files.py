"""A record beside the store for each game, as far as it has come: what restores a damaged game to its last event.

Each line says in its key `checksum` what it and those before it are, so that a damaged record is not believed; the last
one in its key `store` which rows the store had then, so that a store that has lost some is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.game import record
from companion.game.record import RecordError
from companion.store import checksum
from vision import durable

SUFFIX = ".jsonl"
CHECKSUM, STORE = "checksum", "store"


@dataclass(frozen=True, slots=True)
class RecordFile:
    """What a record says: its lines, and the checksum of the rows that the store had."""

    lines: tuple[dict[str, Any], ...]
    store: str

    def goes_on_from(self, lines: Sequence[Mapping[str, Any]]) -> bool:
        """Whether the record begins with these lines."""
        return self.lines[: len(lines)] == tuple(lines)


@dataclass(frozen=True, slots=True)
class _End:
    """Where a record ends: the checksum of its last line, and how many bytes it has."""

    checksum: str
    size: int


class RecordFiles:
    """The records in `folder`, one a game. Each call raises the OSError of what could not be done."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ends: dict[str, _End] = {}  # of those that were written here

    def write(self, game: str, lines: Sequence[Mapping[str, Any]], store: str) -> None:
        """Keep these lines as the whole record; only its owner reads it, for it holds every spent card."""
        durable.folder(self._folder)
        text, end = _sealed(lines, "", store)
        durable.write(self._file(game), text, mode=0o600)
        self._ends[game] = _End(end, len(text))

    def append(self, game: str, lines: Sequence[Mapping[str, Any]], store: str) -> bool:
        """Keep these lines behind those that were written here; return False where none were, or they are not there any
        more."""
        last, file = self._ends.pop(game, None), self._file(game)
        if last is None or not file.exists() or file.stat().st_size != last.size:
            return False
        text, end = _sealed(lines, last.checksum, store)
        durable.append(file, text)
        self._ends[game] = _End(end, last.size + len(text))
        return True

    def remove(self, game: str) -> None:
        """Forget a game, also what a process that was killed had half written of it."""
        self._ends.pop(game, None)
        for file in self._folder.glob(f"{game}{SUFFIX}*"):
            durable.remove(file)

    def games(self) -> frozenset[str]:
        """Return the ids of the games that have a record."""
        return frozenset(path.stem for path in self._folder.glob(f"*{SUFFIX}"))

    def kept(self, game: str) -> RecordFile | None:
        """Return what a record says, without a torn last line; None where there is none, or it is damaged."""
        found: list[dict[str, Any]] = []
        digest = store = ""
        try:
            for line in record.lines(record.whole_lines(self._file(game).read_bytes())):
                value = dict(line.value)
                said = value.pop(CHECKSUM, None)
                digest = checksum.chained(digest, record.write(value))
                if said != digest:
                    return None
                store = str(value.pop(STORE, ""))
                found.append(value)
        except (OSError, RecordError):
            return None
        return RecordFile(tuple(found), store) if found else None

    def _file(self, game: str) -> Path:
        return self._folder / f"{game}{SUFFIX}"


def _sealed(lines: Sequence[Mapping[str, Any]], digest: str, store: str) -> tuple[bytes, str]:
    """Return the lines as text, each with its checksum, and the last of these; `digest` is that of the line before."""
    rows = []
    for number, line in enumerate(lines, 1):
        plain = {key: value for key, value in line.items() if key not in (CHECKSUM, STORE)}
        if number == len(lines):
            plain[STORE] = store
        digest = checksum.chained(digest, record.write(plain))
        rows.append(record.write({**plain, CHECKSUM: digest}) + "\n")
    return "".join(rows).encode(), digest
