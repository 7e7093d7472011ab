"""A game in three rounds scored by photos alone: photoreal pictures of a market that nobody here drew, sent by a phone
into a running service, in four lights; where there are none, that is said.

A stranger's game of grids and its set, taught from such pictures, too, serve for it.
"""

import json
from pathlib import Path

import pytest
from support.browser import CHROMIUM
from support.family_phone import ROOT, new_game
from support.ports import free_port

SCENES = ROOT.parent / "shared" / "scenes" / "market"
NAMES = ("Ana", "Rui", "Mia")
STALLS = {"left stall": "place 1", "middle stall": "place 2", "right stall": "place 3"}
GAME = """
from companion.bases.grid import EMPTY, Face, GridGame, manifest
from companion.game import Part
from companion.language.message import say

KINDS = {"wheat": range(1, 6), "tools": range(1, 6), "wine": range(6), "mouse": range(1, 4)}


class Market(GridGame):
    name, title, players = "market", "Market", range(2, 4)
    rows, cols, tile_mm, rounds, bare = 3, 3, 32.0, 3, True
    faces = tuple(Face(f"{kind} {number}", "#f0d060", 9) for kind, numbers in KINDS.items() for number in numbers)

    def parts_of(self, state, boards, seat):
        worth = sum(boards[seat].number(at) for at in range(9) if boards[seat][at] != EMPTY)
        return (Part(say("goods"), say("{points}", points=worth), worth),)


MANIFEST = manifest(Market())
"""


def market(folder: Path) -> tuple[Path, Path, Path]:
    """Lay out the game, its mat with the places that the game knows, and the lessons; return where these are."""
    (folder / "games" / "market").mkdir(parents=True)
    (folder / "games" / "market" / "__init__.py").write_text(GAME)
    mat, lessons = folder / "layout.toml", folder / "LABELS.json"
    text = (SCENES / "layout.toml").read_text()
    for stall, place in STALLS.items():
        text = text.replace(stall, place)
    mat.write_text(text)
    taught = json.loads((SCENES / "teach" / "LABELS.json").read_text())
    for picture in taught["pictures"]:
        picture["file"] = str(SCENES / "teach" / picture["file"])
        picture["zones"] = {STALLS[stall]: rows for stall, rows in picture["zones"].items()}
    lessons.write_text(json.dumps(taught))
    return folder / "games", mat, lessons


def lying(light: str, number: int) -> dict[str, list[str]]:
    """Return what truly lies before each seat in one of an evening's three pictures."""
    pictures = json.loads((SCENES / "test" / "truth.json").read_text())["pictures"]
    zones = next(one["zones"] for one in pictures if one["file"] == f"evening-{light}-{number}.jpg")
    return {seat: [label for row in zones[stall] for label in row] for seat, stall in zip(NAMES, STALLS, strict=True)}


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM HERE: no game was scored by photos")
@pytest.mark.skipif(not SCENES.is_dir(), reason="NO PHOTOREAL SCENES HERE: no game was scored by such photos")
@pytest.mark.parametrize("light", ["lamp", "dim", "mixed", "shadow"])
def test_a_game_is_scored_by_photoreal_photos_alone(light: str, tmp_path: Path) -> None:
    games, mat, lessons = market(tmp_path)
    laid = [lying(light, number) for number in (1, 2, 3)]
    with new_game(tmp_path, free_port(), "market", NAMES, games=games, layout=mat, lessons=lessons) as phone:
        for number, truth in enumerate(laid, 1):
            phone.asks(do="go_on")
            phone.takes("#s-own [data-photo]", SCENES / "test" / f"evening-{light}-{number}.jpg")
            phone.settles(number, truth | {f"place {at}": truth[seat] for at, seat in enumerate(NAMES, 1)})
    (record,) = (tmp_path / "data" / "records").glob("*.jsonl")
    events = [json.loads(line) for line in record.read_text().splitlines()]
    read = [event["cells"] for event in events if event.get("do") == "read"]
    wrong = [(seat, a, b) for a, b in zip(read, laid, strict=True) for seat in NAMES if (a[seat] != b[seat])]
    print(f"{light}: {phone.questions} of 81 squares asked about, {len(wrong)} stalls wrong")
    assert not wrong
