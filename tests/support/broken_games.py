"""A file of games as a dying card leaves it: it opens, and can't be read."""

import sqlite3
from contextlib import closing
from pathlib import Path


def break_games(path: Path) -> None:
    """Overwrite the page at which the games begin; the file must be closed."""
    with closing(sqlite3.connect(path)) as raw:
        (size,) = raw.execute("PRAGMA page_size").fetchone()
        (page,) = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = 'game'").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
