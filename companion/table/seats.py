"""Who sits where: which device holds which seat, who is a host, and who was let in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from web.shown import Role

T = TypeVar("T")

MACHINE = "machine"  # the table's own people, where it is simulated; no cookie can say this
MOST_LET_IN = 100
CLAIM_S = 60.0  # how long a page waits for the pod's ok


@dataclass(frozen=True, slots=True)
class SeatClaim:
    """A device that waits for a pod's ok to get its seat. `contested`: it is a guest, and so is another that asks."""

    device: str
    asked_s: float
    contested: bool = False

    @property
    def until_s(self) -> float:
        """How long it waits."""
        return self.asked_s + CLAIM_S


@dataclass(frozen=True, slots=True)
class Seating:
    """`held`: seat → device. `claims`: seat → claim. `hosts`: devices with the host's rights. `let_in`: who else
    showed that they are at the table, the newest last. `claimed`: when a new table was claimed by its first phone, in
    the wall clock's time, "" where it was not. `new`: nobody was ever let in."""

    held: Mapping[str, str] = field(default_factory=dict)
    claims: Mapping[str, SeatClaim] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset()
    let_in: tuple[str, ...] = ()
    claimed: str = ""
    new: bool = False

    def role(self, device: str) -> Role:
        """Return who a device is."""
        if device == MACHINE:
            return Role.MACHINE
        if device in self.hosts:
            return Role.HOST
        if device in self.held.values():
            return Role.SEAT
        return Role.LET_IN if device in self.let_in else Role.GUEST

    def admit(self, device: str) -> "Seating":
        """Let a device in."""
        if device in self.let_in or device == MACHINE:
            return self
        return replace(self, let_in=(*self.let_in, device)[-MOST_LET_IN:], new=False)

    def holds(self, device: str, seat: str) -> bool:
        """Return whether this device holds this seat."""
        return self.held.get(seat) == device

    def seats_of(self, device: str) -> tuple[str, ...]:
        """Return the seats that a device holds."""
        return tuple(seat for seat, holder in self.held.items() if holder == device)

    def sit(self, device: str, seat: str, has_pod: bool, at_s: float) -> "Seating | None":
        """Take a seat, or wait for its pod's ok; None when another device holds it, and for a guest also while another
        device waits for it: where that is a guest, too, nobody can tell whom the ok means, so that it lets neither in.
        A guest waits for one seat at a time."""
        if self.held.get(seat, device) != device:
            return None
        guest = self.role(device) is Role.GUEST
        claim = self.waiting(seat, at_s)
        if claim is not None and guest and (claim.contested or claim.device != device):
            return None
        if not has_pod or self.holds(device, seat):
            return replace(self, held={**self.held, seat: device})
        claims = {name: one for name, one in self.claims.items() if not guest or one.device != device}
        return replace(self, claims={**claims, seat: SeatClaim(device, at_s)})

    def contest(self, device: str, seat: str, at_s: float) -> "Seating":
        """Note that a guest asks for a seat that another one waits for."""
        claim = self.waiting(seat, at_s)
        if claim is None or {self.role(one) for one in (device, claim.device)} != {Role.GUEST}:
            return self
        return replace(self, claims={**self.claims, seat: replace(claim, contested=True)})

    def waiting(self, seat: str, at_s: float) -> SeatClaim | None:
        """Return who waits for a seat's pod."""
        claim = self.claims.get(seat)
        return claim if claim is not None and claim.until_s >= at_s else None

    def confirm(self, seat: str, at_s: float, *, held_s: float | None = None) -> "Seating | None":
        """The pod's ok was pressed: give the waiting device its seat, and let it in; None when nobody waits for this
        seat. A guest's waits until ok is held, since `held_s`: a press may be meant for the game, and what went down
        before the guest asked sticks, or was to show how to join."""
        claim = self.waiting(seat, at_s)
        if claim is None:
            return None
        means_another = claim.contested or held_s is None or held_s < claim.asked_s
        if means_another and self.role(claim.device) is Role.GUEST:
            return None
        claims = _without(self.claims, seat)
        return replace(self, held={**self.held, seat: claim.device}, claims=claims).admit(claim.device)

    def free(self, seat: str) -> "Seating":
        """Free a seat and forget who waits for it."""
        return replace(self, held=_without(self.held, seat), claims=_without(self.claims, seat))

    def held_by(self, seat: str, device: str) -> "Seating":
        """Return a seat as this device holds it, as nobody does where that is ""."""
        freed = self.free(seat)
        return replace(freed, held={**freed.held, seat: device}) if device else freed

    def lapse(self, at_s: float) -> "Seating":
        """Forget claims whose time is up."""
        late = [seat for seat, claim in self.claims.items() if claim.until_s < at_s]
        return replace(self, claims={s: c for s, c in self.claims.items() if s not in late}) if late else self

    def with_host(self, device: str) -> "Seating":
        """Give a device the host's rights."""
        return self if device == MACHINE else replace(self.admit(device), hosts=self.hosts | {device})

    def written(self, game_id: str) -> str:
        """Return as text who sits where in a game, who is a host and who was let in, to be read by `read`."""
        kept: dict[str, object] = {"game": game_id, "held": dict(self.held), "hosts": sorted(self.hosts)}
        kept |= {"let_in": list(self.let_in)}
        kept |= {"claimed": self.claimed} if self.claimed else {}
        return json.dumps(kept | ({"new": True} if self.new else {}))

    @classmethod
    def read(cls, text: str | None) -> "Seating":
        """Return what `written` wrote. An older release wrote of seats and hosts alone: they are let in."""
        if not text:
            return cls()
        kept = json.loads(text)
        held, hosts = kept["held"], kept["hosts"]
        let_in = kept.get("let_in", [*dict.fromkeys((*hosts, *held.values()))])
        return cls(held, {}, frozenset(hosts), tuple(let_in), kept.get("claimed", ""), kept.get("new", False))

    def at(self, game_id: str, kept: str | None) -> "Seating":
        """Return who sits where in a game: nobody where the kept text is of another."""
        return self if game_of(kept) == game_id else replace(self, held={}, claims={})


def game_of(text: str | None) -> str | None:
    """Return the game of which `written` wrote last; None where it never did."""
    game: str | None = json.loads(text)["game"] if text else None
    return game


def _without(mapping: Mapping[str, T], key: str) -> dict[str, T]:
    return {name: value for name, value in mapping.items() if name != key}
