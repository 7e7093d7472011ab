"""What went wrong in a file is said with what helps against it."""

import errno
import sqlite3

import pytest

from companion.store.errors import of_disk, of_sqlite


def error_of(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("code", "helps"),
    [
        (sqlite3.SQLITE_FULL, "free some space on the disk"),
        (sqlite3.SQLITE_IOERR_SHMSIZE, "free some space on the disk"),  # as a full disk says when a file is opened
        (sqlite3.SQLITE_IOERR_READ, "the card or disk fails"),
        (sqlite3.SQLITE_READONLY_DBMOVED, "let the companion write"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, "end what else is using it"),
        (sqlite3.SQLITE_CORRUPT_INDEX, "it restores what is damaged"),
    ],
)
def test_what_helps_is_said_of_each_kind_of_fault(code: int, helps: str) -> None:
    assert helps in str(of_sqlite("games.db", error_of(code)))


@pytest.mark.parametrize(
    ("number", "helps"),
    [
        (errno.ENOSPC, "free some space on the disk"),
        (errno.EACCES, "let the companion write"),  # somebody ran it once with sudo: its files are root's
        (errno.EROFS, "let the companion write"),
        (errno.EIO, "the card or disk fails"),
    ],
)
def test_what_helps_is_said_of_a_file_beside_the_store(number: int, helps: str) -> None:
    assert helps in str(of_disk("games.db", OSError(number, "it can't be written")))
