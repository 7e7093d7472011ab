"""A picture that is softer than those in which its faces were taught."""

from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest
from support.drawn_faces import LAMP

from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition import reading, softness
from vision.recognition.recogniser import Recogniser, fit
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


OWNER = np.array([NAMES.index(each.label) for each in TAUGHT])
SHARP = softness.sharpness(np.stack([each.patch for each in TAUGHT]), OWNER, len(NAMES))


def shown(**how: float) -> np.ndarray:
    return np.stack([digit(name, seed=9, **how) for name in NAMES])


def test_what_has_no_edges_tells_nothing_of_its_sharpness() -> None:
    assert np.isfinite(SHARP).tolist() == [True, True, True, False]
    bare = shown(blur_px=4.0)[3:]
    assert softness.sharper(bare, SHARP[3:]) == 0.0
    assert softness.sharpened(bare, SHARP[3:]) is None
    assert softness.sharper(bare[:0], SHARP[:0]) == 0.0


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_a_soft_picture_is_sharpened_until_it_is_as_sharp_as_it_was_taught(noise: float) -> None:
    told = softness.sharper(shown(blur_px=2.5, noise=noise), SHARP)
    assert -0.6 < told < -0.2
    sharp = softness.sharpened(shown(blur_px=2.5, noise=noise), SHARP)
    assert sharp is not None
    assert abs(softness.sharper(sharp, SHARP)) < 0.1


@pytest.mark.parametrize("blur_px", [0.5, 0.8, 1.0])
def test_a_picture_that_is_about_as_sharp_as_it_was_taught_is_left(blur_px: float) -> None:
    assert softness.sharpened(shown(blur_px=blur_px), SHARP) is None


def test_what_was_taught_soft_may_be_soft(monkeypatch) -> None:
    soft = softness.sharpness(
        np.stack([cv2.GaussianBlur(each.patch, (0, 0), 3.0) for each in TAUGHT]), OWNER, len(NAMES)
    )
    assert softness.sharpened(shown(blur_px=3.0), soft) is None
    assert all(read(monkeypatch, HARDLY, soft, blur_px=4.0))


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize(
    ("labels", "above", "read"),
    [
        (("6", "6"), (-4.0, 3.0), ("6", True)),
        (("6", "6"), (-4.0, 0.2), ("6", False)),  # hardly, and sharpened alone
        (("6", "6"), (3.0, -4.0), ("6", True)),
        (("6", "8"), (3.0, 3.0), ("8", False)),
    ],
)
def test_what_is_read_in_it_sharpened_is_acted_on_where_it_leads_as_seen(
    monkeypatch, complete, labels, above, read
) -> None:
    assert read_soft(monkeypatch, labels, above, 2.5, complete=complete) == read


def test_what_something_spoke_against_is_sure_so_in_a_complete_set_alone(monkeypatch) -> None:
    above = -np.inf, 3.0
    assert read_soft(monkeypatch, ("6", "6"), above, 2.5, complete=True) == ("6", True)
    assert read_soft(monkeypatch, ("6", "6"), above, 2.5, complete=False) == ("6", False)


@pytest.mark.parametrize(("complete", "chance", "sure"), [(True, 0.93, False), (True, 0.97, True), (False, 0.93, True)])
def test_in_a_very_soft_picture_a_complete_set_must_be_surer(monkeypatch, complete, chance, sure) -> None:
    chances = chance, chance
    assert read_soft(monkeypatch, ("6", "6"), (3.0, 3.0), 4.0, complete=complete, chances=chances) == ("6", sure)


def read(monkeypatch, chance: float, taught: np.ndarray = SHARP, *, complete: bool = True, **how: float) -> list[bool]:
    """Of which digits, and a bare place, that are all read with that chance something is sure."""
    found = tuple((Reading(name, chance, True), 0.0) for name in NAMES)
    look = reading.Look(found, np.full(len(NAMES), 3.0))
    monkeypatch.setattr(reading, "look_under", lambda *_, **__: look)
    told = SimpleNamespace(lamp=np.full(3, 200.0), complete=complete, labels=tuple(NAMES), sharpness=taught)
    return [each.sure for each in reading.read(cast(Recogniser, told), shown(**how), LAMP)]


@pytest.mark.parametrize("noise", [0.0, 2.0, 8.0])
def test_in_a_soft_picture_what_is_hardly_sure_is_asked_about_what_has_no_edges_too(monkeypatch, noise: float) -> None:
    assert read(monkeypatch, HARDLY, blur_px=4.0, noise=noise) == [False] * 4
    assert all(read(monkeypatch, LIKELY, blur_px=4.0, noise=noise))


@pytest.mark.parametrize("blur_px", [0.5, 0.8, 1.5, 2.0])
def test_a_picture_that_is_about_as_sharp_as_it_was_taught_is_read_as_it_is(monkeypatch, blur_px: float) -> None:
    assert all(read(monkeypatch, HARDLY, blur_px=blur_px))


def test_only_a_complete_set_is_read_so(monkeypatch) -> None:
    assert all(read(monkeypatch, HARDLY, blur_px=4.0, complete=False))


def test_where_nothing_tells_nothing_is_asked(monkeypatch) -> None:
    assert all(read(monkeypatch, HARDLY, np.full(len(NAMES), np.nan), blur_px=4.0))


@pytest.mark.parametrize("complete", [False, True])
def test_where_nothing_is_in_focus_nothing_is_sure(monkeypatch, complete: bool) -> None:
    chances = 0.999, 0.999
    assert read_soft(monkeypatch, ("6", "6"), (5.0, 5.0), 8.0, complete=complete, chances=chances) == ("6", False)
    assert read_soft(monkeypatch, ("6", "6"), (5.0, 5.0), 4.0, complete=complete, chances=chances) == ("6", True)


def read_soft(
    monkeypatch,
    labels: tuple[str, str],
    above: tuple[float, float],
    blur_px: float,
    *,
    complete: bool,
    chances: tuple[float, float] = (0.96, 0.97),
) -> tuple[str, bool]:
    """What is read of a soft digit that looks like this as it is seen and sharpened, and whether it is sure; a second
    one is in doubt."""
    patches = np.stack([digit("6", blur_px=blur_px), digit("8", blur_px=blur_px)])
    looks: list[np.ndarray] = []

    def look_under(_: Recogniser, seen: np.ndarray, *__: object, as_seen: np.ndarray | None = None) -> reading.Look:
        which = min(len(looks), 1)
        looks.append(seen)
        assert as_seen is None or (as_seen == patches[: len(seen)]).all(), "glare is told by what the camera saw"
        found = Reading(labels[which], chances[which], above[which] >= 0), Reading("8", 0.1, False)
        return reading.Look(
            tuple((each, 0.0) for each in found)[: len(seen)], np.array([above[which], -9.0])[: len(seen)]
        )

    monkeypatch.setattr(reading, "look_under", look_under)
    told = SimpleNamespace(lamp=np.full(3, 200.0), complete=complete, labels=tuple(NAMES), sharpness=SHARP)
    first, _ = reading.read(cast(Recogniser, told), patches, (200.0, 200.0, 200.0))
    assert softness.sharper(looks[1], SHARP[1:3]) > softness.sharper(patches, SHARP[1:3]) + 0.1
    return first.label, first.sure


@pytest.mark.parametrize(("complete", "blur_px"), [(False, 4.0), (True, 4.7)])
def test_more_is_sure_out_of_focus_than_without(monkeypatch, complete: bool, blur_px: float) -> None:
    names = [*"123456789", "empty"]
    taught = [Exemplar(name, digit(name, seed=seed), LAMP, picture=str(seed)) for name in names for seed in range(3)]
    fitted = fit(taught, complete=complete)
    patches = np.stack([digit(name, seed=seed, blur_px=blur_px) for name in names for seed in (7, 8)])
    right = np.repeat(names, 2)

    def surely() -> tuple[int, int]:
        """Of how many it is surely told what lies there, and of how many surely something else."""
        sure = [
            each.label == name
            for each, name in zip(reading.read(fitted, patches, LAMP), right, strict=True)
            if each.sure
        ]
        return sum(sure), len(sure) - sum(sure)

    now = surely()
    monkeypatch.setattr(softness, "_SOFTER", -9.0)
    assert now[0] > surely()[0]
    assert now[1] == 0
