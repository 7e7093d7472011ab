"""What the page needs of the app behind it, stated as a protocol; whoever serves the page hands it one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from web.faces import GameFaces
from web.language import Translate
from web.settings_contract import HostSettings
from web.shown import FormShown, LookShown, Own, Scoreboard
from web.walk_shown import Opening, WalkShown


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a request: `ok`, and the sentence to show where it is not (or where there is something to say).
    `ask` names what is needed first: "pin" or "confirm" (the text says what would change), or "again": the same is to
    be sent once more. `value` is the id of a game
    that was begun."""

    ok: bool
    text: str = ""
    ask: str | None = None
    value: str | None = None


@dataclass(frozen=True, slots=True)
class CellReading:
    """What the camera said of a cell: its label, whether it was `sure`, and the likeliest labels, best first."""

    label: str
    sure: bool
    likeliest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameOption:
    """An option of a game to be begun. `kind`: "yes", "choice", or "each" (a choice for every place); `shown` is what
    the choices are called."""

    name: str
    kind: str
    label: str
    help: str
    default: bool
    choices: tuple[str, ...]
    shown: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """A game that can be played, by `least` to `most` people."""

    name: str
    title: str
    least: int
    most: int
    options: tuple[GameOption, ...]


@dataclass(frozen=True, slots=True)
class RoomOffer:
    """What a room's tournament offers this table: who plays, in the order of the seats, in which round; `game` is what,
    "" for any. `left_s` is left of the room's timer, None where there is none, or nobody knows."""

    tournament: str
    round: int
    rounds: int
    game: str
    seats: tuple[str, ...]
    left_s: int | None


@dataclass(frozen=True, slots=True)
class RoomTimer:
    """The timer of the whole room: what is left of it just now, and whether it `runs`."""

    left_s: int
    runs: bool


@dataclass(frozen=True, slots=True)
class PrintedNumbers:
    """What the owner is asked of a game's pieces whose rulebook does not say it: a form, None where there is a
    `problem` (in words); what was `filled` in, by field, and whether anything was `entered`."""

    game: str
    title: str
    form: FormShown[str] | None
    problem: str
    filled: Mapping[str, object]
    entered: bool


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A place at the table, in seating order: its number, its colour "#rrggbb" with the colour's name, its shape."""

    number: int
    colour: str
    shape: str
    name: str


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """A player's place in a finished game."""

    player: str
    score: int
    rank: int


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A stored game. `gone`: the game that it was played with is no longer there. `provisional`: it was scored with
    numbers that nobody has confirmed."""

    id: str
    game: str
    title: str
    gone: bool
    players: tuple[str, ...]
    begun: str
    over: bool
    winners: tuple[str, ...]
    standings: tuple[StoredPlace, ...]
    provisional: bool


@dataclass(frozen=True, slots=True)
class ChapterTotals:
    """Everybody's total after a chapter, by seat, and the event that ended it (1 is the first)."""

    title: str
    scores: Mapping[str, int]
    line: int


@dataclass(frozen=True, slots=True)
class GameTotals:
    """A finished game's totals after each chapter; `steps` is the number of its events, `course` are the scores after
    each of them, and `deeds` says what each was."""

    steps: int
    chapters: tuple[ChapterTotals, ...] = ()
    course: tuple[Mapping[str, int], ...] = ()
    deeds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Badge:
    """What a seat is remembered for after a game, in words."""

    seat: str
    text: str


@dataclass(frozen=True, slots=True)
class Keepsake:
    """What is kept of a finished game: how it ended, the badges, the key of the photo of what won it, where one is
    kept, and whether there are enough of them for a picture that moves (`Companion.film`)."""

    end: Scoreboard[str]
    badges: tuple[Badge, ...]
    photo: str | None
    film: bool = False


@dataclass(frozen=True, slots=True)
class WrongReading:
    """One reading of a case: what was read ("" where the camera found nothing), for `sure` or not, and the truth."""

    read: str
    truth: str
    sure: bool


@dataclass(frozen=True, slots=True)
class CaseShown:
    """A zone of which something was read wrong, as it is kept: of which game, when, and what."""

    name: str
    title: str
    at: str
    wrong: tuple[WrongReading, ...]


class Cases(Protocol):
    """The readings that were wrong, kept on the device."""

    def all(self) -> Sequence[CaseShown]:
        """Return the cases, newest first."""
        ...

    def picture(self, name: str) -> bytes | None:
        """Return the JPEG of a case's zone; None where there is no such case."""
        ...

    def whole(self) -> bytes:
        """Return all cases as one file, to be handed on."""
        ...


@dataclass(frozen=True, slots=True)
class PersonShown:
    """What a player looks like: the drawn `face` and `colour` (`web.portraits`), whether they were `chosen`, and the
    key of a photo, "" where there is none. `card`: whether they have one in the room; None where there is no room, and
    nothing is kept for one. Its id is told to nobody, for whoever knows it may rename it. `withheld`: the room is told
    initials."""

    face: str
    colour: str
    photo: str = ""
    chosen: bool = False
    card: bool | None = None
    withheld: bool = False


class Portraits(Protocol):
    """What players look like."""

    @property
    def changes(self) -> int:
        """How often something of them has changed."""
        ...

    @property
    def everywhere(self) -> bool:
        """Whether wall, overlay and keepsakes show photos, too."""
        ...

    @property
    def chosen(self) -> Collection[str]:
        """Everybody who chose something, also whose games are deleted; at a table of a room whoever plays, too, for
        they may have a card."""
        ...

    def of(self, name: str) -> PersonShown:
        """Return what a player looks like: as chosen, else by the name."""
        ...

    def photo(self, key: str) -> bytes | None:
        """Return the JPEG of a photo; None where nobody has it now."""
        ...

    def take(self, name: str, jpeg: bytes, translate: Translate) -> tuple[bool, str]:
        """Keep a photo of a player; return whether it was kept, and what to say where it was not."""
        ...


class Companion(Protocol):
    """The app as the page sees it. `device` is the page's own random token (a cookie), `language` a code like "pt"."""

    def snapshot(self, language: str) -> Scoreboard[str]:
        """Return the newest public snapshot in the words of a language."""
        ...

    def updates(self, after: int, timeout_s: float) -> int:
        """Wait until the snapshot's number exceeds `after` or the time is up; return the newest number."""
        ...

    def own(self, device: str) -> Own:
        """Return what only this device may see."""
        ...

    def submit(self, device: str, language: str, request: Mapping[str, object]) -> Done:
        """Take a request: {"do": …, …}; with an "id" of the phone's own it may be sent again, and is done once. See
        companion/table/requests.py for each and what it needs."""
        ...

    def photo(self, device: str, language: str, wanted: str, jpeg: bytes) -> Done:
        """Take a photo of the table that answers to what was `wanted` (`PhotoAsked.request`), and wait until it was
        looked at."""
        ...

    def picture(self, key: str) -> bytes | None:
        """Return the JPEG of a photo or cell that a snapshot named, or None when there is none."""
        ...

    def reading(self, line: int, seat: str, cell: int, game: str = "") -> CellReading | None:
        """Return what the camera said of a cell of a game when event `line` was scored, of the one on the table where
        none is named; None where it did not see it. `seat` is the zone where the camera saw it in a turn."""
        ...

    def games(self, language: str) -> Sequence[PlayableGame]:
        """Return the games that can be played."""
        ...

    @property
    def languages(self) -> Mapping[str, str]:
        """The languages that it speaks: code, as "pt_BR" → what the language calls itself."""
        ...

    def translator(self, language: str) -> Translate:
        """Return what says the page's own sentences (`web.language.WORDS`) and a game's words (a kind of thing, "gold"
        or "red coins") in a language."""
        ...

    def numbers(self, language: str) -> Sequence[PrintedNumbers]:
        """Return what the owner is asked of the pieces of each game whose rulebook does not say it."""
        ...

    def faces(self) -> Mapping[str, GameFaces]:
        """Return what each game's things look like, by its name."""
        ...

    def places(self, language: str) -> Sequence[TablePlace]:
        """Return the six places at the table in seating order."""
        ...

    def offer(self) -> RoomOffer | None:
        """Return whom a room's tournament offers this table to play, None for nobody."""
        ...

    def timer(self) -> RoomTimer | None:
        """Return the room's timer, None where there is none, or nobody knows."""
        ...

    def history(self) -> Sequence[StoredGame]:
        """Return the stored games, newest first."""
        ...

    def record(self, game_id: str) -> bytes | None:
        """Return a stored game as a record file; None when there is none or it is not over yet."""
        ...

    def totals(self, game_id: str, language: str) -> GameTotals | None:
        """Return a finished game's totals; None when there is none or it is not over yet."""
        ...

    def moment(self, game_id: str, step: int, language: str) -> Scoreboard[str] | None:
        """Return a finished game's public snapshot as it was after `step` events (its number); None when there is
        none, it is not over, or has not so many."""
        ...

    def keepsake(self, game_id: str, language: str) -> Keepsake | None:
        """Return what is kept of a finished game; None when there is none or it is not over yet."""
        ...

    def film(self, game_id: str) -> bytes | None:
        """Return the photos of what the winner of a finished game laid, one after the other, as an animated WebP; None
        where fewer than two are kept."""
        ...

    def look(self, game_id: str, line: int, language: str) -> LookShown[str] | None:
        """Return what the camera saw in the turn of event `line` of a stored game, as a snapshot tells of the newest;
        None where it did not look."""
        ...

    def upkeep(self) -> HostSettings | None:
        """Return what the host looks after, None where that can't be done here."""
        ...

    def cases(self) -> Cases | None:
        """Return the readings that were wrong, None where none are kept."""
        ...

    def people(self) -> Portraits | None:
        """Return what players look like, None where nothing of that is kept."""
        ...

    def bench(self) -> "Bench | None":
        """Return the simulated table's bench, None where the table is real."""
        ...

    def walking(self) -> "TeachWalk | None":
        """Return the teach walk, None where no camera looks."""
        ...


class Bench(Protocol):
    """The simulated table, to be looked at and played with."""

    def camera_picture(self) -> bytes:
        """Return the camera's newest picture as JPEG."""
        ...

    def display_picture(self) -> bytes:
        """Return the small display's picture as PNG."""
        ...

    def lamps(self) -> Mapping[str, float]:
        """Return each pod's lamp, 0 to 1, by pod number."""
        ...

    @property
    def pace(self) -> str:
        """How its people act: "normal", "slow" or "pause"."""
        ...

    def set_pace(self, pace: str) -> bool:
        """Let its people act at another pace; return whether there is such."""
        ...

    def key(self, pod: int, key: str, pressed: bool) -> None:
        """Press or release a key ("add", "ok") of a pod (1 to 6): whoever does takes that seat over."""
        ...


class TeachWalk(Protocol):
    """The teach walk: pieces are laid on the mat, and what is new or doubtful is named on the page."""

    def may(self, device: str) -> bool:
        """Return whether this device may teach."""
        ...

    def openings(self, language: str) -> Sequence[Opening]:
        """Return what is asked before a walk, for each game whose pieces can be taught by one."""
        ...

    def view(self, language: str) -> WalkShown | None:
        """Return the walk, None while there is none."""
        ...

    def picture(self, name: str) -> bytes | None:
        """Return the sheet of that name as JPEG, the mat seen from straight above; None where it is gone."""
        ...

    def submit(self, device: str, language: str, asked: Mapping[str, object]) -> Done:
        """Take a request: {"do": "begin", "game", "width_mm"?}, {"do": "take", "sheet"} (a picture of the bare mat, or
        once more), {"do": "name", "sheet", "labels": {key: label, or None to leave it out}},
        {"do": "undo", "sheet", "naming"}, "finish", "leave". What is meant for another `sheet` or naming than is there
        by now is refused; what is asked about first (`Done.ask`) comes again with "confirm": true."""
        ...
