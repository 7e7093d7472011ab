"""Tone: how a picture's colours differ from those of the exemplars, told by the faces that are read with confidence;
and by how much a patch has another colour than its face once that is taken off."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vision.recognition.fellows import chroma

if TYPE_CHECKING:
    from vision.recognition.matching import Measured
    from vision.recognition.odds import Trust

Reals = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]

_LEADS_BY, _LEADS_FROM = 3.0, 1.0
"""What leads by so much tells of the picture's tone."""
_FACES_TELL_GAMMA, _STEEPEST, _FLAT = 5, 0.5, 1.0
"""So many faces tell a tone's gamma, which is at most so steep, as if colours that differ by nothing had told, too. Of
the dim cube three or four faces are read with confidence, some of them wrongly, and by their line seven of ten wrong
readings would have lost their veto."""

_COLOURED, _SHOWN = 0.1, 0.4
"""Faces whose log chroma differs by less are not told by it. Where those that a picture's patches are read as differ by
more (root mean square), and the patches by less than this share of it, the picture is faded. No picture of the
benchmark shows less than half."""
_SURELY, _PLAINLY_COLOURED, _ALL_OF_IT = 4.0, 0.2, 0.7
"""But not where something read by such log odds as a face of so much colour (log chroma) has so much of it: then the
others are not what they are read as. White squares that nobody taught are read as bare planks, which are brown."""


@dataclass(frozen=True, slots=True)
class Tone:
    """How the colours of a picture, log BGR, differ from those of the exemplars: by a `gain`, and by so much more for
    each step (`gamma`) that a colour lies above `middle`; (3,) each. `faces` is how many tell it."""

    gain: Reals
    gamma: Reals
    middle: Reals
    faces: int = 0

    @property
    def is_told(self) -> bool:
        """Whether as many faces tell it as a gamma takes."""
        return self.faces >= _FACES_TELL_GAMMA

    def of(self, exemplars: Reals) -> Reals:
        """Return by how much the colours (n, 3) of exemplars differ in the picture, (n, 3)."""
        return np.asarray(self.gain + self.gamma * (exemplars - self.middle))


def tone_of(measured: "Measured") -> Tone:
    """Return the tone of a picture: the gain is the median over the faces that are read with confidence, drawn towards
    nothing where few are; the gamma, where enough are, that of the straight line through them, channel by channel."""
    compared = measured.face >= 0
    alike, vector = np.where(compared, measured.alike, -99), np.where(compared, measured.vector, -9)
    best = vector.argmax(axis=1) if vector.size else np.zeros(0, np.intp)
    order = np.sort(alike, axis=1)[:, ::-1]
    margin = order[:, 0] - order[:, 1] if order.shape[1] > 1 else order[:, 0]
    tells = (alike.argmax(axis=1) == best) & (margin > _LEADS_BY) & (order[:, 0] > _LEADS_FROM)
    where = np.flatnonzero(tells)
    if not len(where):
        return Tone(np.zeros(3), np.zeros(3), np.zeros(3))
    face, tint = measured.face[where, best[where]], measured.tint[where, best[where]]
    exemplars = measured.colour[where] - tint
    faces = np.unique(face)
    apart, colour = (np.array([np.median(each[face == k], axis=0) for k in faces]) for each in (tint, exemplars))
    middle = colour.mean(axis=0)
    off = colour - middle
    slope = (off * apart).sum(axis=0) / ((off**2).sum(axis=0) + _FLAT)
    gamma = np.clip(slope, -_STEEPEST, _STEEPEST) if len(faces) >= _FACES_TELL_GAMMA else np.zeros(3)
    gain = np.median(apart - gamma * off, axis=0) * len(faces) / (len(faces) + 1)
    return Tone(np.asarray(gain), gamma, middle, len(faces))


def off_faces(measured: "Measured", tone: Tone) -> Reals:
    """Return by how much the colours of one picture's patches differ from those of the faces that they were compared
    with, (n, r, 3) log BGR, once the picture's tone is taken off."""
    return np.asarray(measured.tint - tone.of(measured.colour[:, None] - measured.tint))


def faded(measured: "Measured", trusted: "Trust") -> Flags:
    """Return which readings (n,) of one picture hang on colours that it has lost: where it shows less than two fifths
    of the colour that is in the faces as which its patches are read (a camera by night, or one that sees infrared
    light), all those whose next face differs in colour."""
    each = np.arange(len(trusted.odds))
    if len(each) < 2:
        return np.zeros(len(each), np.bool_)
    leading, following = measured.tint[each, trusted.first], measured.tint[each, trusted.second]
    seen, meant = (chroma(colours) for colours in (measured.colour, measured.colour - leading))
    strength = np.square(meant).sum(axis=1)
    surely = (trusted.odds >= _SURELY) & (strength >= _PLAINLY_COLOURED**2)
    has_it = bool((surely & ((seen * meant).sum(axis=1) >= _ALL_OF_IT * strength)).any())
    seen, meant = seen - np.median(seen, axis=0), meant - np.median(meant, axis=0)
    in_faces = float(np.square(meant).sum())
    is_coloured = in_faces >= _COLOURED**2 * len(meant)
    if has_it or not is_coloured or float((seen * meant).sum()) >= _SHOWN * in_faces:
        return np.zeros(len(each), np.bool_)
    return np.asarray(np.linalg.norm(chroma(leading - following), axis=1) >= _COLOURED)
