"""The close look cuts out of the whole patch what the alignment found in the smaller working patch."""

import cv2
import numpy as np
import pytest

from vision.photometry.normalise import MARGIN, channels, under_white
from vision.recognition import alignment, close_view
from vision.recognition.encoder import PATCH_PX
from vision.registration.patches import CORE_PX
from vision.registration.patches import PATCH_PX as WHOLE_PX

LAMP = np.array([200.0, 200.0, 200.0])


def dotted(x_px: float, y_px: float) -> np.ndarray:
    """Return a grey patch with a white dot that lies so far right of and below its middle."""
    patch = np.full((WHOLE_PX, WHOLE_PX, 3), 60, np.uint8)
    at = [round(((WHOLE_PX - 1) / 2 + off) * 16) for off in (x_px, y_px)]
    cv2.circle(patch, (at[0], at[1]), 8 * 16, (200, 200, 200), cv2.FILLED, cv2.LINE_AA, 4)
    return patch


def middle_of(patch: np.ndarray) -> np.ndarray:
    """Return where the bright spot of a patch lies from its middle: right, down."""
    bright = patch[..., 0].astype(float) - patch[..., 0].min()
    rows, columns = np.mgrid[: len(patch), : len(patch)]
    at = [(bright * columns).sum(), (bright * rows).sum()] / bright.sum()
    return np.asarray(at - (len(patch) - 1) / 2)


@pytest.mark.parametrize("off", [(0.0, 0.0), (6.4, 0.0), (-3.2, 9.6)])
def test_what_was_not_moved_is_cut_at_its_own_place(off: tuple[float, float]) -> None:
    fine = under_white(dotted(*off)[None], LAMP, WHOLE_PX)
    place = alignment.unmoved(np.full((1, 2), float(MARGIN)))
    core = close_view.cut(fine, np.array([0]), place)[0]
    assert core.shape == (PATCH_PX, PATCH_PX, 3)
    np.testing.assert_allclose(middle_of(core), np.array(off) * PATCH_PX / CORE_PX, atol=0.1)


def test_what_lies_aside_is_cut_where_it_was_found() -> None:
    look, aside = dotted(0, 0), dotted(5.0, -4.0)
    aligner = alignment.fit(channels(under_white(look[None], LAMP)))
    seen = channels(under_white(aside[None], LAMP))
    one = np.array([0])
    place = alignment.align(aligner, seen, one, one, np.array([[MARGIN - 2.0, MARGIN + 2.0]]))
    core = close_view.cut(under_white(aside[None], LAMP, WHOLE_PX), one, place)[0]
    np.testing.assert_allclose(middle_of(core), 0, atol=0.4)
