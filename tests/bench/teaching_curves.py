"""Does teaching more pictures make reading easier? `python tests/bench/teaching_curves.py PATCHES.npz [--orders N]
[--games GAME,…] [--numbers FOLDER]`.

Each order deals a game's pictures anew (drawn, from a seed): the last ones are read, and of the others the first, the
first two, three, five and ten are taught. Only cells whose face stands in the first picture are read, so each step is
asked the same. What must hold: from step to step no more is asked (but half a point of the mean), and no more is sure
and wrong. PATCHES is what `generalise.py --patches` writes; in FOLDER lie `other_of_A.json` and `other_of_B.json`,
the calibrations that `tests/training/fit_calibration.py --keep FOLDER/…` fitted without the half that a game is in.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from vision.pieceset.set_index import Exemplar
from vision.recognition import calibration
from vision.recognition.reading import read
from vision.recognition.recogniser import Recogniser, fit

GAMES = ("scrabble", "boggle4", "boggle6", "cube", "sudoku-news")
STEPS = (1, 2, 3, 5, 10)
_READ_PICTURES = 4
_OF_A_FACE = 12
"""So many cells of a face are taken from each picture: of a board most are bare squares."""


class Cell(NamedTuple):
    """A patch with what lies there and the light of its picture."""

    label: str
    exemplar: Exemplar
    half: str
    turns: int


def main() -> None:
    """Deal, teach, read, and print a table of each game."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("patches", type=Path)
    asked.add_argument("--orders", type=int, default=20)
    asked.add_argument("--games", default=",".join(GAMES))
    asked.add_argument("--numbers", type=Path)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    told = np.load(given.patches)
    rows, patches = {key: told[key] for key in told.files if key != "patches"}, told["patches"]
    print("game, set: asked % (90th percentile of the orders), sure and wrong of all readings; pictures taught:", STEPS)
    for game in given.games.split(","):
        pictures = _pictures(game, rows, patches)
        half = next(iter(pictures.values()))[0].half
        if given.numbers:
            calibration.NUMBERS = given.numbers / f"other_of_{half}.json"
            calibration._numbers.cache_clear()
        orders = [list(_order(pictures, np.random.default_rng([given.seed, n]))) for n in range(given.orders)]
        for complete in (False, True):
            _print(game, complete, np.array([[step[complete] for step in order] for order in orders]))


def _pictures(game: str, rows: dict[str, np.ndarray], patches: np.ndarray) -> dict[str, list[Cell]]:
    """Return a game's pictures, by name: what is known of each cell, taught or read, once."""
    plain = (rows["game"] == game) & (rows["way"] == "plain") & (rows["kind"] == "known")
    found: dict[str, list[Cell]] = {}
    turns = int(rows["turns"][(rows["game"] == game) & (rows["side"] == "read")].max())
    seen: set[tuple[str, int]] = set()
    for k in np.flatnonzero(plain):
        picture, number = Path(str(rows["picture"][k])).name, int(rows["patch"][k])
        if (picture, number) in seen:
            continue
        seen.add((picture, number))
        label, lamp = str(rows["label"][k]), tuple(float(v) for v in rows["lamp_bgr"][k])
        exemplar = Exemplar(
            label, patches[number], lamp, float(rows["ratio"][k]) or 1.0, bool(rows["turned"][k]), picture, "",
            (0.0, 0.0, 0.0), tuple(float(v) for v in rows["black_bgr"][k]),
        )  # fmt: skip
        found.setdefault(picture, []).append(Cell(label, exemplar, str(rows["half"][k]), turns))
    return found


def _order(
    pictures: dict[str, list[Cell]], rng: np.random.Generator
) -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int]]]:
    """Yield of each step how many cells were read, asked about, sure and wrong: of the open and the complete set."""
    names = rng.permutation(sorted(pictures))
    taught, later = names[:-_READ_PICTURES], names[-_READ_PICTURES:]
    known = {cell.label for cell in pictures[taught[0]]}
    asked = [[cell for cell in _some(pictures[name], rng) if cell.label in known] for name in later]
    kept = {name: _some(pictures[name], rng) for name in taught}
    for step in STEPS:
        cells = [cell for name in taught[:step] for cell in kept[name]]
        told = []
        for complete in (False, True):
            fitted = fit([cell.exemplar for cell in cells], cells[0].turns, complete=complete)
            counts = np.zeros(3, int)
            for picture in asked:
                counts += _read(fitted, picture)
            told.append((int(counts[0]), int(counts[1]), int(counts[2])))
        yield told[0], told[1]


def _some(cells: list[Cell], rng: np.random.Generator) -> list[Cell]:
    """Return a picture's cells, of each face not more than tell something new."""
    kept: dict[str, list[Cell]] = {}
    for k in rng.permutation(len(cells)):
        own = kept.setdefault(cells[k].label, [])
        if len(own) < _OF_A_FACE:
            own.append(cells[k])
    return [cell for label in sorted(kept) for cell in kept[label]]


def _read(fitted: Recogniser, picture: list[Cell]) -> np.ndarray:
    """Return of one picture how many cells were read, asked about, and sure and wrong."""
    if not picture:
        return np.zeros(3, int)
    readings = read(
        fitted,
        np.stack([cell.exemplar.patch for cell in picture]),
        np.array([cell.exemplar.lamp_bgr for cell in picture]),
        np.array([cell.exemplar.black_bgr for cell in picture]),
    )
    sure = np.array([reading.sure for reading in readings])
    right = np.array([reading.label == cell.label for reading, cell in zip(readings, picture, strict=True)])
    return np.array([len(picture), int((~sure).sum()), int((sure & ~right).sum())])


def _print(game: str, complete: bool, counts: np.ndarray) -> None:
    """Print the steps of a game, from counts (orders, steps, 3)."""
    shares = 100 * counts[:, :, 1] / np.maximum(counts[:, :, 0], 1)
    steps = " → ".join(
        f"{mean:.1f} ({most:.1f}), {wrong} of {read_}"
        for mean, most, wrong, read_ in zip(
            shares.mean(axis=0), np.quantile(shares, 0.9, axis=0), counts[:, :, 2].sum(axis=0),
            counts[:, :, 0].sum(axis=0), strict=True,
        )
    )  # fmt: skip
    print(f"{game}, {'complete' if complete else 'open'}: {steps}", flush=True)


if __name__ == "__main__":
    main()
