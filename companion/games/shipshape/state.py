"""Where a game of ShipShape stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.game import Seats
from companion.games.shipshape import crew
from companion.games.shipshape.crew import Crew
from companion.games.shipshape.pieces import VOYAGES
from companion.games.shipshape.scoring import VoyageScore


@dataclass(frozen=True)
class RevealedBids:
    """The bids shown last: the cards, who takes (a list a group), who is tied, who takes the discards back, and who
    was tied twice."""

    cards: Mapping[str, int]
    take: tuple[tuple[str, ...], ...]
    tied: tuple[str, ...]
    refilled: tuple[str, ...]
    tied_twice: tuple[str, ...] = ()


@dataclass(frozen=True)
class State:
    """`voyage` and `turn` count from 1. `must_bid` lists who bids next
    (nobody: holds or a reading are awaited). Keys of every mapping are seats in seating order."""

    seats: Seats
    crews: Mapping[str, Crew]
    coins: Mapping[str, int]
    voyage: int = 1
    turn: int = 1
    holds: Mapping[str, int] = field(default_factory=dict)  # of this voyage; empty until they are dealt
    before: Mapping[str, int] = field(default_factory=dict)  # of the voyage before
    tied: tuple[str, ...] = ()  # seats that must bid again in this turn
    to_read: bool = False  # the third turn is over
    reveal: RevealedBids | None = None  # the last bids of this voyage
    scores: tuple[Mapping[str, VoyageScore], ...] = ()  # finished voyages
    cells: tuple[Mapping[str, tuple[str, ...]], ...] = ()  # what was read in them
    ruled: bool = False  # the refill ruling has been explained already

    @property
    def over(self) -> bool:
        """All voyages have been scored."""
        return len(self.scores) == VOYAGES

    @property
    def must_bid(self) -> tuple[str, ...]:
        """Seats whose crew card is awaited."""
        if self.over or self.to_read or not self.holds:
            return ()
        return self.tied or self.seats.names

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups that bid among themselves in this voyage."""
        return crew.groups(self.seats.names, self.voyage)
