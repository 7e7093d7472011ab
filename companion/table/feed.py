"""The latest value, numbered: any number of readers wait for the next; slow readers skip, nobody blocks."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Feed(Generic[T]):
    """Holds the newest value and its number, which rises by one with each `put`."""

    def __init__(self, value: T) -> None:
        self._changed = threading.Condition()
        self._value = value
        self._number = 0

    @property
    def latest(self) -> tuple[int, T]:
        """The newest number and value, as they belong together."""
        with self._changed:
            return self._number, self._value

    def put(self, value: T) -> int:
        """Publish a value and return its number."""
        with self._changed:
            self._value = value
            self._number += 1
            self._changed.notify_all()
            return self._number

    def change(self, changed: Callable[[T], T]) -> None:
        """Publish the newest value, changed; nobody puts another meanwhile."""
        with self._changed:
            self.put(changed(self._value))

    def wait(self, after: int, timeout_s: float) -> int:
        """Wait until the number exceeds `after`, or for `timeout_s`; return the newest number."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > after, timeout_s)
            return self._number
