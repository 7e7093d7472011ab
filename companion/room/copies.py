"""Copies of the room's file beside it, at most seven, numbered; where the file is damaged or gone the newest whole one
takes its place. What tables told since is offered again, for the room then confirms fewer results than they have."""

import re
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.language.message import Message, say
from companion.store.errors import DamagedError, StoreError, of_sqlite
from vision import durable

EVERY_S = 3600.0
MOST = 7
SHARE = 10  # of the free room, as a divisor: all copies together take less
MOST_ASIDE = 2  # damaged files as they were found
_NAME = re.compile(r"room-([0-9]{6})\.db")
_ASIDE = re.compile(r"room-([0-9]+)\.db")
_ENDS = ("", "-wal", "-shm")
_SAID = (
    "SELECT (SELECT max(kept) FROM result), (SELECT max(number) FROM change), (SELECT count(*) FROM paired), "
    "(SELECT max(number) FROM tournament_event), (SELECT max(number) FROM player)"
)


def restore(path: Path) -> Message | None:
    """Put the newest whole copy in the place of the room's file where that is damaged, empty or gone, and return what
    was done; None where all is well. Raises a StoreError where no copy is whole, or the OSError of what could not be
    done."""
    found = [copy for copy in _copies(path) if _holds(copy)]
    trouble = _trouble(path) if _holds(path) else None
    if trouble is None and (_holds(path) or not found):
        return None
    whole = next((copy for copy in reversed(found) if _trouble(copy) is None), None)
    if whole is None:
        if trouble is None:
            return None
        told = say(
            "{path}: {reason}; name another file for the games, or set this one aside", path=str(path), reason=trouble
        )
        raise StoreError(told)
    draft = path.with_name(f"{path.name}.part")
    _new(draft)
    shutil.copyfile(whole, draft)
    aside = path.parent / "damaged"
    _set_aside(path, aside)
    durable.place(draft, path)
    return say(
        "The room's file was damaged: it stands as in the copy {copy}; tables tell their results again, "
        "look through what directors changed since. As it was found it lies in {folder}",
        copy=whole.name,
        folder=str(aside),
    )


def keep(path: Path) -> Path | None:
    """Keep a copy of the room's file, as it is at one moment; None where the last one says the same, or it would take
    too much room. Raises the OSError of what could not be done."""
    found = _copies(path)
    folder = path.parent / "copies"
    draft = folder / "room.db.part"
    try:
        with closing(_open(path)) as db:
            if found and _said(db) == _newest(found[-1]):
                return None
            durable.folder(folder)
            if path.stat().st_size * MOST > shutil.disk_usage(folder).free // SHARE:
                return None
            _new(draft)
            db.execute("VACUUM INTO ?", (str(draft),))
        number = int(_NAME.fullmatch(found[-1].name)[1]) + 1 if found else 1  # type: ignore[index]
        target = folder / f"room-{number:06}.db"
        durable.place(draft, target)
    except sqlite3.Error as error:
        raise of_sqlite(str(path), error) from None
    finally:
        draft.unlink(missing_ok=True)
    for old in found[: 1 - MOST]:
        durable.remove(old)
    return target


def _set_aside(path: Path, folder: Path) -> None:
    """Move what stands in the copy's way into the folder, under the next number; of those there the last two stay."""
    durable.folder(folder)
    numbers = sorted(int(found[1]) for file in folder.iterdir() if (found := _ASIDE.fullmatch(file.name)))
    number = numbers[-1] + 1 if numbers else 1
    for end in _ENDS:
        file = path.with_name(path.name + end)
        if file.exists():
            durable.move(file, folder / f"room-{number}.db{end}")
    for old in numbers[: 1 - MOST_ASIDE]:
        for end in _ENDS:
            durable.remove(folder / f"room-{old}.db{end}")


def _copies(path: Path) -> list[Path]:
    """Return the copies, the newest last."""
    return sorted(file for file in (path.parent / "copies").glob("room-*.db") if _NAME.fullmatch(file.name))


def _new(draft: Path) -> None:
    """Make an empty file that others can't read, for it is to hold keys and the PIN."""
    draft.unlink(missing_ok=True)
    draft.touch(0o600)


def _holds(path: Path) -> bool:
    """Whether there is anything in a file; SQLite takes an empty one for a whole, new database."""
    return path.exists() and path.stat().st_size > 0


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)


def _said(db: sqlite3.Connection) -> tuple[object, ...]:
    return tuple(db.execute(_SAID).fetchone())


def _newest(copy: Path) -> tuple[object, ...]:
    with suppress(sqlite3.Error), closing(_open(copy)) as db:
        return _said(db)
    return ()


def _trouble(path: Path) -> str | None:
    """Return what is wrong with a file; None where it is whole, or nobody can tell just now."""
    try:
        with closing(_open(path)) as db:
            ((told, *_), *_) = db.execute("PRAGMA quick_check").fetchall()
            return None if told == "ok" else str(told)
    except sqlite3.Error as error:
        return str(error) if isinstance(of_sqlite(str(path), error), DamagedError) else None
