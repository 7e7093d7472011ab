"""Random legal play of ShipShape: any card in hand, any squares in sight."""

from dataclasses import replace
from typing import Any

from companion.games.shipshape.crew import Crew
from companion.games.shipshape.pieces import CREW_CARDS
from companion.games.shipshape.state import State
from companion.practice.people import Dice

KINDS = ("gold", "cannon", "contraband", "rat")


def header(players: list[str], chance: Dice) -> dict[str, Any]:  # noqa: ARG001 (contract)
    """Return what a header holds beside game, players and options."""
    return {}


def event(state: State, chance: Dice) -> dict[str, Any]:
    """Return an event that the rules allow now."""
    if state.to_read:
        return {"do": "read", "cells": {seat: [_square(chance) for _ in range(9)] for seat in state.seats}}
    if not state.holds:
        return {"do": "holds", "voyage": state.voyage, "numbers": _holds(state, chance)}
    return {"do": "bids", "cards": {seat: chance.choice(sorted(state.crews[seat].hand)) for seat in state.must_bid}}


def seatings(players: list[str]) -> list[list[str]]:
    """Return orders of the players in which the rules treat everybody as before."""
    if len(players) == 6:
        return [players[3:] + players[:3]]  # the groups of three stay the same
    return [] if len(players) == 5 else [players[::-1], players[1:] + players[:1]]


def secrets_changed(state: State, chance: Dice) -> State:
    """Return the state with other cards in hand and spent, as far as nobody could tell."""
    spent = {seat: frozenset(chance.sample(range(1, 11), chance.randrange(9))) for seat in state.seats}
    return replace(state, crews={seat: Crew(CREW_CARDS - cards, cards) for seat, cards in spent.items()})


def _holds(state: State, chance: Dice) -> Any:
    numbers = chance.sample(range(1, 7), len(state.seats))
    as_dealt = state.voyage == 1 or chance.random() < 0.2
    return dict(zip(state.seats, numbers, strict=True)) if as_dealt else numbers


def _square(chance: Dice) -> str:
    return "empty" if chance.random() < 0.05 else f"{chance.choice(KINDS[:3] * 5 + KINDS[3:])} {chance.randrange(9)}"


def filled(event: dict[str, Any], state: State) -> dict[str, Any] | None:  # noqa: ARG001 (contract)
    """Return the form that makes this event, filled; None where it is none: bids are secret, readings are questions."""
    if event["do"] != "holds" or isinstance(event["numbers"], list):
        return None
    return {"do": "holds", **{seat: str(number) for seat, number in event["numbers"].items()}}
