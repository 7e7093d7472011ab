"""Does teaching more pictures make reading easier, and does it hold in whatever order? `python
tests/bench/teaching_curves.py PATCHES.npz [--orders N] [--games GAME,…] [--numbers FOLDER] [--anew]`.

Each order deals a game's pictures anew (drawn, from a seed): the last four are read, and of the others the first, the
first two, three, five and ten are taught. Only cells whose face stands in the first picture are read, so each step is
asked the same. What must hold: from step to step no more is asked (but half a point of the mean), and no more is sure
and wrong; and in 95 % of the orders at most 1 in 2,000 readings is. What the encoder sees of each cell is computed once
(`kept_features`); with --anew every set is fitted anew, which takes some hundred times as long. PATCHES is what
`generalise.py --patches` writes; in FOLDER lie `other_of_A.json` and `other_of_B.json`, the calibrations that
`tests/training/fit_calibration.py --keep FOLDER/…` fitted without the half that a game is in.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from kept_features import KeptFeatures
from patch_rows import Rows, exemplar, read_by_the_other_half, rows_of

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition import reading
from vision.recognition.recogniser import fit

GAMES = ("scrabble", "boggle4", "boggle6", "cube", "sudoku-news")
STEPS = (1, 2, 3, 5, 10)
ONE_IN = (2000, 500, 200)
_READ_PICTURES = 4
_OF_A_FACE = 12
"""So many cells of a face are taken from each picture: of a board most are bare squares."""


class Game(NamedTuple):
    """A game's cells, and the numbers of those in each picture."""

    half: str
    turns: int
    cells: Sequence[Exemplar]
    pictures: dict[str, np.ndarray]


def main() -> None:
    """Deal, teach, read, and print tables."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("patches", type=Path)
    asked.add_argument("--orders", type=int, default=20)
    asked.add_argument("--games", default=",".join(GAMES))
    asked.add_argument("--numbers", type=Path)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--anew", action="store_true")
    given = asked.parse_args()
    rows = rows_of(given.patches)
    print("game, set: asked % (90th percentile of the orders), sure and wrong of all readings; pictures taught:", STEPS)
    every = []
    for name in given.games.split(","):
        game = game_of(name, rows, given.seed)
        read_by_the_other_half(game.half, given.numbers)
        read = _anew(game) if given.anew else _kept(game)
        orders = [_order(game, read, np.random.default_rng([given.seed, number])) for number in range(given.orders)]
        every.append(np.array(orders))
        _print(name, every[-1])
    _print("all", np.sum(every, axis=0))


def game_of(name: str, rows: Rows, seed: int) -> Game:
    """Return a game's cells, taught or read, each once, and of each face in a picture not more than tell something
    new."""
    told = (rows["game"] == name) & (rows["way"] == "plain") & (rows["kind"] == "known")
    found: dict[str, dict[str, list[int]]] = {}
    seen: set[tuple[str, int]] = set()
    rng = np.random.default_rng(seed)
    for k in rng.permutation(np.flatnonzero(told)):
        picture, number = Path(str(rows["picture"][k])).name, int(rows["patch"][k])
        own = found.setdefault(picture, {}).setdefault(str(rows["label"][k]), [])
        if (picture, number) not in seen and len(own) < _OF_A_FACE:
            seen.add((picture, number))
            own.append(int(k))
    cells: list[Exemplar] = []
    pictures: dict[str, np.ndarray] = {}
    for picture, faces in sorted(found.items()):
        first = len(cells)
        cells += [replace(exemplar(rows, k), picture=picture) for label in sorted(faces) for k in faces[label]]
        pictures[picture] = np.arange(first, len(cells))
    turns = int(rows["turns"][told & (rows["side"] == "read")].max())
    return Game(str(rows["half"][told][0]), turns, cells, pictures)


Readings = Callable[[np.ndarray, Sequence[np.ndarray]], Iterator[tuple[bool, Sequence[Reading]]]]
"""The cells that are taught and, picture by picture, those that are read → of the open set and of the complete one what
is read, picture by picture."""


def _kept(game: Game) -> Readings:
    features = KeptFeatures(game.cells, game.turns)

    def read(taught: np.ndarray, pictures: Sequence[np.ndarray]) -> Iterator[tuple[bool, Sequence[Reading]]]:
        starts = np.cumsum([0, *map(len, pictures)])
        for complete in (False, True):
            made = features.taught(taught, complete=complete)
            seen = features.measured(made, np.concatenate(pictures))
            for first, picture in zip(starts, pictures, strict=False):
                own = seen.of(np.arange(first, first + len(picture)))
                look = features.second_look(made, picture, own)
                read = reading.judged(made.recogniser, own, features.glare.of(picture), look).found
                yield complete, [each for each, _ in read]

    return read


def _anew(game: Game) -> Readings:
    def read(taught: np.ndarray, pictures: Sequence[np.ndarray]) -> Iterator[tuple[bool, Sequence[Reading]]]:
        for complete in (False, True):
            fitted = fit([game.cells[k] for k in taught], game.turns, complete=complete)
            for picture in pictures:
                patches = np.stack([game.cells[k].patch for k in picture])
                yield complete, reading.read(fitted, patches, np.array([game.cells[k].lamp_bgr for k in picture]))

    return read


def order_of(game: Game, rng: np.random.Generator) -> tuple[np.ndarray, list[np.ndarray]]:
    """Return the names of the pictures that teach, in a drawn order, and of the last ones the cells that are read: of a
    face that the first shows."""
    names = rng.permutation(sorted(game.pictures))
    taught, later = names[:-_READ_PICTURES], names[-_READ_PICTURES:]
    known = {game.cells[k].label for k in game.pictures[taught[0]]}
    asked = [np.array([k for k in game.pictures[name] if game.cells[k].label in known], int) for name in later]
    return taught, [picture for picture in asked if len(picture)]


def _order(game: Game, read: Readings, rng: np.random.Generator) -> np.ndarray:
    """Return of each set (open, complete) and step how many cells were read, asked about, sure and wrong."""
    taught, asked = order_of(game, rng)
    counts = np.zeros((2, len(STEPS), 3), int)
    for number, step in enumerate(STEPS):
        cells = np.concatenate([game.pictures[name] for name in taught[:step]])
        told = read(cells, asked)
        for picture, (complete, readings) in zip(asked * 2, told, strict=True):
            counts[int(complete), number] += _counted(game, picture, readings)
    return counts


def _counted(game: Game, picture: np.ndarray, readings: Sequence[Reading]) -> np.ndarray:
    """Return of one picture how many cells were read, asked about, and sure and wrong."""
    sure = np.array([each.sure for each in readings])
    right = np.array([each.label == game.cells[k].label for each, k in zip(readings, picture, strict=True)])
    return np.array([len(picture), int((~sure).sum()), int((sure & ~right).sum())])


def _print(name: str, counts: np.ndarray) -> None:
    """Print the steps of a game, from counts (orders, sets, steps, 3), and in how many orders one in so many readings
    is sure and wrong at the most."""
    for own, which in zip(counts.transpose(1, 0, 2, 3), ("open", "complete"), strict=True):
        shares = 100 * own[:, :, 1] / np.maximum(own[:, :, 0], 1)
        most, wrong, of = np.quantile(shares, 0.9, axis=0), own[:, :, 2].sum(axis=0), own[:, :, 0].sum(axis=0)
        steps = " → ".join(
            f"{mean:.1f} ({high:.1f}), {bad} of {cells}"
            for mean, high, bad, cells in zip(shares.mean(axis=0), most, wrong, of, strict=True)
        )
        rises = int((np.diff(shares.mean(axis=0)) > 0.5).sum())
        print(f"{name}, {which}: {steps}; rises by more than half a point: {rises}", flush=True)
        for one in ONE_IN:
            within = 100 * (one * own[:, :, 2] <= own[:, :, 0]).mean(axis=0)
            print(
                f"    % of orders with at most 1 in {one}:", " → ".join(f"{share:.1f}" for share in within), flush=True
            )


if __name__ == "__main__":
    main()
