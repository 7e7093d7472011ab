"""How people take it when the companion does not take their move: they wait, lay their pieces anew when told that
something is wrong, and at last enter the move by hand."""

from enum import Enum

from companion.table.snapshot import Snapshot, Step

TRIES = 3


class Reaction(Enum):
    """What somebody does about a move that is not in the record yet."""

    WAIT = "wait"
    AGAIN = "again"
    BY_HAND = "by hand"


class Patience:
    """Remembers what people were told, and how often they have tried."""

    def __init__(self) -> None:
        self._events = 0
        self._tries = 0
        self._heard = 0

    def reaction(self, snapshot: Snapshot) -> Reaction:
        """Return what to do now."""
        if snapshot.events != self._events:
            self._events, self._tries = snapshot.events, 0
        newest = snapshot.notices[-1].number if snapshot.notices else 0
        if newest <= self._heard or snapshot.step is Step.ASK:
            return Reaction.WAIT
        self._heard = newest
        self._tries += 1
        return Reaction.AGAIN if self._tries < TRIES else Reaction.BY_HAND
