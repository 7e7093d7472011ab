"""How a picture's tones differ from those of the taught pictures, told by what was read in it with fair confidence.

The lamp's estimate (`vision.photometry.white_balance`) makes white white. Haze, another camera's black level,
saturation and a paler screen or print are left, and they are the same for all that lies in one picture. So the colours
of what was read fairly surely are laid beside the colours of the exemplars, and one affine map of BGR that brings them
together is fitted robustly (iteratively reweighted, Huber's weights). It leans towards gain and offset of each channel
alone, and these towards no change, all the more, the fewer faces speak. Single wrong readings don't tip it.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.photometry.normalise import WHITE, Patches

LEAST_FACES = 8
"""So many different faces must speak, or nothing is told."""
_EDGE = 9
_RIM = 0.125
_ROUNDS = 6
_NEAR = 8.0
_GAIN_RIDGE = 600.0
_MOST_GAIN = 1.6
_MIX_RIDGE = 6000.0
_WHITE_APART = 32.0
"""How far a map may lead white from white: what was under another lamp in a part of the picture misleads it further."""

Reals = npt.NDArray[np.float64]
Tints = npt.NDArray[np.float32]


def tints(cut: Patches) -> Tints:
    """Return what of patches (n, s, s, 3) uint8 tells their tone: (n, places, 3), the rim left out."""
    rim = round(_RIM * cut.shape[1])
    out = np.empty((len(cut), _EDGE, _EDGE, 3), np.float32)
    for i, patch in enumerate(cut):
        inner = patch[rim:-rim, rim:-rim].astype(np.float32)
        cv2.resize(inner, (_EDGE, _EDGE), dst=out[i], interpolation=cv2.INTER_AREA)
    return out.reshape(len(cut), _EDGE * _EDGE, 3)


def tone(seen: Tints, taught: Tints, face: npt.NDArray[np.intp]) -> Reals | None:
    """Return the map (3, 4) of a picture's BGR under a white lamp to that of the taught looks, None where too little
    speaks for any.

    Parameters
    ----------
    seen, taught : (n, places, 3) of patches and of the looks that were laid over them
    face : (n,) which face each is; a face that lies there often speaks more than another, but not as often
    """
    faces, of, count = np.unique(face, return_inverse=True, return_counts=True)
    if len(faces) < LEAST_FACES:
        return None
    weight = np.repeat(1 / np.sqrt(count[of]), seen.shape[1])
    one, other = seen.reshape(-1, 3).astype(np.float64), taught.reshape(-1, 3).astype(np.float64)
    gains = np.diag([_line(one[:, c], other[:, c], weight, _GAIN_RIDGE / len(faces)) for c in range(3)])
    mix, ridge = gains, _MIX_RIDGE / len(faces) * np.eye(3)
    offset = np.average(other - one @ mix, axis=0, weights=weight)
    for _ in range(_ROUNDS):
        share = _shares(np.linalg.norm(one @ mix + offset - other, axis=1), weight)
        middle, target = share @ one, share @ other
        from_middle = (one - middle) * share[:, None]
        spread = from_middle.T @ (one - middle) + ridge
        mix = np.linalg.solve(spread, from_middle.T @ (other - target) + ridge @ gains)
        offset = target - middle @ mix
    white = mix.T @ np.full(3, WHITE) + offset
    return np.hstack([mix.T, offset[:, None]]) if np.abs(white - WHITE).max() <= _WHITE_APART else None


def toned(white: Patches, to_taught: Reals | None) -> Patches:
    """Return patches under a white lamp (n, s, s, 3) with that map applied; None changes nothing."""
    if to_taught is None or not len(white):
        return white
    shape = white.shape
    return np.asarray(cv2.transform(white.reshape(-1, shape[2], 3), to_taught).reshape(shape), np.uint8)


def _line(one: Reals, other: Reals, weight: Reals, ridge: float) -> float:
    """Return the gain of the straight line that leads from the values of one channel to the other ones: by the spreads
    of both (reduced major axis), for what is noise in one would lessen the slope of a regression."""
    gain, offset = 1.0, 0.0
    for _ in range(_ROUNDS):
        share = _shares(np.abs(gain * one + offset - other), weight)
        middle, target = share @ one, share @ other
        wide, wide_there = share @ (one - middle) ** 2, share @ (other - target) ** 2
        gain = float(np.clip(np.sqrt((wide_there + ridge) / (wide + ridge)), 1 / _MOST_GAIN, _MOST_GAIN))
        offset = float(target - gain * middle)
    return gain


def _shares(apart: Reals, weight: Reals) -> Reals:
    """Return Huber's weights, summing to one, of what is so far apart."""
    share = weight / np.maximum(apart, _NEAR)
    return np.asarray(share / share.sum())
