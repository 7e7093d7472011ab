"""What lies little below or above what it takes to be acted on is read under other lamps, too."""

import numpy as np
import pytest
from support.drawn_faces import pretended

from vision.observation import Reading
from vision.recognition import reading

YELLOW = (40, 205, 225)


@pytest.mark.parametrize(
    ("labels", "above", "sure"),
    [
        (("red", "red", "red"), (-1.0, 0.5, 0.6), True),
        (("red", "red", "red"), (-1.0, 0.4, 0.5), False),  # below it on average
        (("red", "red", "orange"), (-0.1, 3.0, 3.0), False),
        (("red", "red", "red"), (-0.1, 3.0, -np.inf), False),  # under one of them something speaks against it
        (("red", "red", "red"), (-np.inf, 3.0, 3.0), False),
        (("red", "red", "red"), (-2.5, 3.0, 3.0), False),  # much below: it is not looked at again
        (("red", "orange", "orange"), (0.1, -3.0, -3.0), False),  # neither sees what the picture's own lamp does
        (("red", "orange", "white"), (0.9, -3.0, -3.0), False),
        (("red", "orange", "red"), (0.1, -3.0, -3.0), True),
        (("red", "orange", "orange"), (1.1, -3.0, -3.0), True),  # much above: nor is this
    ],
)
def test_three_lamps_must_agree(monkeypatch, labels, above, sure) -> None:
    (read,) = read_under(monkeypatch, labels, above, complete=True)
    assert read == (Reading("red", read.confidence, sure, read.ranking))


@pytest.mark.parametrize(
    ("labels", "above", "sure"),
    [
        (("red", "red", "red"), (-1.0, 0.5, 0.6), True),
        (("red", "red", "red"), (-1.0, 2.0, -0.1), False),  # one of the others is not sure by itself
        (("red", "red", "red"), (-1.5, 0.5, 0.6), False),
        (("red", "orange", "orange"), (0.1, -3.0, -3.0), True),  # above: it is not looked at again
    ],
)
def test_in_an_open_set_both_others_must_be_sure(monkeypatch, labels, above, sure) -> None:
    (read,) = read_under(monkeypatch, labels, above, complete=False)
    assert read == (Reading("red", read.confidence, sure, read.ranking))


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize(
    ("labels", "above", "told"),
    [
        (("red", "red", "red"), (1.0, 1.0, 0.5), ("red", True)),
        (("white", "white", "yellow"), (1.0, 1.0, 2.0), ("yellow", False)),
        (("white", "white", "yellow"), (3.0, 2.0, -1.0), ("white", False)),
    ],
)
def test_a_lamp_that_a_piece_alone_tells_is_not_trusted(monkeypatch, complete, labels, above, told) -> None:
    (read,) = read_under(monkeypatch, labels, above, YELLOW, complete=complete, no_more_seen=True)
    assert (read.label, read.sure) == told


def test_a_lamp_like_that_of_teaching_is_trusted(monkeypatch) -> None:
    (read,) = read_under(monkeypatch, ("white", "white", "yellow"), (1.0, 1.0, 2.0), complete=True, no_more_seen=True)
    assert (read.label, read.sure) == ("white", True)


def read_under(monkeypatch, labels, above, bgr=(90, 90, 90), *, complete: bool, **asked: bool) -> tuple[Reading, ...]:
    """What is read of a patch that under each of the lamps looks like this."""
    looks = [
        reading.Look(((Reading(label, 1 / (1 + float(np.exp(-more))), more >= 0), 0.0),), np.array([more]))
        for label, more in zip(labels, above, strict=True)
    ]
    monkeypatch.setattr(reading, "look_under", lambda *_, **__: looks.pop(0))
    fitted = pretended(complete=complete)
    return reading.read(fitted, np.full((1, 96, 96, 3), bgr, np.uint8), (200.0, 200.0, 200.0), **asked)
