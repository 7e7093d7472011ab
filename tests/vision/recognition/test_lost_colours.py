"""Pictures that have lost colours: by a camera that hardly sees any, or because a channel is at its end."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from support.drawn_faces import LAMP

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition import calibration, reading
from vision.recognition.matching import Measured
from vision.recognition.odds import Trust
from vision.recognition.recogniser import Recogniser, compared, uncompared
from vision.recognition.tone import faded
from vision.registration.patches import PATCH_PX

STICKERS = {
    "red": (40, 40, 190),
    "orange": (30, 110, 225),
    "yellow": (50, 205, 225),
    "white": (215, 218, 220),
    "green": (70, 150, 50),
    "blue": (160, 80, 30),
}
TWICE = [name for name in STICKERS for _ in range(2)]


def sticker(name: str, seed: int, *, gain: float = 1.0, saturation: float = 1.0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    seen = np.full((PATCH_PX, PATCH_PX, 3), 25.0)
    seen[14:-14, 14:-14] = STICKERS[name]
    seen *= rng.uniform(0.9, 1.1) * gain
    grey = seen.mean(axis=2, keepdims=True)
    return np.uint8(np.clip(grey + saturation * (seen - grey) + rng.normal(0, 3, seen.shape), 0, 255))


@pytest.fixture(scope="module")
def taught() -> Recogniser:
    shown = [(name, 10 * number + shot, shot) for number, name in enumerate(STICKERS) for shot in range(3)]
    exemplars = [Exemplar(name, sticker(name, seed, gain=0.9), LAMP, picture=str(shot)) for name, seed, shot in shown]
    return compared(*uncompared(exemplars, 1, complete=True, by_markers=False))  # to `fit` they are one picture


def read(made: Recogniser, gain: float, saturation: float) -> tuple[Reading, ...]:
    seen = [sticker(name, 100 + at, gain=gain, saturation=saturation) for at, name in enumerate(TWICE)]
    return reading.read(made, np.stack(seen), LAMP)


def sure(readings: tuple[Reading, ...]) -> int:
    return sum(each.sure for each in readings)


def sure_and_wrong(readings: tuple[Reading, ...]) -> set[tuple[str, str]]:
    return {(name, each.label) for name, each in zip(TWICE, readings, strict=True) if each.sure and each.label != name}


def none(count: int) -> np.ndarray:
    return np.zeros(count, bool)


def test_what_a_faded_picture_shows_is_asked_about(taught: Recogniser, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sure(read(taught, 1.0, 0.15)) == 0
    assert sure(read(taught, 1.0, 1.0)) >= 11
    assert sure(read(taught, 1.0, 0.5)) >= 10
    monkeypatch.setattr(calibration, "faded", lambda measured, _: none(len(measured.face)))
    faded = {(name, "white") for name in ("blue", "orange", "red", "yellow")}
    assert sure_and_wrong(read(taught, 1.0, 0.15)) == faded


def test_a_pale_picture_is_read_with_the_colours_that_were_taught(
    taught: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    pale = read(taught, 1.0, 0.3)
    assert (sure(pale), sure_and_wrong(pale)) == (10, set())
    monkeypatch.setattr(reading, "differs", lambda *_, **__: False)
    assert sure(read(taught, 1.0, 0.3)) == 0


BARE, GOLD, SLATE, STONE = (-0.27, 0.03, 0.24), (-0.39, 0.12, 0.27), (0.14, -0.15, 0.02), (0.04, -0.01, -0.03)
WHITE = (0.01, 0.0, -0.01)


@pytest.mark.parametrize(("gold", "fades"), [((-0.4, 0.15, 0.26), False), ((-0.14, 0.05, 0.09), True)])
def test_white_that_nobody_taught_fades_no_picture_in_which_something_has_all_its_colour(
    gold: tuple[float, float, float], fades: bool
) -> None:
    """White squares are read as bare ones, which are brown; log chroma of a place as it is seen, and as it is meant."""
    seen = np.array([*[WHITE] * 6, gold, (0.12, -0.07, -0.05), (0.03, 0.04, -0.07)])
    meant = np.array([*[BARE] * 6, GOLD, SLATE, STONE])
    tint = np.stack([seen - meant, seen - np.roll(meant, 4, axis=0)], axis=1)
    first, odds = np.zeros(9, int), np.array([*[2.0] * 6, 13.0, 14.0, 15.0])
    measured = SimpleNamespace(tint=tint, colour=seen)
    trusted = SimpleNamespace(odds=odds, first=first, second=first + 1)
    assert faded(cast(Measured, measured), cast(Trust, trusted)).any() == fades


def test_a_colour_with_a_channel_at_its_end_is_asked_about_where_it_may_be_another(
    taught: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for gain in (1.0, 1.25, 1.5):
        assert sure(read(taught, gain, 1.0)) >= 11
    bright = read(taught, 1.9, 1.0)
    assert (sure(bright), sure_and_wrong(bright)) == (10, set())
    monkeypatch.setattr(reading, "washed_out", lambda seen, *_: none(len(seen.bright)))
    assert sure_and_wrong(read(taught, 1.9, 1.0)) == {("orange", "yellow")}
