"""The terminal, which may read no further, as `| head`: what is left to say is then said to nobody; and what more than
one command says there."""

import errno
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def read_or_not() -> Iterator[None]:
    """Say something that nobody may read: a closed pipe ends what is said here without a word, and nothing else."""
    failed: Exception | None = None
    try:
        try:
            yield
        except BrokenPipeError:
            raise
        except Exception as error:
            failed = error
            raise
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except BrokenPipeError:
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if failed is not None:
            raise failed from None


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What a file says that takes no more."""


def flush() -> None:
    """Print what waits to be printed; raise an OSError where that can't be. A closed pipe is left to `read_or_not`."""
    if sys.stdout is not None:
        with suppress(BrokenPipeError):
            sys.stdout.flush()


def print_nothing_more() -> None:
    """Drop what waits to be printed, and what is still printed."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def escaped(text: str) -> str:
    """Return a text in which what steers a terminal or ends a line (a control character in a name) is written out."""
    return "".join(
        sign.encode("unicode_escape").decode() if unicodedata.category(sign) in ("Cc", "Zl", "Zp") else sign
        for sign in text
    )


def not_served(error: OSError, host: str, port: int) -> str:
    """Return in words why the page is not served at this host and port."""
    if error.errno == errno.EADDRNOTAVAIL:
        return f'host "{host}": this is no address of this machine; name one with --host, or 0.0.0.0 for all of them'
    return f"port {port}: {error.strerror}; choose another one with --port"
