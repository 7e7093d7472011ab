"""What a changed set means for readings that were made with it as it was: a face's new name is theirs, too, and what
was read by a picture that is gone, or was in doubt, is looked at again."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b

from companion.table.evidence.renaming import Names
from vision.observation import ZoneSeen
from vision.pieceset.set_index import Exemplar

Looks = Mapping[bytes, str]
"""What a set was fitted to: the face's name of each picture, by the picture's digest."""


@dataclass(frozen=True, slots=True)
class SetChange:
    """How a set differs from what it was: the new names of faces, and the faces (by their new names) that have lost
    pictures."""

    names: Names = field(default_factory=dict)
    lost: frozenset[str] = frozenset()


def looks_of(exemplars: Iterable[Exemplar]) -> Looks:
    """Return the face's name of each picture."""
    return {blake2b(one.patch.tobytes(), digest_size=16).digest(): one.label for one in exemplars}


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


def is_doubtful(seen: ZoneSeen, change: SetChange) -> bool:
    """Return whether a zone, read with the set as it was and named anew, may read otherwise with the changed one."""
    return any(not reading.sure or reading.label in change.lost for reading in seen.readings)
