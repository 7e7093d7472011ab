"""A round of free tiles counted by photos alone: photoreal pictures of a cloth that nobody here drew, on which three
seats lay theirs one after the other, sent by a phone into a running service, in four lights; where there are none, that
is said.

A stranger's game of free pieces and its set, taught from such pictures, too, serve for it.
"""

import json
import math
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.browser import CHROMIUM
from support.family_phone import ROOT, new_game
from support.ports import free_port

from companion.camera.play import PIECES_PX
from hardware import photo_file
from vision.layout import Layout, load
from vision.registration.locate import Located, locate
from vision.registration.rectify import warp

SCENES = ROOT.parent / "shared" / "scenes" / "beach"
NAMES = ("Ana", "Rui", "Mia")
NEAR_MM = 12.0  # a third of a tile; at the cloth's edge a picture is cut off
GAME = """
from companion.bases.free_pieces import Face, PiecesGame, manifest
from companion.game import Part
from companion.language.message import say

COLOURS = ("teal", "blue", "pink", "red", "lime", "brown")
LABELS = (*(f"{colour} {kind}" for colour in COLOURS for kind in ("fish", "key", "bell", "shell")), "owl")


class Beach(PiecesGame):
    name, title, players = "beach", "Beach", range(2, 4)
    piece_mm, room = (34.0, 34.0), (9, 5)
    faces = tuple(Face(label, "#f0d060", many=60) for label in LABELS)

    def parts_of(self, state, tableaux, seat):
        return (Part(say("Found"), say("{points}", points=len(tableaux[seat])), len(tableaux[seat])),)


MANIFEST = manifest(Beach())
"""


def beach(folder: Path) -> tuple[Path, Path, Path]:
    """Lay out the game, its cloth with the one place that the game knows, and the lessons; return where these are."""
    (folder / "games" / "beach").mkdir(parents=True)
    (folder / "games" / "beach" / "__init__.py").write_text(GAME)
    cloth, lessons = folder / "layout.toml", folder / "LABELS.json"
    cloth.write_text((SCENES / "layout.toml").read_text().replace('"tokens"', '"place 1"'))
    taught = json.loads((SCENES / "teach" / "LABELS.json").read_text())
    for picture in taught["pictures"]:
        picture["file"] = str(SCENES / "teach" / picture["file"])
    lessons.write_text(json.dumps(taught))
    return folder / "games", cloth, lessons


class Cloth:
    """What truly lies in a photo: tiles are told by the pictures of them that the page shows."""

    def __init__(self, photo: Path, layout: Layout) -> None:
        pictures = json.loads((SCENES / "test" / "truth.json").read_text())["pictures"]
        self._tiles = next(one["zones"]["tokens"]["pieces"] for one in pictures if one["file"] == photo.name)
        picture = photo_file.decoded(photo.read_bytes())
        located = locate(picture, layout)
        assert isinstance(located, Located)
        rect_mm = layout.zone("place 1").rect_mm
        self._scale = PIECES_PX / max(rect_mm[2:])
        self._above = warp(picture, located.plane, rect_mm, self._scale)

    @property
    def lying(self) -> Counter[str]:
        """How often each tile lies there."""
        return Counter(tile["label"] for tile in self._tiles)

    def label(self, _place: str, _number: int, seen: bytes) -> str:
        """Return what the tile in the middle of a picture truly shows."""
        cut = cv2.imdecode(np.frombuffer(seen, np.uint8), cv2.IMREAD_COLOR)
        _, alike, _, (left, top) = cv2.minMaxLoc(cv2.matchTemplate(self._above, cut, cv2.TM_CCOEFF_NORMED))
        assert alike > 0.9
        middle_mm = ((left + cut.shape[1] / 2) / self._scale, (top + cut.shape[0] / 2) / self._scale)
        apart, label = min((math.dist(middle_mm, tile["center_mm"]), tile["label"]) for tile in self._tiles)
        assert apart < NEAR_MM
        return label


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="NO CHROMIUM HERE: no tiles were counted by photos")
@pytest.mark.skipif(not SCENES.is_dir(), reason="NO PHOTOREAL SCENES HERE: no tiles were counted by such photos")
@pytest.mark.parametrize("light", ["lamp", "dim", "mixed", "shadow"])
def test_free_tiles_are_counted_by_photoreal_photos_alone(light: str, tmp_path: Path) -> None:
    games, cloth, lessons = beach(tmp_path)
    laid: dict[str, Counter[str]] = {}
    with new_game(tmp_path, free_port(), "beach", NAMES, games=games, layout=cloth, lessons=lessons) as phone:
        for number, seat in enumerate(NAMES, 1):
            photo = SCENES / "test" / f"evening-{light}-{number}.jpg"
            seen = Cloth(photo, load(cloth))
            laid[seat] = seen.lying
            phone.asks(do="go_on", seat=seat)
            phone.takes("#s-own [data-photo]", photo)
            over = "#s-chapters > details" if number == len(NAMES) else f"#s-blocks .block:nth-of-type({number})"
            phone.answers(over, seen.label)
    (record,) = (tmp_path / "data" / "records").glob("*.jsonl")
    events = [json.loads(line) for line in record.read_text().splitlines()]
    counted = {seat: Counter(labels) for event in events for seat, labels in event.get("pieces", {}).items()}
    tiles = sum(many.total() for many in laid.values())
    missed = sum((laid[seat] - counted[seat]).total() for seat in NAMES)
    wrong = sum((counted[seat] - laid[seat]).total() for seat in NAMES)
    print(f"{light}: {phone.questions} of {tiles} tiles asked about, {wrong} wrong, {missed} not found")
    assert (wrong, missed) == (0, 0)
