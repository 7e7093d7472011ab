"""Set ranking on measurements alone: what the exemplars of a set say of its clues, and who listens."""

from dataclasses import replace

import numpy as np
import pytest
from support.plain_measurements import FACES, SIMILARITY, measured

from vision.pieceset.set_index import Exemplar
from vision.recognition import odds, recogniser
from vision.recognition.kinship import Kinship
from vision.recognition.odds import RANKED, ranked
from vision.recognition.set_ranking import set_ranking
from vision.registration.patches import PATCH_PX

FITTED = np.array([0.15 if name == "alike" else 0.2 if name == "texture" else 0.0 for name in RANKED])
"""Maps are listened to, and textures a little."""


def misled(told: bool = True) -> Kinship:
    """Twelve exemplars, three of each of four faces: their textures are their faces', their maps the next face's."""
    plain = measured(12)
    seen = replace(plain, alike=np.roll(plain.alike, 1, axis=1))
    return Kinship(FACES, plain.face[:, 0], seen, seen, np.full(12, told))


def leading(kinship: Kinship, weights: np.ndarray) -> list[int]:
    seen = kinship.with_own
    first = (ranked(seen, SIMILARITY) @ weights).argmax(axis=1)
    return seen.face[np.arange(len(first)), first].tolist()


def test_a_set_ranks_by_what_tells_its_own_exemplars_apart() -> None:
    kinship = misled()
    assert leading(kinship, FITTED) != kinship.owner.tolist()
    weights = set_ranking(kinship, SIMILARITY, FITTED)
    assert leading(kinship, weights) == kinship.owner.tolist()
    assert weights[RANKED.index("alike")] < FITTED[RANKED.index("alike")]


def test_exemplars_that_are_ranked_rightly_change_little() -> None:
    weights = set_ranking(replace(misled(), with_own=measured(12)), SIMILARITY, 4 * FITTED)
    assert np.abs(weights - 4 * FITTED).max() < 0.05


def test_exemplars_whose_face_no_two_others_show_tell_nothing() -> None:
    assert not len(set_ranking(misled(told=False), SIMILARITY, FITTED))


def test_an_exemplar_that_was_named_by_a_slip_changes_next_to_nothing() -> None:
    plain = replace(misled(), with_own=measured(12))
    slip = np.array([plain.owner[1], *plain.owner[1:]])
    named, as_named = (set_ranking(each, SIMILARITY, 4 * FITTED) for each in (plain, replace(plain, owner=slip)))
    assert np.abs(as_named - named).max() < 0.01


@pytest.mark.parametrize(("faces", "tells"), [(2, True), (1, False)])
def test_exemplars_of_half_of_the_faces_tell(faces: int, tells: bool) -> None:
    some = replace(misled(), told=misled().owner < faces)
    assert bool(len(set_ranking(some, SIMILARITY, FITTED))) == tells


def test_one_that_has_no_exemplar_left_tells_nothing() -> None:
    kinship = misled()
    strange = replace(kinship, with_own=replace(kinship.with_own, face=(kinship.with_own.face + 1) % 2 + 10))
    assert not len(set_ranking(strange, SIMILARITY, FITTED))


def test_a_complete_set_leads_by_its_ranking_and_has_odds_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    seen, own = misled().with_own, replace(SIMILARITY, ranking=set_ranking(misled(), SIMILARITY, FITTED))
    numbers = {kind: dict(told) for kind, told in odds._numbers().items()}
    numbers["complete"]["ranking"] = FITTED
    monkeypatch.setattr(odds, "_numbers", lambda: numbers)
    by_games, by_set = (odds.trust(seen, each, complete=True) for each in (SIMILARITY, own))
    assert by_games.face.tolist() != seen.face[:, 0].tolist()
    assert by_set.face.tolist() == seen.face[:, 0].tolist()
    numbers[odds.OWN]["offset"] = numbers[odds.OWN]["offset"] + 5
    assert odds.trust(seen, own, complete=True).odds == pytest.approx(by_set.odds + 5)
    assert (odds.trust(seen, SIMILARITY, complete=True).odds == by_games.odds).all()


def exemplars(pictures: int, of_each: int) -> list[Exemplar]:
    """Return three faces, each so many times in so many pictures, each in less light than the one before."""
    rng = np.random.default_rng(5)
    faces = rng.integers(0, 256, (3, 8, 8, 3), np.uint8).repeat(PATCH_PX // 8, axis=1).repeat(PATCH_PX // 8, axis=2)
    return [
        Exemplar(
            f"face {k}",
            np.clip(0.75**number * face + rng.normal(0, 8, face.shape), 0, 255).astype(np.uint8),
            (0.75**number * 200.0,) * 3,
            picture=str(number),
        )
        for number in range(pictures)
        for k, face in of_each * list(enumerate(faces))
    ]


@pytest.mark.parametrize(
    ("pictures", "of_each", "complete", "of_its_own"),
    [(1, 3, True, 0), (2, 2, True, 0), (3, 1, True, len(RANKED)), (3, 1, False, 0)],
)
def test_three_pictures_of_each_face_tell_how_a_complete_set_ranks(
    pictures: int, of_each: int, complete: bool, of_its_own: int
) -> None:
    fitted = recogniser.fit(exemplars(pictures, of_each), complete=complete)
    assert fitted.second is not None
    assert len(fitted.similarity.ranking) == len(fitted.second.similarity.ranking) == of_its_own
