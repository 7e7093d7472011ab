"""What a table named of its results, and what of them is kept: said to it where it is otherwise than it was told."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from companion.publishing.messages import AT_ONCE, LAST_IDS, Confirmed

TOLD_AGAIN_S = 5.0
"""So often a table is told again what it was told, where it asks again."""


@dataclass
class _Said:
    """What a table named last, and was told last."""

    ids: tuple[str, ...] = ()
    offered: dict[str, None] = field(default_factory=dict)
    told: Confirmed | None = None
    told_s: float = 0.0


@dataclass
class Confirmations:
    """See the module."""

    _said: dict[str, _Said] = field(default_factory=dict)

    def named(self, table: str, ids: tuple[str, ...]) -> None:
        """Take the ids of the results that a table has: what it offered before is among them, or is no more."""
        said = self._of(table)
        said.ids = ids
        said.offered.clear()

    def offered(self, table: str, ids: Iterable[str]) -> None:
        """Take the ids of the results that a table offered; the oldest give way where they are many."""
        offered = self._of(table).offered
        offered.update(dict.fromkeys(ids))
        while len(offered) > AT_ONCE:
            del offered[next(iter(offered))]

    def due(
        self, table: str, kept: Callable[[tuple[str, ...]], Confirmed], now_s: float, *, again: bool
    ) -> Confirmed | None:
        """Return what a table is to be told, which is what is `kept` of the ids that it named; None where it knows,
        unless it asks `again`."""
        said = self._of(table)
        told = kept(tuple(dict.fromkeys((*said.ids, *said.offered)))[-LAST_IDS - AT_ONCE :])
        if told == said.told and not (again and (said.offered or now_s - said.told_s >= TOLD_AGAIN_S)):
            return None
        said.told, said.told_s = told, now_s
        return told

    def forget(self, table: str) -> None:
        """Tell a table all again: it is another one by its key."""
        self._said.pop(table, None)

    def _of(self, table: str) -> _Said:
        return self._said.setdefault(table, _Said())
