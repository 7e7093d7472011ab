"""Tie-breaks: how a tournament's players are ranked, by a list of criteria in the order that its director chose.

Each criterion parts those whom the ones before it left together. Values are exact fractions, so that nobody is parted
by a rounding.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

import msgspec

from companion.publishing.messages import Count, Id, Whole


class Criterion(StrEnum):
    """What people are ranked by."""

    POINTS = "points"
    WINS = "wins"  # games in which nobody finished before them
    HEAD_TO_HEAD = "head_to_head"  # at the tables that those who are tied had in common
    OPPONENTS = "opponents"  # what those whom they met have on average (as Buchholz, for tables of any size)
    BEATEN = "beaten"  # what those whom they beat have, and half of those with whom they tied (Sonneborn-Berger)
    SCORE = "score"  # the sum of what they scored in their games


class Finish(msgspec.Struct, frozen=True):
    """How a player finished at a table; equal ranks share the lower number. `score` is the game's, where known."""

    player: Id
    rank: Count
    score: Whole | None = None


Outcome = tuple[Finish, ...]


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a table gives: points by place (those who share a place share its points), or, where there are none, a point
    for each player beaten and half a point for each tie. `bye` is what a bye gives. `order` ranks."""

    points: tuple[int, ...] = ()
    bye: Fraction = Fraction(0)
    order: tuple[Criterion, ...] = (Criterion.POINTS,)

    def of(self, finish: Finish, outcome: Outcome) -> Fraction:
        """Return what somebody's finish gives."""
        if not self.points:
            return _beaten(finish, outcome)
        sharing = sum(other.rank == finish.rank for other in outcome)
        first = sum(other.rank < finish.rank for other in outcome)
        given = self.points[first : first + sharing]
        return Fraction(sum(given), sharing)


@dataclass(frozen=True, slots=True)
class TournamentPlace:
    """A place: what the criteria came to, in their order. Equal ranks share the lower number."""

    rank: int
    player: str
    values: tuple[Fraction, ...]


@dataclass(slots=True)
class _Sum:
    points: Fraction = Fraction(0)
    wins: int = 0
    score: int = 0
    met: list[str] = field(default_factory=list)
    beaten: list[tuple[str, Fraction]] = field(default_factory=list)  # and how much of each counts


def standings(
    players: Sequence[str], outcomes: Iterable[Outcome], byes: Mapping[str, int], scoring: Scoring
) -> tuple[TournamentPlace, ...]:
    """Return everybody's place; those who are tied by all criteria stand in the order in which they were given."""
    outcomes = tuple(outcomes)
    sums = _sums(players, outcomes, byes, scoring)
    left: dict[str, list[Fraction]] = {player: [] for player in players}
    parted = [list(players)]
    for criterion in scoring.order:
        finer: list[list[str]] = []
        for tied in parted:
            value = _value(criterion, tied, sums, outcomes)
            values = {player: value(player) for player in tied}
            for player, one in values.items():
                left[player].append(one)
            finer += [
                [player for player in tied if values[player] == one] for one in sorted({*values.values()}, reverse=True)
            ]
        parted = finer
    places, rank = [], 1
    for tied in parted:
        places += [TournamentPlace(rank, player, tuple(left[player])) for player in tied]
        rank += len(tied)
    return tuple(places)


def _sums(
    players: Sequence[str], outcomes: Sequence[Outcome], byes: Mapping[str, int], scoring: Scoring
) -> dict[str, _Sum]:
    sums = {player: _Sum(points=byes.get(player, 0) * scoring.bye) for player in players}
    for outcome in outcomes:
        for finish in outcome:
            own = sums.get(finish.player)
            if own is None:
                continue
            own.points += scoring.of(finish, outcome)
            own.wins += finish.rank == min(other.rank for other in outcome)
            own.score += finish.score or 0
            for other in outcome:
                if other.player != finish.player and other.player in sums:
                    own.met.append(other.player)
                    own.beaten.append((other.player, _over(finish, other)))
    return sums


def _value(
    criterion: Criterion, tied: Sequence[str], sums: Mapping[str, _Sum], outcomes: Sequence[Outcome]
) -> Callable[[str], Fraction]:
    """Return what a criterion comes to for each of those who are tied so far."""
    match criterion:
        case Criterion.POINTS:
            return lambda one: sums[one].points
        case Criterion.WINS:
            return lambda one: Fraction(sums[one].wins)
        case Criterion.SCORE:
            return lambda one: Fraction(sums[one].score)
        case Criterion.OPPONENTS:
            return lambda one: Fraction(sum(sums[other].points for other in sums[one].met), len(sums[one].met) or 1)
        case Criterion.BEATEN:
            return lambda one: sum((sums[other].points * part for other, part in sums[one].beaten), Fraction(0))
        case Criterion.HEAD_TO_HEAD:
            among = _among(tied, outcomes)
            return lambda one: among[one]


def _among(tied: Sequence[str], outcomes: Sequence[Outcome]) -> dict[str, Fraction]:
    """Return how many of those who are tied each of them has beaten."""
    found = dict.fromkeys(tied, Fraction(0))
    for outcome in outcomes if len(tied) > 1 else ():
        common = tuple(finish for finish in outcome if finish.player in found)
        for finish in common:
            found[finish.player] += _beaten(finish, common)
    return found


def _beaten(finish: Finish, outcome: Outcome) -> Fraction:
    return sum((_over(finish, other) for other in outcome if other.player != finish.player), Fraction(0))


def _over(finish: Finish, other: Finish) -> Fraction:
    return Fraction((other.rank > finish.rank) + (other.rank >= finish.rank), 2)
