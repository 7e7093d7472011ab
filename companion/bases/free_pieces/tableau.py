"""A tableau: what lies open before a seat, wherever it lies."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.bases.faces import split


@dataclass(frozen=True, slots=True)
class Tableau:
    """The labels of a seat's pieces, each as often as it lies there, in the order in which the game states its
    faces."""

    labels: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def kinds(self) -> Mapping[str, int]:
        """How many pieces of each kind lie there, whatever number is on them; kinds of which there is none are
        missing."""
        return Counter(split(label)[0] for label in self.labels)

    def many(self, kind: str) -> int:
        """Return how many pieces of a kind lie there, whatever number is on them."""
        return self.kinds.get(kind, 0)

    def numbers(self, kind: str) -> tuple[int, ...]:
        """Return the number on each piece of a kind; 0 where it has none."""
        return tuple(int(number or 0) for found, number in map(split, self.labels) if found == kind)
