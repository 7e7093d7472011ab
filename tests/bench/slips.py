"""What does one wrong name among the taught ones cost? `python tests/bench/slips.py PATCHES.npz [--orders N] [--games
GAME,…] [--numbers FOLDER]`.

Games are dealt, taught and read as in `teaching_curves.py`, three ways: as they are named; with one exemplar under
another face's name, by chance, and nothing set aside; and with the same slip, as it ships.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import kept_features
import numpy as np
from kept_features import KeptFeatures
from patch_rows import read_by_the_other_half, rows_of
from teaching_curves import Game, game_of, order_of

from vision.recognition import reading

GAMES = ("boggle4", "boggle6", "cube", "sudoku-news")
STEPS = (2, 3, 5, 10)
WAYS = ("as named", "with a slip", "with it set aside")


def main() -> None:
    """Deal, teach with and without a slip, read, and print what was asked about, and sure and wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("patches", type=Path)
    asked.add_argument("--orders", type=int, default=6)
    asked.add_argument("--games", default=",".join(GAMES))
    asked.add_argument("--numbers", type=Path)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    rows = rows_of(given.patches)
    print("game, set: asked %, sure and wrong of all readings,", ", ".join(WAYS), "; pictures taught:", STEPS)
    every = np.zeros((2, 3, 3), int)
    for name in given.games.split(","):
        game = game_of(name, rows, given.seed)
        read_by_the_other_half(game.half, given.numbers)
        features = KeptFeatures(game.cells, game.turns)
        counts = sum(_of_order(game, features, [given.seed, number]) for number in range(given.orders))
        _print(name, counts)
        every += counts
    _print("all", every)


def _of_order(game: Game, features: KeptFeatures, seed: Sequence[int]) -> np.ndarray:
    """Return of each set (open, complete) and way how many cells were read, asked about, sure and wrong."""
    dice = np.random.default_rng(seed)
    taught, asked = order_of(game, dice)
    label = np.array([cell.label for cell in game.cells])
    counts = np.zeros((2, 3, 3), int)
    for step in STEPS:
        cells = np.concatenate([game.pictures[name] for name in taught[:step]])
        named, slipped = label[cells], label[cells].copy()
        one = dice.integers(len(cells))
        slipped[one] = dice.choice(np.unique(named[named != named[one]]))
        if len(np.unique(slipped)) < len(np.unique(named)):
            continue  # it was the only one of its face: the set lacks it then
        for complete in (False, True):
            for way, (called, rule) in enumerate(((named, _nothing), (slipped, _nothing), (slipped, None))):
                with mock.patch.object(kept_features, "mislabelled", rule or kept_features.mislabelled):
                    made = features.taught(cells, complete=complete, called=called)
                for picture in asked:
                    seen = features.measured(made, picture)
                    look = features.second_look(made, picture, seen)
                    found = reading.judged(made.recogniser, seen, features.glare.of(picture), look).found
                    sure = np.array([each.sure for each, _ in found])
                    right = np.array([each.label for each, _ in found]) == label[picture]
                    counts[int(complete), way] += len(picture), (~sure).sum(), (sure & ~right).sum()
    return counts


def _nothing(_: object) -> np.ndarray:
    return np.empty((0, 2), np.intp)


def _print(name: str, counts: np.ndarray) -> None:
    for own, which in zip(counts, ("open", "complete"), strict=True):
        ways = [f"{100 * asked / max(read, 1):.1f} %, {wrong} of {read}" for read, asked, wrong in own]
        print(f"{name}, {which}:", " → ".join(ways), flush=True)


if __name__ == "__main__":
    main()
