"""The codes that pair a table with the room: each once, and for a while. Not for several threads at once."""

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.publishing import pairing
from companion.publishing.messages import is_signed

CODE_S = 15 * 60.0  # how long a code pairs a table
MOST_CODES = 5


@dataclass(frozen=True)
class _Code:
    """Until when it pairs, and what its keys are made of."""

    until_s: float
    secret: bytes = field(repr=False)


class PairingCodes:
    """See the module."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._open: dict[str, _Code] = {}

    def open(self, code: str, secret: bytes) -> None:
        """Let a code pair a table; the oldest gives way where there are many."""
        self._forget()
        while len(self._open) >= MOST_CODES:
            del self._open[next(iter(self._open))]
        self._open[code] = _Code(self._clock() + CODE_S, secret)

    def still_open(self) -> tuple[str, ...]:
        """Return the codes that pair a table just now."""
        self._forget()
        return tuple(self._open)

    def that_signed(self, table: str, where: str, payload: bytes) -> tuple[str, bytes] | None:
        """Return the code with which a table's message was signed, and the table's key that it makes."""
        self._forget()
        for code, opened in self._open.items() if b'"sign":"' in payload[-100:] else ():
            key = pairing.table_key(opened.secret, table)
            if is_signed(where, payload, key):
                return code, key
        return None

    def spend(self, code: str) -> None:
        """Let a code pair no other table."""
        self._open.pop(code, None)

    def _forget(self) -> None:
        now_s = self._clock()
        for code in [code for code, opened in self._open.items() if opened.until_s <= now_s]:
            del self._open[code]
