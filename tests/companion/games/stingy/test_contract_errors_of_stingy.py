"""A refusal says who and what, in Captain Stingy as everywhere."""

from typing import Any

import pytest
from support.replayed import refusal

HEADER = {"record": 1, "game": "stingy", "players": ["Ana", "Rui", "Mia"]}
COLOURS = {"Ana": ("red", "purple", "yellow"), "Rui": ("blue", "green", "orange"), "Mia": ("purple", "yellow", "blue")}
START = [
    {"do": "take", "player": seat, "tiles": [f"{colour} {item}" for colour in colours for item in ("coins", "parrot")]}
    for seat, colours in COLOURS.items()
]
TRADE = {"do": "trade", "player": "Ana", "from": "Rui", "group": "blue coins", "back": []}


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ({"do": "take", "player": "Ana", "tiles": ["red coins", "pink coins"]}, "pink coins"),
        ({"do": "take", "player": "Ana", "tiles": ["red bottle"] * 3 + ["red coins"]}, "4 tiles"),
        ({**TRADE, "group": "pink coins"}, "pink coins"),
        ({**TRADE, "back": ["red coins", "red coins"]}, "red coins"),
        ({**TRADE, "back": ["red bottle"]}, "red bottle"),
    ],
)
def test_a_tile_that_cannot_be_names_its_player(event: dict[str, Any], what: str) -> None:
    error = refusal(HEADER, *START, event)

    assert "Ana" in error
    assert what in error


def test_a_tile_too_many_names_its_player() -> None:
    error = refusal(HEADER, {"do": "take", "player": "Rui", "tiles": ["red bottle"] * 4 + ["red coins"] * 2})

    assert "Rui" in error
    assert "red bottle" in error
