"""The book: what the room keeps, in SQLite: who is paired, every result, what the director changed, who is director.

A row is on disk before anybody is told that it is kept (journal mode WAL, synchronous FULL, as the table's store). A
result is kept once, by its table and its id; of one game that with the highest number counts (`Book.take`).
"""

import sqlite3
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from companion.language.message import say
from companion.publishing.messages import TableResult
from companion.store.errors import StoreError, of_sqlite

_SCHEMA = (
    """
CREATE TABLE paired (id TEXT PRIMARY KEY, key TEXT NOT NULL, at TEXT NOT NULL, session INTEGER NOT NULL DEFAULT 0,
    name TEXT NOT NULL DEFAULT '');
CREATE TABLE result (
    kept INTEGER PRIMARY KEY AUTOINCREMENT, source TEXT NOT NULL, id TEXT NOT NULL, number INTEGER NOT NULL,
    at TEXT NOT NULL, evening INTEGER NOT NULL, game TEXT NOT NULL, value TEXT NOT NULL, UNIQUE (source, id));
CREATE INDEX result_of_game ON result(source, game, number);
CREATE TABLE struck (source TEXT NOT NULL, game TEXT NOT NULL, PRIMARY KEY (source, game));
CREATE TABLE change (number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL);
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
""",
    """
CREATE TABLE tournament_event (number INTEGER PRIMARY KEY AUTOINCREMENT, tournament INTEGER NOT NULL, at TEXT NOT NULL,
    who TEXT NOT NULL, value TEXT NOT NULL);
CREATE INDEX event_of_tournament ON tournament_event(tournament, number);
""",
    """
CREATE TABLE player (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, name TEXT NOT NULL, at TEXT NOT NULL);
""",
)  # one a version: what it adds
VERSION = len(_SCHEMA)


@dataclass(frozen=True, slots=True)
class Paired:
    """A paired table: its key, the highest session that was heard of it, what the director calls it, since when."""

    key: bytes
    session: int
    name: str
    at: str


@dataclass(frozen=True, slots=True)
class BookedGame:
    """A game as its table told last of it: at which evening, and whether the director struck it out."""

    source: str
    result: TableResult
    evening: int
    struck: bool


@dataclass(frozen=True, slots=True)
class Disclosed:
    """What somebody may know of the games: what was kept by this time (None: all), of evenings before this one (None:
    of all)."""

    by: str | None = None
    before: int | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What a director changed: when, who, and what in words' packed form (`companion.language.message.pack`)."""

    at: str
    who: str
    what: str


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """What happened in a tournament: when, who did it ("" for a table), and the event, as JSON."""

    at: str
    who: str
    value: str


class Book:
    """See the module. Any thread may use it."""

    def __init__(self, path: Path | str) -> None:
        self._path, self._lock = str(path), threading.RLock()
        try:
            self._db = sqlite3.connect(self._path, isolation_level=None, check_same_thread=False)
            if self._path != ":memory:":
                Path(path).chmod(0o600)  # it holds keys and the PIN
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            (version,) = self._db.execute("PRAGMA user_version").fetchone()
            if version > VERSION:
                self._db.close()
                raise StoreError(
                    say(
                        "{path} was written by a newer companion (version {version}; this one knows {known}): "
                        "update the companion, nothing was changed",
                        path=self._path,
                        version=version,
                        known=VERSION,
                    )
                )
            if version < VERSION:
                with self.together():
                    for statement in "".join(_SCHEMA[version:]).split(";"):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version = {VERSION}")
        except sqlite3.Error as error:
            raise of_sqlite(self._path, error) from None

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep all that is written inside, or nothing of it; on disk once this ends."""
        with self._lock:
            if self._db.in_transaction:
                yield
                return
            self._do("BEGIN IMMEDIATE")
            try:
                yield
                self._do("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    # ---- who is paired

    def pair(self, table: str, key: bytes, at: str) -> None:
        """Keep that a table is paired by this key; what was paired before is so no more."""
        self._do(
            "INSERT INTO paired (id, key, at) VALUES (?, ?, ?) "
            "ON CONFLICT (id) DO UPDATE SET key = excluded.key, at = excluded.at",
            table,
            key.hex(),
            at,
        )

    def unpair(self, table: str) -> None:
        """Forget a table's key; its results stay."""
        self._do("DELETE FROM paired WHERE id = ?", table)

    def paired(self) -> dict[str, Paired]:
        """Return who is paired."""
        rows = self._rows("SELECT id, key, session, name, at FROM paired")
        return {table: Paired(bytes.fromhex(key), *rest) for table, key, *rest in rows}

    def heard(self, sessions: Iterable[tuple[str, int]]) -> None:
        """Keep the highest session of each table."""
        with self.together():
            for table, session in sessions:
                self._do("UPDATE paired SET session = max(session, ?) WHERE id = ?", session, table)

    def call(self, table: str, name: str) -> None:
        """Keep what the director calls a table; "" for its own name."""
        self._do("UPDATE paired SET name = ? WHERE id = ?", name, table)

    # ---- results

    def take(self, source: str, results: Iterable[TableResult], at: str, evening: int) -> None:
        """Keep a table's results, each once; a game belongs to the evening in which it was heard of first, where 0 is
        none. One whose number another has was written after the table's store was restored from an older copy: it is
        the later one."""
        with self.together():
            for one in results:
                heard_of = "SELECT min(evening) FROM result WHERE source = ? AND game = ? AND evening > 0"
                first = self._rows(heard_of, source, one.game)
                belongs = evening if first[0][0] is None else first[0][0]
                value = msgspec.json.encode(one).decode()
                taken = "SELECT 1 FROM result WHERE source = ? AND number = ? AND id != ?"
                number = self.count(source)[1] + 1 if self._rows(taken, source, one.number, one.id) else one.number
                self._do(
                    "INSERT OR IGNORE INTO result (source, id, number, at, evening, game, value) "
                    "VALUES (?, ?, ?, ?, ?, ?, ?)",
                    *(source, one.id, number, at, belongs, one.game, value),
                )

    def has(self, source: str, ids: Iterable[str]) -> tuple[str, ...]:
        """Return which of these results of a table are kept, in their order."""
        return tuple(one for one in ids if self._rows("SELECT 1 FROM result WHERE source = ? AND id = ?", source, one))

    def count(self, source: str) -> tuple[int, int]:
        """Return how many results of a table are kept, and the highest number among them."""
        ((count, last),) = self._rows("SELECT count(*), coalesce(max(number), 0) FROM result WHERE source = ?", source)
        return int(count), int(last)

    def told_before(self, source: str, number: int, since: str) -> bool:
        """Whether a table told something before its result `number` that was kept since then, and counts for an
        evening: what it tells later is no older."""
        counts = "SELECT 1 FROM result WHERE source = ? AND number < ? AND at >= ? AND evening > 0 LIMIT 1"
        return bool(self._rows(counts, source, number, since))

    def games(self, evening: int | None = None, told: Disclosed | None = None) -> list[BookedGame]:
        """Return every game as its table told last of it, of one evening or of all, in the order in which they were
        first heard of; with `told` as who knows no more than that may know them."""
        found: dict[tuple[str, str], BookedGame] = {}
        newest: dict[tuple[str, str], int] = {}
        struck = {*self._rows("SELECT source, game FROM struck")}
        told = told or Disclosed()
        wanted = {"evening = ?": evening, "at <= ?": told.by, "evening < ?": told.before}
        given = {condition: value for condition, value in wanted.items() if value is not None}
        which = "".join(f" AND {condition}" for condition in given)
        for source, number, of, value in self._rows(
            f"SELECT source, number, evening, value FROM result WHERE true{which} ORDER BY kept", *given.values()
        ):
            result = msgspec.json.decode(value, type=TableResult)
            key = (source, result.game)
            if newest.get(key, -1) < number:
                newest[key] = number
                found[key] = BookedGame(source, result, of, key in struck)
        return [*found.values()]

    def last(self) -> int:
        """Return the number of the result that was kept last."""
        ((last,),) = self._rows("SELECT coalesce(max(kept), 0) FROM result")
        return int(last)

    def told_since(self, source: str, since: int) -> list[tuple[BookedGame, int, str]]:
        """Return the games of which a table told something after the result `since`: each as told last, with the number
        of the result by which it was first known to be over and when it was so by the table's clock, 0 and "" where
        that is not known."""
        first: dict[str, tuple[int, str]] = {}
        newest: dict[str, tuple[int, TableResult, int]] = {}
        for kept, number, evening, value in self._rows(
            "SELECT kept, number, evening, value FROM result WHERE source = ? AND game IN "
            "(SELECT game FROM result WHERE source = ? AND kept > ?) ORDER BY kept",
            *(source, source, since),
        ):
            result = msgspec.json.decode(value, type=TableResult)
            if result.over:
                first.setdefault(result.game, (kept, result.at))
            if result.game not in newest or newest[result.game][0] < number:
                newest[result.game] = number, result, evening
        struck = {*self._rows("SELECT source, game FROM struck WHERE source = ?", source)}
        return [
            (BookedGame(source, result, evening, (source, game) in struck), *first.get(game, (0, "")))
            for game, (_, result, evening) in newest.items()
        ]

    def state(self, told: Disclosed) -> tuple[object, ...]:
        """Return what is another where other games count: how many results were kept so far as somebody may know, and
        which games are struck."""
        ((count, struck),) = self._rows(
            "SELECT count(*), (SELECT group_concat(source || '/' || game) FROM struck) FROM result"
            " WHERE at <= coalesce(?, at)",
            told.by,
        )
        return count, struck, told.before

    def strike(self, source: str, game: str, *, struck: bool) -> None:
        """Keep that a game counts nothing, or counts again."""
        if struck:
            self._do("INSERT OR IGNORE INTO struck VALUES (?, ?)", source, game)
        else:
            self._do("DELETE FROM struck WHERE source = ? AND game = ?", source, game)

    # ---- tournaments

    def tournament(self) -> int:
        """Return the number of the tournament that began last, 0 where none did."""
        ((last,),) = self._rows("SELECT coalesce(max(tournament), 0) FROM tournament_event")
        return int(last)

    def add_event(self, tournament: int, line: TournamentLine) -> None:
        """Keep what happened in a tournament."""
        self._do(
            "INSERT INTO tournament_event (tournament, at, who, value) VALUES (?, ?, ?, ?)",
            *(tournament, line.at, line.who, line.value),
        )

    def events(self, tournament: int) -> list[TournamentLine]:
        """Return what happened in a tournament, in its order."""
        rows = self._rows(
            "SELECT at, who, value FROM tournament_event WHERE tournament = ? ORDER BY number", tournament
        )
        return [TournamentLine(*row) for row in rows]

    # ---- who plays

    def call_player(self, player: str, name: str, at: str) -> None:
        """Keep what somebody is called, from now on."""
        self._do("INSERT INTO player (id, name, at) VALUES (?, ?, ?)", player, name, at)

    def players(self) -> dict[str, tuple[str, ...]]:
        """Return everybody's names by id, what they are called now first."""
        found: dict[str, tuple[str, ...]] = {}
        for player, name in self._rows("SELECT id, name FROM player ORDER BY number"):
            found[player] = (name, *found.get(player, ()))
        return found

    # ---- what the director changed

    def note(self, at: str, who: str, what: str) -> None:
        """Keep what somebody changed."""
        self._do("INSERT INTO change (at, who, what) VALUES (?, ?, ?)", at, who, what)

    def changes(self, most: int = 100) -> list[Change]:
        """Return what was changed last, the newest first."""
        rows = self._rows("SELECT at, who, what FROM change ORDER BY number DESC LIMIT ?", most)
        return [Change(*row) for row in rows]

    def setting(self, name: str) -> str | None:
        """Return a kept setting."""
        rows = self._rows("SELECT value FROM setting WHERE name = ?", name)
        return str(rows[0][0]) if rows else None

    def set(self, name: str, value: str) -> None:
        """Keep a setting."""
        self._do("INSERT OR REPLACE INTO setting VALUES (?, ?)", name, value)

    def _do(self, sql: str, *values: object) -> None:
        try:
            with self._lock:
                self._db.execute(sql, values)
        except sqlite3.Error as error:
            raise of_sqlite(self._path, error) from None

    def _rows(self, sql: str, *values: object) -> list[tuple]:  # type: ignore[type-arg]
        try:
            with self._lock:
                return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise of_sqlite(self._path, error) from None
