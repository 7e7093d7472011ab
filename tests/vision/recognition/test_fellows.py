"""Fellows: what a picture's other patches say against a reading, and for it, whatever the light does to them all."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from vision.recognition.fellows import Fellows, fellows
from vision.recognition.matching import Measured
from vision.recognition.odds import SIDES, Trust

RED, ORANGE, YELLOW = range(3)
TAUGHT = np.log(np.array([[40.0, 40.0, 200.0], [40.0, 110.0, 210.0], [40.0, 200.0, 220.0]]))
"""What the faces look like where they were taught, log BGR."""


@dataclass
class Light:
    """What a light makes of the taught colours: a gain of each channel, and so much more contrast."""

    gain: tuple[float, float, float] = (0.0, 0.0, 0.0)
    contrast: float = 1.0

    def on(self, colours: np.ndarray) -> np.ndarray:
        middle = TAUGHT.mean(axis=0)
        return middle + self.contrast * (colours - middle) + np.array(self.gain)


LIGHTS = [Light(), Light((-0.4, -0.35, 0.0)), Light((0.3, 0.0, -0.3), 0.8), Light((0.0, 0.2, 0.2), 1.25)]


def picture(*patches: tuple[int, int, int], light: Light = LIGHTS[0], ahead: float = 0.0) -> tuple[Measured, Trust]:
    """Return what is measured and trusted of patches: of each what lies there, what it is read as, and what comes
    next (-1: nothing); textures say the former by so much."""
    there, first, rival = (np.array(each) for each in zip(*patches, strict=True))
    n = len(patches)
    face = np.stack([first, rival], axis=1)
    colour = light.on(TAUGHT[there])
    tint = np.where((face >= 0)[:, :, None], colour[:, None] - TAUGHT[face], np.nan)
    same = np.full((n, 2), 0.9)
    texture, side = same - [0.0, ahead], np.zeros((n, 2, len(SIDES)))
    measured = Measured(face, face, same, same, same, same, same, texture, colour, tint, side, same, same)
    second = np.where(rival >= 0, 1, 0)
    score = np.where(face >= 0, [2.0, 1.0], -np.inf)
    return measured, Trust(np.zeros(n, int), second, first, rival, score, np.full(n, 9.0), np.full(n, 9.0))


def said(*patches: tuple[int, int, int], light: Light = LIGHTS[0], ahead: float = 0.0) -> Fellows:
    return fellows(*picture(*patches, light=light, ahead=ahead), complete=True)


@pytest.mark.parametrize("light", LIGHTS)
def test_an_orange_that_is_read_as_red_beside_reds_is_contradicted_and_the_reds_are_not(light: Light) -> None:
    """It differs from them as oranges do from reds, though in this light it may look just like a taught red."""
    told = said((ORANGE, RED, ORANGE), (RED, RED, ORANGE), (RED, RED, ORANGE), light=light)
    assert told.contradicted.tolist() == [True, False, False]
    assert not told.confirmed.any()


@pytest.mark.parametrize("light", LIGHTS)
def test_reds_are_confirmed_by_the_oranges_of_the_picture_and_oranges_by_the_reds(light: Light) -> None:
    told = said((RED, RED, ORANGE), (ORANGE, ORANGE, RED), (ORANGE, ORANGE, YELLOW), light=light)
    assert told.confirmed.tolist() == [True, True, False]  # no yellow lies there that could say so
    assert not told.contradicted.any()


def test_an_orange_that_looks_like_the_reds_taught_is_found_out_in_the_light_that_makes_it_so() -> None:
    dusk = Light(tuple(TAUGHT[RED] - TAUGHT[ORANGE]))
    patches = ((ORANGE, RED, ORANGE), (RED, RED, ORANGE))
    measured, _ = picture(*patches, light=dusk)
    assert np.abs(measured.tint[0, 0]).max() == pytest.approx(0)  # as near to a taught red as can be
    assert said(*patches, light=dusk).contradicted.tolist() == [True, False]


def test_a_patch_by_itself_and_patches_of_one_kind_say_nothing() -> None:
    for patches in ([(ORANGE, RED, ORANGE)], [(ORANGE, RED, ORANGE)] * 5, [(RED, RED, ORANGE), (YELLOW, YELLOW, -1)]):
        told = said(*patches)
        assert not (told.contradicted | told.confirmed).any()


def test_where_nothing_comes_next_or_nothing_lies_there_at_all_nothing_is_said() -> None:
    told = said((RED, -1, -1), (ORANGE, RED, -1), (RED, RED, ORANGE))
    assert not (told.contradicted | told.confirmed)[:2].any()
    measured, _ = picture((RED, RED, ORANGE))
    none = np.empty(0, np.intp)
    empty = Trust(none, none, none, none, np.empty((0, 2)), np.empty(0), np.empty(0))
    assert fellows(measured.of(none), empty, complete=True).contradicted.shape == (0,)


@pytest.mark.parametrize(("ahead", "contradicted"), [(0.15, True), (0.25, False)])
def test_what_a_texture_tells_plainly_colours_do_not_contradict(ahead: float, contradicted: bool) -> None:
    told = said((ORANGE, RED, ORANGE), (RED, RED, ORANGE), ahead=ahead)
    assert told.contradicted.tolist() == [contradicted, False]


@pytest.mark.parametrize(
    ("oranges", "reds", "contradicted"), [(8, 2, False), (8, 3, True), (4, 1, True), (5, 1, False)]
)
def test_a_quarter_of_the_fellows_must_speak_against_it(oranges: int, reds: int, contradicted: bool) -> None:
    """All oranges are read as red: each has the others beside it, and the true reds."""
    told = said(*[(ORANGE, RED, ORANGE)] * oranges, *[(RED, RED, ORANGE)] * reds)
    assert told.contradicted.tolist() == [contradicted] * oranges + [False] * reds


@pytest.mark.parametrize("shadow", [-0.7, 0.5])
def test_a_shadow_over_some_of_the_patches_changes_nothing(shadow: float) -> None:
    patches = ((ORANGE, RED, ORANGE), (RED, RED, ORANGE), (ORANGE, ORANGE, RED), (RED, RED, ORANGE))
    measured, trusted = picture(*patches)
    dark = np.array([0.0, shadow, 0.0, shadow])[:, None]
    seen = replace(measured, colour=measured.colour + dark, tint=measured.tint + dark[:, None])
    told, before = fellows(seen, trusted, complete=True), fellows(measured, trusted, complete=True)
    assert told.contradicted.tolist() == before.contradicted.tolist() == [True, False, False, False]
    assert told.confirmed.tolist() == before.confirmed.tolist() == [False, True, True, True]


@pytest.mark.parametrize(("others", "confirmed"), [(2, True), (3, False)])
def test_half_of_what_is_read_as_the_next_face_must_speak_for_it(others: int, confirmed: bool) -> None:
    """Two true oranges do; yellows that are read as orange do not."""
    told = said((RED, RED, ORANGE), *[(ORANGE, ORANGE, RED)] * 2, *[(YELLOW, ORANGE, YELLOW)] * others)
    assert bool(told.confirmed[0]) is confirmed


@pytest.mark.parametrize(
    ("odds", "known", "complete", "speaks"),
    [
        (0.1, 0.1, False, True),
        (-0.1, 9.0, False, False),
        (9.0, -0.1, False, False),
        (0.1, -9.0, True, True),
        (-0.1, 9.0, True, False),
    ],
)
def test_what_is_hardly_read_itself_or_may_be_a_stranger_says_nothing(
    odds: float, known: float, complete: bool, speaks: bool
) -> None:
    """A stranger that is read as a red must not make a true red doubtful; in a complete set there is none."""
    measured, trusted = picture((ORANGE, RED, ORANGE), (RED, RED, ORANGE))
    second = np.array([False, True])
    heard = replace(trusted, odds=np.where(second, odds, 9.0), known=np.where(second, known, 9.0))
    assert fellows(measured, heard, complete=complete).contradicted.tolist() == [speaks, False]


def test_faces_of_nearly_one_colour_are_not_told_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    near = TAUGHT.copy()
    near[ORANGE] = near[RED] + [0.0, 0.1, 0.0]
    monkeypatch.setitem(globals(), "TAUGHT", near)
    told = said((ORANGE, RED, ORANGE), (RED, RED, ORANGE), (ORANGE, ORANGE, RED))
    assert not (told.contradicted | told.confirmed).any()
