"""What is sure where no taught face lies whole? `python tests/bench/foreign.py PATCHES.npz [--only GAME,…]
[--numbers FOLDER]`.

Beside a picture's own cells there lie pieces of another game, own cells half under one of these, own cells with a
finger, a coin or something dark on them, and own cells in a deep shadow; each protocol of the benchmark is taught, open
and complete, and such pictures are read. Nothing of it should be acted on but what lies in shadow, which is what it is.
PATCHES is what `generalise.py --patches` writes; in FOLDER lie `other_of_A.json` and `other_of_B.json`, the
calibrations that were fitted without the half that a game is in.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
from patch_rows import Rows, exemplar, read_by_the_other_half, rows_of

from vision.pieceset.set_index import mostly_by_markers
from vision.recognition import reading
from vision.recognition.recogniser import fit

OTHER, HALF, THING, SHADOW = "another game's piece", "half under it", "a finger, a coin", "in a deep shadow"
KINDS = (OTHER, HALF, THING, SHADOW)
EMPTY = "empty"
_OF_A_PROTOCOL, _OF_A_PICTURE = 40, 60
"""How many foreign things of each kind a protocol is shown at least, and among how many cells of a picture they lie."""
_COLOURS_BGR = ((110, 140, 200), (90, 130, 150), (35, 30, 30))
"""Of a finger, a coin or cardboard, something dark, under a lamp that makes white 200."""
_WRITTEN = dict.fromkeys(("scrabble", "boggle4", "boggle6"), "letters") | dict.fromkeys(
    ("sudoku-red", "sudoku-news"), "digits"
)
"""What games have in common: one's letters are no foreign thing among another's."""
_SEED = 7

Counts = Counter[tuple[bool, str, str]]
"""By whether a set is complete, the kind of a cell, and what is counted."""


class Cell(NamedTuple):
    """A patch, uint8 (s, s, 3), what lies below it, and of what kind it is ("" where it is whole)."""

    patch: np.ndarray
    label: str
    kind: str
    row: int


def main() -> None:
    """Teach, read, and print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("patches", type=Path)
    asked.add_argument("--only", default="")
    asked.add_argument("--numbers", type=Path)
    given = asked.parse_args()
    rows = rows_of(given.patches)
    known = (rows["way"] == "plain") & (rows["kind"] == "known")
    rng, counts = np.random.default_rng(_SEED), Counts()
    for game, protocol in sorted({*zip(rows["game"][known], rows["protocol"][known], strict=True)}):
        if given.only and game not in given.only.split(","):
            continue
        own = known & (rows["game"] == game) & (rows["protocol"] == protocol)
        read_by_the_other_half(str(rows["half"][own][0]), given.numbers)
        found = counted(rows, np.flatnonzero(own), np.flatnonzero(known & _foreign_to(rows, str(game))), rng)
        print(f"{game}, {protocol}:", _said(found), flush=True)
        counts += found
    print("all:", _said(counts))


def counted(rows: Rows, own: np.ndarray, others: np.ndarray, rng: np.random.Generator) -> Counts:
    """Return of a protocol, complete or open, how many cells of each kind were read, how many of them surely, and how
    many of these as another face than lies below."""
    taught, read = (own[rows["side"][own] == side] for side in ("taught", "read"))
    names = np.unique(rows["picture"][read])
    pictures = [
        picture(rows, read[rows["picture"][read] == name], others, max(4, _OF_A_PROTOCOL // len(names)), rng)
        for name in names
    ]
    out, exemplars, turns = Counts(), [exemplar(rows, k) for k in taught], int(rows["turns"][read].max())
    for complete in (False, True):
        fitted = fit(exemplars, turns, complete=complete, by_markers=mostly_by_markers(exemplars))
        for cells in pictures:
            at = np.array([cell.row for cell in cells])
            patches, light = np.stack([cell.patch for cell in cells]), (rows["lamp_bgr"][at], rows["black_bgr"][at])
            for cell, told in zip(cells, reading.read(fitted, patches, *light), strict=True):
                out[complete, cell.kind, "n"] += 1
                out[complete, cell.kind, "sure"] += told.sure
                out[complete, cell.kind, "other face"] += told.sure and told.label != cell.label
    return out


def picture(rows: Rows, own: np.ndarray, others: np.ndarray, count: int, rng: np.random.Generator) -> list[Cell]:
    """Return cells of a picture, and so many foreign things of each kind among them."""

    def seen(k: int) -> np.ndarray:
        return rows["patches"][rows["patch"][k]]

    whole = [Cell(seen(k), str(rows["label"][k]), "", int(k)) for k in rng.permutation(own)[:_OF_A_PICTURE]]
    strange = []
    for k in rng.choice(own, count):
        other, label, lamp = int(rng.choice(others)), str(rows["label"][k]), rows["lamp_bgr"][k]
        piece = np.rot90(_relit(seen(other), rows["lamp_bgr"][other], lamp), int(rng.integers(4)))
        ways = (piece, half_covered(rng, seen(k), piece), with_a_thing(rng, seen(k), lamp), _shadowed(rng, seen(k)))
        labels = ("", label, label, label)
        strange += [Cell(*each, int(k)) for each in zip(ways, labels, KINDS, strict=True)]
    return whole + strange


def half_covered(rng: np.random.Generator, patch: np.ndarray, cover: np.ndarray) -> np.ndarray:
    """Return a patch of which two fifths to three fifths lie under the same part of another one."""
    edge = len(patch)
    over = np.zeros((edge, edge), bool)
    over[: int(edge * rng.uniform(0.42, 0.58))] = True
    return np.where(np.rot90(over, int(rng.integers(4)))[..., None], cover, patch)


def with_a_thing(rng: np.random.Generator, patch: np.ndarray, lamp_bgr: Sequence[float]) -> np.ndarray:
    """Return a patch with something plain and round about in its middle, half a cell to a whole one wide."""
    colour = np.clip(np.array(_COLOURS_BGR[rng.integers(len(_COLOURS_BGR))]) * np.asarray(lamp_bgr) / 200, 0, 255)
    edge, wide = len(patch), rng.uniform(0.18, 0.3)
    middle = int(edge * rng.uniform(0.35, 0.65)), int(edge * rng.uniform(0.35, 0.65))
    axes = int(edge * wide), int(edge * wide * rng.uniform(0.8, 1.3))
    out, told = np.ascontiguousarray(patch).copy(), tuple(float(value) for value in colour)
    cv2.ellipse(out, middle, axes, float(rng.uniform(0, 180)), 0, 360, told, -1, cv2.LINE_AA)
    return out


def _shadowed(rng: np.random.Generator, patch: np.ndarray) -> np.ndarray:
    return np.uint8(patch * rng.uniform(0.35, 0.5))


def _relit(patch: np.ndarray, lamp_bgr: np.ndarray, under_bgr: np.ndarray) -> np.ndarray:
    return np.uint8(np.clip(patch * (under_bgr / np.maximum(lamp_bgr, 1)), 0, 255))


def _foreign_to(rows: Rows, game: str) -> np.ndarray:
    """Return which rows show a piece of a game that has nothing in common with this one; no bare square, for one is as
    empty as another."""
    common = np.array([_WRITTEN.get(str(name), str(name)) for name in rows["game"]])
    return (common != _WRITTEN.get(game, game)) & (rows["side"] == "read") & (rows["label"] != EMPTY)


def _said(found: Counts) -> str:
    """Return of each kind how many cells are sure of how many, and how many of these as another face, in brackets."""
    return "; ".join(
        f"{'complete' if complete else 'open'}: "
        + ", ".join(
            f"{kind or 'whole'} {found[complete, kind, 'sure']} of {found[complete, kind, 'n']}"
            f" ({found[complete, kind, 'other face']})"
            for kind in ("", *KINDS)
        )
        for complete in (False, True)
    )


if __name__ == "__main__":
    main()
