"""Delay: walls and overlay show what happened so many seconds ago, for a broadcast that is to give nothing away."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.room.digests import Tile
from companion.room.ranking import Ranked

LONGEST_S = 900
MOST_HELD = 60  # digests that wait; with a longer delay several seconds' changes are one, which bounds the memory


@dataclass(slots=True)
class _Held:
    """Changes that wait: since when they are gathered, and when the last of them came."""

    began_s: float
    last_s: float
    tables: dict[str, Tile | None] = field(default_factory=dict)
    ranking: tuple[Ranked, ...] | None = None


class Delay:
    """See the module; `seconds` may be changed at any time, and what waits then waits so long."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self._held: deque[_Held] = deque()

    def add(self, now_s: float, tables: Mapping[str, Tile | None], ranking: tuple[Ranked, ...] | None) -> None:
        """Add what has changed just now."""
        if not tables and ranking is None:
            return
        if not self._held or now_s - self._held[-1].began_s >= self.seconds / MOST_HELD:
            self._held.append(_Held(now_s, now_s))
        newest = self._held[-1]
        newest.last_s = now_s
        newest.tables.update(tables)
        newest.ranking = newest.ranking if ranking is None else ranking

    def due(self, now_s: float) -> Iterator[tuple[Mapping[str, Tile | None], tuple[Ranked, ...] | None]]:
        """Yield what has waited long enough, the oldest first: what changed, and the ranking where it is another."""
        while self._held and self._held[0].last_s + self.seconds <= now_s:
            held = self._held.popleft()
            yield held.tables, held.ranking
