"""SQLite: every game's lines, and what was undone, redone or corrected, as rows; nothing is ever deleted but by wish.

A row is on disk before `play` returns: journal mode WAL with synchronous FULL survives a power cut up to the last
acknowledged row (https://www.sqlite.org/pragma.html#pragma_synchronous). Beside the rows stand their checksums, and
beside the file each game's record and copies of the whole: a game that reads otherwise than it was written is refused,
and restored at the next start (`companion.store.mending`).
"""

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from companion.language.message import say
from companion.store import checksum, schema
from companion.store.beside import Beside
from companion.store.errors import DamagedError, StoreError, damaged, of_sqlite, unknown
from companion.store.outbox import Outbox
from companion.store.rows import GameRows, Stored, text

_ANSWERS = 1000  # requests whose answers are kept
_NOW = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
_BEGUN = f"""
CASE WHEN begun <= {_NOW} THEN begun ELSE (
    SELECT coalesce(max(before.begun), '') FROM game AS before
    WHERE before.rowid < game.rowid AND before.begun <= {_NOW}
) END
"""  # of one that is dated ahead, by a clock that went wrong: when the last one before it was begun
_NEWEST_FIRST = f"ORDER BY {_BEGUN} DESC, rowid DESC"


class Store(Outbox):
    """The one place where games are kept. With `to_read` nothing is changed, not even an older schema; with `alone` it
    is a draft of one file: no records and copies lie beside it, and no log."""

    def __init__(self, path: Path | str, *, to_read: bool = False, how: str = "mode=ro", alone: bool = False) -> None:
        super().__init__(path, to_read=to_read, how=how)
        self._journal = "MEMORY" if alone else "WAL"
        self._beside = Beside(None if to_read or alone or self.path == ":memory:" else Path(path))
        try:
            self._prepare(to_read=to_read)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise of_sqlite(self.path, error) from None

    def _prepare(self, *, to_read: bool) -> None:
        """Make the file what this version wants; one that can't be used is closed and left as it is."""
        with ExitStack() as refused:
            refused.callback(self._db.close)
            self._db.execute("PRAGMA foreign_keys = ON")
            if not to_read:
                self._db.execute(f"PRAGMA journal_mode = {self._journal}")
                self._db.execute("PRAGMA synchronous = FULL")
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            self.mislabelled = version != schema.VERSION and self._is_sealed_as_this_version()
            if self.mislabelled and not to_read:
                raise of_sqlite(self.path, sqlite3.DatabaseError("the version that it names is another than it was"))
            self.version = schema.VERSION if self.mislabelled else version
            if self.version > schema.VERSION:
                raise StoreError(
                    say(
                        "{path} was written by a newer companion (version {version}; this one knows {known}): "
                        "update the companion, nothing was changed",
                        path=self.path,
                        version=version,
                        known=schema.VERSION,
                    )
                )
            if version < schema.VERSION and not to_read:
                with self.together():
                    self._migrate()
            refused.pop_all()

    def _migrate(self) -> None:
        """Make an older schema this one; another process may have done it meanwhile."""
        (self.version,) = self._db.execute("PRAGMA user_version").fetchone()
        for statement in schema.since(self.version):
            self._db.execute(statement)
        if self.version < 4:
            self._seal_all()
        self._seal("version", "", checksum.of(schema.VERSION))
        self._db.execute(f"PRAGMA user_version = {schema.VERSION}")
        self.version = schema.VERSION

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep all that is written inside, or nothing of it; then what lies beside the file."""
        with self._lock:
            try:
                with super().together():
                    yield
            except BaseException:
                self._beside.clear()
                raise
            self._keep_beside()

    def _keep_beside(self) -> None:
        self._beside.keep(lambda game: self._sealed("game", game) or "", lambda game: self.game(game).record)

    def begin(self, game: str, at: str, header: Mapping[str, Any], seed: str) -> None:
        """Keep a new game's header."""
        self.put(GameRows((game, at, text(header), seed), (0, None), ()))

    def put(self, rows: GameRows) -> None:
        """Keep a whole game, row by row as it was; a change keeps its number where no other has it."""
        game = rows.head[0]
        with self._whole():
            self._write(
                "INSERT INTO game (id, begun, header, seed, over, final) VALUES (?, ?, ?, ?, ?, ?)",
                (*rows.head, *rows.standing),
            )
            for number, *change in rows.changes:
                taken = self._row("SELECT 1 FROM change WHERE number = ?", (number,)) is not None
                self._write(
                    "INSERT INTO change (number, game, at, kind, line, value) VALUES (?, ?, ?, ?, ?, ?)",
                    (None if taken else number, game, *change),
                )
            self._seal("game", game, rows.digest)
            self._seal("standing", game, checksum.of(*rows.standing))
            self._beside.rewritten(game)

    def play(self, game: str, at: str, value: Mapping[str, Any], *, redo: bool = False) -> None:
        """Keep one more line."""
        with self._whole():
            self._change(game, at, "redo" if redo else "play", None, value)

    def undo(self, game: str, at: str) -> None:
        """Keep that the last line was taken back."""
        with self._whole():
            self._change(game, at, "undo", None, None)

    def rewrite(self, game: str, at: str, line: int, value: Mapping[str, Any]) -> None:
        """Keep that event `line` (1 is the first, 0 the header) now reads `value`; what it said before stays in its
        earlier row."""
        with self._whole():
            self._change(game, at, "rewrite", line, value)

    def finish(self, game: str, over: bool, final: Mapping[str, Any]) -> None:
        """Keep how the game stands, for the history's list."""
        standing = (int(over), text(final))
        with self._whole():
            self._write("UPDATE game SET over = ?, final = ? WHERE id = ?", (*standing, game))
            self._seal("standing", game, checksum.of(*standing))

    def photo(self, game: str, line: int, seat: str, jpeg: bytes) -> None:
        """Keep the photo that a seat's reading in event `line` was made from."""
        self._witness("photo", game, line, seat, jpeg)

    def photo_of(self, game: str, line: int, seat: str) -> bytes | None:
        """Return that photo, or None; a damaged one is none."""
        found = self._witnessed("photo", game, line, seat)
        return None if found is None else bytes(found)

    def readings(self, game: str, line: int, seat: str, cells: Sequence[Mapping[str, Any]]) -> None:
        """Keep what the camera said of each cell of a seat in event `line`: {"label", "sure", "ranking"}."""
        cells_text = json.dumps(list(cells), ensure_ascii=True, separators=(",", ":"))
        self._witness("reading", game, line, seat, cells_text)

    def readings_of(self, game: str, line: int, seat: str) -> list[dict[str, Any]]:
        """Return that; nothing where people entered it, or it was scored before readings were kept."""
        found = self._witnessed("reading", game, line, seat)
        return [] if found is None else json.loads(found)

    def readings_of_game(self, game: str) -> dict[int, dict[str, list[dict[str, Any]]]]:
        """Return what the camera said of each cell in a game, by event and seat."""
        with self._one_moment():
            found: dict[int, dict[str, list[dict[str, Any]]]] = {}
            for line, seat in self._rows("SELECT line, seat FROM reading WHERE game = ? ORDER BY line, rowid", (game,)):
                found.setdefault(line, {})[seat] = self.readings_of(game, line, seat)
            return found

    def look(self, game: str, line: int, value: Mapping[str, Any]) -> None:
        """Keep the look that made event `line`, whatever the session says of it."""
        self._witness("look", game, line, "", text(value))

    def looks(self, game: str) -> dict[int, dict[str, Any]]:
        """Return the looks of a game by the event that each made."""
        with self._one_moment():
            rows = self._rows("SELECT line, value FROM look WHERE game = ? ORDER BY line", (game,))
            return {line: json.loads(value) for line, value in rows if self._is_whole("look", game, line, "", value)}

    def unsee(self, game: str, line: int) -> None:
        """Forget what was seen when event `line` and those after it were played: they are played anew."""
        with self._whole():
            for table in ("photo", "reading", "look"):
                self._write(f"DELETE FROM {table} WHERE game = ? AND line >= ?", (game, line))
                self._write("DELETE FROM checksum WHERE kind = ? AND game = ? AND line >= ?", (table, game, line))

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, newest first."""
        return tuple(row[0] for row in self._rows(f"SELECT id FROM game {_NEWEST_FIRST}"))

    def running(self) -> tuple[str, ...]:
        """Return the ids of the games that are not over, newest first."""
        return tuple(row[0] for row in self._rows(f"SELECT id FROM game WHERE over = 0 {_NEWEST_FIRST}"))

    def begun_with(self, header: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the ids of the games that have this header."""
        return tuple(row[0] for row in self._rows("SELECT id FROM game WHERE header = ?", (text(header),)))

    def sealed(self) -> tuple[str, ...]:
        """Return the ids of the games that have a checksum: all that were stored and not deleted."""
        if self.version < 4:
            return ()
        return tuple(row[0] for row in self._rows("SELECT game FROM checksum WHERE kind = 'game'"))

    def digests(self) -> dict[str, str]:
        """Return the checksum of each game with how it stands: what has the same reads the same."""
        found: dict[str, str] = {}
        if self.version >= 4:
            for game, digest in self._rows(
                "SELECT game, digest FROM checksum WHERE kind IN ('game', 'standing') ORDER BY game, kind"
            ):
                found[game] = found.get(game, "") + digest
        return found

    def game(self, game: str) -> Stored:
        """Return a stored game by folding its changes; raise a StoreError for an unknown id, and a DamagedError where
        it reads otherwise than it was written."""
        return self.rows(game).stored()

    def rows(self, game: str) -> GameRows:
        """Return a stored game as it lies there; raises as `game` does."""
        with self._one_moment():
            head = self._row("SELECT id, begun, header, seed, over, final FROM game WHERE id = ?", (game,))
            if head is None:
                raise unknown(game)
            changes = self._rows(
                "SELECT number, at, kind, line, value FROM change WHERE game = ? ORDER BY number", (game,)
            )
            rows = GameRows(head[:4], head[4:], tuple(changes))
            if self.version >= 4 and (
                self._sealed("game", game) != rows.digest
                or self._sealed("standing", game) != checksum.of(*rows.standing)
            ):
                raise damaged(game)
            return rows

    def delete(self, game: str) -> None:
        """Delete a game with its photos, its record and in every copy, because somebody wished it; raise a StoreError
        for an unknown id, which names no file either."""
        if self._row("SELECT 1 FROM game WHERE id = ?", (game,)) is None:
            raise unknown(game)
        self._beside.forget(game)  # first: a power cut in between leaves the game, not a copy of it
        with self._whole():
            self._write("DELETE FROM game WHERE id = ?", (game,))
            self._write("DELETE FROM checksum WHERE game = ? AND kind != 'setting'", (game,))
            self._beside.deleted(game)

    def setting(self, name: str) -> str | None:
        """Return a kept setting; a damaged one is none."""
        with self._one_moment():
            row = self._row("SELECT value FROM setting WHERE name = ?", (name,))
            if row is None or (self.version >= 4 and self._sealed("setting", name) != checksum.of(name, row[0])):
                return None
            return str(row[0])

    def settings(self) -> tuple[str, ...]:
        """Return the names of all settings."""
        return tuple(row[0] for row in self._rows("SELECT name FROM setting ORDER BY name"))

    def set(self, name: str, value: str) -> None:
        """Keep a setting."""
        with self._whole():
            self._write("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))
            self._seal("setting", name, checksum.of(name, value))

    def unset(self, name: str) -> None:
        """Forget a setting."""
        with self._whole():
            self._write("DELETE FROM setting WHERE name = ?", (name,))
            self._write("DELETE FROM checksum WHERE kind = 'setting' AND game = ?", (name,))

    def answer(self, request: str, reply: str) -> None:
        """Keep what became of a request, whatever the session says of it; of the last ones only."""
        with self._whole():
            self._write("INSERT INTO answer (request, reply) VALUES (?, ?)", (request, reply))
            self._write("DELETE FROM answer WHERE number <= (SELECT max(number) FROM answer) - ?", (_ANSWERS,))

    def answers(self) -> list[tuple[str, str]]:
        """Return those requests and replies, the oldest first; of a damaged table none."""
        try:
            return [
                (str(name), str(reply))
                for name, reply in self._rows("SELECT request, reply FROM answer ORDER BY number")
            ]
        except DamagedError:
            return []

    def _change(self, game: str, at: str, kind: str, line: int | None, value: Mapping[str, Any] | None) -> None:
        row = (at, kind, line, None if value is None else text(value))
        self._write("INSERT INTO change (game, at, kind, line, value) VALUES (?, ?, ?, ?, ?)", (game, *row))
        before = self._sealed("game", game)
        if before is not None:
            self._seal("game", game, checksum.chained(before, *row))
        self._beside.changed(game, kind, line, value)

    # ---- what is kept with an event

    def _witness(self, kind: str, game: str, line: int, seat: str, value: bytes | str) -> None:
        key = (game, line) if kind == "look" else (game, line, seat)
        gaps = ", ".join("?" for _ in (*key, value))
        with self._whole():
            self._write(f"INSERT OR REPLACE INTO {kind} VALUES ({gaps})", (*key, value))
            self._seal(kind, game, checksum.of_kept(value), line, seat)

    def _witnessed(self, kind: str, game: str, line: int, seat: str) -> Any:
        """Return what is kept, or None: what can't be read or is damaged is gone, and the game goes on without it."""
        with self._one_moment():
            column = {"photo": "jpeg", "reading": "cells"}[kind]
            try:
                row = self._row(
                    f"SELECT {column} FROM {kind} WHERE game = ? AND line = ? AND seat = ?", (game, line, seat)
                )
            except (DamagedError, OverflowError):  # no line has a number that SQLite can't hold
                return None
            return row[0] if row is not None and self._is_whole(kind, game, line, seat, row[0]) else None

    def _is_whole(self, kind: str, game: str, line: int, seat: str, value: object) -> bool:
        return self.version < 4 or self._sealed(kind, game, line, seat) == checksum.of_kept(value)

    def _is_sealed_as_this_version(self) -> bool:
        try:
            return self._sealed("version", "") == checksum.of(schema.VERSION)
        except StoreError:
            return False

    def _seal_all(self) -> None:
        """Take down the checksums of what an older release has stored, as it reads now."""
        self._seal("store", "", uuid4().hex)  # tells its log from another file's
        for game in self.games():
            with suppress(DamagedError):
                rows = self.rows(game)
                record = rows.stored().record
                self._seal("game", game, rows.digest)
                self._seal("standing", game, checksum.of(*rows.standing))
                self._beside.of_older(game, record)
        for kind, columns in (("photo", "seat, jpeg"), ("reading", "seat, cells"), ("look", "'', value")):
            for game, line, seat, value in self._db.execute(f"SELECT game, line, {columns} FROM {kind}"):
                self._seal(kind, game, checksum.of_kept(value), line, seat)
        for name, value in self._rows("SELECT name, value FROM setting"):
            self._seal("setting", name, checksum.of(name, value))

    # ---- for whoever checks and mends

    @property
    def name(self) -> str:
        """What tells this store from another; "" where that can't be read, or it is of an older release."""
        try:
            return self._sealed("store", "") or ""
        except StoreError:
            return ""

    def take_witness(self, kind: str, game: str, line: int, seat: str, value: bytes | str) -> None:
        """Keep a photo, a reading or a look as it was, unless there is one."""
        key = (game, line) if kind == "look" else (game, line, seat)
        named = " AND ".join(f"{column} = ?" for column in ("game", "line", "seat")[: len(key)])
        if self._row(f"SELECT 1 FROM {kind} WHERE {named}", key) is None:
            self._witness(kind, game, line, seat, value)
