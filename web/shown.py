"""What the page shows of a table, as values over their text: `str` where it is said in one language already, whatever
is still to be said (a message) before.

Who looks after the table states its picture, its scores and its forms in these; saying a value in a language changes
its texts and nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Generic, TypeVar

Text = TypeVar("Text")


class Step(StrEnum):
    """What the table is doing; it decides what is shown first."""

    JOIN = "join"  # no game yet
    DRAW = "draw"  # set up, then chance
    BIDS = "bids"
    REVEAL = "reveal"  # the cards are up; seats take in order
    LOOK = "look"  # areas are read
    ASK = "ask"  # something is unsure
    TURN = "turn"  # a player's own move
    SCORE = "score"  # a chapter was just scored; the next one waits for ok
    OVER = "over"


class Role(IntEnum):
    """Who a device is at the table; each may what those before it may."""

    GUEST = 0
    LET_IN = 1
    SEAT = 2
    HOST = 3
    MACHINE = 4


class Lamp(StrEnum):
    """What a seat's lamp says; `hardware.pods` has the same words."""

    OFF = "off"
    AWAITED = "awaited"  # slow blink: your bid is awaited
    LOCKED = "locked"  # steady
    TAKE = "take"  # double blink: take what is yours


@dataclass(frozen=True, slots=True)
class NamedSlip:
    """A taught picture of the face `label` that looks like another face, in one sentence."""

    label: str
    text: str


@dataclass(frozen=True)
class SeatShown(Generic[Text]):
    """A seat: `name` is the record's, `shown` the reader's. `number` is its place (1 to 6), `colour` and `shape` mark
    it everywhere. `device`: pod, phone, both or none; `added` seats are the game's own."""

    name: str
    shown: Text
    number: int
    colour: str
    shape: str
    added: bool
    device: str
    claiming: bool  # a phone waits for this seat's pod to press ok
    lamp: Lamp
    mark: Text | None  # its hold, its row
    status: Text | None  # locked, choosing, takes what is theirs, waiting
    score: int
    rank: int
    why: Text | None  # the tie-break that decided the rank


@dataclass(frozen=True)
class Reveal:
    """Cards just turned up: whose, in which order seats take (a list a stack), and who is tied."""

    cards: Mapping[str, int]
    order: tuple[tuple[str, ...], ...]
    tied: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question(Generic[Text]):
    """One doubtful place. `picture` is a key for `Companion.picture`; `likeliest` are labels, best first; `all` every
    label that can be. `offered` is the one that the OLED asks about now."""

    id: str
    text: Text
    seat: str | None
    zone: str
    cell: int
    picture: str | None
    likeliest: tuple[str, ...]
    all: tuple[str, ...]
    offered: str
    at_mm: tuple[float, float] | None = None  # of a piece lying free: its middle on the mat


@dataclass(frozen=True)
class Stall(Generic[Text]):
    """What the table waits to see, and for a while has not. `id` names it as long as its step lasts; where `seat` is
    said, a yes means that its piece lies there, and `asks` whether the text asks for it. `picture` is a key for
    `Companion.picture`: the look that failed."""

    id: str
    text: Text
    seat: str | None = None
    picture: str | None = None
    asks: bool = False


@dataclass(frozen=True)
class Cell(Generic[Text]):
    """A piece or square in a picture of the table: what kind, the number or text on it, what it counts."""

    label: str
    kind: str
    text: str = ""
    note: Text | None = None
    sure: bool = True


@dataclass(frozen=True)
class Block(Generic[Text]):
    """A part of the table's picture. `kind` says how it is drawn: grid, groups, row, tally, story. `photo`, a key for
    `Companion.picture`, is known to who keeps the photos and to no game."""

    kind: str
    title: Text
    seat: str | None = None
    rows: int = 1
    cols: int = 1
    cells: tuple[Cell[Text], ...] = ()
    lines: tuple[Text, ...] = ()
    photo: str | None = None


@dataclass(frozen=True)
class Part(Generic[Text]):
    """One part of a score, with the sum that explains it: `13 − lowest 3 = 10`."""

    name: Text
    sum: Text
    value: int


@dataclass(frozen=True)
class Result(Generic[Text]):
    """What one seat earned in one voyage, round or boat, part by part."""

    seat: str
    parts: tuple[Part[Text], ...]
    earned: int
    total: int

    @property
    def before(self) -> int:
        """The total before it."""
        return self.total - self.earned


@dataclass(frozen=True)
class Chapter(Generic[Text]):
    """A finished part of the game (a voyage, a round) with everybody's result. `line` is its event's place in the
    record (1 is the first event), and `event` names it as it stands; who keeps the record knows both, and no game."""

    title: Text
    results: tuple[Result[Text], ...]
    blocks: tuple[Block[Text], ...] = ()
    line: int = 0
    event: str = ""


@dataclass(frozen=True)
class PieceShown:
    """A cell or free piece that lay there in a turn: what counts, whether the camera was `sure`, the box in parts of
    the photo's width and height (left, top, right, bottom) and how far it is turned in it, clockwise in degrees.
    `found`: the camera saw it, and not people alone."""

    label: str
    sure: bool
    box: tuple[float, float, float, float]
    angle_deg: float
    found: bool = True


@dataclass(frozen=True)
class ZoneShown(Generic[Text]):
    """A zone that the camera looked at in a turn. `photo` is a key for `Companion.picture`; `free`: its pieces lie as
    they like, not in cells. `aspect`: the photo's width by its height, None where nobody knows."""

    name: str
    title: Text
    photo: str | None
    free: bool
    pieces: tuple[PieceShown, ...]
    aspect: float | None = None


@dataclass(frozen=True)
class LookShown(Generic[Text]):
    """What the camera saw in a turn: `line` is the event (1 is the first) that it made, `event` names it as it stands.
    Zones where nothing had changed since the look before are left out, and of earlier looks all: they are asked for one
    by one."""

    line: int
    title: Text
    zones: tuple[ZoneShown[Text], ...] = ()
    event: str = ""


@dataclass(frozen=True)
class Field(Generic[Text]):
    """One thing to fill in. `kind`: number, text (`high` letters at most), choice, many (several of `choices`), cells
    (a label per cell), list (any of `choices`, each as often as wished). `shown` is what the choices are called, where
    that is not what they are."""

    name: str
    label: Text
    kind: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False
    shown: tuple[Text, ...] = ()
    halves: bool = False  # a number may be a half, too


@dataclass(frozen=True)
class FormShown(Generic[Text]):
    """An event that may be entered by hand now, its `do`, whose it is and its fields; or a `question`, whose answer is
    shown to all. Where it `looks`, the camera is asked for the rest."""

    do: str
    title: Text
    fields: tuple[Field[Text], ...]
    seat: str | None = None
    question: bool = False
    looks: bool = False


@dataclass(frozen=True)
class Notice(Generic[Text]):
    """Something that just happened and should be said once (an area read again, bids asked for again, an undo)."""

    number: int
    text: Text


@dataclass(frozen=True)
class DeedShown(Generic[Text]):
    """Something that people did and that can be taken back, or done again: now, where it has a `name` to ask for it
    by, else once those before it are."""

    text: Text
    name: str = ""


@dataclass(frozen=True)
class Health(Generic[Text]):
    """One part of the companion in words. `state`: ok, attention or broken."""

    part: str
    state: str
    text: Text


@dataclass(frozen=True)
class GameShown:
    """Which game is on the table."""

    id: str
    name: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, object]
    emblem: tuple[str, ...] = ()  # a small picture of one colour, row by row: # is lit
    practice: bool = False  # it counts nothing, and nothing of it is kept


@dataclass(frozen=True, slots=True)
class PhotoAsked:
    """A picture of the table that somebody is to take with a phone: what it must answer to, and whether one was taken
    that may be taken `again`."""

    request: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Learnt:
    """Pictures that play taught of a game: the host has not said yet whether they stay."""

    game: str
    title: str
    pictures: int


@dataclass(frozen=True)
class Scoreboard(Generic[Text]):
    """The table at one moment, as everybody may see it. `number` rises by one with each change."""

    number: int
    step: Step
    line: Text  # what the table does or waits for, in one line
    game: GameShown | None = None
    awaited: str = ""  # which part of which step this is; a request that leads on says it
    where: Text | None = None  # how far the evening is
    ok: Text | None = None  # what ok, or its button, does now
    key: Text | None = None  # … where it is awaited: no camera sees by itself what people do
    notes: tuple[Text, ...] = ()
    notices: tuple[Notice[Text], ...] = ()
    seats: tuple[SeatShown[Text], ...] = ()
    reveal: Reveal | None = None
    questions: tuple[Question[Text], ...] = ()
    stall: Stall[Text] | None = None
    blocks: tuple[Block[Text], ...] = ()
    chapters: tuple[Chapter[Text], ...] = ()
    leads: Text | None = None  # who leads, and since when
    moment: Chapter[Text] | None = None  # what was scored last, as it is shown when it happens
    looks: tuple[LookShown[Text], ...] = ()  # oldest first
    forms: tuple[FormShown[Text], ...] = ()
    labels: tuple[str, ...] = ()  # all that a cell can be corrected to, and a cell entered by hand can be
    hidden: bool = False  # how people stand is shown only at the end
    over: bool = False
    winners: tuple[str, ...] = ()
    decisive: Text | None = None  # what decided a game that is over
    learnt: Learnt | None = None  # what play taught, while the host may say whether it stays: nobody plays
    honours: tuple[tuple[str, Text], ...] = ()  # a seat, and what a game that is over means for it after those before
    to_take_back: tuple[DeedShown[Text], ...] = ()  # the last deeds, newest first
    to_do_again: tuple[DeedShown[Text], ...] = ()  # what was taken back, the next first
    can_go_on: bool = False  # ok by anybody leads on (draw, next chapter, a look that anybody may ask for)
    by_hand: bool = False  # what comes next begins with a form
    can_look: bool = False  # in a turn, ok by whoever's it is lets the camera look
    photo: PhotoAsked | None = None  # offered to whoever is let in
    health: tuple[Health[Text], ...] = ()
    join: Mapping[str, str] = field(default_factory=dict)  # address, number (by IP), network
    called: Mapping[str, Text] = field(default_factory=dict)  # what people here say otherwise, by its English text

    @property
    def veiled(self) -> bool:
        """Whether scores and places are kept back until the game is over."""
        return self.hidden and self.game is not None and not self.over


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """A seat that a device holds: its hand, what is `chosen` of it on that device, how `many` are to be chosen, whether
    the bid is `locked`, and whether one is awaited."""

    seat: str
    hand: tuple[int, ...] = field(repr=False)
    chosen: tuple[int, ...] = field(repr=False)
    many: int
    locked: bool
    must_bid: bool


@dataclass(frozen=True, slots=True)
class Own:
    """What only one device may see: its seats, who it is at the table, and the seat that it gets once the seat's pod
    presses ok (`waiting`). For who is let in: the `key` of the evening for an invitation, and the numbers of those who
    knock. For a guest: the number by which it is known while it knocks, and whether the table can be claimed."""

    seats: tuple[OwnSeat, ...] = ()
    role: Role = Role.GUEST
    waiting: str | None = None
    key: str = field(default="", repr=False)
    knocking: tuple[int, ...] = ()
    knock: int | None = None
    claimable: bool = False

    @property
    def host(self) -> bool:
        """Whether this device has the host's rights."""
        return self.role >= Role.HOST
