"""Scoring: complete groups, the colour bonus, and what decides a tie."""

from companion.games.stingy.pieces import value
from companion.games.stingy.state import State, worth


def complete_points(state: State, seat: str) -> int:
    """Return what the seat's complete groups score."""
    return sum(state.kinds[tile].points for tile in state.complete[seat])


def colours(state: State, seat: str) -> int:
    """Return how many colours the seat's complete groups have; the flag is a colour of its own."""
    return len({state.kinds[tile].colour for tile in state.complete[seat]})


def bonus(state: State, seat: str) -> int:
    """Return the colour bonus, 0 where it is not played."""
    return value(colours(state, seat)) if state.colour_bonus else 0


def score(state: State, seat: str) -> int:
    """Return the seat's points as they stand now."""
    return complete_points(state, seat) + bonus(state, seat)


def order(state: State, seat: str) -> tuple[int, int]:
    """Return what ranks the seat: points, then the trade values of its incomplete groups."""
    return score(state, seat), worth(state.groups[seat])
