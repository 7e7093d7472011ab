"""Altered copies of exemplars: what they look like, what they are for, and what they must not tell."""

from functools import cache

import cv2
import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.photometry.normalise import WHITE
from vision.recognition import matching, recogniser
from vision.recognition.augmentation import in_other_light, on_another_evening
from vision.recognition.kinship import kinship
from vision.recognition.recogniser import fit
from vision.registration.patches import PATCH_PX

FACES = [(shape, drawn(shape)) for shape in ("disc", "flag", "cross", "bars")]
FOUR = taught(*FACES)


def test_copies_are_out_of_focus_in_deeper_and_in_paler_tones() -> None:
    patches = np.stack([photo(cell, 3 + k) for k, (_, cell) in enumerate(FACES)])
    soft, deep, pale = np.split(in_other_light(patches).astype(float), 3)
    edges = [np.abs(np.diff(each, axis=2)).max(axis=(1, 2, 3)) for each in (patches.astype(float), soft)]
    assert (edges[1] < 0.5 * edges[0]).all()
    assert soft.mean(axis=(1, 2)) == pytest.approx(patches.mean(axis=(1, 2)), abs=1)
    assert deep.shape == pale.shape == patches.shape
    assert (deep <= patches).all()
    assert (pale >= patches).all()


def test_black_white_and_what_is_brighter_keep_their_tones() -> None:
    for level in (0, int(WHITE), 230, 255):
        assert (in_other_light(grey(level)) == level).all()
    assert in_other_light(grey(100))[:, 0, 0, 0].tolist() == [100, round(200 * 0.5**1.4), round(200 * 0.5**0.75)]


def grey(level: int) -> np.ndarray:
    return np.full((1, PATCH_PX, PATCH_PX, 3), level, np.uint8)


def test_nothing_has_no_copies() -> None:
    assert in_other_light(np.empty((0, PATCH_PX, PATCH_PX, 3), np.uint8)).shape == (0, PATCH_PX, PATCH_PX, 3)


@cache
def four(*, complete: bool) -> matching.Recogniser:
    return fit(FOUR, complete=complete)


def measured(fitted: matching.Recogniser, patches: np.ndarray) -> matching.Measured:
    return matching.weighed(fitted, patches, LAMP).measured


def test_what_is_out_of_focus_is_told_by_a_copy_that_is_so_and_what_is_sharp_by_the_exemplar() -> None:
    fitted = four(complete=True)
    rows = fitted.gallery.origin
    sharp = np.stack([photo(cell, 60 + k) for k, (_, cell) in enumerate(FACES)])
    soft = np.stack([cv2.GaussianBlur(each, (0, 0), 3) for each in sharp])
    half = len(FOUR)
    for patches, first, last in ((sharp, 0, half), (soft, half, 2 * half)):
        told = measured(fitted, patches)
        leading = told.exemplar[np.arange(4), told.vector.argmax(axis=1)]
        assert [fitted.labels[rows.owner[k]] for k in leading] == [name for name, _ in FACES]
        assert ((leading >= first) & (leading < last)).all(), leading


def test_on_another_evening_each_patch_is_lit_otherwise_and_shows_what_it_showed() -> None:
    patches = np.stack([photo(cell, 3 + k) for k, (_, cell) in enumerate(FACES)] * 8)
    seen = on_another_evening(patches, np.random.default_rng(1))
    assert (seen == on_another_evening(patches, np.random.default_rng(1))).all()
    brighter = np.log(seen.mean(axis=(1, 2, 3)) / patches.mean(axis=(1, 2, 3)))
    assert 0.05 < brighter.std() < 0.4
    alike = [np.corrcoef(one.ravel(), other.ravel())[0, 1] for one, other in zip(seen, patches, strict=True)]
    assert min(alike) > 0.7
    assert max(alike) < 0.999
    assert on_another_evening(patches[:0], np.random.default_rng(1)).shape == (0, *patches.shape[1:])


def test_copies_make_a_soft_face_more_alike() -> None:
    soft = np.stack([cv2.GaussianBlur(photo(cell, 60 + k), (0, 0), 4) for k, (_, cell) in enumerate(FACES)])
    without, with_copies = (measured(four(complete=whole), soft).vector.max(axis=1) for whole in (False, True))
    assert (with_copies > without).all()


def test_copies_tell_nothing_of_what_a_set_is_like() -> None:
    fitted = four(complete=True)
    told = kinship(fitted)
    assert len(told.owner) == len(FOUR)
    altered = fitted.gallery.origin.altered
    assert altered.sum() == 3 * len(FOUR)
    for each in (told.with_own, told.without):
        assert not altered[each.exemplar[each.face >= 0]].any()


def test_each_row_of_a_gallery_comes_from_its_exemplar() -> None:
    owner, picture, copied = np.array([0, 0, 1]), np.array([7, 8, 9]), np.array([2, 0])
    rows = recogniser.origin(owner, picture, copied, 2)
    assert rows.source.tolist() == [0, 1, 2, *[2, 0] * 3] * 2
    assert rows.turn.tolist() == [0] * 9 + [2] * 9
    assert rows.altered.tolist() == ([False] * 3 + [True] * 6) * 2
    assert (rows.owner == owner[rows.source]).all()
    assert (rows.picture == picture[rows.source]).all()


def test_an_open_set_has_no_copies() -> None:
    assert not four(complete=False).gallery.origin.altered.any()


@pytest.mark.parametrize(("turns", "each", "copies"), [(1, 3, 3), (1, 9, 4), (4, 100, 4), (4, 120, 0)])
def test_of_four_of_a_face_there_are_copies_where_there_is_room(turns: int, each: int, copies: int) -> None:
    faces = 4
    owner = np.repeat(np.arange(faces), each)
    examples = [FOUR[2 * face] for face in owner]
    found = recogniser.copied_of(examples, owner, turns, complete=True)
    assert np.bincount(owner[found], minlength=faces).tolist() == [copies] * faces
