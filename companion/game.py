"""What a game is: the contract that every folder under `companion/games` fills.

A game is rules on values: `begin` makes a state of a header, `apply` makes a state and an answer of a state and an
event. Nothing here knows a device, a clock or chance. What the table should do next is `awaits`; what everybody may see
of it is `view` and `lead`; how the camera's labels become an event is the game's `table`.
"""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

import msgspec

from companion.message import Message, say
from vision.observation import ZoneSeen

S = TypeVar("S")
T = TypeVar("T")
Answer = dict[str, Any]
Shuffle = Callable[[Sequence[Any]], list[Any]]


class GameError(ValueError):
    """A game can't go on with what it was given; the message says with what and why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class HeaderError(GameError):
    """A header that no game can begin with; `key` names the offending key."""

    def __init__(self, key: str, message: Message) -> None:
        super().__init__(message)
        self.key = key


class RuleError(GameError):
    """An event, right in form, that the rules forbid."""


def refuse(text: str, /, **values: Any) -> RuleError:
    """Return the rule error that says `text`; to be raised by the caller."""
    return RuleError(Message(text, values))


# ---- seats


def same_name(name: str) -> str:
    """Return the form in which names are compared (NFC)."""
    return unicodedata.normalize("NFC", name)


@dataclass(frozen=True)
class Seats:
    """All seats in seating order, those that the game adds included, found by name however it was typed."""

    names: tuple[str, ...]
    _found: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_found", {same_name(name): name for name in self.names})

    def __iter__(self) -> Any:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def find(self, name: str) -> str:
        """Return the seat as the header writes it, or raise a RuleError for a stranger."""
        found = self._found.get(same_name(name))
        if found is None:
            raise refuse("nobody named “{name}” sits at this table", name=name)
        return found

    def keyed(self, given: Mapping[str, T], wanted: Iterable[str], what: Message) -> dict[str, T]:
        """Return `given` keyed by seat in the order of `wanted`; a seat missing, extra or twice is a RuleError."""
        found: dict[str, T] = {}
        for name, value in given.items():
            seat = self.find(name)
            if seat in found:
                raise refuse("{seat} is named twice in {what}", seat=seat, what=what)
            found[seat] = value
        order = tuple(wanted)
        for seat in found:
            if seat not in order:
                raise refuse("{seat} has no part in {what} now", seat=seat, what=what)
        for seat in order:
            if seat not in found:
                raise refuse("{seat} is missing in {what}", seat=seat, what=what)
        return {seat: found[seat] for seat in order}


# ---- the header


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a record: which game, who plays, with which options and printed numbers."""

    record: int
    game: str
    players: tuple[str, ...]
    options: dict[str, Any] = {}
    edition: dict[str, Any] = {}


def check_players(players: Sequence[str], allowed: range, reserved: Iterable[str]) -> None:
    """Raise a HeaderError unless these names can sit down: how many, how long, all different, none reserved."""
    if len(players) not in allowed:
        raise HeaderError(
            "players",
            say(
                "{count} players: this game is for {least} to {most}",
                count=len(players),
                least=allowed.start,
                most=allowed.stop - 1,
            ),
        )
    taken = {same_name(name) for name in reserved}
    seen: set[str] = set()
    for given in players:
        plain = same_name(given)
        if not plain.strip():
            raise HeaderError("players", say("a player's name is empty"))
        if len(plain) > 30:
            raise HeaderError("players", say("“{name}” is longer than 30 characters", name=plain))
        if any(unicodedata.category(letter) == "Cc" for letter in plain):
            raise HeaderError("players", say("a name holds a character that can't be shown: {name}", name=repr(plain)))
        if plain in taken:
            raise HeaderError("players", say("“{name}” is a seat that the game itself adds", name=plain))
        if plain in seen:
            raise HeaderError("players", say("two players are called “{name}”", name=plain))
        seen.add(plain)


# ---- standings


@dataclass(frozen=True, slots=True)
class Standing:
    """One place in the ranking. `why` says which tie-break decided it, where one did."""

    player: str
    score: int
    rank: int
    why: Message | None = None


def ranked(
    seats: Sequence[str], score: Mapping[str, int], order: Mapping[str, tuple[int, ...]]
) -> tuple[Standing, ...]:
    """Rank by `order` (score first, then the tie-breaks; higher is better); equal orders share the lower number."""
    places = sorted(seats, key=lambda seat: tuple(-part for part in order[seat]))  # sorted keeps the seating order
    standings: list[Standing] = []
    for place, seat in enumerate(places, 1):
        shared = standings and order[standings[-1].player] == order[seat]
        standings.append(Standing(seat, score[seat], standings[-1].rank if shared else place))
    return tuple(standings)


def explained(places: Sequence[Standing], why: Callable[[str], Message]) -> tuple[Standing, ...]:
    """Return the ranking with a reason wherever a tie-break decided: equal scores, other ranks."""
    ranks: dict[int, set[int]] = {}
    for place in places:
        ranks.setdefault(place.score, set()).add(place.rank)
    return tuple(replace(place, why=why(place.player)) if len(ranks[place.score]) > 1 else place for place in places)


# ---- what the table waits for


@dataclass(frozen=True, slots=True)
class Bids:
    """A secret card from each of `seats`, out of the hand given with it. `drawn` seats are dealt theirs by chance."""

    hands: Mapping[str, frozenset[int]]
    drawn: frozenset[str] = frozenset()
    again: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    """Pieces to be taken from the stacks and laid: one list of seats a stack, each in its order."""

    order: tuple[tuple[str, ...], ...]
    untouched: frozenset[str] = frozenset()  # seats whose piece may not be turned


@dataclass(frozen=True, slots=True)
class Look:
    """A look at the zones of these seats, by itself once every one of them is done and lies still."""

    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the companion draws (`Game.draw`), or people who draw themselves fill in the form."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A move of one of `seats`: entered by form, or seen by the camera when one of them presses ok. What they count
    on their pods until then is shown to all, from the first to the last of `counts`."""

    seats: tuple[str, ...]
    counts: range = range(0)


Awaited = Bids | Take | Look | Draw | Turn


# ---- a form: how an event is entered by hand, in any game


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in. `kind`: number, choice, many (several of `choices`), cells (a label per cell), list (any of
    `choices`, each as often as wished). `shown` is what the choices are called, where that is not what they are."""

    name: str
    label: Message
    kind: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False
    shown: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """An event that people may enter by hand: its `do`, whose it is, and its fields. Two are entered alike but are no
    events: a `question`, whose answer (`Game.told`) is shown to all, and what is `printed` on the owner's pieces, which
    becomes the game's edition (`entered` returns it under that key)."""

    do: str
    title: Message
    fields: tuple[Field, ...]
    seat: str | None = None
    question: bool = False
    printed: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An option at the start of a game, in plain words. `choices` are its values; none: it is a yes or no, which is
    `default` unless said otherwise. What is `noted` changes no score: it stands on the header line, not in options.
    Of a `place` the number at the table is chosen, counted from 1, and the player's name is what is kept."""

    name: str
    label: Message
    help: Message
    choices: tuple[str, ...] = ()
    default: bool = False
    noted: bool = False
    place: bool = False


# ---- what everybody may see


@dataclass(frozen=True, slots=True)
class Cell:
    """A piece or square in a picture of the table: what kind, the number or text on it, what it counts."""

    label: str
    kind: str
    text: str = ""
    note: Message | None = None
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """A part of the table's picture. `kind` says how it is drawn: grid, groups, row, tally, story."""

    kind: str
    title: Message
    seat: str | None = None
    rows: int = 1
    cols: int = 1
    cells: tuple[Cell, ...] = ()
    lines: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a score, with the sum that explains it: `13 − lowest 3 = 10`."""

    name: Message
    sum: Message
    value: int


@dataclass(frozen=True, slots=True)
class Result:
    """What one seat earned in one voyage, round or boat, part by part."""

    seat: str
    parts: tuple[Part, ...]
    earned: int
    total: int


@dataclass(frozen=True, slots=True)
class Chapter:
    """A finished part of the game (a voyage, a round) with everybody's result; `line` is its event's line."""

    title: Message
    results: tuple[Result, ...]
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Reveal:
    """Cards just turned up: whose, in which order seats take (a list a stack), and who is tied."""

    cards: Mapping[str, int]
    order: tuple[tuple[str, ...], ...]
    tied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """The public picture of a state: a mark a seat (its hold, its row), notes that explain, the cards just turned up,
    the table, and the finished chapters."""

    marks: Mapping[str, Message] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()
    reveal: Reveal | None = None
    blocks: tuple[Block, ...] = ()
    chapters: tuple[Chapter, ...] = ()


# ---- the camera's side of a game


@dataclass(frozen=True, slots=True)
class Doubt:
    """A reading that the companion should ask about: which zone and which cell (or piece) of it, whose it is, where
    that is in words, and the labels that can be, likeliest first."""

    zone: str
    cell: int
    seat: str | None
    where: Message
    likeliest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asked for a look in a Turn, and what they counted before (0: nothing)."""

    seat: str
    counted: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a look at the table means: the event it proposes (None while doubts remain), the doubts, and what is wrong
    where pieces lie as they can't."""

    event: Mapping[str, Any] | None
    doubts: tuple[Doubt, ...] = ()
    wrong: Message | None = None
    more: bool = False  # the same look holds another event after this one


class Game(Protocol[S]):
    """The contract. Everything is a function of values; see the module's docstring."""

    name: str
    title: str
    players: range
    added_seats: tuple[str, ...]
    events: Any  # the union of the game's event structs, tagged by "do"
    reopening: tuple[type[msgspec.Struct], ...]  # events that the game itself judges although it is over
    options: type[msgspec.Struct]
    edition: type[msgspec.Struct]
    choices: tuple[Choice, ...]

    def begin(self, players: tuple[str, ...], options: Any, edition: Any) -> S:
        """Return the first state, or raise a HeaderError."""
        ...

    def noted(self, state: S, header: Mapping[str, Any]) -> S:
        """Return the first state with what the header line notes in keys of its own (a way to play that changes no
        score). Whatever else stands there is passed over."""
        ...

    def doubts(self, state: S) -> tuple[Message, ...]:
        """Return what the header's edition says that can hardly be true (an absurd number). The game goes on."""
        ...

    def apply(self, state: S, event: Any) -> tuple[S, Answer]:
        """Return the state after the event and what it led to, or raise a RuleError; `state` stays as it is."""
        ...

    def seats(self, state: S) -> tuple[str, ...]:
        """Return all seats in seating order."""
        ...

    def over(self, state: S) -> bool:
        """Return whether the game has ended."""
        ...

    def standings(self, state: S) -> tuple[Standing, ...]:
        """Return the ranking as it stands now, best first."""
        ...

    def winners(self, state: S) -> tuple[str, ...]:
        """Return who has won, in seating order; nobody until the game is over."""
        ...

    def awaits(self, state: S) -> tuple[Awaited, ...]:
        """Return what the table waits for, in order; only the last of it makes an event. Empty when over."""
        ...

    def lead(self, state: S, step: Awaited, waiting: tuple[str, ...]) -> Message:
        """Return what people do in this step, in one line with its numbers; the table waits for `waiting`."""
        ...

    def view(self, state: S) -> View:
        """Return what everybody may see. Never a hand, never a spent card."""
        ...

    def forms(self, state: S) -> tuple[Form, ...]:
        """Return the events that may be entered by hand now."""
        ...

    def hand(self, state: S, seat: str) -> frozenset[int]:
        """Return the cards that a seat holds, for its own eyes only; none in a game without bids."""
        ...

    def entered(self, state: S, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the event that a filled form makes: its `do`, its `seat` where it has one, and a value for every field
        by its name (a choice is a text). What is an event already stays as it is."""
        ...

    def told(self, state: S, filled: Mapping[str, Any]) -> Block:
        """Return what a filled question is answered, for all to see; raise a RuleError where it can't be."""
        ...

    def zone(self, state: S, seat: str, shared: bool) -> str:
        """Return the zone of the mat that is this seat's; the one zone of all where it is `shared`."""
        ...

    def propose(
        self, state: S, before: Mapping[str, ZoneSeen], now: Mapping[str, ZoneSeen], asked: Asked | None = None
    ) -> Proposal:
        """Return what a look means. In a Look, `now` is keyed by seat (a shared zone is looked at once for each) and
        `before` is what was seen at the start of the turn; in a Turn both are keyed by zone, and by seat where a zone
        is a seat's, and `asked` says who wanted it."""
        ...

    def rereads(self, before: ZoneSeen, now: ZoneSeen) -> bool:
        """Return whether a zone that changed after its score is to be read again, and not just being cleared away."""
        ...

    def labels(self, state: S) -> tuple[str, ...]:
        """Return every label that a cell can have, for a person to choose from."""
        ...

    def corrected(self, event: Mapping[str, Any], seat: str, cell: int, label: str) -> Mapping[str, Any]:
        """Return the event with one cell of a seat corrected, the first reading kept in its key `seen`."""
        ...

    def as_happened(self, event: Mapping[str, Any], answer: Answer) -> Mapping[str, Any]:
        """Return the event in the form that keeps what people really did when something before it is corrected."""
        ...

    def draw(self, state: S, shuffled: Shuffle) -> Mapping[str, Any]:
        """Return the event that chance makes when `awaits` says Draw; `shuffled` is the only chance there is."""
        ...
