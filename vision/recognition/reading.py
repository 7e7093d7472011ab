"""Patches and a taught piece set → readings: what lies there, how sure that is, and what else it could be."""

import numpy as np
import numpy.typing as npt

from vision.observation import Reading
from vision.photometry.normalise import Patches
from vision.pieceset.set_index import UNTOLD
from vision.recognition import calibration, matching
from vision.recognition.gallery import Numbers
from vision.recognition.glare import Glare, glare, hidden, mirrored, veiled, washed_out
from vision.recognition.recogniser import Recogniser
from vision.recognition.self_similarity import Similarity
from vision.recognition.twins import confused, near

_RANKED = 5
"""How many faces a reading names: those that were compared, and others where these are fewer."""

Turned = tuple[Reading, float]
"""A reading, and how far what lies there is turned clockwise against what was taught: 0, 90, 180 or 270 degrees."""


def read(
    recogniser: Recogniser, patches: Patches, lamp_bgr: npt.ArrayLike, black_bgr: npt.ArrayLike = UNTOLD
) -> tuple[Reading, ...]:
    """Return a reading of each patch, (n, PATCH_PX, PATCH_PX, 3) uint8 BGR, of a picture with that lamp and, where it
    is told, that black: of all patches, (3,), or of each, (n, 3)."""
    return tuple(reading for reading, _ in read_turned(recogniser, patches, lamp_bgr, black_bgr))


def read_turned(
    recogniser: Recogniser, patches: Patches, lamp_bgr: npt.ArrayLike, black_bgr: npt.ArrayLike = UNTOLD
) -> tuple[Turned, ...]:
    """Return, as `read`, a reading of each patch and how it is turned."""
    if not len(patches):
        return ()
    weighed, second = matching.weighed(recogniser, patches, lamp_bgr, black_bgr), recogniser.second
    look: calibration.SecondLook | None = None
    if second is not None:

        def look(which: Numbers) -> tuple[matching.Measured, Similarity]:
            return matching.weighed_again(recogniser, second, weighed, which), second.similarity

    found = told(recogniser, weighed.measured, glare(patches), look)
    return _without_twins(recogniser, found, weighed.measured, patches, lamp_bgr, black_bgr)


def _without_twins(
    recogniser: Recogniser,
    found: tuple[Turned, ...],
    measured: matching.Measured,
    patches: Patches,
    lamp_bgr: npt.ArrayLike,
    black_bgr: npt.ArrayLike,
) -> tuple[Turned, ...]:
    """Return the readings of patches, of which this was measured; what may as well be its face's twin is not sure."""
    faces = np.array([recogniser.labels.index(reading.label) for reading, _ in found])
    leading = (measured.face == faces[:, None]).argmax(axis=1)
    asked = np.flatnonzero([reading.sure for reading, _ in found] & near(measured, leading))
    if not len(asked):
        return found
    lamps, blacks = (
        np.broadcast_to(np.asarray(bgr, np.float64), (len(found), 3))[asked] for bgr in (lamp_bgr, black_bgr)
    )
    either = asked[confused(recogniser, patches[asked], lamps, blacks, measured.of(asked), leading[asked])]
    return tuple((doubted(read) if at in either else read, deg) for at, (read, deg) in enumerate(found))


def told(
    recogniser: Recogniser,
    measured: matching.Measured,
    seen: Glare,
    look: calibration.SecondLook | None = None,
) -> tuple[Turned, ...]:
    """Return the readings of patches of one picture of which this was measured, and in which so much glare was `seen`;
    of what is in doubt after a second `look`, where the set has a second opinion."""
    judged = calibration.judge(measured, recogniser.similarity, complete=recogniser.complete, look=look)
    first = judged.chance.argmax(axis=1)
    allowed = recogniser.most_glare.of(measured.face[np.arange(len(first)), first])
    by_tone = judged.lighter if judged.told else np.full(len(first), np.inf)
    shown = ~(hidden(seen, allowed, by_tone) | mirrored(measured.colour, judged.lighter, allowed))
    shown &= ~washed_out(seen, allowed, judged.apart, first)
    shown &= ~veiled(measured.colour, allowed, judged.apart, first)
    found = []
    rows = zip(measured.face, measured.exemplar, judged.chance, judged.sure & shown, strict=True)
    for face, exemplar, chance, sure in rows:
        order = [int(k) for k in np.argsort(-chance, kind="stable") if face[k] >= 0]
        ranking = _ranking(recogniser.labels, face[order], chance[order])
        turn_deg = float(-90 * int(recogniser.gallery.origin.turn[exemplar[order[0]]]) % 360)
        found.append((Reading(*ranking[0], bool(sure), ranking), turn_deg))
    return tuple(found)


def _ranking(
    labels: tuple[str, ...], face: npt.NDArray[np.intp], chance: npt.NDArray[np.float64]
) -> tuple[tuple[str, float], ...]:
    """Return labels with their chances, best first; where few were compared, the others follow with next to none."""
    compared = [(labels[number], float(value)) for number, value in zip(face, chance, strict=True)]
    least = min(compared[-1][1], 1e-4)
    others = [label for label in labels if label not in {name for name, _ in compared}]
    return (*compared, *((label, least) for label in others[: max(0, _RANKED - len(compared))]))


def doubted(reading: Reading) -> Reading:
    """Return the reading as one that is not to be acted on without asking."""
    return Reading(reading.label, reading.confidence, False, reading.ranking)
