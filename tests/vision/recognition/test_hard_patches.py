"""What a reflection has washed out, or haze lies over, is not sure and wrong."""

import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.pieceset.set_index import Exemplar
from vision.recognition import reading
from vision.recognition.recogniser import fit
from vision.registration.patches import PATCH_PX

GREY = (200.0, 200.0, 200.0)
INKS = {"red": (40, 40, 200), "green": (60, 160, 50), "blue": (190, 90, 40), "bare": None}
COLOURS = ((45, 45, 205), (30, 125, 235), (70, 150, 60), (190, 90, 40), (120, 40, 130), (60, 190, 200))
FACES = [
    (f"{shape} {number}", drawn(shape, colour))
    for shape in ("disc", "flag", "cross")
    for number, colour in enumerate(COLOURS)
]


def card(ink: tuple[int, int, int] | None, seed: int) -> np.ndarray:
    """Return a patch of a pale card, bare or with a disc of ink, on a dark table."""
    patch = np.full((PATCH_PX, PATCH_PX, 3), (50, 70, 40), np.uint8)
    patch[18:-18, 18:-18] = 215
    rows, columns = np.mgrid[:PATCH_PX, :PATCH_PX] - PATCH_PX / 2
    if ink is not None:
        patch[rows**2 + columns**2 < 15**2] = ink
    return np.uint8(np.clip(patch + np.random.default_rng(seed).normal(0, 3, patch.shape), 0, 255))


@pytest.fixture(scope="module", params=[False, True], ids=["open", "complete"])
def cards(request: pytest.FixtureRequest):
    exemplars = [
        Exemplar(label, card(ink, 10 * n + k), GREY, 1.0, True, f"picture {k}")
        for n, (label, ink) in enumerate(INKS.items())
        for k in range(3)
    ]
    return fit(exemplars, complete=request.param)


def test_a_washed_out_place_is_asked_about_and_the_others_are_not(cards) -> None:
    shown = [card(ink, 90 + k) for k, ink in enumerate(list(INKS.values()) * 2)]
    plain = reading.read(cards, np.stack(shown), GREY)
    assert [read.label for read in plain] == list(INKS) * 2
    shown[1] = np.uint8(np.clip(shown[1].astype(int) + 120, 0, 255))
    found = reading.read(cards, np.stack(shown), GREY)
    assert not (found[1].sure and found[1].label != "green")


def test_what_is_white_all_over_is_not_sure(cards) -> None:
    white = np.full((1, PATCH_PX, PATCH_PX, 3), 255, np.uint8)
    (read,) = reading.read(cards, white, GREY)
    assert not read.sure


def test_nothing_is_sure_and_wrong_in_haze() -> None:
    fitted = fit(taught(*FACES, shots=3))
    patches = np.stack([photo(cell, 500 + k) for k, (_, cell) in enumerate(FACES)]).astype(float)
    grey = patches.mean(axis=-1, keepdims=True)
    hazy = np.clip(0.75 * (0.7 * patches + 0.3 * grey) + [38.0, 46.0, 52.0], 0, 255).astype(np.uint8)
    blue, green, red = (0.75 * value + veil for value, veil in zip(LAMP, (38.0, 46.0, 52.0), strict=True))
    found = reading.read(fitted, hazy, (blue, green, red))
    names = [name for name, _ in FACES]
    assert [read.label for read, name in zip(found, names, strict=True) if read.sure and read.label != name] == []
    assert sum(read.label == name for read, name in zip(found, names, strict=True)) >= 0.8 * len(names)
