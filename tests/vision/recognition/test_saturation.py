"""How much of its faces' colour a picture shows, and what is read with as much as they have."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from support.drawn_faces import pretended

from vision.observation import Reading
from vision.recognition import reading
from vision.recognition.matching import Measured
from vision.recognition.odds import Trust
from vision.recognition.recogniser import Recogniser
from vision.recognition.saturation import differs, restored, saturation_of

RED, GREEN, BLUE, YELLOW, WHITE = (
    (-0.9, -0.6, 1.5),
    (-0.5, 0.6, -0.1),
    (0.9, 0.0, -0.9),
    (-1.0, 0.5, 0.5),
    (0.0, 0.0, 0.0),
)
ALL = (RED, GREEN, BLUE, YELLOW, WHITE)
NEAR_RED = (-0.85, -0.62, 1.47)


def told(shown: float, meant: tuple[tuple[float, ...], ...] = ALL, odds: float = 3.0, misread: int = 0) -> float:
    """What is told by faces of which a picture shows so much of the colour (log chroma), two patches each; so many of
    the faces are read as the ones before them."""
    exemplars = np.repeat(np.array(meant).reshape(-1, 3), 2, axis=0)
    seen = exemplars * shown + (0.3, -0.1, 0.2)  # in its own light
    face = np.repeat(np.arange(len(meant)), 2)
    exemplars[: 2 * misread], face[: 2 * misread] = exemplars[2 : 2 + 2 * misread], face[2 : 2 + 2 * misread]
    each = np.arange(len(face))
    measured = SimpleNamespace(colour=seen, tint=(seen - exemplars)[:, None])
    trusted = SimpleNamespace(odds=np.full(len(each), odds), face=face, first=np.zeros(len(each), int))
    return saturation_of(cast(Measured, measured), cast(Trust, trusted))


@pytest.mark.parametrize("shown", [0.2, 0.5, 0.7, 1.3, 1.8])
def test_it_is_told_by_how_much_the_faces_differ(shown: float) -> None:
    assert told(shown) == pytest.approx(shown)


@pytest.mark.parametrize("shown", [0.85, 1.0, 1.05])
def test_what_is_about_the_exemplars_is_left(shown: float) -> None:
    assert told(shown) == 1.0


def test_a_face_that_is_misread_tells_little() -> None:
    assert told(0.5, misread=1) == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(
    ("meant", "odds"),
    [((RED, GREEN, WHITE), 3.0), ((RED, NEAR_RED, GREEN, WHITE), 3.0), (ALL, -0.1), ((WHITE,), 3.0), ((), 3.0)],
    ids=["three colours", "two of them alike", "likelier wrong than right", "one face", "nothing"],
)
def test_few_colours_tell_nothing(meant: tuple[tuple[float, ...], ...], odds: float) -> None:
    assert told(0.5, meant, odds) == 1.0


@pytest.mark.parametrize(
    ("saturation", "of_open", "of_complete"),
    [
        (0.1, False, False),
        (0.2, True, True),
        (0.6, True, True),
        (1.0, False, False),
        (1.5, False, True),
        (3.0, False, False),
    ],
)
def test_what_is_lost_is_not_restored_nor_a_vivid_picture_of_an_open_set(saturation, of_open, of_complete) -> None:
    assert (differs(saturation, complete=False), differs(saturation, complete=True)) == (of_open, of_complete)


@pytest.mark.parametrize("saturation", [0.5, 1.4])
def test_a_restored_picture_has_the_colours_of_before_in_its_own_light(saturation: float) -> None:
    lamp = np.array([[150.0, 200.0, 230.0], [220.0, 200.0, 160.0]])
    before = np.random.default_rng(1).integers(60, 140, (2, 8, 8, 3))
    lit = before / lamp[:, None, None]
    grey = lit.mean(axis=3, keepdims=True)
    seen = np.uint8(np.rint((grey + saturation * (lit - grey)) * lamp[:, None, None]))
    assert np.abs(restored(seen, lamp, saturation).astype(int) - before).max() <= 2
    white = np.uint8(np.rint(np.broadcast_to(lamp[:, None, None], (2, 8, 8, 3))))
    assert (restored(white, lamp, saturation) == white).all()


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize(
    ("before", "after", "above", "read"),
    [
        ("red", "red", (-4.0, 3.0), ("red", True)),
        ("red", "red", (3.0, -4.0), ("red", True)),
        ("orange", "red", (-4.0, 3.0), ("red", False)),
        ("orange", "red", (3.0, 3.0), ("red", False)),
    ],
)
def test_what_is_sure_in_a_pale_picture_or_restored_is_acted_on_where_both_see_it(
    monkeypatch, before, after, above, read, complete
) -> None:
    assert read_restored(monkeypatch, (before, after), above, 0.5, complete=complete) == read


def test_what_is_sure_in_a_vivid_picture_must_be_so_restored(monkeypatch) -> None:
    assert read_restored(monkeypatch, ("red", "red"), (3.0, -4.0), 1.5, complete=True) == ("red", False)
    assert read_restored(monkeypatch, ("red", "red"), (-4.0, 3.0), 1.5, complete=True) == ("red", True)


@pytest.mark.parametrize(("after", "read"), [(0.65, ("orange", False)), (0.5, ("orange", True))])
def test_what_is_read_with_much_less_confidence_so_was_not_told_rightly(monkeypatch, after, read) -> None:
    chances = (0.7, after)
    assert read_restored(monkeypatch, ("orange", "red"), (3.0, 3.0), 0.5, complete=True, chances=chances) == read


def read_restored(
    monkeypatch, labels, above, saturation: float, *, complete: bool, chances: tuple[float, float] = (0.9, 0.9)
) -> tuple[str, bool]:
    """What is read of a patch that looks like this as it is seen and restored, and whether it is sure."""
    bgr = (100, 120, 140)
    shown: list[np.ndarray] = []

    def look_under(_: Recogniser, patches: np.ndarray, *__: object, as_seen: np.ndarray | None = None) -> reading.Look:
        which = len(shown)
        shown.append(patches)
        assert as_seen is None or (as_seen == bgr).all(), "what is burnt out is told by what the camera saw"
        found = Reading(labels[which], chances[which], above[which] >= 0)
        return reading.Look(((found, 0.0),), np.array([above[which]]), (saturation, 1.0)[which])

    monkeypatch.setattr(reading, "look_under", look_under)
    fitted = pretended(complete=complete)
    (told,) = reading.read(fitted, np.full((1, 96, 96, 3), bgr, np.uint8), (200.0, 200.0, 200.0))
    assert np.abs(shown[1][0, 0, 0] - (120 + np.array((-20, 0, 20)) / saturation)).max() <= 1
    return told.label, told.sure
