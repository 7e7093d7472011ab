"""The rules: what each event does to a state and what it answers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from msgspec.structs import replace

from companion.game import Answer, RuleError, refuse
from companion.games.stingy import trading
from companion.games.stingy.events import Event, TakeTiles, Trade
from companion.games.stingy.pieces import GHOST, START_TILES, value
from companion.games.stingy.state import Groups, State, Traded
from companion.games.stingy.wording import seat_name, tile_count, tile_name


def apply(state: State, event: Event) -> tuple[State, Answer]:
    """Return the state after `event` and the answer of the record; raise a RuleError if it is forbidden."""
    match event:
        case TakeTiles():
            return _take(state, event)
        case Trade():
            return _trade(state, event)


# ---- taking tiles


def _take(state: State, event: TakeTiles) -> tuple[State, Answer]:
    seat = state.seats.find(event.player)
    if state.to_start:
        _check_start(state, seat, event.tiles)
    else:
        _check_draw(state, seat, event.tiles)
    _check_tiles(state, seat, event.tiles)
    groups = dict(state.groups[seat])
    for tile in event.tiles:
        groups[tile] = groups.get(tile, 0) + 1
    laid, left = _lay(state, {seat: groups}), state.left - len(event.tiles)
    if state.turn is None:
        turn, closer = (None if state.to_start[1:] else state.first), None
    else:
        closer = seat if left == 0 and state.closer is None else state.closer
        turn = None if seat == state.closer else _following(state, seat)
    after = replace(
        state,
        groups=laid.groups,
        complete=laid.complete,
        left=left,
        turn=turn,
        traded=None,
        closer=closer,
        over=seat == state.closer,
    )
    return after, {"completed": laid.completed, "left": left, "next": next_seat(after)}


def next_seat(state: State) -> str | None:
    """Return whose turn it is: during set-up the first seat without tiles, None when the game is over."""
    return state.to_start[0] if state.to_start else state.turn


def _check_start(state: State, seat: str, tiles: list[str]) -> None:
    if seat not in state.to_start:
        raise refuse("{seat} has taken the start tiles already", seat=seat_name(seat))
    if len(tiles) != START_TILES:
        raise refuse(
            "{seat} starts with {tiles}; everybody starts with 6", seat=seat_name(seat), tiles=tile_count(len(tiles))
        )


def _check_draw(state: State, seat: str, tiles: list[str]) -> None:
    if seat != state.turn:
        raise refuse("{seat} draws, but it is {turn}'s turn", seat=seat_name(seat), turn=seat_name(state.turn or ""))
    allowed = state.allowed(seat)
    if len(tiles) in allowed:
        return
    count = len(tiles)
    if count > state.left:
        raise refuse(
            "{seat} draws {tiles}, more than there are left ({left})",
            seat=seat_name(seat),
            tiles=tile_count(count),
            left=state.left,
        )
    if count < allowed.start:
        raise refuse(
            "{seat} draws {tiles}; it must be {least}",
            seat=seat_name(seat),
            tiles=tile_count(count),
            least=allowed.start,
        )
    if count > state.draws + 1:
        raise refuse(
            "{seat} draws {tiles}; nobody draws more than {most}",
            seat=seat_name(seat),
            tiles=tile_count(count),
            most=state.draws + 1,
        )
    raise _no_extra(state, seat, count)


def _no_extra(state: State, seat: str, count: int) -> RuleError:
    if seat == GHOST:
        return refuse(
            "{seat} draws {tiles}; the Ghost never draws one more", seat=seat_name(seat), tiles=tile_count(count)
        )
    if state.traded is not None:
        return refuse(
            "{seat} draws {tiles}; there is none more after a trade", seat=seat_name(seat), tiles=tile_count(count)
        )
    return refuse(
        "{seat} draws {tiles}; one more is for at most two groups of one tile",
        seat=seat_name(seat),
        tiles=tile_count(count),
    )


def _check_tiles(state: State, seat: str, tiles: list[str]) -> None:
    for tile, count in Counter(tiles).items():
        _check_tile(state, seat, tile)
        if count > state.unseen(tile):
            raise refuse(
                "{seat} takes {count} × {tile}, more of its {size} than are still to come ({unseen})",
                seat=seat_name(seat),
                tile=tile_name(tile),
                count=count,
                size=state.kinds[tile].size,
                unseen=state.unseen(tile),
            )


def _check_tile(state: State, seat: str, tile: str) -> None:
    if tile not in state.kinds:
        raise refuse("{seat} names a tile “{tile}”, which there is not", seat=seat_name(seat), tile=tile)


@dataclass(frozen=True, slots=True)
class _Laid:
    """Everybody's groups with complete ones set aside, and the tiles whose group was set aside just now."""

    groups: Mapping[str, Groups]
    complete: Mapping[str, tuple[str, ...]]
    completed: list[str]


def _lay(state: State, changed: Mapping[str, Groups]) -> _Laid:
    """Return what lies on the table when these seats' open groups have changed."""
    complete, completed = state.complete, list[str]()
    for seat, counts in changed.items():
        done = [tile for tile, count in counts.items() if count == state.kinds[tile].size]
        if done:
            changed = {**changed, seat: {tile: count for tile, count in counts.items() if tile not in done}}
            complete = {**complete, seat: (*complete[seat], *done)}
            completed += done
    return _Laid({**state.groups, **changed}, complete, completed)


def _following(state: State, seat: str) -> str:
    names = state.seats.names
    return names[(names.index(seat) + 1) % len(names)]


# ---- trading


def _trade(state: State, event: Trade) -> tuple[State, Answer]:
    player, victim = state.seats.find(event.player), state.seats.find(event.victim)
    _check_trader(state, player, victim)
    _check_tile(state, player, event.group)
    size = state.groups[victim].get(event.group, 0)
    if not size:
        raise refuse("{victim} has no open group of {tile}", victim=seat_name(victim), tile=tile_name(event.group))
    taken, others = value(size), trading.without(state.groups[player], event.group)
    given, paid = event.given
    _check_given(state, player, event.group, given)
    returned = trading.total(others, given)
    if paid:
        _check_payment(state, player, victim, others, taken, returned)
    else:
        _check_return(victim, taken, returned)
    done = Traded(player, victim, event.group, tuple(given), paid, taken, returned)
    laid = _lay(state, _exchanged(state, done))
    groups = {seat: dict(laid.groups[seat]) for seat in (player, victim)}
    answer = {"value": taken, "returned": returned, "completed": laid.completed, "groups": groups}
    return replace(state, groups=laid.groups, complete=laid.complete, traded=done), answer


def _check_trader(state: State, player: str, victim: str) -> None:
    if state.to_start:
        raise refuse(
            "{player} can't trade yet: {seat} takes start tiles first",
            player=seat_name(player),
            seat=seat_name(state.to_start[0]),
        )
    if player == GHOST:
        raise refuse("{player} starts no trade", player=seat_name(player))
    if player != state.turn:
        raise refuse(
            "{player} trades, but it is {turn}'s turn", player=seat_name(player), turn=seat_name(state.turn or "")
        )
    if state.traded is not None:
        raise refuse("{player} has traded in this turn already", player=seat_name(player))
    if player == victim:
        raise refuse("{player} can't trade with themselves", player=seat_name(player))


def _check_given(state: State, player: str, group: str, given: list[str]) -> None:
    for tile in given:
        _check_tile(state, player, tile)
    double = trading.twice(given)
    if double is not None:
        raise refuse(
            "{player}'s group {tile} is named twice; a group goes whole",
            player=seat_name(player),
            tile=tile_name(double),
        )
    for tile in given:
        if tile == group:
            raise refuse(
                "{tile} was just taken by {player} and can't go back", tile=tile_name(tile), player=seat_name(player)
            )
        if tile not in state.groups[player]:
            raise refuse("{player} has no open group of {tile}", player=seat_name(player), tile=tile_name(tile))


def _check_return(victim: str, taken: int, returned: int) -> None:
    if returned > taken:
        raise refuse(
            "{victim} takes back {returned}, more than the {taken} that was taken",
            victim=seat_name(victim),
            returned=returned,
            taken=taken,
        )


def _check_payment(state: State, player: str, victim: str, others: Groups, taken: int, paid: int) -> None:
    if state.sly:
        raise refuse("with Captain Sly nobody pays: {victim} takes back what there is", victim=seat_name(victim))
    if trading.can_make(others, taken):
        raise refuse(
            "{player} need not pay: {victim} can take back groups worth exactly {value}",
            player=seat_name(player),
            victim=seat_name(victim),
            value=taken,
        )
    if paid <= taken:
        raise refuse(
            "{player} pays {paid}; it must be more than {value}", player=seat_name(player), paid=paid, value=taken
        )


def _exchanged(state: State, trade: Traded) -> dict[str, Groups]:
    """Return the open groups of both after the exchange, complete ones still among them."""
    mine, theirs = dict(state.groups[trade.player]), dict(state.groups[trade.victim])
    mine[trade.group] = mine.get(trade.group, 0) + theirs.pop(trade.group)
    for tile in trade.given:
        theirs[tile] = theirs.get(tile, 0) + mine.pop(tile)
    return {trade.player: mine, trade.victim: theirs}
