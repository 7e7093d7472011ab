"""A game of ShipShape in which nothing but gold is in sight, so that everybody earns what a test wants."""

from collections.abc import Mapping, Sequence

from companion.game.match import Match
from companion.game.record import Line
from companion.games.shipshape.pieces import CELLS, TURNS


def gold_alone(players: Sequence[str], earned: Mapping[str, Sequence[int]]) -> Match:
    """Return the match of these players in which each seat, those that the game adds included, has `earned` so much in
    each voyage. Holds are numbered in the order of `earned`, in every voyage."""
    values: list[dict[str, object]] = [{"record": 1, "game": "shipshape", "players": list(players)}]
    for voyage in range(max(map(len, earned.values()))):
        values.append({"do": "holds", "voyage": voyage + 1, "numbers": {seat: n for n, seat in enumerate(earned, 1)}})
        for turn in range(TURNS):
            cards = {seat: (n + TURNS * voyage + turn) % 10 + 1 for n, seat in enumerate(earned)}
            values.append({"do": "bids", "cards": cards})
        cells = {seat: [f"gold {each[voyage]}", *["empty"] * (CELLS - 1)] for seat, each in earned.items()}
        values.append({"do": "read", "cells": cells})
    return Match.replay(Line(number, value) for number, value in enumerate(values, 1))
