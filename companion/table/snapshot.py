"""What everybody may see, as one value: OLED and page read this and only this.

It never holds a hand, a ballot or a spent card: whoever makes one hands over only what is public. Whatever a person
reads in it is a `Message`; `worded` turns it into JSON-ready words of one language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from typing import Any

from companion.language.message import Message, Translate, pack, words


class Step(StrEnum):
    """What the table is doing; it decides what OLED and page put first."""

    JOIN = "join"  # no game yet
    DRAW = "draw"  # set up, then chance
    BIDS = "bids"
    REVEAL = "reveal"  # the cards are up; seats take in order
    LOOK = "look"  # docks are read
    ASK = "ask"  # something is unsure
    TURN = "turn"  # a player's own move
    SCORE = "score"  # a chapter was just scored; the next one waits for ok
    OVER = "over"


class Lamp(StrEnum):
    """What a seat's lamp says; `hardware.pods` has the same words."""

    OFF = "off"
    AWAITED = "awaited"  # slow blink: your bid is awaited
    LOCKED = "locked"  # steady
    TAKE = "take"  # double blink: take your crate


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat: `name` is the record's, `shown` the reader's. `number` is its dock (1 to 6), `colour` and `shape` mark it
    everywhere. `device`: pod, phone, both or none; `added` seats are the game's own."""

    name: str
    shown: Message
    number: int
    colour: str
    shape: str
    added: bool
    device: str
    claiming: bool  # a phone waits for this seat's pod to press ok
    lamp: Lamp
    mark: Message | None  # its hold, its row
    status: Message | None  # locked, choosing, takes the top crate, waiting
    score: int
    rank: int
    why: Message | None  # the tie-break that decided the rank


@dataclass(frozen=True, slots=True)
class RevealShown:
    """Cards turned up, the order of taking (one list a stack), and who is tied."""

    cards: Mapping[str, int]
    order: tuple[tuple[str, ...], ...]
    tied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """One doubtful place. `picture` is a key for `Companion.picture`; `likeliest` are labels, best first; `all` every
    label that can be. `offered` is the one that the OLED asks about now."""

    id: str
    text: Message
    seat: str | None
    zone: str
    cell: int
    picture: str | None
    likeliest: tuple[str, ...]
    all: tuple[str, ...]
    offered: str
    at_mm: tuple[float, float] | None = None  # of a piece lying free: its middle on the mat


@dataclass(frozen=True, slots=True)
class CellShown:
    """A square or piece in a picture of the table; see `companion.game.Cell`."""

    label: str
    kind: str
    text: str
    note: Message | None
    sure: bool


@dataclass(frozen=True, slots=True)
class BlockShown:
    """A part of the table's picture; see `companion.game.Block`. `photo` is a key for `Companion.picture`."""

    kind: str
    title: Message
    seat: str | None
    rows: int
    cols: int
    cells: tuple[CellShown, ...]
    lines: tuple[Message, ...]
    photo: str | None


@dataclass(frozen=True, slots=True)
class PartShown:
    """One part of a score with the sum that explains it."""

    name: Message
    sum: Message
    value: int


@dataclass(frozen=True, slots=True)
class ResultShown:
    """What one seat earned in a chapter."""

    seat: str
    parts: tuple[PartShown, ...]
    earned: int
    total: int


@dataclass(frozen=True, slots=True)
class ChapterShown:
    """A finished voyage or round. `line` is its event's place in the record (1 is the first event)."""

    title: Message
    line: int
    results: tuple[ResultShown, ...]
    blocks: tuple[BlockShown, ...]


@dataclass(frozen=True, slots=True)
class PieceShown:
    """A cell or free piece that lay there in a turn: what counts, whether the camera was `sure`, the box in parts of
    the photo's width and height (left, top, right, bottom) and how far it is turned in it, clockwise in degrees.
    `found`: the camera saw it, and not people alone."""

    label: str
    sure: bool
    box: tuple[float, float, float, float]
    angle_deg: float
    found: bool = True


@dataclass(frozen=True, slots=True)
class ZoneShown:
    """A zone that the camera looked at in a turn. `photo` is a key for `Companion.picture`; `free`: its pieces lie as
    they like, not in cells."""

    name: str
    title: Message
    photo: str | None
    free: bool
    pieces: tuple[PieceShown, ...]


@dataclass(frozen=True, slots=True)
class LookShown:
    """What the camera saw in a turn: `line` is the event (1 is the first) that it made. Zones where nothing had changed
    since the look before are left out, and of earlier looks all: they are asked for one by one."""

    line: int
    title: Message
    zones: tuple[ZoneShown, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldShown:
    """One thing to fill in; see `companion.game.Field`."""

    name: str
    label: Message
    kind: str
    choices: tuple[str, ...]
    low: int
    high: int
    optional: bool
    shown: tuple[Message, ...] = ()  # what the choices are called, where that is not what they are
    halves: bool = False


@dataclass(frozen=True, slots=True)
class FormShown:
    """An event that may be entered by hand now, or a question whose answer is shown to all."""

    do: str
    title: Message
    seat: str | None
    fields: tuple[FieldShown, ...]
    question: bool = False
    looks: bool = False  # the camera is asked for the rest


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that just happened and should be said once (a re-read dock, bids asked for again, an undo)."""

    number: int
    text: Message


@dataclass(frozen=True, slots=True)
class Health:
    """One part of the companion in words. `state`: ok, attention or broken."""

    part: str
    state: str
    text: Message


@dataclass(frozen=True, slots=True)
class GameShown:
    """Which game is on the table."""

    id: str
    name: str
    title: str
    players: tuple[str, ...]
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table at one moment. `number` rises by one with each change."""

    number: int
    step: Step
    line: Message  # what the table does or waits for, in one line
    game: GameShown | None = None
    notes: tuple[Message, ...] = ()
    notices: tuple[Notice, ...] = ()
    seats: tuple[SeatShown, ...] = ()
    reveal: RevealShown | None = None
    questions: tuple[Question, ...] = ()
    blocks: tuple[BlockShown, ...] = ()
    chapters: tuple[ChapterShown, ...] = ()
    looks: tuple[LookShown, ...] = ()  # oldest first
    forms: tuple[FormShown, ...] = ()
    labels: tuple[str, ...] = ()  # all that a cell can be corrected to, and a cell entered by hand can be
    over: bool = False
    winners: tuple[str, ...] = ()
    can_undo: bool = False
    can_redo: bool = False
    can_go_on: bool = False  # ok by anybody leads on (draw, next voyage, a look that anybody may ask for)
    can_look: bool = False  # in a turn, ok by whoever's it is lets the camera look
    health: tuple[Health, ...] = ()
    join: Mapping[str, str] = field(default_factory=dict)  # address, number (by IP), network
    events: int = 0  # how many stand in the record
    show_join: bool = False  # the OLED shows how to join just now
    called: Mapping[str, Message] = field(default_factory=dict)  # what people here say otherwise, by its English text
    dealt: bool = False  # the seats' marks are new, and nobody has locked yet: the OLED says them


def packed(snapshot: Snapshot) -> dict[str, Any]:
    """Return the snapshot JSON-ready with its messages packed (`companion.language.message.pack`)."""
    plain: dict[str, Any] = _plain(snapshot, pack)
    return plain


def worded(shown: Snapshot | FormShown | LookShown, translate: Translate) -> dict[str, Any]:
    """Return the snapshot, or a form or a look alone, JSON-ready in the words of one language."""
    plain: dict[str, Any] = _plain(shown, lambda message: words(message, translate))
    return plain


def _plain(value: Any, say: Any) -> Any:
    if isinstance(value, Message):
        return say(value)
    if is_dataclass(value):
        return {part.name: _plain(getattr(value, part.name), say) for part in fields(value)}
    if isinstance(value, Mapping):
        return {key: _plain(part, say) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(part, say) for part in value]
    return str(value) if isinstance(value, StrEnum) else value
