"""What the page needs for the host's chores, stated as a protocol."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from web.shown import NamedSlip


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """A face of a taught set, with the files of the pictures that it was taught from."""

    label: str
    count: int
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TaughtSet:
    """A game's taught set: how many faces and pictures it has, whether it was declared whole, and what is wrong with
    it, where something is; `learnt` pictures wait for the host to keep them, and `advice` says what is damaged. Of one
    that is opened, `shelf` are its faces, `knows` are the game's labels, `advice` says also of which faces one more
    picture would help most, and `waiting` are the faces of what waits."""

    game: str
    title: str
    faces: int = 0
    pictures: int = 0
    complete: bool = False
    problem: str = ""
    learnt: int = 0
    shelf: tuple[TaughtFace, ...] = ()
    knows: tuple[str, ...] = ()
    advice: str = ""
    waiting: tuple[TaughtFace, ...] = ()


@dataclass(frozen=True, slots=True)
class TrialCell:
    """What a set says of one cell or piece: its label, whether it is `sure`, how sure in %, and the likeliest other."""

    label: str
    sure: bool
    percent: int
    rival: str


@dataclass(frozen=True, slots=True)
class TrialPlace:
    """A zone with its picture (a data: address) and its cells, row by row of `cols`; 0 where pieces lie free. `why`
    says what covers it."""

    name: str
    picture: str
    cols: int
    cells: tuple[TrialCell, ...]
    why: str


@dataclass(frozen=True, slots=True)
class TrialShown:
    """What a set says of the camera's present picture: how many cells it is `sure` of and how many are `asked` about;
    or `why` it says nothing; and which of its pictures were perhaps named by a slip."""

    why: str = ""
    sure: int = 0
    asked: int = 0
    places: tuple[TrialPlace, ...] = ()
    slips: tuple[NamedSlip, ...] = ()


@dataclass(frozen=True, slots=True)
class SightLine:
    """A sentence about the camera's picture. `state`: ok, attention or broken."""

    state: str
    text: str


@dataclass(frozen=True, slots=True)
class Sight:
    """What the camera sees: its picture as a data: address (or nothing), whether what was looked for was `found`, and
    what is to be said."""

    picture: str
    found: bool
    lines: tuple[SightLine, ...]


@dataclass(frozen=True, slots=True)
class EveningStep:
    """A step of the first evening: print, glue, hang, light, lens, teach or play. `state`: done, now or later; `text`
    says what is seen, or what to do."""

    name: str
    state: str
    text: str


@dataclass(frozen=True, slots=True)
class EveningShown:
    """The first evening with a game, for `players` of `least` to `most`: the camera's picture (a data: address, or
    nothing) and the steps; whether the picture is taken by phones, and whether there is a set to try; `practice` says
    how it stands with the practice set: "offered", "drawn" just now, "taught", or "" where it is no matter."""

    game: str
    title: str
    players: int
    least: int
    most: int
    picture: str
    steps: tuple[EveningStep, ...]
    by_photo: bool
    tried: bool
    practice: str = ""


@dataclass(frozen=True, slots=True)
class BrokerShown:
    """The broker that the table speaks to, "" for none; what the room calls the table, who the table is there, whether
    a secret is `kept` for it, and whether Home Assistant is told."""

    address: str = ""
    name: str = ""
    user: str = ""
    kept: bool = False
    home_assistant: bool = False


@dataclass(frozen=True, slots=True)
class SetupShown:
    """What can be set up, and what is: choices are (value, words). `restart`: what was kept counts from the next start
    on."""

    name: str
    wifi: str
    language: str
    camera: str
    cameras: tuple[tuple[str, str], ...]
    pods: int
    most_pods: int
    display: str
    displays: tuple[tuple[str, str], ...]
    size: str
    sizes: tuple[str, ...]
    restart: bool
    room: BrokerShown


@dataclass(frozen=True, slots=True)
class LensMeasured:
    """How far the lens is measured: whether there is a `camera`, how many pictures are `taken` of `enough`, the
    `result` in words and whether it is `good`, and what is `kept` now, in words."""

    camera: bool
    taken: int
    enough: int
    result: str
    good: bool
    kept: str


@dataclass(frozen=True, slots=True)
class WiringShown:
    """The wiring test of so many `pods`: what to press now (`line`, empty while there is no test), what was pressed
    instead (`wrong`), and how many keys are `done` of the `total`."""

    pods: int
    line: str
    wrong: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class RoomShown:
    """How the table stands with its room of tables: whether it is `paired`, and what is to be said; `mark` tells it
    there from others of its name."""

    paired: bool
    lines: tuple[SightLine, ...]
    mark: str


class HostSettings(Protocol):
    """What the host looks after. Whatever changes anything is a request to `Companion.submit`, with its rights."""

    def teaches(self) -> bool:
        """Return whether corrections teach the camera."""
        ...

    def pin(self) -> str:
        """Return the table's PIN, for a host's page alone; "" where there is none."""
        ...

    def taught(self) -> Sequence[str]:
        """Return the titles of the games of which pieces are taught."""
        ...

    def sets(self, language: str) -> Sequence[TaughtSet]:
        """Return every game's taught set."""
        ...

    def pieces(self, game: str, language: str) -> TaughtSet | None:
        """Return a game's set, opened; None where no such game is."""
        ...

    def piece_picture(self, game: str, file: str) -> bytes | None:
        """Return a taught picture as PNG, None where there is none."""
        ...

    def export(self, game: str) -> bytes | None:
        """Return a whole set as one file, None where nothing is taught."""
        ...

    def take_in(self, game: str, data: bytes, language: str) -> tuple[bool, str]:
        """Add an exported file to a set; return whether it was done, and the sentence to show."""
        ...

    def trial(self, game: str, language: str) -> TrialShown | None:
        """Return what the set says of the camera's present picture; None where no such game is."""
        ...

    def look(self, language: str, *, playing: bool, board: bool = False) -> Sight:
        """Return what the camera sees now; while a game is played, nothing but the mat. With `board`, the calibration
        board is looked for."""
        ...

    def setup(self, language: str) -> SetupShown | None:
        """Return what can be set up and what is; None where nothing is kept."""
        ...

    def evening(self, game: str, players: int, language: str, *, playing: bool, played: bool) -> EveningShown | None:
        """Return how far the first evening with a game is; None where no such game with a mat is."""
        ...

    def take_photo(self, jpeg: bytes, language: str) -> tuple[bool, str]:
        """Take a photo in place of the camera's picture, where phones take them; return whether it can be used, and
        what to say."""
        ...

    def printed(self, what: str, game: str, players: int, paper: str) -> bytes | None:
        """Return a game's "mat" for so many players, or its sheets to "try", as PDF; None where there is none."""
        ...

    def lens(self, language: str) -> LensMeasured:
        """Return how far the lens is measured."""
        ...

    def wiring(self, language: str) -> WiringShown:
        """Return the pods' wiring test."""
        ...

    def room(self, language: str) -> RoomShown | None:
        """Return how the table stands with its room, None where there is none."""
        ...

    def board(self, paper: str) -> bytes:
        """Return the calibration board as PDF, for "a4" or "letter"."""
        ...
