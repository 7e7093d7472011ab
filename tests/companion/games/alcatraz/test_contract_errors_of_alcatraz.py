"""A refusal says who and what, in Alcatraz as everywhere."""

import io
import json
from pathlib import Path

import pytest

from companion.commands.replay import replay

HEADER = {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"]}
CLAIM = {"do": "claim", "player": "Ana", "objective": 12, "cards": [-3, 14, 1]}


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
        ({**CLAIM, "objective": 15}, "15"),
        ({**CLAIM, "cards": [12, 0]}, "0"),
        ({**CLAIM, "cards": [{"card": 5, "overlays": ["+2"]}, 7]}, "+2"),
    ],
)
def test_a_claim_that_cannot_be_names_its_player(tmp_path: Path, event: object, what: str) -> None:
    error = refusal(tmp_path, HEADER, event)

    assert "Ana" in error
    assert what in error
