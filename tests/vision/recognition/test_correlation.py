"""Middles as vectors: light is no matter, nor is what lies at the rim; what is faint is like nothing."""

import numpy as np
import pytest

from vision.photometry.normalise import CORE
from vision.recognition.correlation import MIDDLE, vectors

RIM = (CORE - MIDDLE) // 2


@pytest.fixture(name="cores")
def _cores() -> np.ndarray:
    return np.random.default_rng(3).normal(0, 0.4, (5, CORE, CORE, 3)).astype(np.float32)


def likeness(one: np.ndarray, other: np.ndarray) -> float:
    return float(vectors(one[None])[0] @ vectors(other[None])[0])


def test_a_core_is_like_itself_and_unlike_others(cores: np.ndarray) -> None:
    every = vectors(cores)
    assert every.dtype == np.float32
    alike = every @ every.T
    assert (np.diag(alike) > 0.9).all()
    assert np.abs(alike[~np.eye(5, dtype=bool)]).max() < 0.2


def test_contrast_is_no_matter_nor_is_the_rim(cores: np.ndarray) -> None:
    rimmed = cores[0].copy()
    rimmed[:RIM], rimmed[-RIM:], rimmed[:, :RIM], rimmed[:, -RIM:] = 2, -2, 2, -2
    np.testing.assert_array_equal(vectors(rimmed[None]), vectors(cores[:1]))
    assert likeness(cores[0], 1.5 * cores[0]) > 0.9
    assert likeness(cores[0], -cores[0]) < -0.9


def test_what_is_faint_is_like_nothing(cores: np.ndarray) -> None:
    assert likeness(0.002 * cores[0], cores[0]) < 0.5


def test_a_core_has_one_vector_whatever_its_fellows(cores: np.ndarray) -> None:
    np.testing.assert_array_equal(vectors(cores)[3], vectors(cores[3:4])[0])
