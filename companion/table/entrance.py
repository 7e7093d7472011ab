"""The entrance: the keys that let a device in, who knocks, and whether a new table can be claimed. Kept nowhere but for
the machine's key: what was opened with it is (`companion.table.seats`)."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field, replace

EVENING_S = 12 * 3600.0  # how long a key of the evening lasts
KNOCKED_S = 300.0  # how long a knock is heard
KNOCKS = 5  # at most at once: more are a stranger's
CLAIMED_S = 600.0  # how long after its start a new table can be claimed
KEY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"  # 32, all of a QR code's small alphabet
KEY_LENGTH = 10  # 50 bits


@dataclass(frozen=True, slots=True)
class KnockingDevice:
    """A device that asks to be let in, the number that its page shows, and until when it is heard."""

    device: str
    number: int
    until_s: float


@dataclass(frozen=True, slots=True)
class Entrance:
    """See the module. `evening` is the key that display and invitations carry, `machine` the one that opens once.
    `since_s` says when the companion started, `made_s` when the evening's key was made; None before the first tick."""

    evening: str = field(default="", repr=False)
    machine: str = field(default="", repr=False)
    claimable: bool = False
    since_s: float | None = None
    made_s: float = 0.0
    knocks: tuple[KnockingDevice, ...] = ()
    number: int = 0  # that was given last

    def passed(self, at_s: float, new_key: Callable[[], str]) -> "Entrance":
        """Return the entrance as time leaves it: knocks unheard, a key grown old, a claim too late."""
        if self.since_s is None:
            return replace(self, since_s=at_s, made_s=at_s)
        changed: dict[str, object] = {}
        if any(knock.until_s < at_s for knock in self.knocks):
            changed["knocks"] = tuple(knock for knock in self.knocks if knock.until_s >= at_s)
        if at_s - self.made_s > EVENING_S:
            changed |= {"evening": new_key(), "made_s": at_s}
        if self.claimable and at_s - self.since_s > CLAIMED_S:
            changed["claimable"] = False
        return replace(self, **changed) if changed else self  # type: ignore[arg-type]

    def knocked(self, device: str, at_s: float) -> "Entrance | None":
        """Return the entrance with a device before it; None where too many wait already."""
        if any(knock.device == device for knock in self.knocks):
            return self
        if len(self.knocks) >= KNOCKS:
            return None
        number = self.number % 99 + 1
        return replace(self, knocks=(*self.knocks, KnockingDevice(device, number, at_s + KNOCKED_S)), number=number)

    def opened(self, number: int) -> tuple["Entrance", str | None]:
        """Return the entrance without the device of that number, and the device; None where nobody has it."""
        found = next((knock.device for knock in self.knocks if knock.number == number), None)
        return replace(self, knocks=tuple(knock for knock in self.knocks if knock.number != number)), found

    def entered(self, device: str) -> "Entrance":
        """Return the entrance once a device came in: it knocks no more, and nobody can claim the table."""
        knocks = tuple(knock for knock in self.knocks if knock.device != device)
        return replace(self, knocks=knocks, claimable=False) if self.claimable or knocks != self.knocks else self

    def number_of(self, device: str) -> int | None:
        """Return the number under which a device knocks."""
        return next((knock.number for knock in self.knocks if knock.device == device), None)

    def fits(self, given: str) -> tuple[bool, bool]:
        """Return whether a key is the evening's, and whether it is the machine's."""
        key = given.upper().encode()
        return (
            bool(self.evening) and hmac.compare_digest(key, self.evening.encode()),
            bool(self.machine) and hmac.compare_digest(key, self.machine.encode()),
        )


def address_with(address: str, key: str) -> str:
    """Return the page's address with a key."""
    return f"{address.rstrip('/')}/in/{key.lower()}" if key else address
