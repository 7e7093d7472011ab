"""Pairing: a code that the room shows once makes the key that a table and the room sign with; no message carries it."""

import hashlib
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
LENGTH = 12  # 31 ** 12 is 59 bits; the costly derivation below makes each guess at a heard signature slow, too
GROUP = 4


def new_code() -> str:
    """Return a fresh code, in groups as people read it."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def plain(code: str) -> str:
    """Return a code as it was meant, however it was typed; "" for what is none."""
    letters = "".join(one for one in code.lower() if one.isalnum())
    return letters if len(letters) == LENGTH and all(one in LETTERS for one in letters) else ""


def key_of(code: str, table: str) -> bytes:
    """Return the key of a table that was paired by a code (scrypt, RFC 7914, 16 MiB); the same on both sides."""
    return hashlib.scrypt(plain(code).encode(), salt=f"table-companion/{table}".encode(), n=2**14, r=8, p=1, dklen=32)
