"""What may I take back? All that may go back for a group just taken, best first, in words for all to read."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion.game import Block, refuse
from companion.games.stingy import trading
from companion.games.stingy.pieces import GHOST, value
from companion.games.stingy.state import State
from companion.games.stingy.trading import Return
from companion.games.stingy.wording import seat_name, tile_name, tile_names
from companion.language.message import Message, name, say, say_count

MOST_RETURNS = 50  # there may be millions; nobody reads on


@dataclass(frozen=True, slots=True)
class Returns:
    """What may go back for a group: its value, the best returns first, and all of it in words."""

    value: int
    best: tuple[Return, ...]
    told: tuple[Message, ...]


def returns(state: State, victim: str, group: str, most: int = MOST_RETURNS) -> Returns:
    """Return what `victim` may take back, best first, when the seat in turn takes this open group."""
    player = state.turn or ""
    taken, others = value(state.groups[victim][group]), trading.without(state.groups[player], group)
    theirs = state.groups[victim]
    completing = {tile for tile, n in others.items() if theirs.get(tile, 0) + n == state.kinds[tile].size}
    best = tuple(islice(trading.legal_returns(others, taken, completing), most))
    told = [_told_return(back) for back in best]
    more = trading.count_returns(others, taken) - len(best)
    if more:
        told.append(
            say_count("… and {count} more way, not better", "… and {count} more ways, none of them better", count=more)
        )
    if not state.sly and not trading.can_make(others, taken):
        given = {"player": seat_name(player), "value": taken}
        told.append(
            say("Or {player} is made to pay: more than {value}", **given)
            if trading.can_pay(others, taken)
            else say("Or nothing is traded, for {player} can't pay more than {value}", **given)
        )
    return Returns(taken, best, tuple(told))


def told(state: State, filled: Mapping[str, Any]) -> Block:
    """Return what may go back for a group, best first, as a story for all to read."""
    victim, group = state.seats.find(str(filled.get("from"))), str(filled.get("group"))
    if state.turn is None or victim == state.turn or group not in state.groups[victim]:
        raise refuse(
            "{victim} has no open group of {tile} to be taken now", victim=seat_name(victim), tile=_shown(state, group)
        )
    found = returns(state, victim, group)
    given = {"player": seat_name(state.turn), "group": tile_name(group), "value": found.value}
    if victim == GHOST:
        other = next(seat for seat in state.seats if seat not in (GHOST, state.turn))
        title = say(
            "{player} takes {group} ({value}): {other} may take back for the Ghost", other=seat_name(other), **given
        )
    else:
        title = say("{player} takes {group} ({value}): {victim} may take back", victim=seat_name(victim), **given)
    return Block("story", title, victim, lines=found.told)


def _shown(state: State, tile: str) -> Message:
    return tile_name(tile) if tile in state.kinds else name(tile)


def _told_return(back: Return) -> Message:
    if back.completes:
        done = tile_names(back.completes)
        return say("{tiles}: {total}, completes {done}", tiles=tile_names(back.groups), total=back.total, done=done)
    return say("{tiles}: {total}", tiles=tile_names(back.groups), total=back.total)
