"""How many different pieces have been shown. A piece is known again by what it shows, however it is turned; of pieces
that show the same there are as many as once lay side by side."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

Labels = tuple[str | None, ...]
"""What lies in a zone, place by place; None is the bare mat, or left out."""

Piece = tuple[str, str]
"""What is counted (a group of the game, such as "crates") and what tells this one from the others of it: the label of
its face, or those of its squares with "/" between them ("" where a square shows nothing)."""


@dataclass(frozen=True, slots=True)
class Tally:
    """`most`: how many of each piece have lain on the mat at once, by group and look. `ground`: what lies lowest in
    each zone, for games whose pieces lie on one another."""

    most: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    ground: Mapping[str, Labels] = field(default_factory=dict)

    def shown(self, group: str) -> int:
        """Return how many different pieces of a group were shown."""
        return sum(self.most.get(group, {}).values())

    def with_pieces(self, pieces: Iterable[Piece]) -> "Tally":
        """Return the tally after these pieces have lain on the mat together."""
        most = {group: dict(looks) for group, looks in self.most.items()}
        for (group, look), count in Counter(pieces).items():
            looks = most.setdefault(group, {})
            looks[look] = max(looks.get(look, 0), count)
        return replace(self, most=most)

    def renamed(self, names: Mapping[str, str], look: Callable[[str], str]) -> "Tally":
        """Return the tally with faces under other names, where a piece has the look that `look` makes of its own. Those
        that look the same then were one that was named in two ways."""
        most: dict[str, dict[str, int]] = {}
        for group, looks in self.most.items():
            most[group] = {}
            for old, many in looks.items():
                most[group][look(old)] = max(most[group].get(look(old), 0), many)
        ground = {zone: tuple(label and names.get(label, label) for label in now) for zone, now in self.ground.items()}
        return Tally(most, ground)

    def among(self, faces: Collection[str]) -> "Tally":
        """Return the tally without the pieces that show another face than these."""
        most = {
            group: {look: many for look, many in looks.items() if _shows_only(look, faces)}
            for group, looks in self.most.items()
        }
        return replace(self, most=most)


def _shows_only(look: str, faces: Collection[str]) -> bool:
    return look in faces or all(label in faces for label in look.split("/") if label)
