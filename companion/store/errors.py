"""Errors of the store: what can't be kept or read, and what helps against it."""

import errno
import sqlite3
from pathlib import Path

from companion.language.message import Message, say

_NOT_ALLOWED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH)
_IN_USE = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_FULL = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_SHMSIZE)  # the latter: no room for the log's index, of 32 kB
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)  # the last: a table is not there


class StoreError(OSError):
    """The store can't be used or can't keep a line; the message says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class DamagedError(StoreError):
    """What is stored reads otherwise than it was written."""


class StoredAlreadyError(StoreError):
    """A record is the one of a game that is stored: `game` is its id."""

    def __init__(self, game: str) -> None:
        super().__init__(say("this game is stored already, as {id}", id=game))
        self.game = game


def unknown(game: str) -> StoreError:
    """Return the error of a game that nobody has stored."""
    return StoreError(say("no stored game has the id {id}", id=game))


def damaged(game: str) -> DamagedError:
    """Return the error of a game that reads otherwise than it was written."""
    return DamagedError(
        say("the stored game {id} is damaged: start the companion again, it restores what is damaged", id=game)
    )


def of_disk(path: Path | str, error: OSError) -> StoreError:
    """Return the error of a file or folder that could not be written or read, with what helps against it."""
    known = {"path": str(path), "reason": str(error)}
    if error.errno in _FORBIDDEN:
        return StoreError(_let_write(**known))
    if error.errno == errno.EIO:
        return StoreError(_save_it(**known))
    return StoreError(_make_room(**known))


def of_sqlite(path: str, error: Exception) -> StoreError:
    """Return what went wrong in a file, with what helps against it."""
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)  # without it a text can't be decoded
    code = extended & 0xFF
    known = {"path": path, "reason": str(error)}
    if extended in _FULL:
        return StoreError(_make_room(**known))
    if code in _NOT_ALLOWED:
        return StoreError(_let_write(**known))
    if code in _IN_USE:
        return StoreError(say("{path}: {reason}; end what else is using it, then try again", **known))
    if code == sqlite3.SQLITE_IOERR:
        return StoreError(_save_it(**known))
    if code in _DAMAGED:
        return DamagedError(say("{path}: {reason}; start the companion again, it restores what is damaged", **known))
    return StoreError(say("{path}: {reason}; name another file for the games, or set this one aside", **known))


def _make_room(path: str, reason: str) -> Message:
    return say("{path}: {reason}; free some space on the disk, then try again", path=path, reason=reason)


def _let_write(path: str, reason: str) -> Message:
    return say(
        "{path}: {reason}; let the companion write to this file and its folder, or name another",
        path=path,
        reason=reason,
    )


def _save_it(path: str, reason: str) -> Message:
    return say(
        "{path}: {reason}; the card or disk fails: copy this folder to another while it can be read",
        path=path,
        reason=reason,
    )
