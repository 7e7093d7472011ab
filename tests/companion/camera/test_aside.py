"""Jobs done aside: in order, whatever one of them does, and none after the end."""

import threading
import weakref

import pytest

from companion.camera import aside
from companion.camera.aside import OneByOne


class _Job:
    def __init__(self):
        self.may_go_on = threading.Event()

    def __call__(self):
        self.may_go_on.wait(5)


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


def test_after_each_job_something_is_done_that_finds_nothing_held_by_it_after_one_that_failed_too():
    job, seen, last = _Job(), [], threading.Event()
    held, may_go_on = weakref.ref(job), job.may_go_on

    def after():
        seen.append(held())
        if len(seen) == 2:
            last.set()

    worker = OneByOne("worker", "a job failed", after)
    worker(job)
    del job
    may_go_on.set()
    worker(lambda: 1 / 0)
    assert last.wait(5)
    assert seen == [None, None]
    assert worker.close()


def test_where_nothing_was_ever_done_nothing_is_waited_for():
    assert OneByOne("worker", "a job failed").close()
