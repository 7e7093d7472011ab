"""A refusal says who and what, in Captain Stingy as everywhere."""

import io
import json
from pathlib import Path

import pytest

from companion.commands.replay import replay

HEADER = {"record": 1, "game": "stingy", "players": ["Ana", "Rui", "Mia"]}
COLOURS = {"Ana": ("red", "purple", "yellow"), "Rui": ("blue", "green", "orange"), "Mia": ("purple", "yellow", "blue")}
START = [
    {"do": "take", "player": seat, "tiles": [f"{colour} {item}" for colour in colours for item in ("coins", "parrot")]}
    for seat, colours in COLOURS.items()
]
TRADE = {"do": "trade", "player": "Ana", "from": "Rui", "group": "blue coins", "back": []}


def refusal(tmp_path: Path, *lines: object) -> str:
    """Return why the last line of this record is refused."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    out = io.StringIO()
    assert replay(str(path), as_json=True, out=out, err=io.StringIO()) == 1
    *_, refused, _ = (json.loads(line) for line in out.getvalue().splitlines())
    assert refused["line"] == len(lines)
    return str(refused["error"])


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
def test_a_tile_that_cannot_be_names_its_player(tmp_path: Path, event: object, what: str) -> None:
    error = refusal(tmp_path, HEADER, *START, event)

    assert "Ana" in error
    assert what in error


def test_a_tile_too_many_names_its_player(tmp_path: Path) -> None:
    error = refusal(tmp_path, HEADER, {"do": "take", "player": "Rui", "tiles": ["red bottle"] * 4 + ["red coins"] * 2})

    assert "Rui" in error
    assert "red bottle" in error
