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


def marked(each: Exemplar) -> Exemplar:
    """Return the exemplar with a mark that another one of its face lacks."""
    patch = each.patch.copy()
    patch[26:42, 54:70] = (120, 40, 90)
    return replace(each, patch=patch)


def repeats(examples: list[Exemplar]) -> tuple[list[int], list[str]]:
    """Return which exemplars are left, and of which picture each is."""
    left, shown = without_repeats(examples)
    assert set(shown.tolist()) == set(range(len(left)))
    assert all(examples[k].label == left[number].label for k, number in enumerate(shown.tolist()))
    kept = [shown.tolist().index(number) for number in range(len(left))]
    return kept, [each.picture for each in left]


def burst(*seeds: int) -> list[Exemplar]:
    """Return what the next pictures of a burst show of what lies here."""
    return [again(each, seed) for seed in seeds for each in HERE]


def test_pictures_of_a_burst_are_one() -> None:
    known = [*HERE, *(again(each, 1, light=1.05) for each in HERE), *burst(2)]
    assert repeats(known) == ([0, 1, 2, 3], 4 * ["0"])
    known += [replace(each, picture="burst 3") for each in burst(2)]  # each is nearest the one before
    assert without_repeats(known)[1].tolist() == 4 * [0, 1, 2, 3]


def test_what_else_a_picture_of_a_burst_shows_is_as_of_the_first() -> None:
    new = replace(HERE[0], label="ring", patch=photo(drawn("disc", (0, 160, 0)), 9), picture="burst 1")
    eight = [replace(each, label=f"{each.label} {number}") for number in range(2) for each in HERE]
    assert repeats([*eight, *(again(each, 1) for each in eight), new]) == ([*range(8), 16], 9 * ["0"])


def test_a_picture_to_which_pieces_were_added_is_another_one_and_tells_of_these_alone() -> None:
    first, second = HERE[:2], [replace(each, picture="burst 1") for each in HERE[2:]]
    known = [*first, *(again(each, 1) for each in first), *second]
    assert repeats(known) == ([0, 1, 4, 5], ["0", "0", "burst 1", "burst 1"])


def test_other_evenings_lights_places_and_pieces_tell_each_for_themselves() -> None:
    assert repeats(EVENINGS)[0] == list(range(12))
    for other in (
        [again(each, 1, light=0.75) for each in HERE],
        [replace(again(each, 1), label=HERE[k - 1].label) for k, each in enumerate(HERE)],
        [replace(again(each, 1), patch=np.full_like(each.patch, 120)) for each in HERE],
        [marked(again(each, 1)) for each in HERE],
    ):
        assert repeats([*HERE, *other]) == (list(range(8)), 4 * ["0"] + 4 * ["burst 1"])
    turned = [replace(again(each, 1), patch=np.rot90(each.patch).copy()) for each in HERE]
    assert repeats([*HERE, *turned])[0] == [0, 1, 2, 3, 5, 7]  # a disc and a cross are as they were


def test_a_picture_shows_nothing_again_of_its_own() -> None:
    assert repeats([*HERE, *(replace(each, picture="0") for each in burst(1))])[0] == list(range(8))


def test_nothing_shows_nothing_again() -> None:
    assert repeats([]) == ([], [])


@pytest.mark.parametrize("complete", [True, False])
def test_a_set_of_one_burst_reads_as_one_picture_does(complete: bool) -> None:
    patches = np.stack([photo(cell, 70 + k, 0.8) for k, (_, cell) in enumerate(FACES)])
    once, thrice = (fit(known, complete=complete) for known in (HERE, [*HERE, *burst(1, 2)]))
    assert reading.read(thrice, patches, LAMP) == reading.read(once, patches, LAMP)


def test_with_what_is_set_aside_goes_what_shows_it_again() -> None:
    slipped = [replace(each, label="flag") if k == 2 else each for k, each in enumerate(EVENINGS)]
    third = [again(each, 1) for each in slipped if each.picture == "2"]
    made = fit([*slipped, *third], complete=True)
    assert [(int(number), made.labels[face]) for number, face in made.set_aside] == [(2, "disc"), (12, "disc")]
