"""What reaches the session: keys, looks, requests and the passing of time; and what it asks of the devices in return.

Times are seconds of one monotonic clock, which whoever makes the signal reads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum, auto

from companion.language.message import Message
from companion.table.evidence.placement import Box
from companion.table.evidence.set_change import SetChange
from companion.table.requests import Request
from companion.table.snapshot import Health, Learnt
from vision.layout import Zone
from vision.observation import Unseen, ZoneSeen


class Key(StrEnum):
    """The two keys of a pod."""

    ADD = "add"
    OK = "ok"


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key of pod `pod` (0 is the first seat's) went down or up."""

    pod: int
    key: Key
    down: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class Chattered:
    """A key's contact is loose: how often it was pressed of late nobody knows."""

    pod: int
    key: Key
    at_s: float


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed."""

    at_s: float


class Stillness(Enum):
    """How a zone looks now."""

    UNSEEN = auto()
    COVERED = auto()
    MOVING = auto()
    STILL = auto()


@dataclass(frozen=True, slots=True)
class ZoneLook:
    """One zone as the camera sees it now. `seen` is the reading that its clear frames have settled on, None until
    there is one; `changed` says that it differs by a piece from its look at the start of the turn; `why` says what is
    in the way; `picture` is the zone's JPEG, and `boxes` where in it each cell or piece lies; `place` is where on the
    mat the zone is, None where nobody knows. `unclear_s` says since when nobody can tell whether a piece was laid
    there: it is not read, or what is read tells nothing beside what lay there; None while it can be told."""

    stillness: Stillness
    since_s: float = 0.0
    changed: bool = False
    seen: ZoneSeen | None = None
    why: Unseen | None = None
    picture: bytes | None = field(default=None, repr=False)
    boxes: tuple[Box, ...] = field(default=(), repr=False)
    place: Zone | None = field(default=None, repr=False)
    unclear_s: float | None = None


@dataclass(frozen=True, slots=True)
class Looked:
    """What the camera sees of every zone, or why it sees none. `plan` says which base the looks were compared with."""

    at_s: float
    plan: int
    zones: Mapping[str, ZoneLook] = field(default_factory=dict)
    problem: Unseen | None = None
    said: tuple[Message, ...] = ()  # what the watch has to say besides: a lesson that was left out
    learnt: Learnt | None = None  # what play taught that the host is to keep or not, now that nobody plays
    camera: bool = True  # False: no camera was there since the start
    photo: str = ""  # what the next photo must answer to, where phones take the pictures
    game: str | None = None  # whose mat was looked for, "" for none; None: that is all the same
    change: SetChange = field(default_factory=SetChange)  # how the set differs from the one of the look before


@dataclass(frozen=True, slots=True)
class Submitted:
    """A page's request; `id` is its own, by which it is known if it comes again, "" where it has none. `again`: the
    phone has sent it before, and had no answer."""

    device: str
    request: Request
    at_s: float
    id: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the service knows of its surroundings: how to join (address, number, network; the number is empty while
    there is no network), and every part's health."""

    at_s: float = 0.0
    join: Mapping[str, str] = field(default_factory=dict)
    health: tuple[Health, ...] = ()


@dataclass(frozen=True, slots=True)
class Announced:
    """Everybody at the table is told something, until the next event."""

    at_s: float
    text: Message


@dataclass(frozen=True, slots=True)
class Untaught:
    """Nothing is left of what was taught from these sources."""

    at_s: float
    sources: tuple[str, ...]


Signal = Pressed | Chattered | Tick | Looked | Submitted | Surroundings | Announced | Untaught


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request led to; `ask` is "pin" or "confirm" where something is needed first, "teach" where it was done and
    may be learnt, too, "again" where nobody knows yet whether it was done."""

    ok: bool
    text: Message | None = None
    ask: str | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Flash:
    """A seat's lamp answers a key."""

    pod: int


@dataclass(frozen=True, slots=True)
class Refuse:
    """A seat's lamp blinks fast: refused."""

    pod: int


@dataclass(frozen=True, slots=True)
class NewBaseline:
    """From now on looks are compared with what lies there at this moment."""

    number: int


@dataclass(frozen=True, slots=True)
class ReadAnew:
    """What lies there is to be read once more, compared with the same base."""


PIN_SHOWN_S = 20.0


@dataclass(frozen=True, slots=True)
class PinShown:
    """The display shows the table's PIN, for PIN_SHOWN_S."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a person said lies in a cell of a zone, or which piece, where they lie free (`at_mm` is then its middle on
    the mat); `whose` is the seat, or the zone where it is nobody's. It may teach once its score, event `line` of the
    game, has stood. `picture` is the zone's JPEG. `wished`: somebody wants it taught although the camera was sure of
    something else."""

    game_id: str
    line: int
    zone: str
    whose: str
    cell: int
    label: str
    picture: bytes = field(repr=False)
    at_mm: tuple[float, float] | None = None
    wished: bool = False

    @property
    def source(self) -> str:
        """Where it is from; a later word about the same cell takes its place."""
        return f"{source_of(self.game_id, self.line)}{self.whose}/{self.cell}"


PLAYED = "play/"  # so begin the sources of all lessons of play


def source_of(game_id: str, line: int) -> str:
    """Return how the sources of all lessons of an event begin."""
    return f"{PLAYED}{game_id}/{line}/"


@dataclass(frozen=True, slots=True)
class Teach:
    """Lessons whose score has stood to the next bid, of a game of so many seats."""

    game: str
    seats: int
    lessons: tuple[Lesson, ...]


@dataclass(frozen=True, slots=True)
class Unteach:
    """What was taught of a game from these sources is taken back."""

    game: str
    sources: tuple[str, ...]


Effect = Flash | Refuse | NewBaseline | ReadAnew | PinShown | Teach | Unteach
