"""Where a game of Captain Stingy stands."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from companion.game import Seats
from companion.games.stingy.pieces import GHOST, START_TILES, Kind, value

Groups = Mapping[str, int]
"""Open groups before one seat: tile → how many (never 0)."""


@dataclass(frozen=True)
class Traded:
    """A trade: who took which group from whom, what went the other way, whether paid, and what both are worth."""

    player: str
    victim: str
    group: str
    given: tuple[str, ...]
    paid: bool
    value: int
    returned: int


class State(msgspec.Struct, frozen=True):
    """Keys of every mapping are seats in seating order. `turn` is whose turn it is, None during set-up and at the end;
    `closer` drew the last tile from the middle and is the last to play. `provisional`: the owner has not been asked yet
    what the two colours are called that the rulebook leaves open."""

    seats: Seats
    kinds: Mapping[str, Kind]
    first: str
    sly: bool
    colour_bonus: bool
    groups: Mapping[str, Groups]
    complete: Mapping[str, tuple[str, ...]]
    left: int
    turn: str | None = None
    traded: Traded | None = None
    closer: str | None = None
    over: bool = False
    provisional: bool = False

    @property
    def to_start(self) -> tuple[str, ...]:
        """Seats that have not taken their start tiles yet."""
        if self.turn is not None or self.over:
            return ()
        return tuple(seat for seat in self.seats if not self.groups[seat] and not self.complete[seat])

    @property
    def draws(self) -> int:
        """How many tiles end a turn while there are enough."""
        return 2 if len(self.seats) <= 4 else 1

    def allowed(self, seat: str) -> range:
        """Return how many tiles this seat may draw to end its turn now, or takes at the start."""
        if self.turn is None:
            return range(START_TILES, START_TILES + 1)
        least = min(self.draws, self.left)
        most = min(self.draws + 1, self.left) if self.extra(seat) else least
        return range(least, most + 1)

    def extra(self, seat: str) -> bool:
        """Whether one tile more may be drawn: no trade this turn, at most two groups of one tile, no Ghost."""
        singles = sum(count == 1 for count in self.groups[seat].values())
        return seat != GHOST and self.traded is None and singles <= 2

    def unseen(self, tile: str) -> int:
        """Return how many tiles of a kind nobody has drawn yet."""
        kind = self.kinds[tile]
        aside = any(tile in complete for complete in self.complete.values())
        return 0 if aside else kind.size - sum(groups.get(tile, 0) for groups in self.groups.values())


def worth(groups: Groups) -> int:
    """Return the trade values of open groups together."""
    return sum(value(count) for count in groups.values())
