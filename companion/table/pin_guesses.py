"""Guesses at the PIN: waits that grow, for each seat by itself, for all guests together, and for all that are let in
and have no seat.

Whoever guesses can be as many devices as they like, bring the code of the evening with each, and take a free seat with
one after the other: so all guests share one count, all that are let in another, and a seat has its own, whoever holds
it. No guest keeps a phone waiting that was at the table, and nobody's guesses the phone of another seat. With these
waits a count has 12 PINs in the first hours, and then one an hour.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from web.shown import Standing

FREE = 5  # wrong PINs before the first wait
FIRST_WAIT_S = 30.0  # twice as long after each further one …
LONGEST_WAIT_S = 3600.0  # … up to this
FORGOTTEN_S = 24 * 3600.0
LONG_PIN = 6  # digits, for what can't be undone; each PIN that is made or chosen now has so many
_MOST_DOUBLED = 20  # long past the longest wait; a float holds no 2 to the number of a month's guesses

Whose = tuple[Standing, str]
"""Who guesses: a guest, somebody who is let in, or whoever holds the named seat."""

STRANGERS: Whose = (Standing.GUEST, "")


@dataclass(frozen=True, slots=True)
class _Wrong:
    count: int = 0
    last_s: float = 0.0

    def wait_s(self, at_s: float) -> float:
        """Return for how long no guess of theirs is heard."""
        if self.count < FREE:
            return 0.0
        doubled = min(self.count - FREE, _MOST_DOUBLED)
        wait_s = min(FIRST_WAIT_S * 2.0**doubled, LONGEST_WAIT_S)
        return max(0.0, self.last_s + wait_s - at_s)

    def once_more(self, at_s: float) -> "_Wrong":
        """Return the count after one more wrong PIN."""
        return _Wrong(1 if at_s - self.last_s > FORGOTTEN_S else self.count + 1, at_s)


@dataclass(frozen=True, slots=True)
class PinGuesses:
    """See the module. A value: `guess` returns the next one."""

    wrong: Mapping[Whose, _Wrong] = field(default_factory=dict)

    def guess(self, whose: Whose, given: str, pin: str, at_s: float) -> tuple["PinGuesses", bool, float]:
        """Return the guesses after this one, whether it was right, and how many seconds it would have had to wait:
        until then nothing is compared. They count with all that are `whose`."""
        before = self.wrong.get(whose, _Wrong())
        wait_s = before.wait_s(at_s)
        if wait_s > 0:
            return self, False, wait_s
        if hmac.compare_digest(given.encode(), pin.encode()):
            return replace(self, wrong={name: one for name, one in self.wrong.items() if name != whose}), True, 0.0
        return replace(self, wrong={**self.wrong, whose: before.once_more(at_s)}), False, 0.0
