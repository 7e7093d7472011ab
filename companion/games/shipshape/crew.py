"""Bidding with crew cards: hands, discards, who takes and who is tied."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.shipshape.pieces import CREW_CARDS


@dataclass(frozen=True, slots=True)
class Crew:
    """One seat's ten crew cards: in hand and discarded."""

    hand: frozenset[int] = CREW_CARDS
    discards: frozenset[int] = frozenset()

    def spend(self, card: int) -> "Crew":
        """Return the crew with `card` discarded; "down to one card": a hand of one takes all discards back."""
        hand, discards = self.hand - {card}, self.discards | {card}
        return Crew(hand | discards) if len(hand) == 1 else Crew(hand, discards)

    def refills(self, card: int) -> bool:
        """Return whether spending `card` brings the discards back into the hand."""
        return len(self.hand - {card}) == 1


@dataclass(frozen=True, slots=True)
class Resolved:
    """Bids of one group: seats that take a crate now, in order, and seats that are tied, in seating order."""

    take: tuple[str, ...]
    tied: tuple[str, ...]


def resolve(bids: Mapping[str, int], group: Sequence[str]) -> Resolved:
    """Compare the cards of one group: equal ones are tied, the others take from high to low."""
    cards = {seat: bids[seat] for seat in group if seat in bids}
    count = Counter(cards.values())
    alone = sorted((seat for seat in cards if count[cards[seat]] == 1), key=lambda seat: -cards[seat])
    return Resolved(tuple(alone), tuple(seat for seat in cards if count[cards[seat]] > 1))


def groups(seats: Sequence[str], voyage: int) -> tuple[tuple[str, ...], ...]:
    """Return the groups that bid among themselves in this voyage (1 to 3): one, or two of three with six seats.

    Voyage 1 `123`+`456`, voyage 2 `234`+`561`, voyage 3 `345`+`612`: the circle of seats shifts by one.
    """
    if len(seats) < 6:
        return (tuple(seats),)
    first = voyage - 1
    circle = [*seats[first:], *seats[:first]]
    return tuple(circle[:3]), tuple(circle[3:])
