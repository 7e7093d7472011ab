"""Patches of real faces with their names, out of labelled photos (`tests/photos` or a folder like it)."""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

PATCH_PX = 40
MARGIN_PX = 10
"""What a window shows around its patch on each side."""
_WINDOW_PX = PATCH_PX + 2 * MARGIN_PX
_FINE = 2


@dataclass(frozen=True)
class Faces:
    """Windows (n, s, s, 3) uint8 BGR with s = PATCH_PX + 2 MARGIN_PX, the cell in their middle; the face that each
    shows; and where it lay: cells that show the same piece in the same place in another frame have the same place."""

    windows: np.ndarray
    labels: np.ndarray
    places: np.ndarray


def scrabble(folder: Path, game: str) -> Faces:
    """Return every cell of a game once for each thing that lay there: of several frames, the last but not the same."""
    layout = tomllib.loads((folder / "layout.toml").read_text())
    rows, cols = layout["zone"][0]["rows"], layout["zone"][0]["cols"]
    found: dict[tuple[int, int, str], list[np.ndarray]] = {}
    for entry in json.loads((folder / "LABELS.json").read_text())["pictures"]:
        if not entry["file"].startswith(game):
            continue
        board = _flat(folder / entry["file"], entry["corners"], cols * PATCH_PX, rows * PATCH_PX, MARGIN_PX)
        for row, names in enumerate(entry["zones"]["board"]):
            for col, name in enumerate(names):
                top, left = row * PATCH_PX, col * PATCH_PX
                found.setdefault((row, col, name), []).append(board[top : top + _WINDOW_PX, left : left + _WINDOW_PX])
    rng = np.random.default_rng(3)
    kept = [(key, patches[int(rng.integers(len(patches)))]) for key, patches in sorted(found.items())]
    return _gathered([(patch, name, row * 100 + col) for (row, col, name), patch in kept])


def crops(folder: Path, number: int) -> Faces:
    """Return the first or the second crop of every SET face."""
    pictures = json.loads((folder / "LABELS.json").read_text())["pictures"]
    chosen = [entry for entry in pictures if entry["file"].endswith(f"-{number}.jpg")]
    read = [(cv2.imread(str(folder / entry["file"])), entry["face"]) for entry in chosen]
    size = (PATCH_PX, PATCH_PX)
    return _gathered(
        [(_padded(cv2.resize(p, size, interpolation=cv2.INTER_AREA)), face, k) for k, (p, face) in enumerate(read)]
    )


def _padded(patch: np.ndarray) -> np.ndarray:
    return cv2.copyMakeBorder(patch, *[MARGIN_PX] * 4, cv2.BORDER_REPLICATE)


def table(folder: Path) -> Faces:
    """Return the SET cards of the table photos, cut out along the edge of the white card."""
    found = []
    for entry in json.loads((folder / "truth.json").read_text())["pictures"]:
        layout = tomllib.loads((folder / entry["layout"]).read_text())
        width, height = (round(edge * 4) for edge in layout["size_mm"])
        area = _flat(folder / entry["file"], entry["corners"], width, height)
        for piece in entry["zones"]["cards"]["pieces"]:
            x, y = (round(at * 4) for at in piece["center_mm"])
            window = area[max(0, y - 190) : y + 190, max(0, x - 130) : x + 130]
            found.append((_card(window, (min(x, 130), min(y, 190))), piece["label"], len(found)))
    return _gathered(found)


def _card(window: np.ndarray, middle: tuple[int, int]) -> np.ndarray:
    grey = cv2.GaussianBlur(window.max(axis=2), (5, 5), 0)
    _, white = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    card = max(outlines, key=lambda outline: (cv2.pointPolygonTest(outline, middle, False), cv2.contourArea(outline)))
    corners = cv2.boxPoints(cv2.minAreaRect(cv2.convexHull(card)))
    middle_of = corners.mean(axis=0)
    around = np.argsort(np.arctan2(*(corners - middle_of).T[::-1]))  # from the top left, clockwise as seen
    return _warped(window, corners[around], PATCH_PX, PATCH_PX, MARGIN_PX)


def _flat(file: Path, corners: list[list[float]], width: int, height: int, margin: int = 0) -> np.ndarray:
    return _warped(cv2.imread(str(file)), np.float32(corners), width, height, margin)


def _warped(picture: np.ndarray, corners: np.ndarray, width: int, height: int, margin: int) -> np.ndarray:
    wide, high, edge = width * _FINE, height * _FINE, margin * _FINE
    target = np.float32([[0, 0], [wide, 0], [wide, high], [0, high]]) + edge
    matrix = cv2.getPerspectiveTransform(np.float32(corners), np.float32(target))
    fine = cv2.warpPerspective(picture, matrix, (wide + 2 * edge, high + 2 * edge), borderMode=cv2.BORDER_REPLICATE)
    return cv2.resize(fine, (width + 2 * margin, height + 2 * margin), interpolation=cv2.INTER_AREA)


def _gathered(found: list[tuple[np.ndarray, str, int]]) -> Faces:
    windows, labels, places = zip(*found, strict=True)
    return Faces(np.stack(windows), np.array(labels), np.array(places))
