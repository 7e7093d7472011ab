"""A picture that is much softer than those in which its faces were taught."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest
from support.drawn_faces import LAMP

from vision.layout import Grid, Layout
from vision.observation import Reading, Unseen
from vision.observe import observe, train
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Exemplar
from vision.recognition import reading, softness
from vision.registration.patches import PATCH_PX

LIKELY, HARDLY = 0.99, 0.93


def digit(name: str, *, blur_px: float = 0.8, noise: float = 2.0, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    drawn = np.full((PATCH_PX, PATCH_PX, 3), (190.0, 205.0, 210.0), np.float32)
    if name != "empty":
        cv2.putText(drawn, name, (32, 66), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (40, 40, 40), 4)
    seen = cv2.GaussianBlur(drawn, (0, 0), blur_px) * rng.uniform(0.6, 1.0) + rng.normal(0, noise, drawn.shape)
    return np.uint8(np.clip(seen, 0, 255))


NAMES = ["1", "6", "8", "empty"]
TAUGHT = [Exemplar(name, digit(name, seed=seed), LAMP, picture=str(seed)) for name in NAMES for seed in range(3)]


def read(chance: float, **shown: float) -> tuple[Reading, ...]:
    readings = [Reading(name, chance, True, ((name, chance),)) for name in NAMES]
    patches = np.stack([digit(name, seed=9, **shown) for name in NAMES])
    return softness.doubted(readings, patches, softness.sharpness(TAUGHT))


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_in_a_soft_picture_what_is_hardly_sure_is_asked_about_what_has_no_edges_too(noise: float) -> None:
    assert [each.sure for each in read(HARDLY, blur_px=4.0, noise=noise)] == [False] * 4
    assert all(each.sure for each in read(LIKELY, blur_px=4.0, noise=noise))


@pytest.mark.parametrize("blur_px", [0.5, 0.8, 1.5, 2.0])
def test_a_picture_that_is_about_as_sharp_as_it_was_taught_is_read_as_it_is(blur_px: float) -> None:
    assert all(each.sure for each in read(HARDLY, blur_px=blur_px))


def test_what_was_taught_soft_may_be_soft() -> None:
    soft = [Exemplar(each.label, cv2.GaussianBlur(each.patch, (0, 0), 3.0), LAMP) for each in TAUGHT]
    readings = [Reading("6", HARDLY, True, (("6", HARDLY),))]
    assert softness.doubted(readings, digit("6", blur_px=4.0)[None], softness.sharpness(soft))[0].sure


@pytest.mark.parametrize("taught", [TAUGHT[-3:], []], ids=["only bare squares", "an open set"])
def test_where_nothing_tells_nothing_is_asked(taught: list[Exemplar]) -> None:
    readings = [Reading("empty", HARDLY, True, (("empty", HARDLY),))]
    patches = digit("empty", blur_px=4.0)[None]
    assert softness.doubted(readings, patches, softness.sharpness(taught)) == tuple(readings)
    assert softness.doubted([], patches[:0], softness.sharpness(taught)) == ()


@pytest.mark.parametrize("complete", [False, True])
def test_only_a_complete_set_is_read_so(tmp_path, monkeypatch, complete: bool) -> None:
    layout = Layout("board", (40.0, 20.0), (Grid("board", (0.0, 0.0, 40.0, 20.0), 1, 2),))
    trained = train(Faces(tmp_path, tuple(TAUGHT), complete), layout)
    asked: list[softness.Sharpness] = []

    def doubted(readings: Sequence[Reading], _: np.ndarray, taught: softness.Sharpness) -> tuple[Reading, ...]:
        asked.append(taught)
        return tuple(reading.doubted(each) for each in readings)

    monkeypatch.setattr(softness, "doubted", doubted)
    found = observe(np.hstack([digit("6")[16:-16, 16:-16]] * 2), layout, trained, rectified=True)
    assert not isinstance(found, Unseen)
    assert not any(each.sure for each in found.zones["board"].readings)
    assert [{*taught} for taught in asked] == [{"1", "6", "8"} if complete else set()]
