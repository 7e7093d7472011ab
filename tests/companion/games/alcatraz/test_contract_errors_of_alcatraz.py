"""A refusal says who and what, in Alcatraz as everywhere."""

from typing import Any

import pytest
from support.replayed import refusal

HEADER = {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"]}
CLAIM = {"do": "claim", "player": "Ana", "objective": 12, "cards": [-3, 14, 1]}


@pytest.mark.parametrize(
    ("event", "what"),
    [
        ({**CLAIM, "objective": 15}, "15"),
        ({**CLAIM, "cards": [12, 0]}, "0"),
        ({**CLAIM, "cards": [{"card": 5, "overlays": ["+2"]}, 7]}, "+2"),
    ],
)
def test_a_claim_that_cannot_be_names_its_player(event: dict[str, Any], what: str) -> None:
    error = refusal(HEADER, event)

    assert "Ana" in error
    assert what in error
