"""SQLite: every game's lines, and what was undone, redone or corrected, as rows; nothing is ever deleted but by wish.

A row is on disk before `play` returns: journal mode WAL with synchronous FULL survives a power cut up to the last
acknowledged row (https://www.sqlite.org/pragma.html#pragma_synchronous).
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.language.message import Message, say

VERSION = 3
_SCHEMA = """
CREATE TABLE game (
    id TEXT PRIMARY KEY, begun TEXT NOT NULL, header TEXT NOT NULL, seed TEXT NOT NULL,
    over INTEGER NOT NULL DEFAULT 0, final TEXT);
CREATE TABLE change (
    number INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE,
    at TEXT NOT NULL, kind TEXT NOT NULL CHECK (kind IN ('play', 'undo', 'redo', 'rewrite')),
    line INTEGER, value TEXT);
CREATE INDEX change_of_game ON change(game, number);
CREATE TABLE photo (
    game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, line INTEGER NOT NULL, seat TEXT NOT NULL,
    jpeg BLOB NOT NULL, PRIMARY KEY (game, line, seat));
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_SINCE_2 = """
CREATE TABLE reading (
    game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, line INTEGER NOT NULL, seat TEXT NOT NULL,
    cells TEXT NOT NULL, PRIMARY KEY (game, line, seat));
"""
_SINCE_3 = """
CREATE TABLE look (
    game TEXT NOT NULL REFERENCES game(id) ON DELETE CASCADE, line INTEGER NOT NULL, value TEXT NOT NULL,
    PRIMARY KEY (game, line));
"""
_TABLES = ((1, _SCHEMA), (2, _SINCE_2), (3, _SINCE_3))


class StoreError(OSError):
    """The store can't be used or can't keep a line; the message says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored game: its header, its lines as they stand now (header excluded), and what could be redone."""

    id: str
    begun: str
    header: dict[str, Any]
    seed: str
    lines: tuple[dict[str, Any], ...]
    undone: tuple[dict[str, Any], ...]
    over: bool
    final: dict[str, Any] | None


class Store:
    """The one place where games are kept. Use it from one thread."""

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        try:
            self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self._prepare()
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def _prepare(self) -> None:
        """Make the file what this version wants; one that can't be used is closed and left as it is."""
        with ExitStack() as refused:
            refused.callback(self._db.close)
            self._db.execute("PRAGMA foreign_keys = ON")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                raise StoreError(
                    say(
                        "{path} was written by a newer companion (version {version}; this one knows {known}): "
                        "update the companion, nothing was changed",
                        path=self.path,
                        version=version,
                        known=VERSION,
                    )
                )
            if version < VERSION:
                missing = "".join(sql for since, sql in _TABLES if version < since)
                self._db.executescript(f"BEGIN; {missing} PRAGMA user_version = {VERSION}; COMMIT;")
            refused.pop_all()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep all that is written inside, or nothing of it."""
        self._write("BEGIN", ())
        try:
            yield
            self._write("COMMIT", ())
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def begin(self, game: str, at: str, header: Mapping[str, Any], seed: str) -> None:
        """Keep a new game's header."""
        self._write("INSERT INTO game (id, begun, header, seed) VALUES (?, ?, ?, ?)", (game, at, _text(header), seed))

    def play(self, game: str, at: str, value: Mapping[str, Any], *, redo: bool = False) -> None:
        """Keep one more line."""
        self._change(game, at, "redo" if redo else "play", None, value)

    def undo(self, game: str, at: str) -> None:
        """Keep that the last line was taken back."""
        self._change(game, at, "undo", None, None)

    def rewrite(self, game: str, at: str, line: int, value: Mapping[str, Any]) -> None:
        """Keep that event `line` (1 is the first, 0 the header) now reads `value`; what it said before stays in its
        earlier row."""
        self._change(game, at, "rewrite", line, value)

    def finish(self, game: str, over: bool, final: Mapping[str, Any]) -> None:
        """Keep how the game stands, for the history's list."""
        self._write("UPDATE game SET over = ?, final = ? WHERE id = ?", (int(over), _text(final), game))

    def photo(self, game: str, line: int, seat: str, jpeg: bytes) -> None:
        """Keep the photo that a seat's reading in event `line` was made from."""
        self._write("INSERT OR REPLACE INTO photo VALUES (?, ?, ?, ?)", (game, line, seat, jpeg))

    def photo_of(self, game: str, line: int, seat: str) -> bytes | None:
        """Return that photo, or None."""
        row = self._row("SELECT jpeg FROM photo WHERE game = ? AND line = ? AND seat = ?", (game, line, seat))
        return None if row is None else bytes(row[0])

    def readings(self, game: str, line: int, seat: str, cells: Sequence[Mapping[str, Any]]) -> None:
        """Keep what the camera said of each cell of a seat in event `line`: {"label", "sure", "ranking"}."""
        text = json.dumps(list(cells), ensure_ascii=True, separators=(",", ":"))
        self._write("INSERT OR REPLACE INTO reading VALUES (?, ?, ?, ?)", (game, line, seat, text))

    def readings_of(self, game: str, line: int, seat: str) -> list[dict[str, Any]]:
        """Return that; nothing where people entered it, or it was scored before readings were kept."""
        row = self._row("SELECT cells FROM reading WHERE game = ? AND line = ? AND seat = ?", (game, line, seat))
        return [] if row is None else json.loads(row[0])

    def look(self, game: str, line: int, value: Mapping[str, Any]) -> None:
        """Keep the look that made event `line`, whatever the session says of it."""
        self._write("INSERT OR REPLACE INTO look VALUES (?, ?, ?)", (game, line, _text(value)))

    def looks(self, game: str) -> dict[int, dict[str, Any]]:
        """Return the looks of a game by the event that each made."""
        rows = self._rows("SELECT line, value FROM look WHERE game = ? ORDER BY line", (game,))
        return {line: json.loads(value) for line, value in rows}

    def unsee(self, game: str, line: int) -> None:
        """Forget what was seen when event `line` and those after it were played: they are played anew."""
        for table in ("photo", "reading", "look"):
            self._write(f"DELETE FROM {table} WHERE game = ? AND line >= ?", (game, line))

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, newest first."""
        return tuple(row[0] for row in self._rows("SELECT id FROM game ORDER BY begun DESC, rowid DESC"))

    def game(self, game: str) -> Stored:
        """Return a stored game by folding its changes; raise a StoreError for an unknown id."""
        row = self._row("SELECT begun, header, seed, over, final FROM game WHERE id = ?", (game,))
        if row is None:
            raise StoreError(say("no stored game has the id {id}", id=game))
        lines: list[dict[str, Any]] = [json.loads(row[1])]
        undone: list[dict[str, Any]] = []
        changes = self._rows("SELECT kind, line, value FROM change WHERE game = ? ORDER BY number", (game,))
        for kind, line, value in changes:
            _fold(lines, undone, kind, line, None if value is None else json.loads(value))
        final = None if row[4] is None else json.loads(row[4])
        header, *events = lines
        return Stored(game, row[0], header, row[2], tuple(events), tuple(undone), bool(row[3]), final)

    def delete(self, game: str) -> None:
        """Delete a game with its photos, because somebody wished it."""
        self._write("DELETE FROM game WHERE id = ?", (game,))

    def setting(self, name: str) -> str | None:
        """Return a kept setting."""
        row = self._row("SELECT value FROM setting WHERE name = ?", (name,))
        return None if row is None else str(row[0])

    def set(self, name: str, value: str) -> None:
        """Keep a setting."""
        self._write("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))

    def unset(self, name: str) -> None:
        """Forget a setting."""
        self._write("DELETE FROM setting WHERE name = ?", (name,))

    def _change(self, game: str, at: str, kind: str, line: int | None, value: Mapping[str, Any] | None) -> None:
        text = None if value is None else _text(value)
        self._write(
            "INSERT INTO change (game, at, kind, line, value) VALUES (?, ?, ?, ?, ?)", (game, at, kind, line, text)
        )

    def _row(self, sql: str, values: tuple[Any, ...]) -> Any:
        return next(iter(self._rows(sql, values)), None)

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise self._unusable(error) from None

    def _unusable(self, error: sqlite3.Error) -> StoreError:
        return StoreError(
            say(
                "{path}: {reason}; name another file for the games, or set this one aside",
                path=self.path,
                reason=str(error),
            )
        )

    def _write(self, sql: str, values: tuple[Any, ...]) -> None:
        try:
            self._db.execute(sql, values)
        except sqlite3.Error as error:
            raise StoreError(
                say("{path}: {reason}; free some space on the disk, then try again", path=self.path, reason=str(error))
            ) from None


def _fold(
    lines: list[dict[str, Any]], undone: list[dict[str, Any]], kind: str, line: int | None, value: dict[str, Any] | None
) -> None:
    if kind == "undo":
        undone.append(lines.pop())
    elif kind == "rewrite" and line is not None and value is not None:
        lines[line] = value
        undone.clear()
    elif value is not None:
        lines.append(value)
        if kind == "redo":
            undone.pop()
        else:
            undone.clear()


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"))
