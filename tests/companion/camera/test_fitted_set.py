"""A taught set that is fitted aside: what reads meanwhile, and what is said."""

import pytest

from companion.camera import fitted_set
from companion.camera.fitted_set import BROKEN, FITTING, UNTAUGHT, FittedSet
from vision.layout import Layout

MAT, OTHER = Layout("a mat", (100.0, 100.0), ()), Layout("another", (100.0, 100.0), ())


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
    taught = FittedSet(lambda: "set", jobs.append)
    assert [taught.on(MAT), taught.on(MAT), taught.on(OTHER)] == [FITTING] * 3
    for job in jobs:
        job()
    assert [taught.on(MAT), taught.on(OTHER), taught.on(MAT)] == ["set on a mat", "set on another", "set on a mat"]
    assert fitted == [("set", "a mat"), ("set", "another")]


def test_until_a_changed_set_is_fitted_it_is_read_with_as_it_was_and_what_is_outdated_is_not_fitted(fitted):
    jobs = []
    first = FittedSet(lambda: "first", lambda job: job())
    assert first.on(MAT) == "first on a mat"
    second = FittedSet(lambda: "second", jobs.append, first)
    assert second.on(MAT) == "first on a mat"
    third = FittedSet(lambda: "third", jobs.append, second)
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
