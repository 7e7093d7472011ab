"""`companion teach` and `read` by pictures that each show one colour alone: a solved cube's sides, single stickers."""

import json
from pathlib import Path

import cv2
import numpy as np

from companion.cli import main

STICKERS = {
    "white": (228, 230, 226), "yellow": (40, 205, 225), "orange": (30, 110, 235),
    "red": (45, 35, 190), "green": (70, 150, 40), "blue": (165, 85, 25),
}  # fmt: skip
LAYOUT = """
name = "a cube's side"
size_mm = [57.0, 57.0]
[[zone]]
name = "side"
kind = "grid"
rect_mm = [0.0, 0.0, 57.0, 57.0]
rows = 3
cols = 3
turns = 4
"""


def side(names: list[str], seed: int) -> np.ndarray:
    """A cube's side, black between the stickers, by a camera that is never twice the same."""
    rng = np.random.default_rng(seed)
    flat = np.full((300, 300, 3), 25, np.float32)
    for at, name in enumerate(names):
        x, y = at % 3 * 100, at // 3 * 100
        cv2.rectangle(flat, (x + 8, y + 8), (x + 91, y + 91), STICKERS[name], -1)
    slope = 1 + rng.uniform(-0.1, 0.1) * np.linspace(-1, 1, 300)[None, :, None]
    flat = cv2.GaussianBlur(flat, (0, 0), rng.uniform(0.7, 1.5)) * slope * rng.uniform(0.85, 1.0, 3)
    return np.clip(flat + rng.normal(0, 3, flat.shape), 0, 255).astype(np.uint8)


def picture(folder: Path, names: list[str], seed: int) -> dict[str, object]:
    file = f"{seed}.png"
    cv2.imwrite(str(folder / file), side(names, seed))
    return {"file": file, "rectified": True, "zones": {"side": [names[:3], names[3:6], names[6:]]}}


def test_a_cube_that_was_taught_side_by_side_solved_is_read_mixed(tmp_path, capsys) -> None:
    layout, labels = tmp_path / "layout.toml", tmp_path / "labels.json"
    layout.write_text(LAYOUT, encoding="utf-8")
    pictures = [picture(tmp_path, [name] * 9, seed) for seed, name in enumerate(STICKERS)]
    labels.write_text(json.dumps({"pictures": pictures, "complete": True}), encoding="utf-8")
    there = ["--layout", str(layout), "--pieces", str(tmp_path / "set")]
    assert main(["teach", *there, str(labels)]) == 0
    rng = np.random.default_rng(7)
    mixed = [[str(name) for name in rng.permutation([*STICKERS, *STICKERS][:9])] for _ in range(4)]
    for number, names in enumerate(mixed):
        picture(tmp_path, names, 100 + number)
    capsys.readouterr()
    read = [str(tmp_path / f"{100 + number}.png") for number in range(len(mixed))]
    assert main(["read", *there, "--rectified", "--json", *read]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    cells = [cell for line in lines for row in line["zones"]["side"]["cells"] for cell in row]
    truth = [name for names in mixed for name in names]
    assert [cell["label"] for cell in cells] == truth
    assert sum(cell["sure"] for cell in cells) >= len(cells) / 2


def test_a_sticker_by_itself_is_not_surely_another_one_under_another_lamp(tmp_path, capsys) -> None:
    layout, labels = tmp_path / "layout.toml", tmp_path / "labels.json"
    layout.write_text(LAYOUT.replace("rows = 3", "rows = 1").replace("cols = 3", "cols = 1"), encoding="utf-8")
    shown = []
    for number, name in enumerate([*STICKERS] * 4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), side([name] * 9, number)[:100, :100])
        shown.append((name, {"file": f"{number}.png", "face": name}))
    labels.write_text(json.dumps({"pictures": [each for _, each in shown[:18]], "complete": True}), encoding="utf-8")
    there = ["--layout", str(layout), "--pieces", str(tmp_path / "set")]
    assert main(["teach", *there, str(labels)]) == 0
    capsys.readouterr()
    read = [str(tmp_path / str(each["file"])) for _, each in shown[18:]]
    assert main(["read", *there, "--rectified", "--json", *read]) == 0
    cells = [json.loads(line)["zones"]["side"]["cells"][0][0] for line in capsys.readouterr().out.splitlines()]
    found = [(name, cell) for (name, _), cell in zip(shown[18:], cells, strict=True)]
    assert sum(cell["label"] == name for name, cell in found) >= 5
    assert not [name for name, cell in found if cell["sure"] and cell["label"] != name]
