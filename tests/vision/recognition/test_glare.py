"""Under a lamp's mirror: what hides there is no bare square."""

import cv2
import numpy as np
import pytest

from vision.pieceset.set_index import Exemplar
from vision.recognition import calibration, glare, reading
from vision.recognition.close_view import DARK
from vision.recognition.recogniser import fit
from vision.registration.patches import MARGIN_PX, PATCH_PX

LAMP = (200.0, 200.0, 200.0)
BARE, DISC, BARS = 0, 1, 2
LABELS = ("bare", "disc", "bars")
UNTOLD = np.full(4, np.inf)
"""How much lighter patches are than their faces, where too few faces tell the picture's tone."""


def patch(face: int, *, seed: int = 0, light: float = 1.0, veil: float = 0.0) -> np.ndarray:
    """Return a place with a face, or bare; of a mirror's light so much lies over it (1: nothing else)."""
    rng = np.random.default_rng(seed)
    drawn = np.full((PATCH_PX, PATCH_PX, 3), (120, 128, 140), np.float32)
    if face != BARE:
        cv2.rectangle(drawn, (18, 18), (PATCH_PX - 19, PATCH_PX - 19), (90, 150, 60), -1)
    if face == DISC:
        cv2.circle(drawn, (PATCH_PX // 2, PATCH_PX // 2), 17, (120, 30, 90), -1)
    if face == BARS:
        cv2.rectangle(drawn, (30, 30), (40, 66), (30, 40, 150), -1)
        cv2.rectangle(drawn, (54, 30), (64, 66), (30, 40, 150), -1)
    inner = slice(MARGIN_PX, -MARGIN_PX)
    seen = drawn * light
    seen[inner, inner] += veil * (236 - seen[inner, inner])
    return np.clip(seen + rng.normal(0, 1.5, seen.shape), 0, 255).astype(np.uint8)


def exemplars(face: int) -> np.ndarray:
    return np.stack([patch(face, seed=seed, light=0.9 + 0.1 * seed) for seed in range(3)])


def allowed(*faces: int) -> glare.Glare:
    taught = np.concatenate([exemplars(face) for face in (BARE, DISC, BARS)])
    return glare.most(taught, np.repeat([BARE, DISC, BARS], 3), 3).of(np.array(faces))


@pytest.mark.parametrize("veil", [0.93, 0.97, 1.0])
def test_under_a_mirror_a_plain_face_is_hidden_and_a_figure_that_is_seen_is_not(veil: float) -> None:
    seen = glare.glare(np.stack([patch(DISC, veil=veil)] * 2))
    assert glare.hidden(seen, allowed(BARE, DISC), UNTOLD[:2]).tolist() == [True, False]


def test_a_bare_square_in_more_light_is_still_one() -> None:
    seen = glare.glare(np.stack([patch(BARE, light=light) for light in (0.4, 0.8, 1.2, 1.5)]))
    assert not glare.hidden(seen, allowed(BARE, BARE, BARE, BARE), UNTOLD).any()


def test_a_plain_face_that_was_taught_bright_may_be_bright() -> None:
    taught = np.stack([patch(BARE, veil=0.97), patch(BARE)])
    bright = glare.most(taught, np.zeros(2, int), 1)
    assert not glare.hidden(glare.glare(patch(BARE, veil=1.0)[None]), bright, UNTOLD[:1]).any()


def test_what_is_burnt_out_is_hidden_whatever_face_it_is_read_as() -> None:
    burnt = patch(DISC)
    burnt[MARGIN_PX : PATCH_PX // 2] = 255
    assert glare.hidden(glare.glare(np.stack([burnt] * 3)), allowed(BARE, DISC, BARS), UNTOLD[:3]).all()


def test_what_burns_out_as_the_pictures_tone_says_is_hidden_by_nothing() -> None:
    """White burns out in a picture that is exposed too long; what is brighter than its face would be there is a
    mirror."""
    burnt = glare.glare(np.stack([patch(BARE, light=2.5)] * 3))
    assert glare.hidden(burnt, allowed(BARE, BARE, BARE), np.array([0.0, 0.05, 0.06])).tolist() == [False, False, True]


@pytest.mark.parametrize(("told", "sure"), [(True, True), (False, False)])
def test_only_a_tone_that_faces_enough_tell_says_that_white_burns_out(
    monkeypatch: pytest.MonkeyPatch, told: bool, sure: bool
) -> None:
    taught = [
        Exemplar(LABELS[face], patch(face, seed=seed), LAMP, picture=str(seed))
        for face in (BARE, DISC, BARS)
        for seed in range(2)
    ]
    made, white = fit(taught, complete=True), np.stack([patch(BARE, light=2.5)])
    judged = calibration.Judged(np.array([[0.99, 0.01, 0.0]]), np.array([True]), np.zeros(1), told, np.zeros((1, 3, 3)))
    monkeypatch.setattr(calibration, "judge", lambda *_, **__: judged)
    (seen,) = reading.read(made, white, LAMP)
    assert seen.sure is sure


@pytest.mark.parametrize("complete", [False, True])
def test_a_tile_under_a_mirror_is_asked_about(complete: bool) -> None:
    taught = [
        Exemplar(LABELS[face], each, LAMP, picture=str(k % 3))
        for face in (BARE, DISC, BARS)
        for k, each in enumerate(exemplars(face))
    ]
    fitted = fit(taught, complete=complete)
    plain = [patch(face, seed=9) for face in (BARE, DISC, BARS)]
    veiled = [patch(face, seed=9, veil=0.97) for face in (DISC, BARS)]
    read = reading.read(fitted, np.stack([*plain, *veiled]), LAMP)
    assert [each.label for each in read[:3]] == list(LABELS)
    assert not any(each.sure for each in read[3:])
    if complete:
        assert all(each.sure for each in read[:3])


COLOURS = {"grey": (150, 150, 150), "red": (50, 50, 190), "blue": (180, 90, 40), "green": (70, 150, 60)}


def tile(name: str, *, seed: int, light: float = 1.0, mirror: float = 0.0) -> np.ndarray:
    """Return a bare tile of a colour, and as much of a lamp's mirror laid over it."""
    rng = np.random.default_rng(seed)
    seen = np.full((PATCH_PX, PATCH_PX, 3), 60 * light, np.float32)
    seen[18:-18, 18:-18] = np.array(COLOURS[name]) * light + 200 * mirror
    return np.clip(seen + rng.normal(0, 2, seen.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize(("light", "mirror"), [(0.5, 0.6), (0.7, 0.7)])
def test_in_a_dark_picture_a_red_tile_under_a_mirror_is_not_surely_a_grey_one(
    complete: bool, light: float, mirror: float
) -> None:
    taught = [
        Exemplar(name, tile(name, seed=10 * k + shot, light=0.9 + 0.1 * shot), LAMP, picture=str(shot))
        for k, name in enumerate(COLOURS)
        for shot in range(3)
    ]
    names = [name for name in COLOURS for _ in range(6)]
    picture = [tile(name, seed=100 + k, light=light) for k, name in enumerate(names)]
    under = names.index("red")
    picture[under] = tile("red", seed=200, light=light, mirror=mirror)
    assert not glare.glare(picture[under][None]).bright.any()
    read = reading.read(fit(taught, complete=complete), np.stack(picture), tuple(light * level for level in LAMP))
    assert read[under].label == "grey"
    assert [k for k, each in enumerate(read) if not each.sure] == [under]


def bare(count: int, *, plain: bool = True) -> glare.Glare:
    return glare.Glare(np.ones(count), np.full(count, 0.15 if plain else np.inf), np.ones((count, 3)))


@pytest.mark.parametrize(
    ("count", "brightest", "lighter", "plain", "mirrored"),
    [
        (20, 1.0, 0.3, True, True),
        (20, 1.0, 0.27, True, False),  # as a whole picture may be brighter
        (20, 0.0, 0.3, True, False),  # others are brighter: a bare square in good light
        (20, 1.0, 0.3, False, False),  # its figure is seen
        (19, 1.0, 0.3, True, False),  # among few one is always the brightest
    ],
)
def test_a_mirror_is_brighter_than_its_face_and_than_nearly_all_else(
    count: int, brightest: float, lighter: float, plain: bool, mirrored: bool
) -> None:
    colour, light = np.full((count, 3), 4.0), np.zeros(count)
    colour[5], light[5] = 4.0 + brightest - 0.5, lighter
    found = glare.mirrored(colour, light, bare(count, plain=plain))
    assert found.tolist() == [k == 5 and mirrored for k in range(count)]


ORANGE, YELLOW, RED = (np.log(bgr) for bgr in ((30.0, 110.0, 225.0), (50.0, 205.0, 225.0), (40.0, 40.0, 190.0)))
TWICE_AS_BRIGHT = np.log(np.minimum(np.exp(ORANGE) * 1.9, 255.0))
"""An orange in so much light: its red is at its end."""


@pytest.mark.parametrize(
    ("rival", "burnt", "burnt_when_taught", "washed"),
    [
        (ORANGE, 1.0, 0.0, True),
        (RED, 1.0, 0.0, False),  # its green and blue fit no better than they did
        (YELLOW - np.array((0.0, 0.0, 0.3)), 1.0, 0.0, False),  # so much red it does not have
        (YELLOW, 1.0, 0.0, False),  # of its own colour
        (ORANGE, 0.7, 0.3, False),  # its exemplars are burnt out, too
    ],
)
def test_a_channel_at_its_end_may_be_any_face_s_that_the_others_fit(
    rival: np.ndarray, burnt: float, burnt_when_taught: float, washed: bool
) -> None:
    seen = glare.Glare(np.zeros(1), np.zeros(1), np.array([[0.0, 0.0, burnt]]))
    apart = np.stack([TWICE_AS_BRIGHT - YELLOW, TWICE_AS_BRIGHT - rival])[None]
    taught = np.full((1, PATCH_PX, PATCH_PX, 3), (50, 205, 225), np.uint8)
    taught[:, MARGIN_PX:, MARGIN_PX : round(MARGIN_PX + burnt_when_taught * (PATCH_PX - 2 * MARGIN_PX)), 2] = 255
    allowed_of_yellow = glare.most(taught, np.zeros(1, int), 1)
    assert glare.washed_out(seen, allowed_of_yellow, apart, np.zeros(1, int)).tolist() == [washed]


def of_bgr(*bgr: float) -> np.ndarray:
    return np.log(np.array(bgr) + DARK)


TAN, RUST, DEEP_TAN = of_bgr(130, 170, 205), of_bgr(40, 110, 190), of_bgr(80, 108, 132)


@pytest.mark.parametrize(
    ("seen", "leading", "rival", "plain", "hidden"),
    [
        (of_bgr(120, 190, 255), TAN, RUST, True, True),  # rust under a veil of 80
        (of_bgr(120, 190, 255), TAN, RUST, False, False),  # its figure is seen
        (of_bgr(140, 180, 215), TAN, RUST, True, False),  # tan, nearly
        (of_bgr(150, 180, 205), TAN, DEEP_TAN, True, False),  # of its own colour
        (of_bgr(65, 135, 215), of_bgr(66, 106, 170), RUST, True, False),  # a veil that hides nothing
        (of_bgr(120, 190, 255), TAN, np.full(3, np.nan), True, False),  # compared with nothing else
    ],
)
def test_what_another_face_fits_better_under_a_veil_is_no_plain_face(
    seen: np.ndarray, leading: np.ndarray, rival: np.ndarray, plain: bool, hidden: bool
) -> None:
    apart = np.stack([seen - leading, seen - rival])[None]
    assert glare.veiled(seen[None], bare(1, plain=plain), apart, np.zeros(1, int)).tolist() == [hidden]


@pytest.mark.parametrize("complete", [False, True])
def test_a_rust_tile_under_a_veil_is_not_surely_a_tan_one(complete: bool) -> None:
    colours = {"tan": (130, 170, 205), "rust": (40, 110, 190), "blue": (160, 90, 40), "green": (60, 130, 70)}

    def lit(name: str, seed: int, veil: float = 0.0) -> np.ndarray:
        rng = np.random.default_rng(seed)
        seen = np.full((PATCH_PX, PATCH_PX, 3), 60, np.float32)
        seen[18:-18, 18:-18] = np.array(colours[name]) + veil
        return np.clip(seen + rng.normal(0, 2, seen.shape), 0, 255).astype(np.uint8)

    taught = [
        Exemplar(name, lit(name, 10 * k + shot), LAMP, picture=str(shot))
        for k, name in enumerate(colours)
        for shot in range(3)
    ]
    names = [name for name in colours for _ in range(4)]
    picture = [*(lit(name, 100 + k) for k, name in enumerate(names)), *(lit("rust", 200 + k, 100) for k in range(2))]
    read = reading.read(fit(taught, complete=complete), np.stack(picture), LAMP)
    assert [each.label for each in read if each.sure] == names
