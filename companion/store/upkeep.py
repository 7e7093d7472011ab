"""Upkeep: the store is checked once after each start and in idle hours, and copied where it is whole."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from companion.language.message import Message, say
from companion.store import mending
from companion.store.copies import Copies
from companion.store.database import Store
from companion.store.errors import DamagedError, StoreError, of_disk
from companion.store.practice import counted

AGAIN_S = 24 * 3600.0  # a card forgets by itself, too


class Upkeep:
    """The upkeep of one store. `clock` tells seconds that only go up."""

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._clock = clock
        self._seen: tuple[float, ...] = ()
        self._seen_s = 0.0
        self.found: tuple[Message, ...] = ()

    def once(self) -> None:
        """Check and copy, where something was written since it was done last, or a day has gone by. What is wrong
        stands in `found`, in words, then."""
        seen, now_s = self._written(), self._clock()
        if seen != self._seen or now_s - self._seen_s >= AGAIN_S:
            self.found = check_and_copy(self._path)
            self._seen, self._seen_s = seen, now_s

    def _written(self) -> tuple[float, ...]:
        files = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        return tuple(file.stat().st_mtime for file in files if file.exists())


def look_through(path: Path) -> int:
    """Return how many games that count a store has; raise a DamagedError where any of it is damaged, and a StoreError
    where it can't be read."""
    with closing(Store(path, to_read=True)) as store:
        store.look_through()
        for game in store.games():
            store.game(game)
        return len(counted(store))


def check_and_copy(path: Path) -> tuple[Message, ...]:
    """Check a store and keep a copy of it, if it is whole. Return what is wrong, in words; damage is marked, and mended
    at the next start."""
    try:
        look_through(path)
    except DamagedError:
        mending.mark(path)
        return (say("Stored games are damaged: end the companion and start it again, it restores what is damaged"),)
    try:
        Copies(path.parent / "copies").keep(path)
    except StoreError as error:
        return (say("The games can't be copied: {error}", error=error.message),)
    except OSError as error:
        why = of_disk(path.parent / "copies", error).message
        return (say("The games can't be copied: {error}", error=why),)
    return ()
