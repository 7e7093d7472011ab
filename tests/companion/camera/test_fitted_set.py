"""A taught set that is fitted aside: what reads meanwhile, and what is said."""

from pathlib import Path

import pytest
from support.upkept_table import patch

from companion.camera import fitted_set
from companion.camera.fitted_set import BROKEN, FITTING, UNTAUGHT, FittedSet, looks_of
from vision.layout import Layout
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Exemplar

MAT, OTHER = Layout("a mat", (100.0, 100.0), ()), Layout("another", (100.0, 100.0), ())


class Named(str):
    """Stands for a set."""

    examples = ()


@pytest.fixture
def fitted(monkeypatch):
    """What was fitted, in this order."""
    done = []

    def train(faces, layout):
        done.append((faces, layout.name))
        return f"{faces} on {layout.name}"

    monkeypatch.setattr(fitted_set, "train", train)
    return done


def test_a_set_is_fitted_once_for_each_mat_and_until_then_that_is_said(fitted):
    jobs = []
    taught = FittedSet(lambda: Named("set"), jobs.append)
    assert [taught.on(MAT), taught.on(MAT), taught.on(OTHER)] == [FITTING] * 3
    for job in jobs:
        job()
    assert [taught.on(MAT), taught.on(OTHER), taught.on(MAT)] == ["set on a mat", "set on another", "set on a mat"]
    assert fitted == [("set", "a mat"), ("set", "another")]


def test_until_a_changed_set_is_fitted_it_is_read_with_as_it_was_and_what_is_outdated_is_not_fitted(fitted):
    jobs = []
    first = FittedSet(lambda: Named("first"), lambda job: job())
    assert first.on(MAT) == "first on a mat"
    second = FittedSet(lambda: Named("second"), jobs.append, first)
    assert second.on(MAT) == "first on a mat"
    third = FittedSet(lambda: Named("third"), jobs.append, second)
    assert third.on(MAT) == "first on a mat"
    for job in jobs:
        job()
    assert third.on(MAT) == "third on a mat"
    assert fitted == [("first", "a mat"), ("third", "a mat")]


def test_nothing_taught_and_what_can_not_be_used_are_said(fitted, caplog):
    def broken():
        raise ValueError("half a picture")

    assert FittedSet(lambda: None, lambda job: job()).on(MAT) == UNTAUGHT
    assert FittedSet(broken, lambda job: job()).on(MAT) == BROKEN
    assert "half a picture" in caplog.text


def test_what_is_read_with_is_told_by_what_it_was_fitted_to(fitted):
    jobs = []
    gold, rat = (Faces(Path(), (Exemplar(label, patch(1), (230.0,) * 3),)) for label in ("gold 2", "rat 1"))
    first = FittedSet(lambda: gold, lambda job: job())
    first.on(MAT)
    second = FittedSet(lambda: rat, jobs.append, first)
    third = FittedSet(lambda: rat, jobs.append, second)
    third.on(MAT)
    assert third.looks == looks_of(gold.examples)
    for job in jobs:
        job()
    third.on(MAT)
    assert third.looks == looks_of(rat.examples)


def test_a_set_that_can_not_be_used_was_fitted_to_nothing(fitted):
    broken = FittedSet(lambda: 1 / 0, lambda job: job())
    assert (broken.on(MAT), broken.looks) == (BROKEN, None)
