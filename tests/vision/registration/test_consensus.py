"""Which markers are believed: whole ones that lie on one plane."""

import numpy as np
import pytest

from vision.registration.consensus import agree
from vision.registration.homography import project

SIZE_PX = (1152, 648)
MM_TO_PX = np.array([[2.2, 0.05, 300.0], [-0.05, 2.2, 60.0], [0.0, 0.0, 1.0]])
PLACES_MM = {4: (10.0, 210.0), 7: (10.0, 10.0), 23: (210.0, 210.0), 40: (210.0, 10.0)}
CORNERS_MM = {
    number: np.array([[x, y], [x + 18, y], [x + 18, y + 18], [x, y + 18]]) for number, (x, y) in PLACES_MM.items()
}
OFF = [(6.0, 0.0), (0.0, -6.0), (4.0, 4.0)]


def seen(moved_px: np.ndarray, seed: int = 3, noise_px: float = 0.25) -> dict[int, np.ndarray]:
    """The corners in a picture; those of marker 4 lie otherwise by (4, 2)."""
    noise = np.random.default_rng(seed)
    corners = {number: project(MM_TO_PX, at) + noise.normal(0, noise_px, (4, 2)) for number, at in CORNERS_MM.items()}
    return corners | {4: corners[4] + moved_px}


def believed(moved_px: np.ndarray) -> tuple[tuple[int, ...], float]:
    """Return whom they agree on, and how far from the truth, in px, the corners of marker 4 are put."""
    found = agree(CORNERS_MM, seen(moved_px), SIZE_PX, None)
    assert found is not None
    plane, ids = found
    off = project(plane.mm_to_px, CORNERS_MM[4]) - project(MM_TO_PX, CORNERS_MM[4])
    return ids, float(np.linalg.norm(off, axis=1).max())


@pytest.mark.parametrize("off_px", OFF)
@pytest.mark.parametrize("corner", range(4))
def test_a_marker_with_something_over_a_corner_is_left_out(corner: int, off_px: tuple[float, float]) -> None:
    moved = np.zeros((4, 2))
    moved[corner] = off_px
    ids, off = believed(moved)
    assert ids == (7, 23, 40)
    assert off < 2.0


@pytest.mark.parametrize("off_px", [(0.0, 0.0), *OFF])
def test_a_sheet_glued_a_little_beside_its_place_is_believed(off_px: tuple[float, float]) -> None:
    assert believed(np.tile(np.array(off_px) / 2, (4, 1)))[0] == (4, 7, 23, 40)


def test_in_a_noisy_picture_hardly_a_marker_is_left_out() -> None:
    pictures = [agree(CORNERS_MM, seen(np.zeros((4, 2)), seed, 0.8), SIZE_PX, None) for seed in range(20)]
    assert sum(found is not None and len(found[1]) == 4 for found in pictures) >= 18


def test_of_two_markers_none_is_left_out() -> None:
    moved = np.zeros((4, 2))
    moved[0] = 3.0, 0.0
    corners = {number: at for number, at in seen(moved).items() if number in (4, 23)}
    found = agree(CORNERS_MM, corners, SIZE_PX, None)
    assert found is not None
    assert found[1] == (4, 23)
