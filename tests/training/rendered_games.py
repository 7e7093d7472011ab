"""Render games by path tracing, as folders that `companion teach` and `companion read` take: pictures, LABELS.json and
layout.toml, for fits and measurements that want more games than there are photos of.

    python -m pip install "bpy==4.5.*" "opencv-python-headless<4.12" pillow    # Python 3.11, 2 GB with what it needs
    python tests/training/rendered_games.py OUT --first 0 --count 100

Blender (GPL 3.0 or later) is used, and nothing of it is passed on. Faces are those of `families.py`, so nothing held
out is drawn. A game takes some fifteen seconds of a core; one that is there is left as it is.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from rendered_scenes import Sheet, photographed, sheet_of
from rendered_specs import EMPTY, RenderedGame, dealt, random_game
from small_camera import taken

_SEED = 77
_CROP_PX = 112
_CORNERS_OFF_PX = 0.4
"""By so much a person who marks a board's corners is off."""


def render(game: RenderedGame, rng: np.random.Generator, folder: Path) -> None:
    """Write a game's folder."""
    folder.mkdir(parents=True, exist_ok=True)
    sheet = sheet_of(game)
    entries: list[dict[str, object]] = []
    for name, condition in game.pictures.items():
        teaches = name.startswith("teach")
        laid, turns = dealt(rng, game, every_face=teaches)
        shot = photographed(rng, game, laid, turns, condition, folder / "light.exr")
        picture = taken(rng, shot.light, condition, shot.lamp_bgr)
        cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, game.jpeg])
        labels = [["empty" if face == EMPTY else game.faces[face].label for face in row] for row in laid]
        if teaches and game.by_crops:
            entries += _crops(game, picture, _board_corners(game, sheet, shot.corners_px), labels, turns, folder / name)
            continue
        entry: dict[str, object] = {"file": f"{name}.jpg", "zones": {"board": labels}, "condition": condition}
        if not sheet.markers:
            corners = _board_corners(game, sheet, shot.corners_px) + rng.normal(0, _CORNERS_OFF_PX, (4, 2))
            entry["corners"] = corners.round(2).tolist()
        entries.append(entry)
    (folder / "light.exr").unlink()
    (folder / "layout.toml").write_text(_layout(game, sheet), encoding="utf-8")
    (folder / "LABELS.json").write_text(json.dumps({"pictures": entries}), encoding="utf-8")


def _board_corners(game: RenderedGame, sheet: Sheet, corners_px: np.ndarray) -> np.ndarray:
    """Return where the cells' corners lie (4, 2) in pixels."""
    width, height, edge = sheet.width_mm, sheet.height_mm, sheet.edge_mm
    whole = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    inner = np.array([(edge, edge), (width - edge, edge), (width - edge, height - edge), (edge, height - edge)])
    plane = cv2.getPerspectiveTransform(whole, corners_px.astype(np.float32))
    return cv2.perspectiveTransform(inner[None].astype(np.float32), plane)[0]


def _crops(
    game: RenderedGame,
    picture: np.ndarray,
    corners_px: np.ndarray,
    labels: list[list[str]],
    turns: np.ndarray,
    name: Path,
) -> list[dict[str, object]]:
    """Write the first piece of each face as a picture of its own, upright; return what LABELS.json says of it."""
    rows, cols, edge = game.board.rows, game.board.cols, _CROP_PX
    target = np.array([(0, 0), (cols, 0), (cols, rows), (0, rows)], np.float32) * edge
    flat = cv2.getPerspectiveTransform(corners_px.astype(np.float32), target)
    board = cv2.warpPerspective(picture, flat, (cols * edge, rows * edge), flags=cv2.INTER_CUBIC)
    entries: dict[str, dict[str, object]] = {}
    for row, names in enumerate(labels):
        for col, label in enumerate(names):
            if label in entries:
                continue
            crop = board[row * edge : (row + 1) * edge, col * edge : (col + 1) * edge]
            file = name.with_name(f"{name.name}-{label.replace(' ', '-')}.png")
            cv2.imwrite(str(file), np.ascontiguousarray(np.rot90(crop, -int(turns[row, col]))))
            entries[label] = {"file": file.name, "face": label}
    return list(entries.values())


def _layout(game: RenderedGame, sheet: Sheet) -> str:
    board = game.board
    width, height = board.cols * board.cell_mm, board.rows * board.cell_mm
    # What is looked at is the whole sheet where markers tell where it lies, and the cells alone where corners do.
    edge = sheet.edge_mm if sheet.markers else 0.0
    lines = ['name = "a rendered game"', f"size_mm = [{width + 2 * edge:.2f}, {height + 2 * edge:.2f}]"]
    for number, (x, y, size) in sheet.markers.items():
        lines += ["[[marker]]", f"id = {number}", f"corner_mm = [{x:.2f}, {y:.2f}]", f"size_mm = {size:.2f}"]
    lines += ["[[zone]]", 'name = "board"', 'kind = "grid"']
    lines += [f"rect_mm = [{edge:.2f}, {edge:.2f}, {width:.2f}, {height:.2f}]", f"rows = {board.rows}"]
    lines += [f"cols = {board.cols}", f"turns = {game.turns}"]
    if game.pieces.thick_mm:
        lines.append(f"thickness_mm = {game.pieces.thick_mm}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Read the command line and render."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--count", type=int, default=100)
    given = asked.parse_args()
    for number in range(given.first, given.first + given.count):
        folder = given.out / f"r{number:03d}"
        if (folder / "LABELS.json").exists():
            continue
        rng = np.random.default_rng([_SEED, number])
        render(random_game(rng), rng, folder)
        print(folder, flush=True)


if __name__ == "__main__":
    main()
