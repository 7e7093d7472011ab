"""Close views of the pieces of rendered games, as the recogniser sees exemplars: freed of the lamp, put straight, 48
pixels.

    python tests/training/gather_crops.py CROPS.npz FOLDER…

FOLDER is what `rendered_games.py` wrote, one a game. It wants the companion and the two packages beside it."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.evaluation.exemplars import exemplars_of
from companion.evaluation.labels import LabelledPicture, load_labels
from companion.evaluation.pictures import PictureError
from vision import layout as layouts
from vision.photometry.normalise import channels, under_white
from vision.pieceset.set_index import Exemplar, mostly_by_markers
from vision.recognition import centring
from vision.recognition.gallery import straight
from vision.recognition.glare import glare
from vision.registration.patches import PATCH_PX

_BURNT_OUT = 0.25
"""Where so much of a piece is burnt out, nothing is left to learn."""


def close_views(exemplars: list[Exemplar]) -> np.ndarray:
    """Return the close views of a game's exemplars (n, 48, 48, 3) uint8 BGR."""
    patches = np.stack([each.patch for each in exemplars])
    marked = mostly_by_markers(exemplars)
    lamps = np.array([each.white_bgr if marked and any(each.white_bgr) else each.lamp_bgr for each in exemplars])
    blacks = np.array([each.black_bgr if marked else (0.0, 0.0, 0.0) for each in exemplars])
    places = centring.places(channels(under_white(patches, lamps, blacks_bgr=blacks)))
    return straight(centring.centred(under_white(patches, lamps, PATCH_PX, blacks), places))


def every_exemplar(pictures: Sequence[LabelledPicture]) -> list[Exemplar]:
    """Return what a game's pictures show; one that cannot be taught, as where a marker is hidden, is left out."""
    found = list(exemplars_of([each for each in pictures if each.face is not None]))
    for frame in (each for each in pictures if each.face is None):
        try:
            found += exemplars_of([frame])
        except PictureError as why:
            print(f"left out: {why}")
    return found


def main() -> None:
    """Read the command line and gather."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("out", type=Path)
    asked.add_argument("folders", type=Path, nargs="+")
    given = asked.parse_args()
    crops, labels, pictures, games = [], [], [], []
    for folder in given.folders:
        told = load_labels(folder / "LABELS.json", layouts.load(folder / "layout.toml"))
        every = every_exemplar(told.pictures)
        burnt = glare(np.stack([each.patch for each in every])).burnt_out
        shown = [each for each, share in zip(every, burnt, strict=True) if share < _BURNT_OUT]
        crops.append(close_views(shown))
        labels += [each.label for each in shown]
        pictures += [each.picture for each in shown]
        games += [folder.name] * len(shown)
    columns = {"labels": np.array(labels), "pictures": np.array(pictures), "games": np.array(games)}
    np.savez(given.out, crops=np.concatenate(crops), **columns)
    print(f"{len(labels)} close views of {len(crops)} games")


if __name__ == "__main__":
    main()
