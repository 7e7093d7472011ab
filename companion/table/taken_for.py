"""Whose the pieces were taken for that lie in the one zone that serves all in turn."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.table.signals import Stillness, ZoneLook
from vision.observation import PiecesSeen, ZoneSeen

_GONE = -math.inf


@dataclass(frozen=True)
class TakenFor:
    """Whose the pieces in the zone that serves all were last, "" where nobody knows any more, what is read there, and
    since when they lie there; None: until the first look."""

    seat: str = ""
    since_s: float | None = None
    labels: tuple[str, ...] = ()

    @staticmethod
    def by(seat: str, look: ZoneLook) -> "TakenFor":
        """Return that what is seen there was a seat's."""
        return TakenFor(seat, look.since_s, _labels(look.seen))

    def lies(self, look: ZoneLook) -> bool:
        """Return whether it lies there still: nothing has moved since."""
        return self.since_s in (None, look.since_s)

    def looked(self, zones: Mapping[str, ZoneLook]) -> "TakenFor":
        """Return it once it was looked at again: what the first look reads lay there before, and a hand or a lamp that
        came in between moves nothing. What was read otherwise once is gone."""
        still = (look for look in zones.values() if look.stillness is Stillness.STILL and look.seen is not None)
        look = next(still, None)
        if look is None or (self.lies(look) and self.since_s is not None):
            return self
        if self.since_s is None or _labels(look.seen) == self.labels:
            return TakenFor.by(self.seat, look)
        return replace(self, since_s=_GONE, labels=())


def _labels(seen: ZoneSeen | None) -> tuple[str, ...]:
    """Return what is read in a zone; of free pieces, which have no order, sorted."""
    if isinstance(seen, PiecesSeen):
        return tuple(sorted(reading.label for reading in seen.readings))
    return () if seen is None else tuple(reading.label for reading in seen.readings)
