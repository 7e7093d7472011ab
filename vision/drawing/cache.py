"""The last few results of something slow, by what they were made from."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """At most `most` values; the one that was not asked for the longest is forgotten first. Not for several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K) -> V | None:
        """Return the value, or None where it is not remembered."""
        if key not in self._values:
            return None
        self._values.move_to_end(key)
        return self._values[key]

    def newest(self) -> tuple[K, V] | None:
        """Return what was put or asked for last, and by what it is known; None where nothing is remembered."""
        return next(reversed(self._values.items()), None)

    def put(self, key: K, value: V) -> None:
        """Remember a value."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        self._values.clear()
