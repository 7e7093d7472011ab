"""A sealed file: SQLite with a checksum beside what is kept; what reads otherwise than it was written is known so."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

from companion.store.errors import of_sqlite
from vision import durable


class SealedFile:
    """The open file. Any thread may use it: what one keeps `together` the others wait for. With `to_read` nothing is
    changed; `how` is then a part of SQLite's address of the file. Each call raises a StoreError of what SQLite said."""

    def __init__(self, path: Path | str, *, to_read: bool = False, how: str = "mode=ro") -> None:
        self.path = str(path)
        self._lock = threading.RLock()
        try:
            if to_read:
                address = f"{Path(path).absolute().as_uri()}?{how}"
                self._db = sqlite3.connect(address, isolation_level=None, check_same_thread=False, uri=True)
            else:
                _own(self.path)
                self._db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise of_sqlite(self.path, error) from None
        self._opened = _identity(self.path)

    def is_there(self) -> bool:
        """Whether the file that is open lies there still; what is kept in one that was removed, or that another took
        the place of, nobody finds again. May wait for a disk that does not answer."""
        return _identity(self.path) == self._opened

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Keep all that is written inside, or nothing of it."""
        with self._lock:
            self._write("BEGIN IMMEDIATE", ())
            try:
                yield
                self._write("COMMIT", ())
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """Keep what is written inside together, in what is being kept together already."""
        with self._lock, nullcontext() if self._db.in_transaction else self.together():
            yield

    @contextmanager
    def _one_moment(self) -> Iterator[None]:
        """Read what stands at one moment, whatever another program or thread keeps meanwhile."""
        with self._lock:
            if self._db.in_transaction:
                yield
                return
            self._write("BEGIN", ())
            try:
                yield
            finally:
                if self._db.in_transaction:  # a file that can't be read has ended it by itself
                    self._db.execute("ROLLBACK")

    def look_through(self) -> None:
        """Raise a DamagedError where SQLite finds the file's own structure damaged."""
        found = self._rows("PRAGMA integrity_check(1)")
        if found != [("ok",)]:
            raise of_sqlite(self.path, sqlite3.DatabaseError(str(found[0][0])))

    def readable(self, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
        """Yield what can be read of a table, of a damaged one from both of its ends to the first damage."""
        self._db.text_factory = lambda raw: raw.decode("utf-8", "replace")
        seen: set[int] = set()
        for order in ("ASC", "DESC"):
            try:
                for number, *row in self._db.execute(
                    f"SELECT rowid, {columns} FROM {table} NOT INDEXED ORDER BY rowid {order}"
                ):
                    if number not in seen:
                        seen.add(number)
                        yield tuple(row)
                return
            except (sqlite3.Error, UnicodeDecodeError):
                continue

    # ---- checksums

    def _seal(self, kind: str, game: str, digest: str, line: int = 0, seat: str = "") -> None:
        self._write("INSERT OR REPLACE INTO checksum VALUES (?, ?, ?, ?, ?)", (kind, game, line, seat, digest))

    def _sealed(self, kind: str, game: str, line: int = 0, seat: str = "") -> str | None:
        row = self._row(
            "SELECT digest FROM checksum WHERE kind = ? AND game = ? AND line = ? AND seat = ?",
            (kind, game, line, seat),
        )
        return None if row is None else str(row[0])

    # ---- SQL

    def _row(self, sql: str, values: tuple[Any, ...]) -> Any:
        return next(iter(self._rows(sql, values)), None)

    def _rows(self, sql: str, values: tuple[Any, ...] = ()) -> list[Any]:
        try:
            with self._lock:
                return self._db.execute(sql, values).fetchall()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise of_sqlite(self.path, error) from None

    def _write(self, sql: str, values: tuple[Any, ...]) -> None:
        try:
            with self._lock:
                self._db.execute(sql, values)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise of_sqlite(self.path, error) from None


def _identity(path: str) -> tuple[int, int] | None:
    """Return what tells a file from another of its name; None where none has it, as in memory."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _own(path: str) -> None:
    """Make the file one that only its owner reads, for it holds spent cards and the PIN; so are those that SQLite makes
    beside it. A file system that knows no such rights has others' protection."""
    if path == ":memory:":
        return
    with suppress(OSError):
        if not Path(path).exists():  # one that is open must not be closed beside SQLite: its locks would go
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
            durable.hand_over(Path(path))
        for file in (path, f"{path}-wal", f"{path}-shm"):
            if Path(file).exists():
                Path(file).chmod(0o600)
