"""What the page shows of the teach walk, in the words of one language."""

from dataclasses import dataclass

from web.shown import NamedSlip, PhotoAsked


@dataclass(frozen=True, slots=True)
class Opening:
    """What is asked before a walk, of a game whose pieces can be taught by one: how large they are, with the answer so
    far; `ask_size`: it was never answered; `can_resize`: it was, and may have been wrong."""

    game: str
    title: str
    question: str
    width_mm: float
    least_mm: float
    most_mm: float
    ask_size: bool
    can_resize: bool = False


@dataclass(frozen=True, slots=True)
class WalkProgress:
    """How many of a kind of thing were shown, of how many; `total` is None where nobody can know."""

    text: str
    shown: int
    total: int | None


@dataclass(frozen=True, slots=True)
class WalkPlace:
    """A place on the sheet where something lies. `share` is left, top, width and height in % of its zone; `mark`:
    waiting, strange, guessed, known, named or left_out; `likeliest`: what it may be, best first."""

    key: str
    title: str
    share: tuple[float, ...]
    box_mm: tuple[float, ...]
    mark: str
    label: str | None
    likeliest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WalkZone:
    """A zone of the mat with its places; in one that is `free` pieces lie as they like, not in cells."""

    name: str
    title: str
    rect_mm: tuple[float, float, float, float]
    free: bool
    places: tuple[WalkPlace, ...]


@dataclass(frozen=True, slots=True)
class WalkGroup:
    """Guesses of one label, to be confirmed together; `keys` are their places."""

    label: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WalkShown:
    """The walk at one moment. `number` rises with each change."""

    number: int
    game: str
    title: str
    stage: str  # clear, lay, name or done
    line: str  # what is awaited
    problem: str
    busy: bool
    progress: tuple[WalkProgress, ...]
    size_mm: tuple[float, float]  # of the mat
    sheet: str  # its picture's name, which no other has
    zones: tuple[WalkZone, ...]
    asked: str | None  # key of the place to name next
    left: int  # how many are new
    groups: tuple[WalkGroup, ...]
    odd: tuple[str, ...]  # sentences about what can't be
    labels: tuple[str, ...]  # all that can be said
    taught: tuple[str, ...]
    told: str  # what the last answer changed; "" where none can be taken back
    whole: bool
    named: int
    pictures: int
    naming: int = 0  # the number of the last answer, by which it is taken back
    photo: PhotoAsked | None = None  # which picture somebody is to take, where phones do
    advice: str = ""  # of which faces one more picture would help most, once every piece was shown
    slips: tuple[NamedSlip, ...] = ()  # pictures of the set that were perhaps named by a slip
    covered: bool = False  # the mat was said to be bare and does not look so
