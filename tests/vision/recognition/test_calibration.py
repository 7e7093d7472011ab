"""Trust on measurements alone: what is never sure, what a set's own strangers do to its bound, what tells a tone."""

from dataclasses import replace
from types import SimpleNamespace
from typing import NamedTuple, cast

import numpy as np
import pytest
from support.plain_measurements import FACES, SIMILARITY, measured, with_another_face_in_the_first_four

from vision.recognition import calibration, odds, reading
from vision.recognition.glare import Glare
from vision.recognition.kinship import Kinship, Probed
from vision.recognition.matching import Measured
from vision.recognition.odds import Trust
from vision.recognition.recogniser import Recogniser
from vision.recognition.self_similarity import Similarity
from vision.recognition.tone import off_faces, tone_of


@pytest.mark.parametrize("complete", [False, True])
def test_what_is_plainly_a_face_is_sure(complete: bool) -> None:
    judged = calibration.judge(measured(), SIMILARITY, complete=complete)
    assert judged.sure.all()
    assert (judged.chance.argmax(axis=1) == 0).all()
    assert (judged.chance.sum(axis=1) <= 1 + 1e-9).all()


@pytest.mark.parametrize("changed", ["open", "known"])
def test_whether_any_taught_face_lies_there_has_numbers_of_its_own_and_tells_a_sets_strangers(
    changed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    exemplars = Kinship(FACES, np.arange(8) % FACES, measured(), measured(), np.zeros(8, bool))

    def told() -> tuple[calibration.Reals, ...]:
        trusted = calibration.trust(measured(), SIMILARITY, complete=False)
        return trusted.odds, trusted.known, calibration.strangers(exemplars)

    before = told()
    numbers = {kind: dict(each) for kind, each in odds._numbers().items()}
    numbers[changed]["offset"] = numbers[changed]["offset"] + 5
    monkeypatch.setattr(odds, "_numbers", lambda: numbers)
    of_face, of_any = (5.0 * (changed == kind) for kind in ("open", "known"))
    for was, now, more in zip(before, told(), (of_face, of_any, of_any), strict=True):
        assert now - was == pytest.approx(np.full(8, more))


@pytest.mark.parametrize("complete", [False, True])
def test_a_tie_is_never_sure(complete: bool) -> None:
    tied = measured()
    everything = (tied.alike, tied.alike_mean, tied.alike_texture, tied.alike_texture_mean, tied.vector, tied.texture)
    for values in (*everything, tied.side):
        values[2, 1] = values[2, 0]
    sure = calibration.judge(tied, SIMILARITY, complete=complete).sure
    assert not sure[2]
    assert sure[[0, 1, 3]].all()


@pytest.mark.parametrize(
    ("log_bgr", "sure"),
    [
        ((0.0, 0.0, 0.9), False),
        ((0.9, 0.9, 0.9), False),
        ((-1.2, -1.2, -1.2), False),
        ((-0.9, -0.9, -0.9), True),
        ((0.3, 0.3, 0.3), True),
    ],
)
def test_another_colour_or_more_than_a_shadow_is_not_sure(log_bgr: tuple[float, float, float], sure: bool) -> None:
    assert bool(tinted(log_bgr, side=0.1).sure[3]) is sure


@pytest.mark.parametrize(
    ("log_bgr", "complete", "sure"),
    [((0.0, 0.0, 0.9), True, True), ((0.9, 0.9, 0.9), True, False), ((0.0, 0.0, 0.9), False, False)],
)
def test_another_colour_is_sure_where_it_is_plainly_on_its_faces_side_in_a_complete_set(
    log_bgr: tuple[float, float, float], complete: bool, sure: bool
) -> None:
    assert bool(tinted(log_bgr, side=0.3, complete=complete).sure[3]) is sure


def tinted(log_bgr: tuple[float, float, float], side: float, *, complete: bool = True) -> calibration.Judged:
    """Return what is judged where patch 3 has such a tint against its face and lies so far on its side by colours."""
    tint, changed = np.zeros((8, FACES, 3)), measured()
    tint[3] = log_bgr
    changed.side[3, 0, 0] = side
    changed.texture[:, 1:] = 0.95  # the textures tell nothing
    found = calibration.judge(replace(changed, tint=tint), SIMILARITY, complete=complete)
    assert found.sure[[0, 1, 2]].all()
    return found


@pytest.mark.parametrize(("middle", "sure"), [(0.98, True), (0.7, True), (0.6, False)])
def test_what_lies_aside_of_its_cell_is_sure_only_where_it_lies_in_the_middle_too(middle: float, sure: bool) -> None:
    there = measured().middle
    there[3, 0] = middle  # of a bare square, 0.22 less than aside
    found = calibration.judge(measured(middle=there), SIMILARITY, complete=True)
    assert bool(found.sure[3]) is sure
    assert found.sure[[0, 1, 2]].all()


def test_a_colour_that_all_of_the_picture_has_is_its_tone() -> None:
    texture = measured().texture
    texture[:, 1:] = 0.95
    tint = np.tile([-0.1, 0.0, 0.35], (8, FACES, 1))
    assert calibration.judge(measured(tint=tint, texture=texture), SIMILARITY, complete=True).sure.all()


def test_single_wrong_readings_do_not_tip_the_tone() -> None:
    tint = np.tile([-0.1, 0.0, 0.3], (12, FACES, 1))
    tint[[0, 4, 8]] = tint[5] = (2.0, -2.0, 1.0)
    tone = tone_of(measured(12, tint=tint))
    assert tone.gain == pytest.approx([-0.08, 0.0, 0.24])  # drawn towards nothing: four faces of five
    assert not tone.gamma.any()


def in_deeper_tones(faces: int) -> tuple[Measured, np.ndarray]:
    """Return two patches of each of so many faces, in a picture whose tones lie further apart than those of the
    exemplars by 0.4 for each step of their log; and in how far a patch is of another colour, (2 * faces,)."""
    face = (np.arange(2 * faces)[:, None] + np.arange(FACES)) % faces
    colours = np.random.default_rng(4).uniform(3.0, 5.5, (faces, 3))
    tint = np.zeros((2 * faces, FACES, 3))
    tint[:, 0] = (0.4 * (colours - colours.mean(axis=0)))[face[:, 0]]
    seen = measured(2 * faces, face=face, tint=tint, colour=colours[face[:, 0]] + tint[:, 0])
    score, odds = np.where(np.arange(FACES) == 0, 8.0, -8.0) + np.zeros((2 * faces, 1)), seen.alike[:, 0]
    trusted = Trust(*[np.zeros(2 * faces, int)] * 4, score, odds, odds)
    close = replace(seen, texture=np.full_like(seen.texture, 0.9))  # its texture tells nothing
    return close, calibration.vetoed(close, trusted, off_faces(close, tone_of(close))[:, 0], complete=False)


def test_deeper_tones_are_told_by_many_faces_and_veto_none() -> None:
    seen, vetoed = in_deeper_tones(8)
    tone = tone_of(seen)
    assert (tone.gamma > 0.25).all()
    assert (tone.gamma < 0.4).all()  # drawn towards nothing
    assert tone.is_told
    assert not vetoed.any()


def test_few_faces_tell_no_deeper_tones() -> None:
    seen, vetoed = in_deeper_tones(4)
    assert not tone_of(seen).gamma.any()
    assert not tone_of(seen).is_told
    assert vetoed.any()


@pytest.mark.parametrize(
    ("reached", "exemplars", "bound"),
    [
        (-5.0, 40, 3.0),
        (-5.0, 99, 3.0),
        (-5.0, 100, 2.0),
        (1.5, 100, 2.75),
        (2.7, 40, 3.95),
        (9.0, 40, 4.0),
        (9.0, 100, 4.0),
    ],
)
def test_a_sets_own_strangers_set_its_bound(reached: float, exemplars: int, bound: float) -> None:
    """It is looser only where a hundred of them and more say so."""
    told = replace(SIMILARITY, strangers=np.full(exemplars, reached))
    assert calibration.bound_of(told) == pytest.approx(bound)


@pytest.mark.parametrize(("far", "near", "bound"), [(0.2, 1, 2.0), (0.2, 4, 3.2), (0.2, 60, 3.95), (-5.0, 4, 2.0)])
def test_the_likeliest_strangers_set_the_bound_as_far_as_the_others_come_near(
    far: float, near: int, bound: float
) -> None:
    told = replace(SIMILARITY, strangers=np.repeat([far, 2.7], [200 - near, near]))
    assert calibration.bound_of(told) == pytest.approx(bound)


def test_a_set_with_few_exemplars_knows_nothing_of_strangers() -> None:
    assert calibration.bound_of(replace(SIMILARITY, strangers=np.full(5, -9.0))) == calibration.KNOWN_AT_MOST


def test_nothing_is_judged_of_no_patches() -> None:
    judged = calibration.judge(measured().of(np.empty(0, np.intp)), SIMILARITY, complete=False)
    assert judged.chance.shape == (0, FACES)


@pytest.mark.parametrize("complete", [False, True])
def test_what_hardly_resembles_its_face_is_never_sure(complete: bool) -> None:
    covered = measured()
    covered.vector[0, 0], covered.texture[0, 0] = 0.55, 0.35
    covered.vector[1, 0] = 0.55
    covered.texture[2, 0] = 0.35
    trusted = calibration.trust(covered, SIMILARITY, complete=complete)
    vetoed = calibration.vetoed(covered, trusted, off_faces(covered, tone_of(covered))[:, 0], complete=complete)
    assert vetoed.tolist() == [True, *[False] * 7]


@pytest.mark.parametrize(
    ("strangers", "complete"), [(SIMILARITY.strangers, False), (np.full(5, -9.0), False), (np.empty(0), True)]
)
def test_what_is_hardly_likelier_than_not_is_never_sure(strangers: np.ndarray, complete: bool) -> None:
    fading = measured(40)
    for values in (fading.alike, fading.alike_mean, fading.alike_texture, fading.alike_texture_mean, fading.texture):
        values[:, 0] = np.linspace(values[0, 0], values[0, 1], 40)
    fading.side[:, 0] = np.linspace(fading.side[0, 0], fading.side[0, 1], 40)
    of_set = replace(SIMILARITY, strangers=strangers)
    trusted = calibration.trust(fading, of_set, complete=complete)
    sure = calibration.judge(fading, of_set, complete=complete).sure
    assert sure[0]
    assert (trusted.odds < calibration.SURE).any()
    assert not sure[trusted.odds < calibration.SURE].any()
    if not complete:
        unknown = trusted.known < calibration.bound_of(of_set)
        assert unknown.any()
        assert not sure[unknown].any()


def test_what_leads_by_far_but_may_be_a_stranger_is_not_sure_in_an_open_set() -> None:
    """Of both questions, which of the taught faces and whether any of them, each must be answered."""
    trusted = of_odds([9.0, 9.0, 1.9], known=[3.1, 2.9, 9])
    assert (calibration.margin(trusted, SIMILARITY, complete=False) >= 0).tolist() == [True, False, False]


def of_odds(odds: list[float], *, known: list[float], face: int = 0, rival: int = 1) -> calibration.Trust:
    """Return what is trusted of patches with these log odds of being right, and of being known."""
    n = len(odds)
    faces = np.full(n, face), np.full(n, rival)
    leading, score = [np.zeros(n, np.intp)] * 2, np.zeros((n, 1))
    return Trust(*leading, *faces, score, np.array(odds), np.array(known, float))


@pytest.mark.parametrize(
    ("mistaken", "least"),
    [(np.inf, 2.0), (-15.0, 1.5), (-0.6, 1.5), (-0.2, 1.8), (0.3, 2.3), (0.6, 2.5), (5.0, 2.5)],
)
def test_a_complete_set_takes_less_where_its_probes_are_told_apart_and_more_where_not(
    mistaken: float, least: float
) -> None:
    """Of the leading face and the next one alone; what is hardly known takes as much as ever, and no less."""
    told = np.full((FACES, FACES), np.inf)
    told[2, 1] = mistaken
    of_set = replace(SIMILARITY, mistaken=told)
    assert calibration.least_of(of_set)[2] == pytest.approx([2.0, least, 2.0, 2.0])
    of_two = of_odds([least + 0.01, least - 0.01], known=[1.01, 9.0], face=2, rival=1)
    assert (calibration.margin(of_two, of_set, complete=True) >= 0).tolist() == [True, False]
    usual = max(least, 2.0)
    hardly = of_odds([usual - 0.01, usual + 0.01], known=[0.99, -9.0], face=2, rival=1)
    assert (calibration.margin(hardly, of_set, complete=True) >= 0).tolist() == [False, True]
    for face, rival in ((1, 2), (2, 3), (2, -1)):
        other = of_odds([1.99, 2.01], known=[9.0, 9.0], face=face, rival=rival)
        assert (calibration.margin(other, of_set, complete=True) >= 0).tolist() == [False, True]


def test_what_a_probe_is_taken_for_tells_of_these_two_faces_alone() -> None:
    """Of all that is taken for a face the likeliest counts; where there are no probes, nothing tells."""
    owner = np.array([0, 1, 3, 3, 0, 1, 3, 3])  # both patches that show face 2 are probes of face 3
    exemplars = Kinship(FACES, owner, measured(), measured(), np.zeros(8, bool))
    similarity = exemplars.similarity()
    assert (calibration.mistaken(exemplars, similarity) == np.full((FACES, FACES), np.inf)).all()
    read = measured()
    read.side[6, 0] = -0.5
    trusted = calibration.trust(read, similarity, complete=True)
    assert (trusted.face != owner).tolist() == [False, False, True, False, False, False, True, False]
    assert trusted.odds[2] > trusted.odds[6] > -9
    told = calibration.mistaken(replace(exemplars, probed=Probed(owner, read)), similarity)
    assert told[2, 3] == pytest.approx(trusted.odds[2])
    told[2, 3] = -15
    assert (told[:, [0, 1, 3]] < -9).all()
    assert (told[:, 2] == np.inf).all()  # no probe shows it, so nothing tells when it comes next


def test_how_likely_it_is_known_makes_no_face_of_a_complete_set_less_likely() -> None:
    trusted, judged = (each(measured(), SIMILARITY, complete=True) for each in (calibration.trust, calibration.judge))
    assert judged.chance[:, 0] == pytest.approx(1 / (1 + np.exp(-trusted.odds)))


@pytest.mark.parametrize(("exemplars", "least"), [(0, 3.5), (19, 3.5), (20, 2.0)])
def test_a_set_in_the_making_takes_more_to_be_sure_which_face_it_is(exemplars: int, least: float) -> None:
    of_set = replace(SIMILARITY, strangers=np.full(exemplars, -4.0))
    margin = calibration.margin(of_odds([least + 0.01, least - 0.01], known=[9, 9]), of_set, complete=False)
    assert (margin >= 0).tolist() == [True, False]


def test_the_chance_of_a_face_is_that_it_is_known_and_that_it_is_this_one() -> None:
    trusted, judged = (each(measured(), SIMILARITY, complete=False) for each in (calibration.trust, calibration.judge))
    either = 1 / (1 + np.exp(-trusted.odds)) / (1 + np.exp(-trusted.known))
    assert judged.chance[:, 0] == pytest.approx(either)
    assert (either < 1 / (1 + np.exp(-trusted.odds))).all()


class Odds(NamedTuple):
    """Log odds that readings are right, and that any taught face lies there."""

    right: list[float]
    known: list[float]


def with_odds(
    first: Odds, both: Odds, monkeypatch: pytest.MonkeyPatch, of_set: Similarity = SIMILARITY, *, complete: bool
) -> tuple[calibration.Judged, list[int]]:
    """Return what is judged where the first networks alone and both have these log odds, and what the second ones were
    asked."""
    asked: list[int] = []
    trust = calibration.trust

    def alone(told: Measured, similarity: Similarity, *, complete: bool) -> Trust:
        return replace(
            trust(told, similarity, complete=complete), odds=np.array(first.right), known=np.array(first.known)
        )

    def again(told: Measured, similarity: Similarity, *_: object, complete: bool) -> Trust:
        right, known = (np.array(values)[asked] for values in both)
        return replace(trust(told, similarity, complete=complete), odds=right, known=known)

    def look(which: np.ndarray) -> tuple[Measured, Similarity]:
        asked.extend(which.tolist())
        return measured(len(first.right)).of(which), of_set

    monkeypatch.setattr(calibration, "trust", alone)
    monkeypatch.setattr(calibration, "trust_again", again)
    judged = calibration.judge(measured(len(first.right)), of_set, complete=complete, look=look)
    return judged, asked


def chances(odds: list[float]) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-np.array(odds))))


def test_second_networks_are_asked_where_the_first_leave_a_doubt_and_what_both_say_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2 is what it takes of a complete set, of both 0.2 less; from 3 on, and below -2, nobody else is asked."""
    first, both = [3.1, 2.9, 2.9, -1.9, -1.9, -2.1], [-9.0, 1.9, 1.7, 1.9, 1.7, 9.0]
    judged, asked = with_odds(Odds(first, [9] * 6), Odds(both, [9] * 6), monkeypatch, complete=True)
    assert asked == [1, 2, 3, 4]
    assert judged.sure.tolist() == [True, True, False, True, False, False]
    assert judged.chance[:, 0] == pytest.approx(chances([3.1, 1.9, 1.7, 1.9, 1.7, -2.1]))


@pytest.mark.parametrize("of_strangers", [False, True])
def test_of_an_open_set_what_both_say_must_reach_what_it_takes(
    of_strangers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From four units below the bound to one above it is doubt, whichever question is nearer to it."""
    first, both = np.array([1.1, 0.9, 0.9, -3.9, -3.9, -4.1]), np.array([-9.0, 0.05, -0.05, 0.05, -0.05, 9.0])
    far = [9.0] * 6
    needed = calibration.bound_of(SIMILARITY) if of_strangers else calibration.SURE
    nearer = [list(told + needed) for told in (first, both)]
    odds = [Odds(far, each) if of_strangers else Odds(each, far) for each in nearer]
    judged, asked = with_odds(*odds, monkeypatch, complete=False)
    assert asked == [1, 2, 3, 4]
    assert judged.sure.tolist() == [True, True, False, True, False, False]
    assert judged.chance[1:5, 0] == pytest.approx(chances(nearer[1][1:5]) * chances([9.0]))


@pytest.mark.parametrize(("exemplars", "sure"), [(19, [True, False, False, False]), (20, [True, True, False, True])])
def test_of_a_set_in_the_making_each_opinion_must_say_so(
    exemplars: int, sure: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    of_set, far = replace(SIMILARITY, strangers=np.full(exemplars, -4.0)), [9.0] * 4
    needed = 3.5 if exemplars < 20 else 2.0
    first = Odds([needed + 0.1, needed - 0.1, needed + 0.1, 12.0], far)
    both = Odds([needed + 0.1, 9.0, needed - 0.1, needed - 0.1], far)
    judged, asked = with_odds(first, both, monkeypatch, of_set, complete=False)
    assert asked == [0, 1, 2, 3] if exemplars < 20 else [0, 1, 2]
    assert judged.sure.tolist() == sure


@pytest.mark.parametrize(("complete", "expected"), [(True, [0, 1]), (False, [0, 1, 2])])
def test_of_a_complete_set_little_below_is_asked_about_where_the_next_face_differs_by_its_colours(
    complete: bool, expected: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    coloured = SimpleNamespace(**{flag: np.zeros(4, bool) for flag in ("confirmed", "contradicted")})
    coloured.by_colours = np.array([False, True, True, True])
    monkeypatch.setattr(calibration, "fellows", lambda *_, **__: coloured)
    odds = Odds([1.4, 1.6, 1.4, 9.0], [9] * 4)
    _, asked = with_odds(odds, Odds([9] * 4, [9] * 4), monkeypatch, complete=complete)
    assert asked == expected


def test_what_both_hardly_know_takes_as_much_as_where_the_set_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """A complete set whose probes are never mistaken takes 1.5, of both 1.3."""
    of_set = replace(SIMILARITY, mistaken=np.full((FACES, FACES), -15.0))
    both = Odds([1.4, 1.4, 1.9, 1.2], [2.1, 1.9, 1.9, 9])
    judged, asked = with_odds(Odds([0.9] * 4, [9] * 4), both, monkeypatch, of_set, complete=True)
    assert asked == [0, 1, 2, 3]
    assert judged.sure.tolist() == [True, False, True, False]


@pytest.mark.parametrize("complete", [False, True])
def test_what_the_second_networks_see_otherwise_is_asked_about(complete: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "DOUBT_ABOVE", 99.0)
    other = with_another_face_in_the_first_four()
    look = lambda which: (other.of(which), SIMILARITY)  # noqa: E731 - what the second networks see
    judged = calibration.judge(measured(), SIMILARITY, complete=complete, look=look)
    assert judged.sure.tolist() == [False] * 4 + [True] * 4
    assert (judged.chance[:4].max(axis=1) <= 0.5).all()
    assert judged.chance.argmax(axis=1).tolist() == [1] * 4 + [0] * 4


def test_what_may_not_be_acted_on_is_no_question_for_the_second_networks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "vetoed", lambda *_, **__: np.array([True, False]))
    judged, asked = with_odds(Odds([2.5, 2.5], [9, 9]), Odds([9.0, 9.0], [9, 9]), monkeypatch, complete=True)
    assert asked == [1]
    assert judged.sure.tolist() == [False, True]


@pytest.mark.parametrize(("burnt", "sure"), [(0.1, True), (0.3, True), (0.4, False)])
def test_where_much_more_is_burnt_out_than_of_its_face_nothing_is_sure(burnt: float, sure: bool) -> None:
    fitted = SimpleNamespace(
        similarity=SIMILARITY,
        complete=False,
        most_glare=Glare(np.array([0.35, 1.15, 1.15, 1.15], np.float32), np.full(4, np.inf), np.ones((4, 3))),
        labels=("disc", "flag", "cross", "bars"),
        gallery=SimpleNamespace(origin=SimpleNamespace(turn=np.zeros(FACES, int))),
    )
    seen = Glare(np.array([burnt, *[0.0] * 7]), np.ones(8), np.zeros((8, 3)))
    (read, _), *others = reading.judged(cast(Recogniser, fitted), measured(), seen).found
    assert read.sure is sure
    assert all(other.sure for other, _ in others)


def among(*, confirmed: bool = False, contradicted: bool = False) -> SimpleNamespace:
    """Return fellows that say so of patch 3, and nothing of seven others."""
    third = np.arange(8) == 3
    none = np.zeros(8, bool)
    return SimpleNamespace(confirmed=third & confirmed, contradicted=third & contradicted, by_colours=none)


@pytest.mark.parametrize("complete", [False, True])
def test_what_its_fellows_contradict_is_never_sure(complete: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "fellows", lambda *_, **__: among(contradicted=True))
    judged = calibration.judge(measured(), SIMILARITY, complete=complete)
    assert judged.sure.tolist() == [True] * 3 + [False] + [True] * 4


@pytest.mark.parametrize(
    ("log_bgr", "complete", "sure"),
    [((0.0, 0.0, 0.9), True, True), ((0.0, 0.0, 0.9), False, False), ((0.9, 0.9, 0.9), True, False)],
)
def test_another_colour_is_sure_where_its_fellows_confirm_it_in_a_complete_set(
    log_bgr: tuple[float, float, float], complete: bool, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another brightness they say nothing: a hand's shadow."""
    assert not tinted(log_bgr, side=0.1, complete=complete).sure[3]
    monkeypatch.setattr(calibration, "fellows", lambda *_, **__: among(confirmed=True))
    assert bool(tinted(log_bgr, side=0.1, complete=complete).sure[3]) is sure


@pytest.mark.parametrize(("complete", "known", "sure"), [(True, 9.0, True), (True, 0.9, False), (False, 9.0, False)])
def test_where_its_fellows_confirm_it_a_complete_set_takes_a_unit_less_of_what_is_likely_known(
    complete: bool, known: float, sure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusted = calibration.trust(measured(), SIMILARITY, complete=complete)
    doubtful = replace(trusted, odds=np.full(8, 1.1), known=np.full(8, known))
    monkeypatch.setattr(calibration, "trust", lambda *_, **__: doubtful)
    monkeypatch.setattr(calibration, "fellows", lambda *_, **__: among(confirmed=True))
    judged = calibration.judge(measured(), SIMILARITY, complete=complete)
    assert judged.sure.tolist() == [False] * 3 + [sure] + [False] * 4
