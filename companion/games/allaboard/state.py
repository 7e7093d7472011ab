"""Where a game of All aboard! stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game import Seats
from companion.games.allaboard.pieces import CUPID_POINTS, ROUNDS, Card, Cards
from companion.games.allaboard.sailing import Voyage


@dataclass(frozen=True)
class State:
    """Keys of every mapping are seats in seating order. `saved` are each seat's saved cards; `rounds` are the finished
    ones, each with its boats from left to right. `provisional`: nobody has confirmed the printed numbers."""

    seats: Seats
    cards: Cards
    effects: bool
    saved: Mapping[str, tuple[Card, ...]]
    cupids: Mapping[str, int]
    played: frozenset[Card] = frozenset()
    rounds: tuple[tuple[Voyage, ...], ...] = ()
    provisional: bool = False
    colours: Mapping[str, str] = field(default_factory=dict)  # of each seat's cards
    first: str | None = None  # who starts the first round, where the header notes it

    @property
    def starter(self) -> str | None:
        """Who starts this round, each time the next to the left; None where nobody knows who began."""
        if self.first is None:
            return None
        names = self.seats.names
        return names[(names.index(self.first) + len(self.rounds)) % len(names)]

    @property
    def over(self) -> bool:
        """Four rounds have sailed."""
        return len(self.rounds) == ROUNDS

    def points(self, seat: str) -> int:
        """Return what the seat's saved animals score."""
        return sum(self.cards[card.animal].points for card in self.saved[seat])

    def score(self, seat: str) -> int:
        """Return the points of saved animals and 2 a cupid."""
        return self.points(seat) + CUPID_POINTS * self.cupids[seat]

    def order(self, seat: str) -> tuple[int, int, int]:
        """Return what ranks a seat: score, cupids, saved cards."""
        return self.score(seat), self.cupids[seat], len(self.saved[seat])
