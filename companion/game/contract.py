"""The contract that every folder under `companion/games` fills.

A game is rules on values: `begin` makes a state of a header, `apply` makes a state and an answer of a state and an
event. Nothing here knows a device, a clock or chance. What the table should do next is `awaits`; what everybody may see
of it is `view` and `lead`; how the camera's labels become an event is the game's `table`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from companion.game.awaiting import Awaited
from companion.game.errors import refuse
from companion.game.forms import Choice, Form
from companion.game.look import Asked, Proposal
from companion.game.standings import Standing
from companion.game.view import Block, View
from companion.language.message import Message, name
from vision.observation import ZoneSeen

S = TypeVar("S")
Answer = dict[str, Any]
Shuffle = Callable[[Sequence[Any]], list[Any]]


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a record: which game, who plays, with which options and printed numbers."""

    record: int
    game: str
    players: tuple[str, ...]
    options: dict[str, Any] = {}
    edition: dict[str, Any] = {}


class Game(Protocol[S]):
    """The contract. Everything is a function of values; see the module's docstring. A game is a subclass and leaves out
    what it has not: what stands here with a body is the answer of a game without notes, hands, questions or draws."""

    name: str
    title: str
    players: range
    added_seats: tuple[str, ...] = ()
    events: Any  # the union of the game's event structs, tagged by "do"
    reopening: tuple[type[msgspec.Struct], ...] = ()  # events that the game itself judges although it is over
    options: type[msgspec.Struct]
    edition: type[msgspec.Struct]
    choices: tuple[Choice, ...] = ()
    called: Mapping[str, Message] = {}  # what people call its events, by their `do`
    parts: str = "looks"  # what the parts of a game are called that the camera reads, in a program's output

    def begin(self, players: tuple[str, ...], options: Any, edition: Any) -> S:
        """Return the first state, or raise a HeaderError."""
        ...

    def noted(self, state: S, header: Mapping[str, Any]) -> S:  # noqa: ARG002 - for games that need it
        """Return the first state with what the header line notes in keys of its own (a way to play that changes no
        score). Whatever else stands there is passed over."""
        return state

    def doubts(self, state: S) -> tuple[Message, ...]:  # noqa: ARG002 - for games that need it
        """Return what the header's edition says that can hardly be true (an absurd number). The game goes on."""
        return ()

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
        return tuple(place.player for place in self.standings(state) if self.over(state) and place.rank == 1)

    def awaits(self, state: S) -> tuple[Awaited, ...]:
        """Return what the table waits for, in order; only the last of it makes an event. Empty when over."""
        ...

    def lead(self, state: S, step: Awaited, waiting: tuple[str, ...], shared: bool) -> Message:
        """Return what people do in this step, in one line with its numbers; the table waits for `waiting`. Where one
        zone of the mat is `shared` by all in turn, it says whose pieces are laid there, and when."""
        ...

    def view(self, state: S) -> View:
        """Return what everybody may see. Never a hand, never a spent card."""
        ...

    def forms(self, state: S) -> tuple[Form, ...]:
        """Return the events that may be entered by hand now."""
        ...

    def hand(self, state: S, seat: str) -> frozenset[int]:  # noqa: ARG002 - for games that need it
        """Return the cards that a seat holds, for its own eyes only; none in a game without bids."""
        return frozenset()

    def entered(self, state: S, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the event that a filled form makes: its `do`, its `seat` where it has one, and a value for every field
        by its name (a choice is a text). What is an event already stays as it is."""
        ...

    def own_words(self, filled: Mapping[str, Any]) -> Mapping[str, Message]:  # noqa: ARG002 - for games that need it
        """Return what is said otherwise where the owner named things in what is `printed`: by the English text that it
        takes the place of, “LABEL: kind” for what heads all labels of a kind."""
        return {}

    def told(self, state: S, filled: Mapping[str, Any]) -> Block:  # noqa: ARG002 - for games that need it
        """Return what a filled question is answered, for all to see; raise a RuleError where it can't be."""
        raise refuse("there is nothing to ask in this game")

    def zone(self, state: S, seat: str, shared: bool) -> str:
        """Return the zone of the mat that is this seat's; the one zone of all where it is `shared`."""
        ...

    def propose(
        self,
        state: S,
        before: Sequence[Mapping[str, ZoneSeen]],
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        """Return what a look means. In a Look, `now` is keyed by seat (a shared zone is looked at once for each), and
        so is `before`, what was seen at each reveal of bids, the latest last; those before a restart or an undo are
        missing. In a Turn `now` is keyed by zone, and by seat where a zone is a seat's, and `asked` says who wanted
        it."""
        ...

    def rereads(self, before: ZoneSeen, now: ZoneSeen, scored: Sequence[str]) -> bool:  # noqa: ARG002 - if needed
        """Return whether a zone that changed after its score is to be read again, and not just being cleared away;
        `scored` is what counted of it, cell by cell."""
        return False

    def labels(self, state: S) -> tuple[str, ...]:
        """Return every label that a cell can have, for a person to choose from."""
        ...

    def place(self, state: S, zone: str, shared: bool) -> Message:  # noqa: ARG002 - for games that need it
        """Return what people call a zone of the mat: whose it is, or what lies there. Of one that is `shared` by all in
        turn, whose turn it is in `state`."""
        return name(zone)

    def corrected(self, event: Mapping[str, Any], seat: str, cell: int, label: str) -> Mapping[str, Any]:  # noqa: ARG002 - for games that need it
        """Return the event of a Look with one cell of a seat corrected, the first reading kept in its key `seen`. An
        event of a Turn is proposed anew instead, from the look with another label in one place."""
        raise refuse("nothing is read cell by cell in this game")

    def as_happened(self, event: Mapping[str, Any], answer: Answer) -> Mapping[str, Any]:  # noqa: ARG002 - for games that need it
        """Return the event in the form that keeps what people really did when something before it is corrected."""
        return event

    def draw(self, state: S, shuffled: Shuffle) -> Mapping[str, Any]:  # noqa: ARG002 - for games that need it
        """Return the event that chance makes when `awaits` says Draw; `shuffled` is the only chance there is."""
        raise refuse("nothing is drawn in this game")
