"""What a changed set means for readings that were made with it as it was: a face's new name is theirs, too, and what
was read by a picture that is gone, or was in doubt, is looked at again."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vision.observation import Reading, ZoneSeen

Looks = Mapping[bytes, str]
"""What a set was fitted to: the face's name of each picture, by the picture's digest."""


@dataclass(frozen=True, slots=True)
class SetChange:
    """How a set differs from what it was: the new names of faces, and the faces (by their new names) that have lost
    pictures."""

    names: Mapping[str, str] = field(default_factory=dict)
    lost: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Whether anything is otherwise than it was, but for pictures that came."""
        return bool(self.names or self.lost)


def between(before: Looks, after: Looks) -> SetChange:
    """Return how a set has changed. A face has a new name where all its pictures that are left have that one."""
    now: dict[str, set[str]] = defaultdict(set)
    lost = set()
    for look, label in before.items():
        if look in after:
            now[label].add(after[look])
        else:
            lost.add(label)
    names = {label: next(iter(named)) for label, named in now.items() if len(named) == 1 and label not in named}
    apart = {label for label, named in now.items() if len(named) > 1}
    return SetChange(names, frozenset(names.get(label, label) for label in lost | apart))


def renamed(seen: ZoneSeen, change: SetChange) -> ZoneSeen:
    """Return what was read of a zone with the faces' new names: no piece has moved."""
    return seen.with_readings([named_anew(reading, change.names) for reading in seen.readings])


def named_anew(reading: Reading, names: Mapping[str, str]) -> Reading:
    """Return a reading with the faces' new names."""
    ranking = tuple((names.get(label, label), chance) for label, chance in reading.ranking)
    return replace(reading, label=names.get(reading.label, reading.label), ranking=ranking)


def is_doubtful(seen: ZoneSeen, change: SetChange) -> bool:
    """Return whether a zone, read with the set as it was and named anew, may read otherwise with the changed one."""
    return any(not reading.sure or reading.label in change.lost for reading in seen.readings)
