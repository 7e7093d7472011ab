"""The colour that lies over a whole picture, and what is read under the lamp that has it."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from support.drawn_faces import pretended

from vision.observation import Reading
from vision.recognition import reading
from vision.recognition.colour_cast import NONE, Cast, cast_of, under
from vision.recognition.matching import Measured
from vision.recognition.odds import Trust
from vision.recognition.recogniser import Recogniser

RED, GREEN, BLUE, WHITE = (-0.9, -0.6, 1.5), (-0.5, 0.6, -0.1), (0.9, 0.0, -0.9), (0.0, 0.0, 0.0)
NEAR_RED, NEARER_RED = (-0.85, -0.62, 1.47), (-0.88, -0.6, 1.48)
ALL = (RED, GREEN, BLUE, WHITE)
WARM = (-0.12, 0.02, 0.1)


def told(
    over: Cast, meant: tuple[Cast, ...] = ALL, *, odds: float = 3.0, shown: float = 1.0, off: tuple[Cast, ...] = ()
) -> Cast:
    """What is told by faces, two patches each, over which that lies in a picture that shows so much of their colour;
    some of them are `off` by so much besides."""
    exemplars = np.repeat(np.array(meant).reshape(-1, 3), 2, axis=0)
    seen = exemplars * shown + over
    for k, by in enumerate(off):
        seen[2 * k : 2 * k + 2] += by
    face = np.repeat(np.arange(len(meant)), 2)
    measured = SimpleNamespace(colour=seen + 0.4, tint=(seen + 0.4 - exemplars)[:, None])  # and it is brighter
    trusted = SimpleNamespace(odds=np.full(len(face), odds), face=face, first=np.zeros(len(face), int))
    return cast_of(cast(Measured, measured), cast(Trust, trusted), shown)


@pytest.mark.parametrize("over", [WARM, (0.03, -0.01, -0.02), (-0.4, 0.0, 0.4)])
@pytest.mark.parametrize("shown", [0.5, 1.0])
def test_it_is_what_all_faces_differ_by_from_their_exemplars(over: Cast, shown: float) -> None:
    assert told(over, shown=shown) == pytest.approx(over)


def test_a_face_that_is_misread_tells_little() -> None:
    assert told(WARM, off=((0.9, 0.6, -1.5),)) == pytest.approx(WARM, abs=0.01)


@pytest.mark.parametrize(
    ("over", "meant", "odds"),
    [
        (WARM, (RED, GREEN), 3.0),
        (WARM, (RED, NEAR_RED, NEARER_RED), 3.0),
        (WARM, ALL, -0.1),
        (WARM, (), 3.0),
        ((0.01, 0.0, -0.01), ALL, 3.0),
        ((0.9, 0.0, -0.9), ALL, 3.0),
    ],
    ids=["two faces", "one colour", "likelier wrong than right", "nothing", "too little", "too much"],
)
def test_it_is_not_told_by_few_nor_acted_on_where_it_is_none(over: Cast, meant: tuple[Cast, ...], odds: float) -> None:
    assert told(over, meant, odds=odds) == NONE


def test_faces_that_do_not_agree_tell_none() -> None:
    off = (0.3, 0.0, -0.3), (-0.3, 0.3, 0.0), (0.0, -0.3, 0.3), (-0.2, 0.0, 0.2)
    assert told((0.04, 0.0, -0.04), off=off) == NONE


def test_a_lamp_has_the_cast_that_lies_over_all() -> None:
    assert under((200.0, 100.0, 50.0), (0.1, 0.0, -0.1)) == pytest.approx([221.03, 100.0, 45.24], abs=0.01)
    assert (under(np.zeros(3), (0.1, 0.0, -0.1)) == 0).all()


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize(
    ("labels", "above", "read"),
    [
        (("red", "red"), (-4.0, 3.0), ("red", True)),
        (("red", "red"), (-4.0, 0.2), ("red", False)),  # hardly, and under this lamp alone
        (("red", "red"), (3.0, -4.0), ("red", True)),
        (("red", "orange"), (3.0, 3.0), ("orange", False)),  # the likelier one is guessed
    ],
)
def test_what_is_read_under_the_lamp_that_a_cast_tells_is_acted_on_where_both_see_it(
    monkeypatch, complete, labels, above, read
) -> None:
    assert read_relit(monkeypatch, labels, above, complete=complete) == read


def test_what_something_spoke_against_is_sure_so_in_a_complete_set_alone(monkeypatch) -> None:
    above = -np.inf, 3.0
    assert read_relit(monkeypatch, ("red", "red"), above, complete=True) == ("red", True)
    assert read_relit(monkeypatch, ("red", "red"), above, complete=False) == ("red", False)


def test_what_is_read_with_much_less_confidence_so_was_no_cast(monkeypatch) -> None:
    told = read_relit(monkeypatch, ("red", "orange"), (3.0, 3.0), complete=True, chances=(0.7, 0.5))
    assert told == ("red", True)


def test_where_nothing_is_in_doubt_it_is_not_read_again(monkeypatch) -> None:
    assert read_relit(monkeypatch, ("red",), (3.0,), complete=True, doubt=False) == ("red", True)


def read_relit(
    monkeypatch,
    labels: tuple[str, ...],
    above: tuple[float, ...],
    *,
    complete: bool,
    chances: tuple[float, float] = (0.8, 0.9),
    doubt: bool = True,
) -> tuple[str, bool]:
    """What is read of the first of two patches that looks like this under a picture's lamp and under the one that its
    cast tells, and whether it is sure; the other one is in `doubt`."""
    looks: list[np.ndarray] = []

    def look_under(_: Recogniser, patches: np.ndarray, lamp: np.ndarray, *__: object, **___: object) -> reading.Look:
        which = min(len(looks), 1)
        looks.append(np.asarray(lamp))
        sure = above[which] >= 0
        found = Reading(labels[which], chances[which], sure), Reading("white", chances[which], not doubt)
        levels = np.array([above[which], -9.0 if doubt else 9.0])[: len(patches)]
        return reading.Look(
            tuple((each, 0.0) for each in found)[: len(patches)], levels, 1.0, WARM if not which else NONE
        )

    monkeypatch.setattr(reading, "look_under", look_under)
    fitted = pretended(complete=complete)
    told, _ = reading.read(fitted, np.full((2, 96, 96, 3), 120, np.uint8), (180.0, 190.0, 200.0))
    if len(looks) > 1:
        assert looks[1] == pytest.approx(under((180.0, 190.0, 200.0), WARM))
    return told.label, told.sure
