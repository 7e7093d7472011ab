"""Termination signals: SIGINT and SIGTERM set an event, for which whoever runs waits."""

import _thread
import signal
import threading
from types import FrameType


def on_signal(stopped: threading.Event) -> None:
    """Have both set the event; called by the main thread."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        # In a thread of its own: the one that is interrupted may hold the event's lock, and would wait for itself.
        try:
            _thread.start_new_thread(stopped.set, ())
        except RuntimeError:  # there is none to be had, as while Python ends
            stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
