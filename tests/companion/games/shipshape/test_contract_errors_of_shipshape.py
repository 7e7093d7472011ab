"""A refusal says who and what, in ShipShape as everywhere."""

from typing import Any

import pytest
from support.replayed import refusal

HEADER = {"record": 1, "game": "shipshape", "players": ["Ana", "Rui", "Mia"]}
HOLDS = {"do": "holds", "voyage": 1, "numbers": {"Ana": 3, "Rui": 1, "Mia": 5}}
BIDS = [{"do": "bids", "cards": {"Ana": 3 * turn, "Rui": 3 * turn - 1, "Mia": 3 * turn - 2}} for turn in (1, 2, 3)]


@pytest.mark.parametrize(
    ("numbers", "named"),
    [
        ({"Ana": 3, "Rui": 7, "Mia": 5}, ["Rui", "7"]),
        ({"Ana": 3, "Rui": 1, "Mia": 3}, ["Ana", "Mia", "3"]),
    ],
)
def test_a_hold_dealt_wrongly_names_its_seat(numbers: dict[str, int], named: list[str]) -> None:
    error = refusal(HEADER, {"do": "holds", "voyage": 1, "numbers": numbers})

    assert all(name in error for name in named)


def test_a_cell_that_cannot_be_names_its_seat() -> None:
    cells: dict[str, Any] = {"Ana": ["empty"] * 9, "Rui": ["empty"] * 8 + ["gold 07"], "Mia": ["empty"] * 9}

    error = refusal(HEADER, HOLDS, *BIDS, {"do": "read", "cells": cells})

    assert "Rui" in error
    assert "gold 07" in error
