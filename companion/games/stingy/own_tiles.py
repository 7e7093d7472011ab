"""A turn worked out from the tiles of the player in turn alone, where one reading area serves all in turn: what the
others have is known from the record, and which group was taken from whom is said on the page."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from companion.games.stingy import rules, trading
from companion.games.stingy.events import TakeTiles
from companion.games.stingy.pieces import value
from companion.games.stingy.state import Groups, State
from companion.games.stingy.turns import InferredTurn, as_trade, checked, lone_gone
from companion.games.stingy.wording import seat_name
from companion.language.message import say

_MOST_DRAWN = 3
_MOST_GIVEN = 12  # groups that go back in one trade; where more are gone, somebody else's tiles lie there


def turn_of_one(state: State, now: Groups, took: tuple[str, str] | None = None) -> InferredTurn:
    """Return what happened from `state` until the seat in turn had the open tiles `now`: a draw, and before it a trade
    if it `took` a group (the victim, the tile). Complete groups may still lie there."""
    player = state.turn or ""
    now = {tile: n for tile, n in now.items() if tile not in state.complete[player] or n < state.kinds[tile].size}
    took = took if state.traded is None else None
    found = list(_explained(state, now, took))
    legal = _legal(state, found, now)
    if len({_outcome(state, turn) for turn in legal}) > 1:
        return InferredTurn(
            wrong=say("{player}'s tiles fit several turns: enter the trade by hand", player=seat_name(player)),
            several=True,
        )
    if legal or len(found) == 1:
        return (legal or found)[0]
    lone = next(_lone_gone(state, now, took), None)
    if lone is not None:
        return InferredTurn(wrong=lone_gone(lone))
    return InferredTurn(wrong=say("{player}'s tiles fit no turn: look whose tiles lie there", player=seat_name(player)))


def _legal(state: State, found: Iterable[InferredTurn], now: Groups) -> list[InferredTurn]:
    return [turn for turn in found if turn.wrong is None and turn.unfinished is None and _leads_to(state, turn, now)]


def _lone_gone(state: State, now: Groups, took: tuple[str, str] | None) -> Iterator[str]:
    """Yield the lone tiles that are gone and with which, or with their whole group, these tiles would fit a turn."""
    for tile, n in state.groups[state.turn or ""].items():
        for many in (1, state.kinds[tile].size) if n == 1 and not now.get(tile, 0) else ():
            groups = {**now, tile: many}
            if _legal(state, _explained(state, groups, took), groups):
                yield tile


def _explained(state: State, now: Groups, took: tuple[str, str] | None) -> Iterator[InferredTurn]:
    """Yield the turns after which this player could have these tiles, legal or not."""
    mine = state.groups[state.turn or ""]
    if took is None:
        yield from (checked(state, None, drawn) for drawn in _drawn(state, mine, now, sum(now.values())))
        return
    victim, group = took
    kept = {**mine, group: mine.get(group, 0) + state.groups[victim][group]}
    for given in _given(mine, group, now):
        left = {tile: n for tile, n in kept.items() if tile not in given}
        for drawn in _drawn(state, left, now, _MOST_DRAWN):
            yield checked(state, _trade(state, victim, group, given), drawn)


def _given(mine: Groups, taken: str, now: Groups) -> Iterator[tuple[str, ...]]:
    """Yield the groups that may have gone back: of those that are gone all but what a draw may have completed, and
    small ones of which tiles were drawn again."""
    gone = [tile for tile in mine if tile != taken and not now.get(tile, 0)]
    again = [tile for tile in mine if tile != taken and 0 < now.get(tile, 0) <= _MOST_DRAWN]
    for many in range(max(0, len(gone) - _MOST_DRAWN), min(len(gone), _MOST_GIVEN) + 1):
        for given in combinations(gone, many):
            for more in range(_MOST_DRAWN):
                yield from ((*given, *tiles) for tiles in combinations(again, more))


def _trade(state: State, victim: str, group: str, given: tuple[str, ...]) -> Mapping[str, Any]:
    mine = trading.without(state.groups[state.turn or ""], group)
    paid = trading.total(mine, given) > value(state.groups[victim][group])
    trade = {"do": "trade", "player": state.turn or "", "from": victim, "group": group}
    return {**trade, "paid" if paid else "back": list(given)}


def _drawn(state: State, before: Groups, now: Groups, most: int) -> Iterator[tuple[str, ...]]:
    """Yield the tiles that make `now` of `before`; nothing where that takes more than `most`, or tiles are gone
    that a draw can't have completed, or a lone one."""
    drawn: list[str] = []
    for tile, kind in state.kinds.items():
        had, has = min(before.get(tile, 0), kind.size), now.get(tile, 0)
        whole = had > 0 and not has  # complete by now, and set aside
        drawn += [tile] * ((kind.size if whole else has) - had)
        if 0 < has < had or (whole and had == 1) or len(drawn) > most:
            return
    yield tuple(drawn)


def _after(state: State, turn: InferredTurn) -> State:
    if turn.trade is not None:
        state, _ = rules.apply(state, as_trade(turn.trade))
    state, _ = rules.apply(state, TakeTiles(state.turn or "", list(turn.drawn)))
    return state


def _leads_to(state: State, turn: InferredTurn, now: Groups) -> bool:
    """Whether a legal turn ends with the open tiles `now`."""
    player = state.turn or ""
    after = _after(state, turn)
    still_open = {tile: n for tile, n in now.items() if n and tile not in after.complete[player]}
    return dict(after.groups[player]) == still_open


def _outcome(state: State, turn: InferredTurn) -> tuple[tuple[str, tuple[tuple[str, int], ...], tuple[str, ...]], ...]:
    """Return what every seat has after a turn: turns that lead to the same are the same."""
    after = _after(state, turn)
    return tuple(
        (seat, tuple(sorted(after.groups[seat].items())), tuple(sorted(after.complete[seat]))) for seat in state.seats
    )
