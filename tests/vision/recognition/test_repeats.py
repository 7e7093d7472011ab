"""Pictures of one burst: a moment later, from a hand's breadth aside, nothing moved."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.pieceset.set_index import Exemplar
from vision.recognition import reading
from vision.recognition.recogniser import fit
from vision.recognition.repeats import without_repeats
from vision.registration.patches import PATCH_PX

FACES = [(shape, drawn(shape)) for shape in ("disc", "flag", "cross", "bars")]
EVENINGS = taught(*FACES, shots=3)
HERE = [each for each in EVENINGS if each.picture == "0"]


def again(each: Exemplar, seed: int, *, light: float = 1.0, turn_deg: float = 2.0, off_px: float = 2.0) -> Exemplar:
    """Return the exemplar as the next picture of a burst shows it."""
    rng = np.random.default_rng(seed)
    middle = (PATCH_PX / 2, PATCH_PX / 2)
    moved = cv2.getRotationMatrix2D(middle, rng.uniform(-turn_deg, turn_deg), rng.uniform(0.98, 1.02))
    moved[:, 2] += rng.uniform(-off_px, off_px, 2)
    seen = cv2.warpAffine(each.patch, moved, (PATCH_PX, PATCH_PX), borderMode=cv2.BORDER_REPLICATE) * light
    patch = np.clip(seen + rng.normal(0, 3, seen.shape), 0, 255).astype(np.uint8)
    return replace(each, patch=patch, picture=f"burst {seed}")


def test_pictures_of_a_burst_are_one() -> None:
    burst = [again(each, 1, light=1.05) for each in HERE] + [again(each, 2) for each in HERE]
    left, kept = without_repeats([*HERE, *burst])
    assert kept.tolist() == [0, 1, 2, 3]
    assert left == HERE


def test_what_else_a_picture_of_a_burst_shows_is_as_of_the_first() -> None:
    new = replace(HERE[0], label="ring", patch=photo(drawn("disc", (0, 160, 0)), 9), picture="burst 1")
    six = [replace(each, label=f"{each.label} {number}") for number in range(2) for each in HERE]
    left, kept = without_repeats([*six, *(again(each, 1) for each in six), new])
    assert kept.tolist() == [*range(8), 16]
    assert (left[8].label, left[8].picture) == ("ring", "0")


@pytest.mark.parametrize("others", [3, 4])
def test_a_picture_that_shows_a_fifth_and_more_that_is_new_is_another_one(others: int) -> None:
    """Of ten: of a game that goes on what lies there still is taught twice."""
    ten = [replace(HERE[k % 4], label=f"face {k}") for k in range(10)]
    new = [replace(EVENINGS[0], label=f"new {k}", picture="burst 1") for k in range(others)]
    later = [*(again(each, 1) for each in ten[others:]), *new]
    left, kept = without_repeats([*ten, *later])
    assert kept.tolist() == list(range(20))
    assert {each.picture for each in left} == {"0", "burst 1"}


def test_other_evenings_lights_places_and_pieces_are_pictures_of_their_own() -> None:
    assert without_repeats(EVENINGS)[1].tolist() == list(range(12))
    for other in (
        [again(each, 1, light=0.75) for each in HERE],
        [replace(again(each, 1), patch=np.rot90(each.patch).copy()) for each in HERE],
        [replace(again(each, 1), label=HERE[k - 1].label) for k, each in enumerate(HERE)],
        [replace(again(each, 1), patch=np.full_like(each.patch, 120)) for each in HERE],
    ):
        assert len(without_repeats([*HERE, *other])[1]) == 8


def test_a_picture_shows_nothing_again_of_its_own() -> None:
    assert len(without_repeats([*HERE, *(replace(again(each, 1), picture="0") for each in HERE)])[1]) == 8


def test_a_set_of_one_burst_reads_as_one_picture_does() -> None:
    patches = np.stack([photo(cell, 70 + k, 0.8) for k, (_, cell) in enumerate(FACES)])
    once, burst = (
        reading.read(fit(known, complete=True), patches, LAMP)
        for known in (HERE, [*HERE, *(again(each, shot) for shot in (1, 2) for each in HERE)])
    )
    assert [(each.label, each.confidence, each.sure) for each in burst] == [
        (each.label, each.confidence, each.sure) for each in once
    ]


def test_what_is_set_aside_is_named_by_its_place_among_all() -> None:
    named = [*HERE, *EVENINGS[1::3], *EVENINGS[2::3]]
    slipped = [replace(each, label="flag") if k == 8 else each for k, each in enumerate(named)]
    bursts = [*slipped[:4], *(again(each, 1) for each in slipped[:4]), *slipped[4:]]
    made = fit(bursts, complete=True)
    assert [(int(number), made.labels[face]) for number, face in made.set_aside] == [(12, "disc")]
