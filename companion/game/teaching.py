"""What a game's folder says for the teach walk: what its faces are called, what is counted, how large its pieces
are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.game.tally import Labels, Tally
from companion.language.message import Message, say

_FACES = "faces"


@dataclass(frozen=True, slots=True)
class Size:
    """What is asked once of the owner's pieces: the question, and the answer in mm that is usual, least and most."""

    question: Message
    usual_mm: float
    least_mm: float
    most_mm: float


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a group of pieces is: in words ("43 of 54 crates"), how many were shown, and how many there are (None
    where nobody knows)."""

    text: Message
    shown: int
    total: int | None

    @property
    def whole(self) -> bool:
        """Whether every piece of it was shown, as far as that can be known."""
        return self.total is None or self.shown >= self.total


class TeachingContract(Protocol):
    """The contract. `LABELS` are the faces that the game knows; `BARE` is what it calls a bare place, None where that
    is no face."""

    LABELS: tuple[str, ...]
    BARE: str | None
    SIZE: Size

    def lay(self) -> Message:
        """Return what people lay on the mat, in one line."""
        ...

    def shown(self, tally: Tally, zones: Mapping[str, Labels]) -> Tally:
        """Return the tally once a sheet is settled; `zones` says what lies in each."""
        ...

    def renamed(self, tally: Tally, names: Mapping[str, str]) -> Tally:
        """Return the tally with faces under other names: what was shown of them was shown."""
        ...

    def progress(self, tally: Tally) -> tuple[Progress, ...]:
        """Return how far each group is."""
        ...

    def odd(self, tally: Tally, zone: str, labels: Labels) -> Message | None:
        """Return why what was read in a zone can hardly be right, None where it can."""
        ...


class EachFace:
    """A teach walk in which every face is shown once, however it lies: enough for cards and tiles that lie apart.

    `labels` are the faces; `bare` is what a bare place is called, None where that is no face; `usual_mm` is how wide a
    piece is, `least_mm` and `most_mm` (a half and twice of it, where nothing is said) how narrow and wide it may be;
    `question` asks for it. A game that counts its faces in groups, or calls them otherwise, says so in a subclass.
    """

    def __init__(
        self,
        labels: Sequence[str],
        usual_mm: float,
        *,
        bare: str | None = None,
        least_mm: float | None = None,
        most_mm: float | None = None,
        question: Message | None = None,
    ) -> None:
        self.LABELS = tuple(labels)
        self.BARE = bare
        self.SIZE = Size(
            question or say("How wide is a piece?"), usual_mm, least_mm or usual_mm / 2, most_mm or 2 * usual_mm
        )

    def lay(self) -> Message:
        """Return what people lay on the mat."""
        return say("Lay pieces on their places; one of each kind is enough")

    def shown(self, tally: Tally, zones: Mapping[str, Labels]) -> Tally:
        """Return the tally with the faces of a settled sheet."""
        lying = {label for labels in zones.values() for label in labels if label is not None and self.counts(label)}
        return tally.with_pieces((self.group(label), label) for label in sorted(lying))

    def renamed(self, tally: Tally, names: Mapping[str, str]) -> Tally:
        """Return the tally with faces under other names, each in the group that it has then."""
        now = Tally(ground=tally.ground)
        for group, looks in tally.most.items():
            for label, many in looks.items():
                new = names.get(label, label)
                if new == label:
                    now = now.with_pieces([(group, label)] * many)
                elif self.counts(new):
                    now = now.with_pieces([(self.group(new), new)] * many)
        return now

    def counts(self, label: str) -> bool:
        """Return whether a face is one of the game: a name that was mistyped is none, and must not make a set whole."""
        return label in self.LABELS and label != self.BARE

    def group(self, label: str) -> str:  # noqa: ARG002 (for games that have several)
        """Return what a face is counted among."""
        return _FACES

    def progress(self, tally: Tally) -> tuple[Progress, ...]:
        """Return how many faces were shown."""
        shown, total = tally.shown(_FACES), len([label for label in self.LABELS if label != self.BARE])
        return (Progress(say("{shown} of {total} kinds of pieces", shown=shown, total=total), shown, total),)

    def odd(self, tally: Tally, zone: str, labels: Labels) -> Message | None:  # noqa: ARG002 (contract)
        """Nothing can be odd about a piece that lies alone."""
        return None
