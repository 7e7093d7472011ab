"""Compare ways to recognise a face after one, two or three pictures of it, on real photos.

    python tests/training/compare_embedding.py PHOTOS [--network vision]

PHOTOS holds the folders `scrabble` and `set`. For every way and number of shots it prints how often the best guess is
right and how well the likeness tells a taught face from one that was left out (AUROC; and the share of taught faces
that are still above the threshold which lets one left-out face in a hundred pass). No way sees the photos it is asked
about; *other place* teaches one game and asks about another, *same place* teaches and asks in other squares of a game.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import real_faces
from real_faces import Faces

Way = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""taught windows (m, s, s, 3), asked windows (n, s, s, 3) → likeness (n, m), higher is more alike. A window shows the
cell in its middle and a margin around it."""

_EMPTIES = 40
_DRAWS = 2
_MOVES_PX = (-6, -3, 0, 3, 6)


def by_vector(embed: Callable[[np.ndarray], np.ndarray]) -> Way:
    """Return the likeness of vectors: their cosine."""
    return lambda taught, asked: embed(_cut(asked)) @ embed(_cut(taught)).T


def by_moved_vector(embed: Callable[[np.ndarray], np.ndarray]) -> Way:
    """Return the likeness of vectors, the asked cell moved by up to 15 % to where it is most alike: slow, and what
    a good alignment would reach at best."""

    def way(taught: np.ndarray, asked: np.ndarray) -> np.ndarray:
        vectors = embed(_cut(taught))
        return np.max([embed(_cut(asked, x, y)) @ vectors.T for x in _MOVES_PX for y in _MOVES_PX], axis=0)

    return way


def pixels(taught: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """The best normalised correlation in colour over the same moves."""
    known = _lab(_cut(taught)).T
    return np.max([_lab(_cut(asked, x, y)) @ known for x in _MOVES_PX for y in _MOVES_PX], axis=0)


def gradients(taught: np.ndarray, asked: np.ndarray) -> np.ndarray:
    """The cosine of histograms of oriented gradients and of a coarse colour picture, best over the same moves."""
    known = _described(_cut(taught)).T
    return np.max([_described(_cut(asked, x, y)) @ known for x in _MOVES_PX for y in _MOVES_PX], axis=0)


def _described(patches: np.ndarray) -> np.ndarray:
    hog = cv2.HOGDescriptor((40, 40), (16, 16), (8, 8), (8, 8), 9)
    edges = _unit(np.stack([hog.compute(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY)).ravel() for patch in patches]))
    colours = _unit(
        np.stack([cv2.resize(_lab_of(patch), (5, 5), interpolation=cv2.INTER_AREA).ravel() for patch in patches])
    )
    return np.hstack([edges * 0.8, colours * 0.6]).astype(np.float32)


def _lab_of(patch: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32) - np.float32([128, 128, 128])


def _lab(patches: np.ndarray) -> np.ndarray:
    lab = np.stack([cv2.GaussianBlur(_lab_of(patch), (0, 0), 0.8) for patch in patches])
    lab[..., 0] -= lab[..., 0].mean(axis=(1, 2), keepdims=True)
    return _unit(lab.reshape(len(lab), -1))


def _unit(rows: np.ndarray) -> np.ndarray:
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)


def _cut(windows: np.ndarray, right_px: int = 0, down_px: int = 0) -> np.ndarray:
    top, left = real_faces.MARGIN_PX + down_px, real_faces.MARGIN_PX + right_px
    return np.ascontiguousarray(windows[:, top : top + real_faces.PATCH_PX, left : left + real_faces.PATCH_PX])


def measure(likeness: np.ndarray, taught: np.ndarray, asked: np.ndarray) -> dict[str, list[float]]:
    """Return for each asked patch whether it was right, its likeness with its face taught, and without."""
    best = likeness.argmax(axis=1)
    told: dict[str, list[float]] = {
        "right": list((taught[best] == asked).astype(float)),
        "known": list(likeness.max(axis=1)),
    }
    told["blank"] = list((asked == "empty").astype(float))
    told["unknown"] = [
        float(row[taught != name].max()) for row, name in zip(likeness, asked, strict=True) if name != "empty"
    ]
    return told


def split(rng: np.random.Generator, taught: Faces, shots: int) -> np.ndarray:
    """Return which patches to teach: so many of each face, and of the empty squares forty."""
    chosen: list[int] = []
    for name in np.unique(taught.labels):
        where = np.flatnonzero(taught.labels == name)
        chosen += list(rng.permutation(where)[: _EMPTIES if name == "empty" else shots])
    return np.array(chosen)


def trial(way: Way, taught: Faces, asked: Faces, chosen: np.ndarray, apart: bool) -> dict[str, list[float]]:
    """Teach the chosen patches and ask about all others whose face is among them; `apart` if both are one game."""
    known = np.isin(asked.labels, taught.labels[chosen])
    if apart:
        known &= ~np.isin(asked.places, taught.places[chosen])
    return measure(way(taught.windows[chosen], asked.windows[known]), taught.labels[chosen], asked.labels[known])


def auroc(known: np.ndarray, unknown: np.ndarray) -> float:
    """Return how often a known one is above an unknown one."""
    return float((np.searchsorted(np.sort(unknown), known) / len(unknown)).mean())


def report(name: str, way_name: str, shots: int, told: list[dict[str, list[float]]]) -> None:
    """Print one line of the table."""
    whole = {key: np.array([value for one in told for value in one[key]]) for key in told[0]}
    blank = whole["blank"] > 0
    passing = whole["known"][~blank] > np.quantile(whole["unknown"], 0.99)
    empties = f"{100 * whole['right'][blank].mean():6.2f}" if blank.any() else "     –"
    print(
        f"| {name:22} | {way_name:22} | {shots} | {100 * whole['right'][~blank].mean():6.2f} | {empties} "
        f"| {auroc(whole['known'][~blank], whole['unknown']):.4f} | {100 * passing.mean():5.1f} | {(~blank).sum()} |",
        flush=True,
    )


def scenes(photos: Path) -> list[tuple[str, Faces, Faces, bool]]:
    """Return what is taught and what is asked: name, taught, asked, whether both are one game."""
    games = {game: real_faces.scrabble(photos / "scrabble", game) for game in ("game05", "game06", "game12")}
    found = [(f"{a}→{b}", games[a], games[b], a == b) for a in games for b in games]
    first, second = (real_faces.crops(photos / "set", number) for number in (1, 2))
    table = real_faces.table(photos / "set")
    return [
        *found,
        ("set 1→2", first, second, False),
        ("set 2→1", second, first, False),
        ("set 1→table", first, table, False),
        ("set 2→table", second, table, False),
    ]


def main() -> None:
    """Read the command line and print the table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("photos", type=Path)
    asked.add_argument("--network", type=Path)
    asked.add_argument("--only", default="")
    given = asked.parse_args()
    cv2.setNumThreads(1)
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from vision.recognition import encoder, network  # noqa: PLC0415 - this script is run by hand, from any folder

    if given.network:
        network.FOLDER = given.network

    def embed(patches: np.ndarray) -> np.ndarray:
        return encoder.embed(patches).vectors

    ways: dict[str, Way] = {"vector": by_vector(embed), "vector, best move": by_moved_vector(embed)}
    ways |= {"pixels, best move": pixels, "gradients and colour": gradients}
    print("| scene | way | shots | faces right % | empties right % | AUROC, left out | kept at 1 % let in | faces |")
    print("|---|---|---|---|---|---|---|---|")
    everything: dict[tuple[str, str, int], list[dict[str, list[float]]]] = {}
    for name, taught, ask, same in scenes(given.photos):
        for shots in (1,) if name.startswith("set") else (1, 2, 3):
            rng = np.random.default_rng(shots)
            chosen = [split(rng, taught, shots) for _ in range(_DRAWS)]
            for way_name, way in ways.items():
                if given.only in way_name:
                    told = [trial(way, taught, ask, which, same) for which in chosen]
                    group = (
                        "set" if name.startswith("set") else "scrabble, same place" if same else "scrabble, other place"
                    )
                    everything.setdefault((group, way_name, shots), []).extend(told)
                    report(name, way_name, shots, told)
    for (group, way_name, shots), told in sorted(everything.items()):
        report(f"all {group}", way_name, shots, told)


if __name__ == "__main__":
    main()
