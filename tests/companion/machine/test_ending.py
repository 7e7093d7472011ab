"""Termination signals: they are heard whatever the main thread is about."""

import signal
import threading
from collections.abc import Iterator

import pytest

from companion.machine.ending import on_signal


class Told(threading.Event):
    """An event that knows which thread has set it."""

    by = 0

    def set(self) -> None:
        self.by = threading.get_ident()
        super().set()


@pytest.fixture
def told() -> Iterator[Told]:
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield Told()
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_heard_and_never_set_by_the_thread_that_it_interrupts(told: Told, number: int) -> None:
    on_signal(told)
    for _ in range(2):  # as Ctrl+C twice, of which the second came while the first held the event's lock
        signal.raise_signal(number)
    assert told.wait(5)
    assert told.by != threading.get_ident()


def test_a_signal_is_heard_where_no_thread_is_to_be_had(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object) -> None:
        raise RuntimeError("can't create new thread at interpreter shutdown")

    on_signal(told)
    monkeypatch.setattr("_thread.start_new_thread", none_left)
    signal.raise_signal(signal.SIGTERM)
    assert told.is_set()
