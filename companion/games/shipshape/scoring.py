"""Scoring a voyage: four kinds of coins from what is in sight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.shipshape.pieces import FULL_SHIP, Kind, Square


@dataclass(frozen=True, slots=True)
class Totals:
    """What one hold shows: the sums of its squares by kind, and whether cargo fills it."""

    gold: int
    rats: int
    cannons: int
    contraband: int
    full: bool


@dataclass(frozen=True, slots=True)
class VoyageScore:
    """What one seat earns in a voyage, in coins."""

    totals: Totals
    gold_coins: int
    cannon_coins: int
    contraband_coins: int
    full_ship: int
    lowest_cannons: int
    highest_contraband: int

    @property
    def sum(self) -> int:
        """All parts together, which may be negative."""
        return self.gold_coins + self.cannon_coins + self.contraband_coins + self.full_ship

    @property
    def voyage(self) -> int:
        """The coins earned: "coin tokens are never lost from a player's bounty", so never below 0."""
        return max(0, self.sum)


def totals(squares: Sequence[Square]) -> Totals:
    """Return what is in sight in one hold."""
    sums = {kind: sum(square.value for square in squares if square.kind is kind) for kind in Kind}
    full = all(square.kind not in (Kind.EMPTY, Kind.RAT) for square in squares)
    return Totals(sums[Kind.GOLD], sums[Kind.RAT], sums[Kind.CANNON], sums[Kind.CONTRABAND], full)


def score(holds: Mapping[str, Sequence[Square]]) -> dict[str, VoyageScore]:
    """Score a voyage for all seats of the table at once, six players and the Cap'n included."""
    shown = {seat: totals(squares) for seat, squares in holds.items()}
    lowest = min(hold.cannons for hold in shown.values())
    highest = max(hold.contraband for hold in shown.values())
    return {
        seat: VoyageScore(
            totals=hold,
            gold_coins=hold.gold - hold.rats,
            cannon_coins=hold.cannons - lowest,
            contraband_coins=0 if hold.contraband == highest else hold.contraband,
            full_ship=FULL_SHIP if hold.full else 0,
            lowest_cannons=lowest,
            highest_contraband=highest,
        )
        for seat, hold in shown.items()
    }
