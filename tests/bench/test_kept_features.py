"""A game's features that are kept read as a set that is fitted anew, and ask the networks of two cells but once."""

from unittest import mock

import numpy as np
import pytest
from bench.kept_features import KeptFeatures
from support.drawn_faces import drawn, taught

from vision.observation import Reading
from vision.recognition import comparison, reading
from vision.recognition.recogniser import fit

FACES = [(shape, drawn(shape)) for shape in ("disc", "flag", "cross", "bars")]
CELLS = taught(*FACES, shots=3)
OF_LAST = np.array([k for k, cell in enumerate(CELLS) if cell.picture == "2"])
OTHERS = np.array([k for k, cell in enumerate(CELLS) if cell.picture != "2"])


def kept(features: KeptFeatures, *, complete: bool = True) -> list[Reading]:
    made = features.taught(OTHERS, complete=complete)
    measured = features.measured(made, OF_LAST)
    look = features.second_look(made, OF_LAST, measured)
    told = reading.judged(made.recogniser, measured, features.glare.of(OF_LAST), look).found
    return [each for each, _ in told]


@pytest.mark.parametrize("complete", [False, True])
def test_kept_features_read_as_a_set_that_is_fitted_anew(complete: bool) -> None:
    anew = fit([CELLS[k] for k in OTHERS], 2, complete=complete)
    patches, lamps = (np.array([getattr(CELLS[k], name) for k in OF_LAST]) for name in ("patch", "lamp_bgr"))
    expected = reading.read(anew, patches, lamps)
    found = kept(KeptFeatures(CELLS, 2), complete=complete)
    assert [each.label for each in found] == [each.label for each in expected] == [CELLS[k].label for k in OF_LAST]
    assert [each.confidence for each in found] == pytest.approx([each.confidence for each in expected], abs=0.1)


def test_the_networks_are_asked_of_two_cells_but_once() -> None:
    asked = {"same": 0, "same_texture": 0}

    def counted(name: str) -> mock._patch:
        told = getattr(comparison, name)

        def count(ones: object, others: object, pairs: np.ndarray, *networks: str) -> np.ndarray:
            asked[name] += len(pairs)
            return np.asarray(told(ones, others, pairs, *networks))

        return mock.patch.object(comparison, name, count)

    with counted("same"), counted("same_texture"):
        features = KeptFeatures(CELLS, 2)
    first, once = kept(features), dict(asked)
    assert min(once.values()) > 0
    assert kept(features) == first
    assert asked == once


def test_kept_features_tell_for_what_exemplars_are_taken_on_another_evening_as_a_fit_does() -> None:
    every = np.arange(len(CELLS))
    told = KeptFeatures(CELLS, 2).taught(every, complete=True).recogniser.similarity.mistaken
    anew = fit(CELLS, 2, complete=True).similarity.mistaken
    assert np.isfinite(told).all()
    assert np.isfinite(anew).all()
    assert (told < 0).tolist() == (anew < 0).tolist()
    assert (KeptFeatures(CELLS, 2).taught(OTHERS, complete=True).recogniser.similarity.mistaken == np.inf).all()
