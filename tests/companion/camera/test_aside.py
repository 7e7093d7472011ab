"""Jobs done aside: in order, whatever one of them does, and none after the end."""

import threading

import pytest

from companion.camera import aside
from companion.camera.aside import OneByOne


@pytest.fixture
def worker():
    made = OneByOne("worker", "a job failed")
    yield made
    made.close()


def test_jobs_are_done_in_their_order_and_one_that_fails_ends_none_but_itself(worker, caplog):
    done, last = [], threading.Event()
    for job in (lambda: done.append(1), lambda: 1 / 0, lambda: done.append(2), last.set):
        worker(job)
    assert last.wait(5)
    assert done == [1, 2]
    assert "a job failed" in caplog.text
    assert worker.close()


def test_nothing_is_begun_after_the_end_and_whether_the_job_at_hand_has_ended_is_told(worker, monkeypatch):
    begun, may_end, done = threading.Event(), threading.Event(), []

    def long():
        begun.set()
        may_end.wait(5)

    worker(long)
    worker(lambda: done.append("later"))
    assert begun.wait(5)
    monkeypatch.setattr(aside, "ENDED_S", 0.0)
    assert not worker.close()
    may_end.set()
    monkeypatch.undo()
    assert worker.close()
    assert done == []


def test_where_nothing_was_ever_done_nothing_is_waited_for():
    assert OneByOne("worker", "a job failed").close()
