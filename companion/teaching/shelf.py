"""The taught piece sets, one a game: whoever changes one has it alone meanwhile, and whoever reads with it is told."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

LONGEST_NAME = 60  # characters of a face's name: what a button holds


class Shelf:
    """See the module. `folder_of` says where a game's set lies; `changed` (set by whoever reads with the sets) is told
    the game whose set is another now, and only notes it: a walk tells after each name."""

    def __init__(self, folder_of: Callable[[str], Path]) -> None:
        self.folder_of = folder_of
        self.changed: Callable[[str], None] = lambda _: None
        self._lock = threading.RLock()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep others from changing a set meanwhile."""
        with self._lock:
            yield
