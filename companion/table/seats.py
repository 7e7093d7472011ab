"""Who sits where: which device holds which seat, and who is the host."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

T = TypeVar("T")

CLAIM_S = 60.0  # how long a page waits for the pod's ok


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A device that waits for a pod's ok to get its seat."""

    device: str
    until_s: float


@dataclass(frozen=True, slots=True)
class Seating:
    """`held`: seat → device. `claims`: seat → claim. `hosts`: devices with the host's rights."""

    held: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, SeatClaim] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset()

    def holds(self, device: str, seat: str) -> bool:
        """Return whether this device holds this seat."""
        return self.held.get(seat) == device

    def seats_of(self, device: str) -> tuple[str, ...]:
        """Return the seats that a device holds."""
        return tuple(seat for seat, holder in self.held.items() if holder == device)

    def sit(self, device: str, seat: str, has_pod: bool, at_s: float) -> "Seating | None":
        """Take a seat, or wait for its pod's ok; None when another device holds it."""
        if self.held.get(seat, device) != device:
            return None
        if has_pod and not self.holds(device, seat):
            return replace(self, claims={**self.claims, seat: SeatClaim(device, at_s + CLAIM_S)})
        return replace(self, held={**self.held, seat: device})

    def confirm(self, seat: str, at_s: float) -> "Seating | None":
        """The pod's ok was pressed: give the waiting device its seat; None when nobody waits for this seat."""
        claim = self.claims.get(seat)
        if claim is None or claim.until_s < at_s:
            return None
        return replace(self, held={**self.held, seat: claim.device}, claims=_without(self.claims, seat))

    def free(self, seat: str) -> "Seating":
        """Free a seat and forget who waits for it."""
        return replace(self, held=_without(self.held, seat), claims=_without(self.claims, seat))

    def lapse(self, at_s: float) -> "Seating":
        """Forget claims whose time is up."""
        late = [seat for seat, claim in self.claims.items() if claim.until_s < at_s]
        return replace(self, claims={s: c for s, c in self.claims.items() if s not in late}) if late else self

    def with_host(self, device: str) -> "Seating":
        """Give a device the host's rights."""
        return replace(self, hosts=self.hosts | {device})

    def written(self, game_id: str) -> str:
        """Return as text who sits where in a game and who is a host, to be read by `read`."""
        return json.dumps({"game": game_id, "held": dict(self.held), "hosts": sorted(self.hosts)})

    @classmethod
    def read(cls, text: str | None, game_id: str) -> "Seating":
        """Return what `written` wrote of this game; nobody's seat where it wrote of another."""
        kept = json.loads(text) if text else {}
        if kept.get("game") != game_id:
            return cls()
        return cls(held=kept["held"], hosts=frozenset(kept["hosts"]))


def game_of(text: str | None) -> str | None:
    """Return the game of which `written` wrote last; None where it never did."""
    game: str | None = json.loads(text)["game"] if text else None
    return game


def _without(mapping: Mapping[str, T], key: str) -> dict[str, T]:
    return {name: value for name, value in mapping.items() if name != key}
