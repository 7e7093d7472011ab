"""A turn worked out from two looks at the open tiles: what was traded and drawn, checked and said in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import RuleError
from companion.games.stingy import rules, trading
from companion.games.stingy.events import TakeTiles, Trade
from companion.games.stingy.guide import traded
from companion.games.stingy.pieces import value
from companion.games.stingy.state import Groups, State
from companion.games.stingy.wording import seat_name, tile_name, tile_names
from companion.language.message import Message, say


@dataclass(frozen=True, slots=True)
class InferredTurn:
    """A turn worked out from two looks: its trade as an event (None: there was none), the tiles drawn, and in words
    what was traded. `wrong` says why what lies there can't be, or the trade can't; `unfinished`, why the draw can't be
    the turn's end yet. `several`: wrong is only that it may be one of several turns."""

    trade: Mapping[str, Any] | None = None
    drawn: tuple[str, ...] = ()
    told: Message | None = None
    wrong: Message | None = None
    unfinished: Message | None = None
    several: bool = False


def trade_between(state: State, after: Mapping[str, Groups]) -> InferredTurn:
    """Return what happened from `state`, in which a seat has its turn, to the open groups `after`: perhaps a trade, and
    tiles drawn. Complete groups may still lie there or be set aside."""
    player = state.turn or ""
    whole = _whole(state, after)
    after = {seat: _open(state, after[seat]) for seat in state.seats}
    vanished = _vanished(state, after, {tile for _, tile in whole})
    if vanished is not None:
        return InferredTurn(wrong=vanished)
    drawn = _drawn(state, after)
    changed = [seat for seat in state.seats if seat != player and after[seat] != dict(state.groups[seat])]
    if not changed:
        return checked(state, None, drawn)
    if not any(_lost(state, after, seat) for seat in state.seats):
        return InferredTurn(wrong=_drawn_early(state, changed[0]))
    if len(changed) > 1:
        both = tuple(seat_name(seat) for seat in changed)
        return InferredTurn(
            wrong=say(
                "tiles changed before {seats}: a trade is with one player only; if two turns were played, enter the "
                "first by hand",
                seats=both,
            )
        )
    found = [checked(state, trade, drawn) for trade in _explanations(state, after, changed[0], drawn)]
    found = [turn for turn in found if turn.wrong is not None or whole <= _completed(state, turn)]
    legal = [turn for turn in found if turn.wrong is None]
    if len({_set_aside(state, turn.trade) for turn in legal if turn.trade is not None}) > 1:
        return InferredTurn(wrong=_ambiguous(state, legal), several=True)
    found.sort(key=lambda turn: (turn.wrong is not None, turn.unfinished is not None))
    if found and found[0].unfinished is not None:
        hidden = _hidden(state, after, changed[0])
        if hidden is not None:
            return InferredTurn(wrong=lone_gone(hidden))
    return found[0] if found else InferredTurn(wrong=_no_trade(state, after, changed[0]))


def _lost(state: State, after: Mapping[str, Groups], seat: str) -> bool:
    """Whether a seat has fewer of a tile than before."""
    return any(after[seat].get(tile, 0) < many for tile, many in state.groups[seat].items())


def _drawn_early(state: State, seat: str) -> Message:
    """Return what to do where a seat has new tiles that nobody gave: it has drawn, and the turn before is not read."""
    return say(
        "{seat} has new tiles, but it is {player}'s turn: take them away until that is read, or enter it by hand",
        seat=seat_name(seat),
        player=seat_name(state.turn or ""),
    )


def _hidden(state: State, after: Mapping[str, Groups], seat: str) -> str | None:
    """Return the lone tile before a seat that may just not be seen: were it there, nobody would have traded, and what
    the player has more would be a whole draw."""
    for tile, n in state.groups[seat].items():
        there = {**after[seat], tile: 1}
        if n == 1 and tile not in after[seat] and there == dict(state.groups[seat]):
            turn = checked(state, None, _drawn(state, {**after, seat: there}))
            if turn.wrong is None and turn.unfinished is None:
                return tile
    return None


def _set_aside(state: State, trade: Mapping[str, Any]) -> tuple[tuple[tuple[int, str], ...], ...]:
    """Return what the complete groups of every seat are worth after a trade: where each of two completes one, and both
    were set aside, the camera can't see any more whose is which."""
    after, _ = rules.apply(state, as_trade(trade))
    worth = {tile: (kind.size, kind.colour if state.colour_bonus else "") for tile, kind in state.kinds.items()}
    return tuple(tuple(sorted(worth[tile] for tile in after.complete[seat])) for seat in state.seats)


def _whole(state: State, groups: Mapping[str, Groups]) -> set[tuple[str, str]]:
    """Return the complete groups that still lie open, each with its seat: they show who completed them."""
    return {(seat, tile) for seat in state.seats for tile, n in groups[seat].items() if n == state.kinds[tile].size}


def _completed(state: State, turn: InferredTurn) -> set[tuple[str, str]]:
    """Return all groups that are complete after a turn, each with its seat."""
    if turn.trade is not None:
        state, _ = rules.apply(state, as_trade(turn.trade))
    if turn.unfinished is None:
        state, _ = rules.apply(state, TakeTiles(state.turn or "", list(turn.drawn)))
    return {(seat, tile) for seat in state.seats for tile in state.complete[seat]}


def _ambiguous(state: State, legal: Sequence[InferredTurn]) -> Message:
    taken = tuple(turn.trade["group"] for turn in legal if turn.trade is not None)
    return say(
        "{player} may have taken any of {groups}: lay the complete groups open again, or enter the trade by hand",
        player=seat_name(state.turn or ""),
        groups=tile_names(taken),
    )


def _open(state: State, groups: Groups) -> dict[str, int]:
    return {tile: count for tile, count in groups.items() if 0 < count < state.kinds[tile].size}


def total_of(groups: Mapping[str, Groups], tile: str) -> int:
    """Return how many of a tile lie open before everybody."""
    return sum(of_seat.get(tile, 0) for of_seat in groups.values())


def _vanished(state: State, after: Mapping[str, Groups], whole: set[str]) -> Message | None:
    """Return which tiles lay open and are gone although no group of theirs can be complete, or too little speaks for
    it: a complete group may be set aside at once, but of a lone tile that is gone only the `whole` group tells."""
    for tile in state.kinds:
        before, now = total_of(state.groups, tile), total_of(after, tile)
        if 0 < now < before:
            return say("{tile}: {before} lay open, now {now}", tile=tile_name(tile), before=before, now=now)
        if before == 1 and not now and tile not in whole:
            return lone_gone(tile)
    return None


def lone_gone(tile: str) -> Message:
    """Return what to do where the only open tile of a kind is gone: it may be hidden, or just have become complete."""
    return say(
        "{tile} is not seen; if the group is complete, leave it open until the turn is read", tile=tile_name(tile)
    )


def _drawn(state: State, after: Mapping[str, Groups]) -> tuple[str, ...]:
    """Return the tiles that are new on the table; of a kind that is gone, those that made it complete."""
    drawn: list[str] = []
    for tile, kind in state.kinds.items():
        before, now = total_of(state.groups, tile), total_of(after, tile)
        drawn += [tile] * ((kind.size if before and not now else now) - before)
    return tuple(drawn)


def _explanations(
    state: State, after: Mapping[str, Groups], victim: str, drawn: Sequence[str]
) -> Iterator[Mapping[str, Any]]:
    """Yield the trades that lead to what lies there, legal or not."""
    player = state.turn or ""
    mine, theirs = state.groups[player], state.groups[victim]
    for group in theirs:
        if after[victim].get(group, 0):
            continue
        given = [tile for tile in mine if tile != group and _went(state, after, victim, tile)]
        trade = {"do": "trade", "player": player, "from": victim, "group": group}
        others, taken = trading.without(mine, group), value(theirs[group])
        how = "paid" if trading.total(others, given) > taken else "back"
        if _leads_to(state, group, given, victim, drawn) == {seat: after[seat] for seat in (player, victim)}:
            yield {**trade, how: given}


def _went(state: State, after: Mapping[str, Groups], victim: str, tile: str) -> bool:
    """Whether the seat in turn can have given its group of `tile` to `victim`."""
    mine, theirs = state.groups[state.turn or ""][tile], state.groups[victim].get(tile, 0)
    return after[victim].get(tile, 0) == mine + theirs or (
        mine + theirs == state.kinds[tile].size and not total_of(after, tile)
    )


def _leads_to(state: State, group: str, given: Sequence[str], victim: str, drawn: Sequence[str]) -> dict[str, Groups]:
    player = state.turn or ""
    mine, theirs = dict(state.groups[player]), dict(state.groups[victim])
    mine[group] = mine.get(group, 0) + theirs.pop(group)
    for tile in given:
        theirs[tile] = theirs.get(tile, 0) + mine.pop(tile)
    for tile in drawn:
        mine[tile] = mine.get(tile, 0) + 1
    return {player: _open(state, mine), victim: _open(state, theirs)}


def checked(state: State, trade: Mapping[str, Any] | None, drawn: tuple[str, ...]) -> InferredTurn:
    """Return the turn as the rules judge it."""
    told = None
    try:
        if trade is not None:
            state, _ = rules.apply(state, as_trade(trade))
            told = traded(state.traded) if state.traded else None
    except RuleError as error:
        return InferredTurn(
            trade, drawn, wrong=say("{why} ({facts})", why=error.message, facts=facts(state, trade or {}))
        )
    try:
        rules.apply(state, TakeTiles(state.turn or "", list(drawn)))
    except RuleError as error:
        return InferredTurn(trade, drawn, told, unfinished=error.message)
    return InferredTurn(trade, drawn, told)


def as_trade(trade: Mapping[str, Any]) -> Trade:
    """Return a trade as the rules take it."""
    given = {key: trade[key] for key in ("back", "paid") if key in trade}
    return Trade(trade["player"], trade["from"], trade["group"], **given)


def facts(state: State, trade: Mapping[str, Any]) -> Message:
    """Return what a trade is worth both ways, and whether an exact return or a payment was possible."""
    mine = trading.without(state.groups[trade["player"]], trade["group"])
    taken = value(state.groups[trade["from"]][trade["group"]])
    returned = trading.total(mine, trade.get("paid", trade.get("back", ())))
    if trading.can_make(mine, taken):
        return say("taken {taken}, returned {returned}; exactly {taken} could go back", taken=taken, returned=returned)
    if state.sly:
        return say("taken {taken}, returned {returned}; with Captain Sly nobody pays", taken=taken, returned=returned)
    return say(
        "taken {taken}, returned {returned}; exactly {taken} could not go back, so payment could be forced",
        taken=taken,
        returned=returned,
    )


def _no_trade(state: State, after: Mapping[str, Groups], victim: str) -> Message:
    """Return why what lies before two seats is no trade: a group was split, or several were taken."""
    player = state.turn or ""
    lost = {tile: count - after[victim].get(tile, 0) for tile, count in state.groups[victim].items()}
    split = next((tile for tile, gone in lost.items() if 0 < gone < state.groups[victim][tile]), None)
    gave = {tile: count - after[player].get(tile, 0) for tile, count in state.groups[player].items()}
    split = split or next((tile for tile, gone in gave.items() if 0 < gone < state.groups[player][tile]), None)
    if split is not None:
        return say("the group {tile} was split: a group changes hands whole", tile=tile_name(split))
    taken = tuple(tile for tile, gone in lost.items() if gone > 0)
    if len(taken) > 1:
        return say(
            "{player} took {groups}: a trade takes one group", player=seat_name(player), groups=tile_names(taken)
        )
    if not taken:
        return say("{victim} got tiles of {player}, who took none", victim=seat_name(victim), player=seat_name(player))
    return say(
        "what lies before {player} and {victim} is no trade: if two turns were played, enter the first by hand",
        player=seat_name(player),
        victim=seat_name(victim),
    )
