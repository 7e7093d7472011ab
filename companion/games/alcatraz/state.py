"""Where a game of Alcatraz stands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game import Seats
from companion.games.alcatraz.pieces import ROUNDS, Shown


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim as it was judged."""

    player: str
    objective: int
    cards: tuple[Shown, ...]
    met: bool

    @property
    def sum(self) -> int:
        """What the cards add up to."""
        return sum(card.value for card in self.cards)

    @property
    def points(self) -> int:
        """A point a card, none for a wrong claim."""
        return len(self.cards) if self.met else 0


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its claims, and who emptied the row, in that order; whose turn was the `last`, as far as that is told:
    who claimed last, or emptied a row that was not empty by the count."""

    claims: tuple[Claimed, ...] = ()
    emptied: tuple[str, ...] = ()
    last: str = ""


@dataclass(frozen=True)
class State:
    """Keys of every mapping are seats in seating order. `rounds` are the finished ones, `now` is the one being played
    (empty when over). `row` is how many cards a row starts with and `first` who starts, where the header notes it."""

    seats: Seats
    zero_padding: bool
    points: Mapping[str, int]
    circles: Mapping[str, int]
    row: int
    first: str | None = None
    rounds: tuple[Round, ...] = ()
    now: Round = Round()
    third: bool = False

    @property
    def over(self) -> bool:
        """Two rounds have ended, or the third where it was chosen."""
        return len(self.rounds) >= ROUNDS + self.third

    @property
    def number(self) -> int:
        """The round being played, counted from 1; the last one when the game is over."""
        return len(self.rounds) + (not self.over)

    def order(self, seat: str) -> tuple[int, int]:
        """Return what ranks a seat: points, then circles."""
        return self.points[seat], self.circles[seat]

    @property
    def tied(self) -> tuple[str, ...]:
        """The seats with the most points and, among them, circles; the winners, were it over now."""
        best = max(self.order(seat) for seat in self.seats)
        return tuple(seat for seat in self.seats if self.order(seat) == best)

    def left_in_row(self, seat: str) -> int:
        """Return how many cards lie in the seat's row: those it began the round with, less cards scored, plus one after
        each claim that was met while any was left."""
        return 0 if seat in self.now.emptied else self._counted(seat, self.now.claims)

    @property
    def emptying(self) -> tuple[str, ...]:
        """The seats whose row is empty by the count, but whose circle is not in the record yet."""
        return tuple(seat for seat in self.seats if seat not in self.now.emptied and self.left_in_row(seat) == 0)

    @property
    def uncircled(self) -> tuple[str, ...]:
        """The seats whose row was empty by the count when the round before ended, and that were given no circle."""
        ended = self.rounds[-1] if self.rounds else Round()
        return tuple(seat for seat in self.seats if seat not in ended.emptied and not self._counted(seat, ended.claims))

    @property
    def left_before(self) -> int:
        """How many cards lay in the row of the one who claimed last, before that claim."""
        *before, last = self.now.claims
        return self._counted(last.player, before)

    def _counted(self, seat: str, claims: Sequence[Claimed]) -> int:
        left = self.row
        for claim in claims:
            if claim.player == seat and claim.met:
                left = max(0, left - len(claim.cards))
                left += left > 0
        return left

    @property
    def starter(self) -> str | None:
        """Who starts this round: as noted, later the player to the left of the last who emptied a row; None where
        nobody knows."""
        if not self.rounds:
            return self.first
        emptied = self._emptied(self.rounds[-1])
        names = self.seats.names
        return names[(names.index(emptied[-1]) + 1) % len(names)] if emptied else None

    def _emptied(self, played: Round) -> Sequence[str]:
        """Return whose rows were emptied in a round, in that order: by the count, as a circle may be given late; in the
        order of the circles where one of these rows was not empty by the count."""
        if any(self._counted(seat, played.claims) for seat in played.emptied):
            return played.emptied
        last = {claim.player: at for at, claim in enumerate(played.claims) if claim.met}
        return sorted(played.emptied, key=last.__getitem__)

    @property
    def to_finish(self) -> tuple[str, ...] | None:
        """Once a row is empty: who has still a turn, so that all have had equally many. None where nobody knows, or
        while no row is empty."""
        if not self.now.emptied or self.starter is None:
            return None
        names = self.seats.names
        at = names.index(self.starter)
        order = names[at:] + names[:at]
        return tuple(seat for seat in order[order.index(self.now.last) + 1 :] if seat not in self.now.emptied)
