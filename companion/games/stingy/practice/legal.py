"""Random legal play of Captain Stingy: tiles out of a bag, trades that may be made."""

from itertools import islice
from typing import Any

from companion.games.stingy.pieces import GHOST, value
from companion.games.stingy.rules import next_seat
from companion.games.stingy.state import State
from companion.games.stingy.trading import can_make, can_pay, legal_returns, without
from companion.practice.people import Dice


def header(players: list[str], chance: Dice) -> dict[str, Any]:  # noqa: ARG001 (contract)
    """Return what a header holds beside game, players and options: now and then other colours."""
    colours = ["light blue", "pink", "grey", "dark blue", "white", "flag"]
    return {"edition": {"colours": colours}} if chance.random() < 0.2 else {}


def event(state: State, chance: Dice) -> dict[str, Any]:
    """Return an event that the rules allow now."""
    if state.to_start:
        seat = chance.choice(state.to_start)
        return {"do": "take", "player": seat, "tiles": _drawn(state, chance, 6)}
    seat = next_seat(state)
    assert seat is not None
    if seat != GHOST and state.traded is None and chance.random() < 0.7:
        trade = _trade(state, chance, seat)
        if trade is not None:
            return trade
    return {"do": "take", "player": seat, "tiles": _drawn(state, chance, chance.choice(state.allowed(seat)))}


def seatings(players: list[str]) -> list[list[str]]:
    """Return orders of the players in which the rules treat everybody as before: another name first at the table, the
    same one first in play. With two the Ghost's place would move."""
    return [] if len(players) == 2 else [players[1:] + players[:1], players[2:] + players[:2]]


def _drawn(state: State, chance: Dice, count: int) -> list[str]:
    bag = [tile for tile in state.kinds for _ in range(state.unseen(tile))]
    return chance.sample(bag, count)


def _trade(state: State, chance: Dice, player: str) -> dict[str, Any] | None:
    wanted = [(seat, tile) for seat in state.seats if seat != player for tile in state.groups[seat]]
    if not wanted:
        return None
    forced = [(seat, tile) for seat, tile in wanted if _may_force(state, player, seat, tile)]
    victim, tile = chance.choice(forced if forced and chance.random() < 0.7 else wanted)
    taken, others = value(state.groups[victim][tile]), without(state.groups[player], tile)
    trade = {"do": "trade", "player": player, "from": victim, "group": tile}
    if not state.sly and (victim, tile) in forced and chance.random() < 0.6:
        return {**trade, "paid": _payment(others, taken, chance)}
    returns = list(islice(legal_returns(others, taken), 50))
    return {**trade, "back": list((returns[0] if chance.random() < 0.5 else chance.choice(returns)).groups)}


def _may_force(state: State, player: str, victim: str, tile: str) -> bool:
    """Whether payment may be forced for a group (with Captain Sly: could be)."""
    taken, others = value(state.groups[victim][tile]), without(state.groups[player], tile)
    return can_pay(others, taken) and not can_make(others, taken)


def _payment(groups: dict[str, int], taken: int, chance: Dice) -> list[str]:
    tiles = chance.sample(sorted(groups), len(groups))
    paid: list[str] = []
    while sum(value(groups[tile]) for tile in paid) <= taken:
        paid.append(tiles.pop())
    return paid


def filled(event: dict[str, Any], state: State) -> dict[str, Any] | None:  # noqa: ARG001 (contract)
    """Return the form that makes this event, filled."""
    if event["do"] == "take":
        return {"do": "take", "seat": event["player"], "tiles": event["tiles"]}
    how = "paid" if "paid" in event else "back"
    asked = {"from": event["from"], "group": event["group"], "given": event[how], "paid": how}
    return {"do": "trade", "seat": event["player"], **asked}
