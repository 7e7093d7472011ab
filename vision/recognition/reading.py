"""Patches and a taught piece set → readings: what lies there, how sure that is, and what else it could be.

What white looks like in a picture is a guess. So what lies little below what it takes to be acted on is read under two
more guesses, the patch's own white and the usual one of teaching, and acted on where all three see the same face lead
and are above that on average, and, in an open set, both of the two by themselves. Of a complete set what lies little
above it is read so, too, and asked about where neither of the two sees what the picture's own lamp does.

A picture over which another colour lies than over the faces that are read in it when they were taught is read once
more under a lamp that has it, one that shows less colour than they had, or more, with as much, and one that is softer,
sharpened. In a soft picture a complete set, whose readings must only be likelier than others, is as careful as it must.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vision.observation import Reading
from vision.photometry.normalise import Patches, Reals
from vision.photometry.white_balance import another_lamp
from vision.photometry.white_balance import lamp_bgr as white_of
from vision.pieceset.set_index import UNTOLD
from vision.recognition import calibration, colour_cast, matching
from vision.recognition.gallery import Numbers
from vision.recognition.glare import Glare, glare, hidden, mirrored, veiled, washed_out
from vision.recognition.recogniser import Recogniser
from vision.recognition.saturation import differs, restored
from vision.recognition.self_similarity import Similarity
from vision.recognition.softness import sharpened, sharper
from vision.recognition.twins import confused, near
from vision.registration.patches import MARGIN_PX

_RANKED = 5
"""How many faces a reading names: those that were compared, and others where these are fewer."""

_LITTLE_BELOW, _LITTLE_ABOVE = 2.0, 1.0
"""What is so much below what it takes to be acted on, or less, is read under other lamps, and of a complete set what is
less above it. With 4 below no more is sure."""

_LESS_SURE, _LEAST_CHANCE = 0.5, 1e-6
"""A restored picture that is read with so much lower log odds, on average, was not pale: of beach's pictures, as they
are, six were told to be so and lost 0.7 to 1.2; of fifteen with half of their colour, and the cube's, one lost as
much. (Chances are taken to be so far from 0 and 1 at the least.)"""

_MORE = 0.3
"""By so much must be above what it takes what is sure only under the lamp that a cast tells, or sharpened."""

_SOFT = -0.4
"""A picture whose edges are so much less steep (log) than its faces' is soft: of the benchmark's, three of each
protocol, none is below -0.31; blurred by 5 % of a cell most are soft, and by 6 % all."""
_OUT_OF_FOCUS = -0.7
"""Where they are so much less, digits are bare squares, by whatever odds: of eight games blurred by 8 to 12 % of a cell
294 of 3,384 sure readings were wrong, and all but two are asked about; blurred by 6 %, 50 right ones of 1,726, too."""
_SURE_WHERE_SOFT = 1 / (1 + float(np.exp(-3.0)))
"""The chance, of log odds 3, from which on what a complete set reads in a soft picture is acted on: of 21 wrong
readings of blurred ones 17 were asked about so, and of 4,975 right ones 370."""

Turned = tuple[Reading, float]
"""A reading, and how far what lies there is turned clockwise against what was taught: 0, 90, 180 or 270 degrees."""


class Shown(NamedTuple):
    """A picture's `patches`, (n, PATCH_PX, PATCH_PX, 3) uint8 BGR, and white and black, (3,) or (n, 3), as they are
    read."""

    patches: Patches
    lamp_bgr: npt.ArrayLike
    black_bgr: npt.ArrayLike


class Look(NamedTuple):
    """What was `found` in patches; by how much each reading is `above` (n,) what it takes to be acted on: log odds,
    -inf where something speaks against it whatever the odds; how much of its faces' colour the picture shows
    (`saturation`), and the `cast` that lies over it."""

    found: tuple[Turned, ...]
    above: Reals
    saturation: float = 1.0
    cast: colour_cast.Cast = colour_cast.NONE


def read(
    recogniser: Recogniser,
    patches: Patches,
    lamp_bgr: npt.ArrayLike,
    black_bgr: npt.ArrayLike = UNTOLD,
    *,
    no_more_seen: bool = False,
) -> tuple[Reading, ...]:
    """Return a reading of each patch, (n, PATCH_PX, PATCH_PX, 3) uint8 BGR, of a picture with that lamp and, where it
    is told, that black: of all patches, (3,), or of each, (n, 3). Of `no_more_seen` see `read_turned`."""
    found = read_turned(recogniser, patches, lamp_bgr, black_bgr, no_more_seen=no_more_seen)
    return tuple(reading for reading, _ in found)


def read_turned(
    recogniser: Recogniser,
    patches: Patches,
    lamp_bgr: npt.ArrayLike,
    black_bgr: npt.ArrayLike = UNTOLD,
    *,
    no_more_seen: bool = False,
) -> tuple[Turned, ...]:
    """Return, as `read`, a reading of each patch and how it is turned. With `no_more_seen` the lamp was told by hardly
    more than what these patches show: a yellow tile may as well be a white one under a yellow lamp, so what tells
    another one than that of teaching is acted on only where it is the same under other lamps; else the likeliest is
    guessed."""
    if not len(patches):
        return ()
    shown = Shown(patches, lamp_bgr, black_bgr)
    first = look_under(recogniser, *shown)
    if differs(first.saturation, complete=recogniser.complete):
        shown, first = _restored(recogniser, shown, first, as_seen=patches)
    if any(first.cast) and (first.above < 0).any():
        shown, first = _relit(recogniser, shown, first, as_seen=patches)
    if (first.above < 0).any():
        shown, first = _sharpened(recogniser, shown, first, as_seen=patches)
    found = _under_other_lamps(recogniser, shown.patches, first, as_seen=patches, no_more_seen=no_more_seen)
    return _as_far_as_it_is_sharp(recogniser, found, patches)


def _as_far_as_it_is_sharp(recogniser: Recogniser, found: Sequence[Turned], as_seen: Patches) -> tuple[Turned, ...]:
    """Return what was found in patches: in a soft picture, of a complete set, what is likely is sure, and in one that
    is far out of focus nothing is."""
    sharp = sharper(as_seen, _taught_sharp(recogniser, found))
    least = np.inf if sharp <= _OUT_OF_FOCUS else _SURE_WHERE_SOFT if recogniser.complete and sharp <= _SOFT else 0.0
    return tuple(each if each[0].confidence >= least else (doubted(each[0]), each[1]) for each in found)


def _under_other_lamps(
    recogniser: Recogniser, patches: Patches, first: Look, *, as_seen: Patches, no_more_seen: bool
) -> list[Turned]:
    """Return what is found in patches, of which that was at `first`: what is in doubt is read under other lamps."""
    inner = slice(MARGIN_PX, -MARGIN_PX)
    own = np.array([white_of(patch[inner, inner]) for patch in patches])
    unlike = no_more_seen & another_lamp(own, recogniser.lamp)
    high = _LITTLE_ABOVE if recogniser.complete else 0.0
    asked = np.flatnonzero(unlike | ((first.above < high) & (first.above >= -_LITTLE_BELOW)))
    found = list(first.found)
    if not len(asked):
        return found
    lamps = own[asked], recogniser.lamp
    others = [look_under(recogniser, patches[asked], lamp, as_seen=as_seen[asked]) for lamp in lamps]
    for at, k in enumerate(asked.tolist()):
        looks = [found[k], *(other.found[at] for other in others)]
        above = float(np.mean([first.above[k], *(other.above[at] for other in others)]))
        found[k] = _together(looks, above, complete=recogniser.complete, no_more_seen=bool(unlike[k]))
    return found


def _restored(recogniser: Recogniser, shown: Shown, first: Look, *, as_seen: Patches) -> tuple[Shown, Look]:
    """Return a picture with the saturation that the exemplars have, and what is found in it, see `_read_again`. In a
    vivid picture the darkest channel is at its end: there only what is sure then is sure."""
    other = shown._replace(patches=restored(shown.patches, shown.lamp_bgr, first.saturation))
    return _read_again(recogniser, shown, first, other, as_seen=as_seen, keep=first.saturation < 1)


def _relit(recogniser: Recogniser, shown: Shown, first: Look, *, as_seen: Patches) -> tuple[Shown, Look]:
    """Return a picture under the lamp and the black that its cast tells, and what is found in it, see `_read_again`."""
    lamp, black = (colour_cast.under(each, first.cast) for each in (shown.lamp_bgr, shown.black_bgr))
    least = _least(first, complete=recogniser.complete)
    return _read_again(recogniser, shown, first, Shown(shown.patches, lamp, black), as_seen=as_seen, least=least)


def _sharpened(recogniser: Recogniser, shown: Shown, first: Look, *, as_seen: Patches) -> tuple[Shown, Look]:
    """Return a picture about as sharp as its faces were taught, and what is found in it, see `_read_again`."""
    sharp = sharpened(shown.patches, _taught_sharp(recogniser, first.found))
    if sharp is None:
        return shown, first
    least = _least(first, complete=recogniser.complete)
    return _read_again(recogniser, shown, first, shown._replace(patches=sharp), as_seen=as_seen, least=least)


def _taught_sharp(recogniser: Recogniser, found: Sequence[Turned]) -> Reals:
    """Return how sharp each of the faces was taught that were found, (n,)."""
    return recogniser.sharpness[[recogniser.labels.index(reading.label) for reading, _ in found]]


def _least(first: Look, *, complete: bool) -> Reals:
    """Return by how much above what it takes must be, (n,), what is sure only when a picture is read once more; in an
    open set nothing is against which something spoke at `first`."""
    return np.where(complete | np.isfinite(first.above), _MORE, np.inf)


def _read_again(
    recogniser: Recogniser,
    shown: Shown,
    first: Look,
    other: Shown,
    *,
    as_seen: Patches,
    keep: bool = True,
    least: Reals | float = 0.0,
) -> tuple[Shown, Look]:
    """Return a picture as it is to be read, and what is found in it: as it is `shown` otherwise, where sure is only
    what the same face led at `first`, and there, where that is to be kept, what was sure then, too, and what is so now
    by `least` (n,). As it was, where it is read with much less confidence: then what was told of it is not so."""
    again = look_under(recogniser, *other, as_seen=as_seen)
    if _log_odds(again) < _log_odds(first) - _LESS_SURE:
        return shown, first
    found, above = list(again.found), again.above.copy()
    hardly = (first.above < 0) & (above >= 0) & (above < least)
    for k, (before, deg) in enumerate(first.found):
        now, now_deg = found[k]
        if now.label != before.label:
            likelier, turn_deg = max(found[k], (before, deg), key=lambda each: each[0].confidence)
            found[k], above[k] = (doubted(likelier), turn_deg), -np.inf
        elif hardly[k]:
            found[k], above[k] = (doubted(now), now_deg), first.above[k]
        elif keep and first.above[k] > above[k]:
            found[k], above[k] = (before, deg), first.above[k]
    return other, again._replace(found=tuple(found), above=above)


def _log_odds(look: Look) -> float:
    chances = np.array([reading.confidence for reading, _ in look.found])
    return float(np.log((chances + _LEAST_CHANCE) / (1 - chances + _LEAST_CHANCE)).mean())


def _together(looks: Sequence[Turned], above: float, *, complete: bool, no_more_seen: bool) -> Turned:
    """Return what is found under three lamps, the picture's first, which is so much `above` on average."""
    first, *others = looks
    by_chance = sorted(looks, key=lambda each: each[0].confidence)
    enough = above >= 0 and (complete or all(reading.sure for reading, _ in others))
    if enough and all(reading.label == first[0].label for reading, _ in others):
        middle, turn_deg = by_chance[1]
        return replace(middle, sure=True), turn_deg
    if no_more_seen:
        likeliest, turn_deg = by_chance[-1]
        return doubted(likeliest), turn_deg
    if any(reading.label == first[0].label for reading, _ in others):
        return first
    return doubted(first[0]), first[1]


def look_under(
    recogniser: Recogniser,
    patches: Patches,
    lamp_bgr: npt.ArrayLike,
    black_bgr: npt.ArrayLike = UNTOLD,
    *,
    as_seen: Patches | None = None,
) -> Look:
    """Return what is found in patches, see `read_turned`, under that lamp and black alone; there is one at least. What
    is burnt out is told by the patches `as_seen`, where these are restored."""
    weighed, second = matching.weighed(recogniser, patches, lamp_bgr, black_bgr), recogniser.second
    by_second: calibration.SecondLook | None = None
    if second is not None:

        def by_second(which: Numbers) -> tuple[matching.Measured, Similarity]:
            return matching.weighed_again(recogniser, second, weighed, which), second.similarity

    seen = judged(recogniser, weighed.measured, glare(patches if as_seen is None else as_seen), by_second)
    return _without_twins(recogniser, seen, weighed.measured, patches, lamp_bgr, black_bgr)


def _without_twins(
    recogniser: Recogniser,
    seen: Look,
    measured: matching.Measured,
    patches: Patches,
    lamp_bgr: npt.ArrayLike,
    black_bgr: npt.ArrayLike,
) -> Look:
    """Return the readings of patches, of which this was measured; what may as well be its face's twin is not sure."""
    faces = np.array([recogniser.labels.index(reading.label) for reading, _ in seen.found])
    leading = (measured.face == faces[:, None]).argmax(axis=1)
    asked = np.flatnonzero((seen.above >= 0) & near(measured, leading))
    if not len(asked):
        return seen
    lamps, blacks = (
        np.broadcast_to(np.asarray(bgr, np.float64), (len(faces), 3))[asked] for bgr in (lamp_bgr, black_bgr)
    )
    either = asked[confused(recogniser, patches[asked], lamps, blacks, measured.of(asked), leading[asked])]
    above = seen.above.copy()
    above[either] = -np.inf
    return Look(
        tuple((doubted(read) if at in either else read, deg) for at, (read, deg) in enumerate(seen.found)),
        above,
        seen.saturation,
        seen.cast,
    )


def judged(
    recogniser: Recogniser,
    measured: matching.Measured,
    seen: Glare,
    look: calibration.SecondLook | None = None,
) -> Look:
    """Return the readings of patches of one picture of which this was measured, and in which so much glare was `seen`;
    of what is in doubt after a second `look`, where the set has a second opinion."""
    told = calibration.judge(measured, recogniser.similarity, complete=recogniser.complete, look=look)
    first = told.chance.argmax(axis=1)
    allowed = recogniser.most_glare.of(measured.face[np.arange(len(first)), first])
    by_tone = told.lighter if told.told else np.full(len(first), np.inf)
    shown = ~(hidden(seen, allowed, by_tone) | mirrored(measured.colour, told.lighter, allowed))
    shown &= ~washed_out(seen, allowed, told.apart, first)
    shown &= ~veiled(measured.colour, allowed, told.apart, first)
    above = np.where(shown, told.above, -np.inf)
    found = []
    for face, exemplar, chance, sure in zip(measured.face, measured.exemplar, told.chance, above >= 0, strict=True):
        order = [int(k) for k in np.argsort(-chance, kind="stable") if face[k] >= 0]
        ranking = _ranking(recogniser.labels, face[order], chance[order])
        turn_deg = float(-90 * int(recogniser.gallery.origin.turn[exemplar[order[0]]]) % 360)
        found.append((Reading(*ranking[0], bool(sure), ranking), turn_deg))
    return Look(tuple(found), above, told.saturation, told.cast)


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
