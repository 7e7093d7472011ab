"""Faces that look like another one as that one lies are asked about, and all others are read."""

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo, taught

from vision.observation import Reading
from vision.recognition import matching, reading, twins
from vision.recognition.recogniser import Recogniser, fit

POINTING = [(f"flag {turn}", drawn("flag", turn=turn)) for turn in range(4)]
OTHERS = [(shape, drawn(shape)) for shape in ("disc", "cross", "bars")]
TURNED, BLUE = ("flag", drawn("flag")), ("blue flag", drawn("flag", colour=(180, 80, 30)))


def read(faces: list[tuple[str, np.ndarray]], turns: int, *, complete: bool) -> dict[str, list[Reading]]:
    """Teach faces by four photos each, and read two others of each."""
    shown = [(name, photo(cell, 100 + 10 * k + shot)) for k, (name, cell) in enumerate(faces) for shot in range(2)]
    found = reading.read(
        fit(taught(*faces, shots=4), turns, complete=complete), np.stack([seen for _, seen in shown]), LAMP
    )
    return {name: [each for (of, _), each in zip(shown, found, strict=True) if of == name] for name, _ in faces}


@pytest.mark.parametrize("complete", [False, True])
def test_one_figure_in_four_directions_is_four_faces_only_where_pieces_are_not_turned(complete: bool) -> None:
    turned = read([*POINTING, *OTHERS], 4, complete=complete)
    assert not any(each.sure for name, _ in POINTING for each in turned[name])
    assert all(each.sure and each.label == name for name, _ in OTHERS for each in turned[name])
    upright = read([*POINTING, *OTHERS], 1, complete=complete)
    assert all(each.sure and each.label == name for name, _ in POINTING for each in upright[name])


@pytest.mark.parametrize("turns", [1, 4])
def test_one_look_under_two_names_is_asked_about(turns: int) -> None:
    found = read([TURNED, ("banner", drawn("flag")), *OTHERS], turns, complete=True)
    assert not any(each.sure for name in ("flag", "banner") for each in found[name])


def test_what_differs_in_colour_is_told_however_it_lies() -> None:
    found = read([TURNED, BLUE, *OTHERS], 4, complete=True)
    assert all(each.sure and each.label == name for name, seen in found.items() for each in seen)


def test_a_set_of_one_face_has_no_twins() -> None:
    assert fit(taught(OTHERS[0]), 4).twins.tolist() == [False]


@pytest.mark.parametrize(("green_more", "found"), [(0.0, [True, True, False]), (0.2, [False, False, False])])
def test_both_of_two_twins_have_one_unless_their_colours_tell(
    monkeypatch: pytest.MonkeyPatch, green_more: float, found: list[bool]
) -> None:
    """An exemplar of the first face looks like the second as that one lies; none of the second was asked."""
    tint = np.zeros((1, 2, 3))
    tint[0, 0, 1] = green_more
    both = np.array([[0.98, 0.5]])
    again = SimpleNamespace(
        face=np.array([[1, 2]]), vector=both, texture=both, alike=np.array([[4.0, -4.0]]),
        alike_texture=np.array([[4.0, -4.0]]), colour=np.zeros((1, 3)), tint=tint,
    )  # fmt: skip
    monkeypatch.setattr(matching, "weigh", lambda *_: SimpleNamespace(measured=again))
    gallery = SimpleNamespace(tints=np.zeros((3, 4, 3)), owner=np.arange(3))
    made = cast(Recogniser, SimpleNamespace(labels=("6", "9", "B"), gallery=gallery))
    assert twins.with_twins(made, cast(matching.PatchView, None), np.zeros(1, int)).tolist() == found
