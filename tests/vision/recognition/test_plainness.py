"""A place that is plainer than the face it is read as: planks have joints, cloth has none."""

import cv2
import numpy as np

from vision.motion.agreement import agreed
from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition import plainness
from vision.registration.patches import PATCH_PX

LAMP = (220.0, 222.0, 221.0)
WOOD = (80, 124, 170)


def patch(*, joints: bool, figure: bool = False, blur_px: float = 0.6, light: float = 1.0, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    drawn = np.full((PATCH_PX, PATCH_PX, 3), WOOD, np.float32)
    for row, y in enumerate(range(-3 + int(rng.integers(8)), PATCH_PX, 18)) if joints else ():
        cv2.line(drawn, (0, y), (PATCH_PX, y), (48, 84, 124), 2)
        cv2.line(drawn, ((row * 37) % PATCH_PX, y), ((row * 37) % PATCH_PX, y + 18), (48, 84, 124), 2)
    if figure:
        for way in (-1, 1):
            cv2.line(drawn, (26, 48 - 22 * way), (70, 48 + 22 * way), (20, 20, 20), 9)
    seen = cv2.GaussianBlur(drawn, (0, 0), blur_px) * light + rng.normal(0, 2.0, drawn.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def example(label: str, **looks: object) -> Exemplar:
    return Exemplar(label, patch(**looks), LAMP)  # type: ignore[arg-type]


TAUGHT = [example("empty", joints=True, seed=seed) for seed in range(3)]
FIGURES = [example("rat 1", joints=True, figure=True, seed=seed) for seed in range(3)]
EMPTY = Reading("empty", 0.999, True, (("empty", 0.999), ("rat 1", 0.001)))


def read(seen: np.ndarray, label: str = "empty") -> Reading:
    said = Reading(label, 0.999, True, ((label, 0.999), ("gold 2", 0.001)))
    return plainness.doubted([said], seen[None], plainness.structures([*TAUGHT, *FIGURES]))[0]


def test_planks_stay_sure_in_other_light_and_a_little_out_of_focus():
    for seed in range(10):
        assert read(patch(joints=True, light=0.5 + 0.06 * seed, blur_px=0.5 + 0.07 * seed, seed=seed)).sure


def test_what_has_no_joints_is_not_sure_and_not_likely():
    for seed in range(10):
        seen = read(patch(joints=False, light=0.5 + 0.06 * seed, seed=seed))
        assert not seen.sure
        assert seen.hidden
        assert not agreed([seen, seen, EMPTY]).sure
        assert agreed([seen, seen, EMPTY]).hidden
        assert seen.label == "empty"
        assert seen.confidence == seen.ranking[0][1] < 0.3


def test_cloth_over_half_a_place_is_enough():
    half = patch(joints=True, seed=4)
    half[PATCH_PX // 2 :] = patch(joints=False, seed=4)[PATCH_PX // 2 :]
    assert not read(half).sure


def test_a_face_with_a_figure_is_told_by_its_figure():
    assert read(patch(joints=False, figure=True), "rat 1").sure


def test_a_face_that_was_never_structured_is_left_alone():
    plain = plainness.structures([example("empty", joints=False, seed=seed) for seed in range(3)])
    assert plainness.doubted([EMPTY], patch(joints=False)[None], plain) == (EMPTY,)


def test_planks_seen_by_a_contrasty_camera_are_no_figure():
    def contrasty(seen: np.ndarray) -> np.ndarray:
        return np.clip(np.array(WOOD) + 2.2 * (seen.astype(float) - WOOD), 0, 255).astype(np.uint8)

    planks = [contrasty(patch(joints=True, seed=seed)) for seed in range(3)]
    assert plainness._blocks(np.stack(planks)).max() > 0.21, "as much as a figure, by other cameras"
    usual = plainness.structures([Exemplar("empty", each, LAMP) for each in planks])
    assert not plainness.doubted([EMPTY], contrasty(patch(joints=False))[None], usual)[0].sure
    assert plainness.doubted([EMPTY], contrasty(patch(joints=True, seed=9))[None], usual)[0].sure
