"""Checksum: a digest of what is stored, kept beside it, so that damage is told from what was written.

The digest of a game's record is a chain: each row's is made of the one before it and the row, so that a row that
changed, vanished or was put in shows. Rows are spelt by `ascii`, the same in every release of Python.
"""

import hashlib
from collections.abc import Iterable


def chained(before: str, *row: object) -> str:
    """Return the digest of everything up to this row; `before` is that of what came earlier, "" at the beginning."""
    return hashlib.blake2b(f"{before}{row!a}".encode(), digest_size=16).hexdigest()


def of(*values: object) -> str:
    """Return the digest of these values."""
    return chained("", *values)


def record(header: tuple[object, ...], changes: Iterable[tuple[object, ...]]) -> str:
    """Return the digest of a game: `header` is (id, begun, header, seed), a change (at, kind, line, value)."""
    digest = of(*header)
    for change in changes:
        digest = chained(digest, *change)
    return digest


def of_kept(value: object) -> str:
    """Return the checksum of a photo, a reading or a look."""
    return hashlib.blake2b(value, digest_size=16).hexdigest() if isinstance(value, bytes) else of(value)
