"""Who is to play at which table: offered to each where that is otherwise than it was told, and now and then while a
timer runs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from operator import is_

import msgspec

from companion.publishing.messages import OfferedPairing
from companion.room.timer import Timer
from companion.room.tournament import Tournament

TIMED_AGAIN_S = 30.0  # so often a table is told what is left of the timer: what the broker kept of it is late


@dataclass
class Offers:
    """See the module. What tables were told last."""

    _told: dict[str, OfferedPairing] = field(default_factory=dict)
    _told_of: tuple[object, ...] = ()
    _timed_s: float = 0.0

    def due(
        self, now: Tournament | None, timer: Timer | None, left_s: float, tables: Iterable[str], now_s: float
    ) -> Iterator[tuple[str, OfferedPairing]]:
        """Yield each table that is to be told something else, and what; `left_s` of the timer are left. `tables` is
        another object when others are paired."""
        timed = timer is not None and timer.ends_s is not None and now_s - self._timed_s >= TIMED_AGAIN_S
        of = (now, timer, tables)
        if now is None or (not timed and len(self._told_of) == len(of) and all(map(is_, of, self._told_of))):
            return
        self._told_of, self._timed_s = of, now_s
        offers = {} if now.ended else now.offers()
        for table in tables:
            one = offers.get(table, OfferedPairing())
            if one.seats and timer is not None:
                one = msgspec.structs.replace(one, left_s=round(left_s), runs=timer.ends_s is not None)
            if one != self._told.get(table):
                yield table, one
                self._told[table] = one

    def forget(self, table: str) -> None:
        """Tell a table all again: it is another one by its key."""
        self._told.pop(table, None)
