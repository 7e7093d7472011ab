"""Guesses at the PIN: waits that grow, for each device by itself, and for all together that could be one person.

Whoever guesses can be as many devices as they like, bring the code of the evening with each, and take a free seat with
one after the other. So beside each device's own count all guests share one, all that are let in another, and a seat has
its own, whoever holds it. A device has five guesses before it waits, so that no other waits for one that errs; all
guests together have twenty. No guest keeps a phone waiting that was at the table, and nobody's guesses the phone of
another seat. With these waits a count has some 27 PINs in the first hours, and then one an hour.
"""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from web.shown import Role

FREE = 5  # wrong PINs of a device, or of a seat, before the first wait …
FREE_TOGETHER = 20  # … and of all guests, or of all that are let in
FIRST_WAIT_S = 30.0  # twice as long after each further one …
LONGEST_WAIT_S = 3600.0  # … up to this
FORGOTTEN_S = 24 * 3600.0
LONG_PIN = 6  # digits, for what can't be undone; each PIN that is made or chosen now has so many
_MOST_DOUBLED = 20  # long past the longest wait; a float holds no 2 to the number of a month's guesses

Whose = tuple[Role, str]
"""Who guesses: a guest, somebody who is let in, or whoever holds the named seat."""

STRANGERS: Whose = (Role.GUEST, "")


@dataclass(frozen=True, slots=True)
class _Wrong:
    count: int = 0
    last_s: float = 0.0

    def wait_s(self, at_s: float, free: int) -> float:
        """Return for how long no guess of theirs is heard, of whom so many are free."""
        if self.count < free:
            return 0.0
        doubled = min(self.count - free, _MOST_DOUBLED)
        wait_s = min(FIRST_WAIT_S * 2.0**doubled, LONGEST_WAIT_S)
        return max(0.0, self.last_s + wait_s - at_s)

    def once_more(self, at_s: float) -> "_Wrong":
        """Return the count after one more wrong PIN."""
        return _Wrong(self.count + 1, at_s)


@dataclass(frozen=True, slots=True)
class PinGuesses:
    """See the module. A value: `guess` returns the next one."""

    wrong: Mapping[Whose | str, _Wrong] = field(default_factory=dict)  # of all that are somebody, or of one device

    def guess(self, device: str, whose: Whose, given: str, pin: str, at_s: float) -> tuple["PinGuesses", bool, float]:
        """Return the guesses after this one, whether it was right, and how many seconds it would have had to wait:
        until then nothing is compared. It counts for the device, and for all that are `whose`."""
        counts: dict[Whose | str, int] = {device: FREE, whose: FREE if whose[1] else FREE_TOGETHER}
        wait_s = max(self.wrong.get(one, _Wrong()).wait_s(at_s, free) for one, free in counts.items())
        if wait_s > 0:
            return self, False, wait_s
        if hmac.compare_digest(given.encode(), pin.encode()):
            others = {one: wrong for one, wrong in self.wrong.items() if one not in counts}
            return replace(self, wrong=others), True, 0.0
        known = {one: wrong for one, wrong in self.wrong.items() if at_s - wrong.last_s <= FORGOTTEN_S}
        more = {one: known.get(one, _Wrong()).once_more(at_s) for one in counts}
        return replace(self, wrong=known | more), False, 0.0
