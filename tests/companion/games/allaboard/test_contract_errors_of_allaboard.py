"""A refusal says who and what, in All aboard! as everywhere."""

import io
import json
from pathlib import Path

from companion.commands.replay import replay

ANIMALS = "mouse peacock fox octopus monkey sloth moose zebra giraffe lion bear elephant"
EDITION = {"animals": {animal: {"weight": weight, "points": 1} for weight, animal in enumerate(ANIMALS.split(), 1)}}
HEADER = {"record": 1, "game": "allaboard", "players": ["Ana", "Rui"], "edition": EDITION}


def refusal(tmp_path: Path, *lines: object) -> str:
    """Return why the last line of this record is refused."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    out = io.StringIO()
    assert replay(str(path), as_json=True, out=out, err=io.StringIO()) == 1
    *_, refused, _ = (json.loads(line) for line in out.getvalue().splitlines())
    assert refused["line"] == len(lines)
    return str(refused["error"])


def test_an_animal_that_is_none_names_its_player(tmp_path: Path) -> None:
    boats = [
        {"capacity": 12, "aboard": [["Ana", "fox"], ["Ana", "bear"], ["Ana", "lion"]]},
        {"capacity": 12, "aboard": [["Rui", "fox"], ["Rui", "bear"], ["Rui", "cat"]]},
    ]

    error = refusal(tmp_path, HEADER, {"do": "sail", "boats": boats})

    assert "Rui" in error
    assert "cat" in error
