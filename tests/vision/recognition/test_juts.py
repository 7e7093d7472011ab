"""A place that is read as a blank face though something lies in a part of it."""

import cv2
import numpy as np
import pytest

from vision.motion.agreement import agreed
from vision.observation import Reading
from vision.pieceset.set_index import Exemplar
from vision.recognition import juts
from vision.registration.patches import CORE_PX, MARGIN_PX, PATCH_PX

LAMP = (220.0, 222.0, 221.0)
BARE = Reading("empty", 0.999, True, (("empty", 0.999), ("cat 7", 0.001)))


def patch(*, card: float = 0.0, side: int = 0, light: float = 1.0, noise: float = 2.0, seed: int = 0) -> np.ndarray:
    """A bare place with its faint print, and a card over so much of it from that side."""
    rng = np.random.default_rng(seed)
    drawn = np.full((PATCH_PX, PATCH_PX, 3), (225, 228, 230), np.float32)
    for away in (8, 14, 20):
        ring = np.array([[48, 48 - away], [48 + away, 48], [48, 48 + away], [48 - away, 48]], np.int32)
        cv2.polylines(drawn, [ring], True, (214, 218, 220), 1, cv2.LINE_AA)
    if card:
        edge = MARGIN_PX + round((1 - card) * CORE_PX)
        drawn[12:84, edge:] = (150, 190, 140)
        drawn[12:84, edge] = (40, 40, 40)
        drawn[36:60, edge + 20 : edge + 30] = (40, 40, 40)
    drawn = np.rot90(drawn, side)
    seen = cv2.GaussianBlur(np.ascontiguousarray(drawn), (0, 0), 0.6) * light + rng.normal(0, noise, drawn.shape)
    return np.clip(seen, 0, 255).astype(np.uint8)


def example(label: str, seen: np.ndarray) -> Exemplar:
    return Exemplar(label, seen, LAMP)


TAUGHT = [example("empty", patch(seed=seed)) for seed in range(3)]
CARDS = [example("cat 7", patch(card=1.0, seed=seed)) for seed in range(3)]
BLANK = juts.blank_faces([*TAUGHT, *CARDS])


def read(seen: np.ndarray, blank: frozenset[str] = BLANK) -> Reading:
    return juts.doubted([BARE], seen[None], blank, 1)[0]


def test_a_bare_place_is_blank_and_a_card_is_not():
    assert sorted(BLANK) == ["empty"]


def test_a_bare_place_stays_sure_in_other_light():
    for seed in range(10):
        assert read(patch(light=0.3 + 0.07 * seed, noise=1.0 + 0.7 * seed, seed=seed)) == BARE


@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("card", [0.25, 0.33])
def test_a_card_over_a_part_of_a_bare_place_is_asked_about(card: float, side: int):
    for light in (0.4, 1.0):
        seen = read(patch(card=card, side=side, light=light))
        assert (seen.label, seen.sure, seen.hidden) == ("empty", False, True)
        assert not agreed([seen, seen, BARE]).sure


def test_a_neighbour_a_little_askew_over_the_rim_is_not_asked_about():
    assert read(patch(card=0.1)).sure


def test_a_face_that_is_never_blank_is_left_alone():
    figured = juts.blank_faces([example("empty", patch(card=0.5, seed=seed)) for seed in range(3)])
    assert figured == frozenset()
    assert read(patch(card=0.33), figured).sure


@pytest.mark.parametrize("side", [0, 2])
def test_a_card_across_two_places_that_is_sure_in_one_is_not_asked_about_in_the_other(side: int):
    card = Reading("cat 7", 0.99, True, (("cat 7", 0.99),))
    seen = np.stack([patch(card=0.3, side=side), patch(card=1.0)])
    row = [BARE, card] if side == 0 else [card, BARE]
    assert juts.doubted(row, seen if side == 0 else seen[::-1], BLANK, 2) == tuple(row)
    away = [BARE, card] if side == 2 else [card, BARE]
    assert not all(reading.sure for reading in juts.doubted(away, seen if side == 2 else seen[::-1], BLANK, 2))


def test_between_two_cards_what_juts_in_from_above_is_asked_about():
    card = Reading("cat 7", 0.99, True, (("cat 7", 0.99),))
    seen = np.stack([patch(card=1.0), patch(card=0.3, side=1), patch(card=1.0)])
    assert [reading.sure for reading in juts.doubted([card, BARE, card], seen, BLANK, 3)] == [True, False, True]
