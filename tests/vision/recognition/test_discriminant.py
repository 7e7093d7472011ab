"""The side of two exemplars on which a patch lies."""

import numpy as np

from vision.recognition import discriminant

PLACES = 81


def two_fish(rng: np.random.Generator) -> np.ndarray:
    """Return the log colours of two exemplars (1, 2, t, 3) that differ in a tenth of their places only."""
    ground = rng.uniform(3, 5, (PLACES, 3))
    other = ground.copy()
    other[:8] += (0.5, -0.2, 0.0)
    return np.stack([ground, other])[None].astype(np.float32)


def test_a_patch_lies_on_the_side_of_the_exemplar_that_it_is() -> None:
    exemplars = two_fish(np.random.default_rng(1))
    for which, sign in ((0, 1), (1, -1)):
        side = discriminant.of_colours(exemplars[:, which], exemplars)
        assert 0.3 < sign * side[0, 0, 1] < 0.55
        assert side[0, 0, 1] == -side[0, 1, 0]


def test_another_light_moves_no_patch_to_the_other_side() -> None:
    exemplars = two_fish(np.random.default_rng(2))
    for light in ((-0.4, -0.4, -0.4), (0.5, 0.0, -0.3)):
        lit = exemplars[:, 1] + np.array(light, np.float32)
        assert discriminant.of_colours(lit, exemplars)[0, 1, 0] > 0.25


def test_exemplars_that_hardly_differ_tell_nothing() -> None:
    same = np.repeat(two_fish(np.random.default_rng(3))[:, :1], 2, axis=1)
    same[0, 1, 0] += 0.01
    patch = same[:, 0] + np.float32(0.02)
    assert abs(discriminant.of_colours(patch, same)[0, 0, 1]) < 0.01


def test_vectors_and_maps_tell_the_side_alike() -> None:
    rng = np.random.default_rng(4)
    exemplars = rng.normal(0, 1, (1, 3, 64)).astype(np.float32)
    exemplars /= np.linalg.norm(exemplars, axis=2, keepdims=True)
    for which in range(3):
        patch = exemplars[:, which]
        for side in (discriminant.of_unit_vectors(patch, exemplars), discriminant.of_maps(patch, exemplars)):
            worst = discriminant.least(side, np.ones((1, 3), bool))[0]
            assert worst.argmax() == which
            assert worst[which] > 0.4
            assert (np.delete(worst, which) < -0.4).all()


def test_a_face_alone_lies_on_its_own_side_and_one_that_is_not_there_nowhere() -> None:
    worst = discriminant.least(np.zeros((1, 2, 2)), np.array([[True, False]]))
    assert worst[0, 0] == 0.5
    assert np.isnan(worst[0, 1])


def test_the_side_by_maps_is_the_projection_on_what_two_exemplars_differ_by() -> None:
    rng = np.random.default_rng(5)
    exemplars, patch = rng.uniform(0, 2, (1, 3, 400)).astype(np.float16), rng.uniform(0, 2, (1, 400))
    side = discriminant.of_maps(patch, exemplars)
    one, other = exemplars[0, 2].astype(np.float64), exemplars[0, 1].astype(np.float64)
    apart = one - other
    expected = (patch[0] - (one + other) / 2) @ apart / (apart @ apart + 0.05 * one @ one)
    np.testing.assert_allclose(side[0, 2, 1], expected, atol=1e-5)
    assert side[0, 1, 2] == -side[0, 2, 1]
