"""The camera's lens: what it bends, measured from photos of a printed ChArUco board, kept as a small TOML file.

Source of the lens model: D. C. Brown, "Close-range camera calibration", 1971, as used by OpenCV (k1 k2 p1 p2 k3).
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reasoned import ReasonedError

CHARUCO_COLS, CHARUCO_ROWS, CHARUCO_SQUARE_MM, CHARUCO_MARKER_MM = 7, 10, 25.0, 18.0
"""The printed board: 7 × 10 squares of 25 mm (175 × 250 mm, fits A4 and letter), a DICT_4X4_50 marker of 18 mm in
every white one (ids 0 to 34)."""

CORNERS = (CHARUCO_COLS - 1) * (CHARUCO_ROWS - 1)
"""How many inner corners the board has."""

LEAST_PICTURES, LEAST_CORNERS = 4, 12
"""96 numbers at the least for 32 unknowns: six of each picture, eight of the lens."""

_ROUNDS = 500
"""Some 15 are enough mostly; a wide lens whose polynomial hardly rises at the picture's corners takes up to 350."""
_CONVERGED_PX = 1e-6
"""Far below what anything is measured to, so that `straight` and `bent` undo one another."""
_SAME_SHAPE = 0.01
"""Pictures whose sides' proportion differs by more are cropped otherwise."""
_BEYOND_RIM = 1.5
"""Of the rim's radius, squared: where the polynomial stops, for further out it may fold back."""


class LensError(ReasonedError):
    """A lens that can't be measured or read; the message says what is missing and what to do."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's inner geometry for pictures of one size.

    `size_px` is (width, height); `matrix` (fx, fy, cx, cy) in pixels; `distortion` (k1, k2, p1, p2, k3); `rms_px` how
    far, root mean square, the measured corners lay from where the model puts them.
    """

    size_px: tuple[int, int]
    matrix: tuple[float, float, float, float]
    distortion: tuple[float, float, float, float, float]
    rms_px: float = 0.0

    def scaled(self, size_px: tuple[int, int]) -> "Lens":
        """Return the same lens for pictures of another size from the same sensor area; raise a LensError where the
        sides have another proportion (a crop: what lies where on the sensor is then unknown)."""
        if size_px == self.size_px:
            return self
        across, down = size_px[0] / self.size_px[0], size_px[1] / self.size_px[1]
        if abs(across / down - 1) > _SAME_SHAPE:
            raise LensError(
                "the camera was calibrated for {width}×{height} pictures, this one is {wide}×{high}; calibrate again "
                "with pictures of this shape",
                width=self.size_px[0],
                height=self.size_px[1],
                wide=size_px[0],
                high=size_px[1],
            )
        fx, fy, cx, cy = self.matrix
        matrix = (fx * across, fy * down, (cx + 0.5) * across - 0.5, (cy + 0.5) * down - 0.5)
        return Lens(size_px, matrix, self.distortion, self.rms_px * across)

    def straight(self, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where points of the picture, (N, 2) px, would lie if the lens bent nothing; see `is_told_at`."""
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        straight = points
        with np.errstate(over="ignore", invalid="ignore"):
            for _ in range(_ROUNDS):
                missing = points - self.bent(straight)
                straight = straight + missing
                if not (np.abs(missing) > _CONVERGED_PX).any():
                    break
        return straight

    def is_told_at(self, points_px: NDArray[np.float64]) -> bool:
        """Return whether points of the picture, (N, 2) px, are found again, to half a pixel, where they lie. Where no
        corner of the board was ever seen, the polynomial may fold back, or run away."""
        with np.errstate(over="ignore", invalid="ignore"):
            again = self.bent(self.straight(points_px))
        return bool(np.allclose(again, points_px, rtol=0, atol=0.5))

    def bent(self, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where points (N, 2) px of the straight picture lie in the real one; the inverse of `straight`."""
        fx, fy, cx, cy = self.matrix
        points = np.asarray(points_px, np.float64).reshape(-1, 2)
        x, y = (points[:, 0] - cx) / fx, (points[:, 1] - cy) / fy
        k1, k2, p1, p2, k3 = self.distortion
        # Far outside the picture the polynomial means nothing and may fold back: it stays as at its rim.
        width, height = self.size_px
        rim = (max(cx, width - cx) / fx) ** 2 + (max(cy, height - cy) / fy) ** 2
        r2 = np.minimum(x * x + y * y, _BEYOND_RIM * rim)
        radial = 1 + r2 * (k1 + r2 * (k2 + r2 * k3))
        bent_x = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x * x)
        bent_y = y * radial + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y
        return np.stack([bent_x * fx + cx, bent_y * fy + cy], axis=1)


def _edge_px(size_px: tuple[int, int]) -> NDArray[np.float64]:
    """Return points all along a picture's edge, (N, 2)."""
    right, bottom = size_px[0] - 1.0, size_px[1] - 1.0
    steps = np.linspace(0, 1, 9)
    sides = [(steps * right, steps * 0), (steps * right, steps * 0 + bottom)]
    sides += [(steps * 0, steps * bottom), (steps * 0 + right, steps * bottom)]
    return np.concatenate([np.stack(side, axis=1) for side in sides])


def board() -> Any:
    """Return the printed board as OpenCV's CharucoBoard."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.CharucoBoard((CHARUCO_COLS, CHARUCO_ROWS), CHARUCO_SQUARE_MM, CHARUCO_MARKER_MM, dictionary)


def corners_in(picture: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.int32]]:
    """Return the board's inner corners that a picture shows: (N, 2) px and their numbers (N,); N may be 0."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board()).detectBoard(grey)
    if corners is None or numbers is None:
        return np.zeros((0, 2), np.float32), np.zeros(0, np.int32)
    return np.asarray(corners, np.float32).reshape(-1, 2), np.asarray(numbers, np.int32).ravel()


def measure(seen: Sequence[tuple[NDArray[np.float32], NDArray[np.int32]]], size_px: tuple[int, int]) -> Lens:
    """Return the lens that explains what `corners_in` saw in several pictures of `size_px` (width, height).

    Pictures with fewer than LEAST_CORNERS corners are left out; fewer than LEAST_PICTURES others raise a LensError, and
    so do those that show the board so far from the picture's edges that the lens can't be told there.
    """
    points_mm = np.asarray(board().getChessboardCorners(), np.float32)
    usable = [(corners, numbers) for corners, numbers in seen if len(numbers) >= LEAST_CORNERS]
    if len(usable) < LEAST_PICTURES:
        raise LensError(
            "the board is seen well in {good} of {taken} pictures; at least {needed} are needed: "
            "lay it flat, light it evenly, and take it from different sides",
            good=len(usable),
            taken=len(seen),
            needed=LEAST_PICTURES,
        )
    objects = [points_mm[numbers].reshape(-1, 1, 3) for _, numbers in usable]
    pictures = [corners.reshape(-1, 1, 2) for corners, _ in usable]
    start = np.array([[size_px[0], 0.0, size_px[0] / 2], [0.0, size_px[0], size_px[1] / 2], [0.0, 0.0, 1.0]])
    rms, k, d, _, _ = cv2.calibrateCamera(
        objects, pictures, size_px, start, np.zeros(5), flags=cv2.CALIB_USE_INTRINSIC_GUESS | cv2.CALIB_FIX_K3
    )
    d = np.ravel(d)[:5]
    if not np.isfinite(k).all() or not np.isfinite(d).all():
        raise LensError("the pictures do not agree on one lens; take them again from different sides")
    found = Lens(
        size_px,
        (float(k[0, 0]), float(k[1, 1]), float(k[0, 2]), float(k[1, 2])),
        (float(d[0]), float(d[1]), float(d[2]), float(d[3]), float(d[4])),
        float(rms),
    )
    if not found.is_told_at(_edge_px(size_px)):
        raise LensError(
            "what the lens does at the picture's edges can't be told: take some pictures with the board near them"
        )
    return found


def dump(lens: Lens) -> str:
    """Return the lens as TOML text; `parse(dump(lens)) == lens`."""
    return (
        "# a camera's lens, measured by: companion calibrate\n"
        f"size_px = [{lens.size_px[0]}, {lens.size_px[1]}]\n"
        f"matrix = [{', '.join(repr(float(value)) for value in lens.matrix)}]  # fx, fy, cx, cy in pixels\n"
        f"distortion = [{', '.join(repr(float(value)) for value in lens.distortion)}]  # k1, k2, p1, p2, k3\n"
        f"rms_px = {float(lens.rms_px)!r}\n"
    )


def load(path: Path) -> Lens:
    """Return the lens in a TOML file; raise a LensError that names the file and the key."""
    try:
        return parse(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise LensError("it can't be read ({reason})", reason=error.strerror).at(path) from None
    except UnicodeDecodeError:
        raise LensError("this is no text").at(path) from None
    except LensError as error:
        raise error.at(path) from None


def parse(text: str) -> Lens:
    """Return the lens that a TOML text describes."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LensError("this is not TOML ({reason})", reason=error) from None
    width, height = (int(value) for value in _numbers(raw, "size_px", 2))
    fx, fy, cx, cy = _numbers(raw, "matrix", 4)
    k1, k2, p1, p2, k3 = _numbers(raw, "distortion", 5)
    if min(width, height, fx, fy) <= 0:
        raise LensError("size_px and the first two of matrix must be above 0")
    (rms,) = _numbers({"rms_px": [raw.get("rms_px", 0.0)]}, "rms_px", 1)
    return Lens((width, height), (fx, fy, cx, cy), (k1, k2, p1, p2, k3), rms)


def _numbers(raw: dict[str, Any], key: str, count: int) -> tuple[float, ...]:
    value = raw.get(key)
    if not isinstance(value, list) or len(value) != count:
        raise LensError("{key}: it must be {number} numbers", key=key, number=count)
    for part in value:
        if not isinstance(part, int | float) or isinstance(part, bool) or not np.isfinite(part):
            raise LensError("{key}: “{value}” is not a number", key=key, value=part)
    return tuple(float(part) for part in value)
