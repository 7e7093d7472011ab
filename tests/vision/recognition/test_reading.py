"""Patches read against taught faces: right where they were taught, not sure where they were not."""

from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.pieceset.set_index import Exemplar
from vision.recognition import calibration, encoder, matching, network, reading, recogniser
from vision.recognition.kinship import kinship
from vision.recognition.recogniser import fit
from vision.registration.patches import CORE_PX, MARGIN_PX, PATCH_PX

RED, ORANGE, GREEN = (45, 45, 205), (30, 125, 235), (70, 150, 60)
FOUR = [(shape, drawn(shape)) for shape in ("disc", "flag", "cross", "bars")]
_THIRD = CORE_PX * 2 // 5
NAMES = tuple(shape for shape, _ in FOUR)


@cache
def fitted_to(shapes: tuple[str, ...] = NAMES, turns: int = 4, complete: bool = False) -> Any:
    """Return what is fitted to some of the four, each of them once."""
    return fit(taught(*(face for face in FOUR if face[0] in shapes)), turns, complete=complete)


def test_faces_are_read_in_less_light() -> None:
    fitted = fitted_to()
    patches = np.stack([photo(cell, 90 + k, light=0.6) for k, (_, cell) in enumerate(FOUR)])
    dim = tuple(0.6 * value for value in LAMP)
    assert [read.label for read in reading.read(fitted, patches, (dim[0], dim[1], dim[2]))] == [n for n, _ in FOUR]


def test_red_and_orange_stay_apart_under_a_warm_lamp() -> None:
    warm = (160.0, 200.0, 235.0)
    pair = [("red", drawn("disc", RED)), ("orange", drawn("disc", ORANGE)), ("green", drawn("disc", GREEN))]
    fitted = fit(taught(*pair))
    patches = np.stack([photo(cell, 70 + k, lamp=warm) for k, (_, cell) in enumerate(pair)])
    assert [read.label for read in reading.read(fitted, patches, warm)] == ["red", "orange", "green"]


@pytest.mark.parametrize("turns", [2, 4])
def test_a_turned_face_is_read_and_its_turn_told(turns: int) -> None:
    fitted = fitted_to(turns=turns)
    quarter = 4 // turns
    patches = np.stack([photo(drawn("flag", turn=k * quarter), 50 + k) for k in range(turns)])
    seen = reading.read_turned(fitted, patches, LAMP)
    assert [read.label for read, _ in seen] == ["flag"] * turns
    # np.rot90 turns counter-clockwise; what is told is clockwise.
    assert [turn for _, turn in seen] == [(-90.0 * k * quarter) % 360 for k in range(turns)]


def test_a_face_that_lies_a_seventh_of_a_cell_out_of_place_is_read() -> None:
    fitted = fitted_to()
    for off in ((-9, 4), (8, 8), (0, -9)):
        patch = np.roll(photo(drawn("cross"), 33), off, axis=(0, 1))
        assert reading.read(fitted, patch[None], LAMP)[0].label == "cross"


def bare(seed: int, *beside: str) -> np.ndarray:
    """Return a patch of a bare square of a board, with pale tiles on the squares beside it."""
    patch, least, most = np.full((PATCH_PX, PATCH_PX, 3), (70, 120, 60), np.uint8), MARGIN_PX, PATCH_PX - MARGIN_PX
    for line in (least, most):
        patch[line], patch[:, line] = 25, 25
    if "left" in beside:
        patch[least + 3 : most - 3, :least] = 210
    if "below" in beside:
        patch[most + 2 :, least + 3 : most - 3] = 210
    return np.uint8(np.clip(patch + np.random.default_rng(seed).normal(0, 3, patch.shape), 0, 255))


def test_a_bare_place_is_seen_in_its_middle_where_the_search_went_astray() -> None:
    """Nothing on it tells where it lies, and what lies beside it draws the search away."""
    squares = [Exemplar("bare", bare(k, *beside), LAMP, picture=f"{k}") for k, beside in enumerate(((), ("left",)))]
    fitted = fit([*taught(*FOUR), *squares])
    view = matching.viewed(np.stack([bare(9, "below"), bare(8, "left", "below")]), LAMP, fitted.placing)
    astray = replace(view, found=replace(view.found, start=np.full_like(view.found.start, 2)))
    _, _, vectors, off = matching._placed(fitted, astray, np.full(2, -1))
    assert off == pytest.approx([0, 0])
    assert (vectors @ fitted.gallery.seen.vectors.T).max(axis=1).min() > 0.95


def test_another_place_is_taken_only_where_more_of_a_face_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    fitted = fitted_to()
    view = matching.viewed(np.stack([photo(cell, 40 + k) for k, (_, cell) in enumerate(FOUR)]), LAMP, fitted.placing)
    likest = []
    for clear in (-1.0, 2.0):  # no place is weak; each is
        monkeypatch.setattr(matching, "_CLEAR", clear)
        _, _, vectors, _ = matching._placed(fitted, view, np.full(4, -1))
        likest.append((vectors @ fitted.gallery.seen.vectors.T).max(axis=1))
    assert (likest[1] >= likest[0] - 1e-6).all()


def stranger(kind: str) -> np.ndarray:
    patch = photo(drawn("flag"), 5)
    if kind == "glare":
        cv2.circle(patch, (PATCH_PX // 2, PATCH_PX // 2), 30, (255, 255, 255), -1)
    if kind == "hand":
        cv2.ellipse(patch, (PATCH_PX // 2, PATCH_PX), (34, 70), 10, 0, 360, (120, 150, 205), -1)
    if kind == "blur":
        patch = cv2.GaussianBlur(patch, (0, 0), 12)
    if kind == "black":
        patch = np.zeros_like(patch)
    if kind == "noise":
        patch = np.random.default_rng(1).integers(0, 255, patch.shape, np.uint8)
    if kind == "untaught":
        patch = photo(drawn("disc", GREEN), 6)
    return patch


@pytest.mark.parametrize("kind", ["glare", "hand", "blur", "black", "noise", "untaught"])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_what_was_never_taught_is_not_sure(kind: str, count: int) -> None:
    fitted = fitted_to(tuple(shape for shape, _ in (FOUR[1 : 1 + count] if count < 4 else FOUR)))
    assert not reading.read(fitted, stranger(kind)[None], LAMP)[0].sure


@pytest.mark.parametrize("kind", ["glare", "hand", "black", "noise"])
def test_even_where_all_is_taught_rubbish_is_not_sure(kind: str) -> None:
    fitted = fitted_to(complete=True)
    assert not reading.read(fitted, stranger(kind)[None], LAMP)[0].sure


@pytest.mark.parametrize("below", ["disc", "bars", "flag"])
def test_a_piece_that_covers_half_of_another_is_not_sure(below: str) -> None:
    patch, over = photo(drawn(below), 3), photo(drawn("cross"), 4)
    patch[_THIRD:] = over[:-_THIRD]
    read = reading.read(fitted_to(complete=True), patch[None], LAMP)[0]
    assert not read.sure


@pytest.mark.parametrize("complete", [False, True])
def test_a_second_opinion_is_asked_of_what_is_in_doubt(complete: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is plain is not looked at again, but where nothing counts as plain."""
    monkeypatch.setattr(calibration, "_STRANGERS_TELL", 0)  # not as a set in the making, of which all is asked
    fitted = fitted_to(complete=complete)
    assert fitted.second is not None
    asked: list[int] = []
    textures = encoder.textures

    def listening(patches: np.ndarray, networks: str = network.FIRST) -> list[np.ndarray]:
        asked.extend([len(patches)] * (networks == network.SECOND))
        return textures(patches, networks)

    monkeypatch.setattr(encoder, "textures", listening)
    plain = np.stack([photo(cell, 60 + k) for k, (_, cell) in enumerate(FOUR)])
    reading.read(fitted, plain, LAMP)
    few = sum(asked)
    monkeypatch.setattr(calibration, "DOUBT_ABOVE", 99.0)
    reading.read(fitted, plain, LAMP)
    assert few < 4
    assert sum(asked) == few + 4


def test_a_second_opinion_is_of_the_second_texture_networks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The encoder is not asked again, and the first textures and their comparison have no say."""
    fitted = fitted_to(complete=True)
    weighed = matching.weighed(fitted, np.stack([photo(cell, 60 + k) for k, (_, cell) in enumerate(FOUR)]), LAMP)
    asked: set[str] = set()
    run = network.run

    def listening(name: str, *args: Any) -> list[np.ndarray]:
        asked.add(name)
        return run(name, *args)

    monkeypatch.setattr(network, "run", listening)
    which = np.array([2, 0])
    second = matching.weighed_again(fitted, fitted.second, weighed, which)
    assert asked == {"second_texture.onnx", "second_texture_comparison.onnx", "comparison.onnx"}
    first = weighed.measured.of(which)
    np.testing.assert_array_equal(second.face[:, 0], first.face[:, 0])
    np.testing.assert_allclose(second.vector[:, 0], first.vector[:, 0], rtol=1e-6)  # single precision
    assert (np.abs(second.texture - first.texture)[:, 0] > 0.001).all()


def test_what_strangers_reach_is_told_to_the_second_opinion_by_both_networks() -> None:
    fitted = fitted_to()
    told, again = kinship(fitted), kinship(fitted.as_second(fitted.second))
    reached = fitted.second.similarity.strangers
    assert len(reached)
    np.testing.assert_allclose(reached, calibration.strangers(told, again))
    for alone in (told, again):
        assert (np.abs(reached - calibration.strangers(alone)) > 0.01).any()
    np.testing.assert_allclose(fitted.similarity.strangers, calibration.strangers(told))


def test_a_second_opinion_knows_nothing_of_a_face_that_is_left_out() -> None:
    fitted = fitted_to(complete=True)
    weighed = matching.weighed(fitted, np.stack([photo(cell, 60 + k) for k, (_, cell) in enumerate(FOUR)]), LAMP)
    every, own = np.arange(len(FOUR)), np.array([fitted.labels.index(name) for name in NAMES])
    gone = np.where(every == 1, own, -1)
    faces = matching.weighed_again(fitted, fitted.second, weighed, every, gone).face
    assert [int(own[k]) in faces[k] for k in every] == [True, False, True, True]


def test_a_set_of_very_many_exemplars_has_no_second_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = taught(*FOUR)
    for most, seconded in ((len(examples), True), (len(examples) - 1, False)):
        monkeypatch.setattr(recogniser, "_MOST_SECONDED", most)
        assert (fit(examples, complete=True).second is not None) is seconded


def test_where_all_is_taught_no_more_is_asked() -> None:
    patches = np.stack([photo(cell, 60 + k, light=0.8) for k, (_, cell) in enumerate(FOUR)])
    strict, lenient = (
        [read.sure for read in reading.read(fitted_to(complete=complete), patches, LAMP)] for complete in (False, True)
    )
    assert all(more or not less for less, more in zip(strict, lenient, strict=True))
    assert sum(lenient) >= sum(strict)


def test_a_set_of_one_face_reads_it_and_has_no_rival() -> None:
    fitted = fit(taught(FOUR[0], shots=1))
    read = reading.read(fitted, photo(drawn("disc"), 8)[None], LAMP)[0]
    assert read.label == "disc"
    assert read.rival is None
    assert 0.3 < read.confidence <= 1


def test_chances_are_chances_and_the_ranking_begins_with_the_label() -> None:
    fitted = fitted_to()
    for read in reading.read(fitted, np.stack([photo(cell, 3) for _, cell in FOUR]), LAMP):
        assert read.ranking[0] == (read.label, read.confidence)
        assert len(read.ranking) >= 3
        assert sum(chance for _, chance in read.ranking) <= 1 + 1e-6
        assert [c for _, c in read.ranking] == sorted((c for _, c in read.ranking), reverse=True)
        assert len({label for label, _ in read.ranking}) == len(read.ranking)


def test_the_same_patches_give_the_same_readings() -> None:
    patches = np.stack([photo(cell, 3) for _, cell in FOUR])
    once, again = (reading.read(fitted, patches, LAMP) for fitted in (fitted_to(turns=1), fit(taught(*FOUR))))
    assert once == again


def test_what_is_read_in_parts_is_read_as_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lamps = np.array([[value * light for value in LAMP] for light in (1.0, 0.7, 0.9, 0.8)])
    patches = np.stack([photo(cell, 3, light=lamp[0] / LAMP[0]) for (_, cell), lamp in zip(FOUR, lamps, strict=True)])
    whole = reading.read(fitted_to(), patches, lamps)
    monkeypatch.setattr(matching, "_AT_ONCE", 3)
    for one, other in zip(whole, reading.read(fitted_to(), patches, lamps), strict=True):
        assert (one.label, one.sure) == (other.label, other.sure)
        assert one.confidence == pytest.approx(other.confidence, abs=1e-4)


def test_nothing_to_read_and_nothing_to_fit() -> None:
    assert reading.read(fitted_to(), np.empty((0, PATCH_PX, PATCH_PX, 3), np.uint8), LAMP) == ()
    with pytest.raises(ValueError, match="teach a face first"):
        fit([])


def test_a_patch_is_a_cell_and_a_margin() -> None:
    assert PATCH_PX == CORE_PX + 2 * MARGIN_PX
