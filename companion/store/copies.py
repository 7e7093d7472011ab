"""Copies of the store beside it, made of what was found whole: at most seven, numbered, the oldest goes first.

A copy holds everything but the photos, which are large and decide nothing. Copies are counted and not dated, for a Pi
has no clock; together they take less than a tenth of the room that is free. What somebody deletes is deleted in them.
"""

import os
import re
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

from companion.store.errors import of_sqlite
from vision import durable

MOST = 7
SHARE = 10  # of the free room, as a divisor
_NAME = re.compile(r"games-([0-9]{6})\.db")
_COPIED = {
    "game": "1",
    "change": "1",
    "reading": "1",
    "look": "1",
    "outbox": "1",
    "setting": "1",
    "checksum": "kind != 'photo'",
}
_LOCK = threading.Lock()


class Copies:
    """The copies in `folder`. Each call raises the OSError of what could not be done."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def files(self) -> tuple[Path, ...]:
        """Return the copies, newest first."""
        return tuple(sorted((p for p in self._folder.glob("games-*.db") if _NAME.fullmatch(p.name)), reverse=True))

    def keep(self, store: Path) -> Path | None:
        """Keep a copy of a store that was found whole; None where the last one says the same, or it would take too much
        room."""
        files = self.files()
        if files and _said(files[0]) == _said(store):
            return None
        durable.folder(self._folder)
        draft = self._folder / "games.db.part"
        free = shutil.disk_usage(self._folder).free
        if files and files[0].stat().st_size > free // SHARE:
            return None
        try:
            _copied(store, draft)
            with _LOCK:
                return self._placed(store, draft, files, free)
        except sqlite3.Error as error:
            raise of_sqlite(str(draft), error) from None
        finally:
            draft.unlink(missing_ok=True)

    def _placed(self, store: Path, draft: Path, files: tuple[Path, ...], free: int) -> Path | None:
        """Give a finished copy its name, and make room for it; what was deleted meanwhile is not in it."""
        for game in _games(draft) - _games(store):
            _forget(draft, game)
        room = free // SHARE - draft.stat().st_size
        if room <= 0:
            return None
        kept = 0
        for old in files:
            room -= old.stat().st_size
            kept += room > 0 and kept < MOST - 1
        for old in files[kept:]:
            durable.remove(old)
        last = _NAME.fullmatch(files[0].name) if files else None
        number = int(last[1]) + 1 if last else 1
        target = self._folder / f"games-{number:06}.db"
        durable.place(draft, target)
        return target

    def forget(self, game: str) -> None:
        """Delete a game in every copy; one that can't be read is deleted whole."""
        with _LOCK:
            for file in self.files():
                try:
                    _forget(file, game)
                except sqlite3.Error:
                    durable.remove(file)


def _said(store: Path) -> frozenset[tuple[str, ...]]:
    """Return what tells two stores apart: the checksums of their games."""
    try:
        with closing(_open(store)) as db:
            return frozenset(db.execute("SELECT game, digest FROM checksum WHERE kind IN ('game', 'standing')"))
    except sqlite3.Error:
        return frozenset()


def _games(store: Path) -> frozenset[str]:
    with closing(_open(store)) as db:
        return frozenset(row[0] for row in db.execute("SELECT id FROM game"))


def _open(store: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{store.absolute().as_uri()}?mode=ro", uri=True)


def _copied(store: Path, draft: Path) -> None:
    """Copy the tables into a new file, as they are at one moment."""
    draft.unlink(missing_ok=True)
    os.close(os.open(draft, os.O_CREAT | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(draft, isolation_level=None, uri=True)) as db:
        db.execute("PRAGMA synchronous = OFF")
        db.execute("ATTACH ? AS kept", (f"{store.absolute().as_uri()}?mode=ro",))
        db.execute("BEGIN")
        schema = db.execute("SELECT sql FROM kept.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
        for (sql,) in schema.fetchall():
            db.execute(sql)
        for table, which in _COPIED.items():
            db.execute(f"INSERT INTO main.{table} SELECT * FROM kept.{table} WHERE {which} ORDER BY rowid")
        (version,) = db.execute("PRAGMA kept.user_version").fetchone()
        db.execute(f"PRAGMA main.user_version = {version}")
        db.execute("COMMIT")


def _forget(file: Path, game: str) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = ON")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("BEGIN IMMEDIATE")
        db.execute("DELETE FROM game WHERE id = ?", (game,))
        db.execute("DELETE FROM checksum WHERE game = ? AND kind != 'setting'", (game,))
        for table, column in (("setting", "name"), ("checksum", "game")):  # what is kept of it by its name
            db.execute(f"DELETE FROM {table} WHERE {column} LIKE ?", (f"% {game}",))
        db.execute("COMMIT")
