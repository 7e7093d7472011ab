"""Pairing: a code that the room shows once makes the key that a table and the room sign with; no message carries it."""

import hashlib
import hmac
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that is taken for another
LENGTH = 12  # 31 ** 12 is 59 bits; the costly derivation below makes each guess at a heard signature slow, too
GROUP = 4
COST = 2**14  # scrypt's N: some 50 ms of a processor and 16 MiB for each guess


def new_code() -> str:
    """Return a fresh code, in groups as people read it."""
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def plain(code: str) -> str:
    """Return a code as it was meant, however it was typed; "" for what is none."""
    letters = "".join(one for one in code.lower() if one.isalnum())
    return letters if len(letters) == LENGTH and all(one in LETTERS for one in letters) else ""


def secret_of(code: str) -> bytes:
    """Return what makes a code's keys (scrypt, RFC 7914, 16 MiB): costly, so that a code is not found by guessing."""
    return hashlib.scrypt(plain(code).encode(), salt=b"table-companion", n=COST, r=8, p=1, dklen=32)


def table_key(secret: bytes, table: str) -> bytes:
    """Return a table's key by a code's secret: cheap, so that a room that hears many tables tries a code on each."""
    return hmac.new(secret, table.encode(), hashlib.sha256).digest()


def key_of(code: str, table: str) -> bytes:
    """Return the key of a table that was paired by a code; the same on both sides."""
    return table_key(secret_of(code), table)
