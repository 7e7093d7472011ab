"""What is said of a taught set: of which faces one more picture would help most, which of its pictures say nothing new,
and which were perhaps named by a slip.

Faces that fewest pictures show are asked about most (docs/recogniser.md, *one more picture*). How many questions an
evening will bring can't be told beforehand, for that hangs on the light of play; so nothing is promised.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.language.label import label_message
from companion.language.message import Message, name, say, say_count
from companion.teaching.lessons import PICTURES
from vision.observe import SetAside
from vision.pieceset.faces import Faces
from vision.recognition.repeats import without_repeats

_NAMED = 3
"""So many faces are named at the most: a sentence is read, a list is not."""


def scarcest(faces: Faces) -> tuple[str, ...]:
    """Return the faces that fewest pictures show, the one with fewest exemplars first; nothing where each is shown by
    `PICTURES`. Several exemplars of one picture lie in one light and count as one picture."""
    exemplars = Counter(example.label for example in faces.examples)
    pictures = Counter(label for label, _ in {(example.label, example.picture) for example in faces.examples})
    fewest = min(pictures.values(), default=PICTURES)
    if fewest >= PICTURES:
        return ()
    return tuple(sorted((one for one in pictures if pictures[one] == fewest), key=lambda one: (exemplars[one], one)))


def one_more_picture(faces: Faces) -> Message | None:
    """Return of which faces one more picture would help most; None where more pictures help little."""
    found = scarcest(faces)
    if not found:
        return None
    if len(found) == len(faces.labels):
        return say("One more picture of every face would help most")
    return say_count(
        "One more picture of this face would help most: {faces}",
        "One more picture of each of these {count} faces would help most: {faces}",
        count=len(found),
        faces=_listed(found),
    )


def repeats(faces: Faces) -> tuple[Faces, Message | None]:
    """Return the set as it is read with, without what its pictures show again, and in one sentence how many of these
    say nothing new; None where all do."""
    left, _ = without_repeats(faces.examples)
    count = len({example.picture for example in faces.examples}) - len({example.picture for example in left})
    said = say_count(
        "One picture shows what another one shows, and nothing was moved between them: the two count as one."
        " Lay the pieces anew for the next picture",
        "{count} pictures show what others show, and nothing was moved between them: they count for no more."
        " Lay the pieces anew for each picture",
        count=count,
    )
    return replace(faces, examples=tuple(left)), said if count else None


@dataclass(frozen=True, slots=True)
class Slip:
    """A picture of the face of that label that was perhaps named by a slip, in one sentence."""

    label: str
    said: Message


def slips(faces: Faces, aside: Iterable[SetAside]) -> tuple[Slip, ...]:
    """Return of the pictures that a set is not read with, those that are still in it, with what they look like; each is
    told by its number among those of its face."""
    found = []
    for one in aside:
        files = [example.file for example in faces.examples if example.label == one.exemplar.label]
        if one.exemplar.file in files and (faces.folder / one.exemplar.file).is_file():
            said = say(
                "Picture {number} of “{label}” looks like “{other}”, so it is left out: was it named right?",
                number=files.index(one.exemplar.file) + 1,
                label=label_message(one.exemplar.label),
                other=label_message(one.looks_like),
            )
            found.append(Slip(one.exemplar.label, said))
    return tuple(found)


def _listed(labels: Sequence[str]) -> tuple[Message, ...]:
    named = tuple(label_message(label) for label in labels[:_NAMED])
    return (*named, name("…")) if len(labels) > _NAMED else named
