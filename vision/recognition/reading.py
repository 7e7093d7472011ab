"""Patches and a taught piece set → readings: what lies there, how sure that is, and what else it could be.

What speaks for which face (`evidence`) becomes one probability (`trust`). Where every face is taught, a second opinion
is heard (`middle`). What is in doubt then is looked at once more in the tones of the taught pictures (`tone`), and
compared with what is sure in the same picture (`fellows`).
"""

import numpy as np
import numpy.typing as npt

from vision.observation import Reading
from vision.photometry import reflections, tone_transfer
from vision.photometry.normalise import Patches
from vision.recognition import calibration, close_view, peers, second_opinion
from vision.recognition.calibration import Judged
from vision.recognition.matching import Evidence, Floats, PatchView, laid, viewed, weigh
from vision.recognition.recogniser import Numbers, Recogniser

_RANKED = 5
_TELLS = 0.7
"""From which probability on a reading tells of the picture's tone."""

Turned = tuple[Reading, float]
"""A reading, and how far what lies there is turned clockwise against what was taught: 0, 90, 180 or 270 degrees."""


def read(recogniser: Recogniser, patches: Patches, lamp_bgr: tuple[float, float, float]) -> tuple[Reading, ...]:
    """Return a reading of each patch, (n, PATCH_PX, PATCH_PX, 3) uint8 BGR, of a picture with that lamp."""
    return tuple(reading for reading, _ in read_turned(recogniser, patches, lamp_bgr))


def read_turned(recogniser: Recogniser, patches: Patches, lamp_bgr: tuple[float, float, float]) -> tuple[Turned, ...]:
    """Return, as `read`, a reading of each patch and how it is turned."""
    if not len(patches):
        return ()
    view = viewed(recogniser, patches, lamp_bgr)
    shades = reflections.shades(view.fine)
    evidence = weigh(recogniser, view)
    judged = judge(recogniser, evidence)
    readings, turned = _said(recogniser, view, evidence, judged)
    doubtful = np.flatnonzero([not reading.sure for reading in readings])
    to_taught = tone_of(recogniser, view, evidence, judged) if len(doubtful) else None
    if to_taught is not None:
        view = viewed(recogniser, patches[doubtful], lamp_bgr, to_taught)
        again = weigh(recogniser, view)
        said = _said(recogniser, view, again, judge(recogniser, again))
        for index, reading, turn in zip(doubtful, *said, strict=True):
            readings[index], turned[index] = reading, turn
    face = np.array([recogniser.labels.index(reading.label) for reading in readings])
    veiled = reflections.washed(recogniser.veils, shades, face)
    clear = [doubted(reading) if under else reading for reading, under in zip(readings, veiled, strict=True)]
    return tuple(zip(peers.borne_out(clear, evidence.seen, veiled), turned, strict=True))


def judge(recogniser: Recogniser, evidence: Evidence) -> Judged:
    """Return how likely each compared face is by that evidence, and which patches are sure."""
    return calibration.judge(evidence.face, evidence.measured, recogniser.usual, complete=recogniser.complete)


def _said(
    recogniser: Recogniser, view: PatchView, evidence: Evidence, judged: Judged
) -> tuple[list[Reading], list[float]]:
    """Return what one look at patches says: the readings, and how what lies there is turned."""
    readings, turned = [], []
    for i in range(len(evidence.face)):
        order = np.argsort(-judged.chance[i], kind="stable")
        ranking = _ranking(recogniser.labels, evidence.face[i][order], judged.chance[i][order], evidence.cosine[i])
        readings.append(Reading(*ranking[0], bool(judged.sure[i]), ranking))
        turned.append(float(-90 * int(recogniser.turn[evidence.exemplar[i][order[0]]]) % 360))
    if recogniser.complete:
        readings = list(second_opinion.second(recogniser, view, tuple(readings)))
    return readings, turned


def tone_of(recogniser: Recogniser, view: PatchView, evidence: Evidence, judged: Judged) -> tone_transfer.Reals | None:
    """Return the map (3, 4) of one picture's tones to the taught ones, told by its patches; None where too little is
    read with fair confidence."""
    first, each = judged.chance.argmax(axis=1), np.arange(len(evidence.face))
    face, exemplar = evidence.face[each, first], evidence.exemplar[each, first]
    told = np.flatnonzero(judged.chance.max(axis=1) > _TELLS)
    if not len(told):
        return None
    cut = close_view.cut(view.fine, told, laid(recogniser, view, told, exemplar[told]))
    return tone_transfer.tone(tone_transfer.tints(cut), recogniser.tints[exemplar[told]], face[told])


def _ranking(
    labels: tuple[str, ...], face: Numbers, chance: npt.NDArray[np.float64], cosine: Floats
) -> tuple[tuple[str, float], ...]:
    """Return labels with their chances, best first; those that were not compared closely follow with next to none."""
    compared = [(labels[number], float(value)) for number, value in zip(face, chance, strict=True)]
    least = min(compared[-1][1], 1e-4)
    others = [int(number) for number in np.argsort(-cosine)[:_RANKED] if number not in face][: _RANKED - len(compared)]
    return (*compared, *((labels[number], least) for number in others))


def doubted(reading: Reading) -> Reading:
    """Return the reading as one that is not to be acted on without asking."""
    return Reading(reading.label, reading.confidence, False, reading.ranking)
