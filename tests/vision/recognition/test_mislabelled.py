"""A set in which one picture was named by a slip: the others say so, it is set aside, and reading is as without it."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.pieceset.set_index import Exemplar
from vision.recognition import mislabelled, reading
from vision.recognition.recogniser import Recogniser, fit

SHAPES = ("disc", "flag", "cross")
COLOURS = {"red": (45, 45, 205), "blue": (200, 90, 40)}
FACES = [(f"{colour} {shape}", drawn(shape, bgr)) for colour, bgr in COLOURS.items() for shape in SHAPES]
SET = taught(*FACES, shots=3)


@cache
def as_taught() -> Recogniser:
    """Return the set fitted as it is, open."""
    return fit(SET)


@cache
def half_of_it(shots: int) -> Recogniser:
    """Return three of its faces fitted, open, each with so many pictures."""
    return fit(taught(*FACES[:3], shots=shots))


def slipped(number: int, label: str, known: list[Exemplar] = SET) -> list[Exemplar]:
    """Return the set with one of its pictures under another name."""
    return [replace(each, label=label) if k == number else each for k, each in enumerate(known)]


def aside(known: list[Exemplar], *, complete: bool = False) -> list[tuple[int, str]]:
    """Return which exemplars a fit sets aside, and what they look like."""
    made = fit(known, complete=complete)
    return [(int(number), made.labels[face]) for number, face in made.set_aside]


def test_a_set_without_a_slip_is_read_with_as_it_is() -> None:
    assert aside(SET, complete=True) == []
    assert len(as_taught().set_aside) == 0


@pytest.mark.parametrize(
    ("number", "label", "complete"), [(1, "red flag", True), (8, "blue disc", False), (17, "red cross", False)]
)
def test_what_was_named_by_a_slip_is_set_aside(number: int, label: str, complete: bool) -> None:
    assert aside(slipped(number, label), complete=complete) == [(number, SET[number].label)]


def test_two_slips_are_both_found() -> None:
    twice = slipped(17, "red flag", slipped(1, "blue flag"))
    assert aside(twice) == [(1, "red disc"), (17, "blue cross")]


def test_places_are_read_as_if_it_had_not_been_taught() -> None:
    patches = np.stack([photo(cell, 500 + k, 0.9) for k, (_, cell) in enumerate(FACES)])
    with_slip, without = (fit(known) for known in (slipped(1, "red flag"), [SET[0], *SET[2:]]))
    read, wanted = (reading.read(made, patches, LAMP) for made in (with_slip, without))
    assert [(each.label, each.sure) for each in read] == [(each.label, each.sure) for each in wanted]
    assert [each.label for each in read] == [label for label, _ in FACES]


def test_what_is_alone_of_its_picture_was_named_by_itself_and_stands() -> None:
    corrected = slipped(1, "red flag")
    corrected[1] = replace(corrected[1], picture="an answer")
    assert aside(corrected) == []


def test_the_only_picture_of_a_face_stands() -> None:
    assert aside(slipped(1, "a face of its own")) == []


def test_of_a_face_whose_pictures_all_look_like_others_one_is_left() -> None:
    made = fit(slipped(13, "odd", slipped(5, "odd")))
    assert len(made.set_aside) <= 1
    assert "odd" in made.labels


def swapped(known: list[Exemplar], numbers: tuple[int, ...]) -> list[Exemplar]:
    """Return the set with the names of its first two faces in each other's place in some of its pictures."""
    other = {FACES[0][0]: FACES[1][0], FACES[1][0]: FACES[0][0]}
    return [
        replace(each, label=other.get(each.label, each.label)) if k in numbers else each for k, each in enumerate(known)
    ]


@pytest.mark.parametrize(("picture", "complete"), [(0, True), (1, False)])
def test_of_names_that_two_pictures_give_the_other_way_round_neither_is_believed(picture: int, complete: bool) -> None:
    made = fit(swapped(taught(*FACES, shots=2), (picture, 2 + picture)), complete=complete)
    assert len(made.set_aside) == 0
    patches = np.stack([photo(cell, 500 + k, 0.9) for k, (_, cell) in enumerate(FACES)])
    read = reading.read(made, patches, LAMP)
    assert [each.sure for each in read] == [False, False, True, True, True, True]
    assert [each.label for each in read[2:]] == [label for label, _ in FACES[2:]]


def test_a_third_picture_settles_which_names_were_the_slip() -> None:
    assert aside(swapped(SET, (1, 4))) == [(1, FACES[0][0]), (4, FACES[1][0])]


def test_a_set_without_a_second_opinion_is_judged_by_the_first() -> None:
    made = replace(as_taught(), second=None)
    owner = made.gallery.origin.owner.copy()
    owner[1] = made.labels.index("red flag")
    rows = replace(made.gallery.origin, owner=owner)
    found = mislabelled.mislabelled(replace(made, gallery=replace(made.gallery, origin=rows)))
    assert [(number, made.labels[face]) for number, face in found] == [(1, "red disc")]


@pytest.mark.parametrize(("shots", "odds", "found"), [(3, 1.9, 0), (3, 2.0, 1), (2, 2.9, 0), (2, 3.0, 1)])
def test_against_a_single_other_picture_of_its_face_more_must_speak(
    monkeypatch: pytest.MonkeyPatch, shots: int, odds: float, found: int
) -> None:
    made = half_of_it(shots)
    other = (made.gallery.origin.owner[1] + 1) % len(made.labels)
    monkeypatch.setattr(mislabelled, "_asked", lambda _: np.array([1]))
    monkeypatch.setattr(mislabelled, "_read", lambda *_: (np.array([other]), np.array([odds])))
    assert len(mislabelled.mislabelled(made)) == found


@pytest.mark.parametrize(("alone", "again", "found"), [(1.6, 0, 1), (1.4, 0, 0), (1.6, 1, 0)])
def test_the_first_opinion_must_say_so_too_and_of_the_same_face(
    monkeypatch: pytest.MonkeyPatch, alone: float, again: int, found: int
) -> None:
    made = as_taught()
    other = (made.gallery.origin.owner[1] + 1) % len(made.labels)
    monkeypatch.setattr(mislabelled, "_asked", lambda _: np.array([1]))
    for name, face, odds in (("trust", other, alone), ("trust_again", (other + again) % len(made.labels), 4.0)):
        told = SimpleNamespace(face=np.array([face]), odds=np.array([odds]))
        monkeypatch.setattr(mislabelled, name, lambda *_, told=told, **__: told)
    assert len(mislabelled.mislabelled(made)) == found
