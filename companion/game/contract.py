"""The contract that every folder under `companion/games` fills.

A game is rules on values: `begin` makes a state of a header, `apply` makes a state and an answer of a state and an
event. Nothing here knows a device, a clock or chance. What the table should do next is `awaits`; what everybody may see
of it is `view` and `lead`. A game alone writes its events: of sealed bids (`bid`), numbers counted on pods (`counted`),
chance (`draw`), a look of the camera (`propose`) or a filled form (`entered`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from companion.game.awaiting import Awaited, Phase
from companion.game.errors import refuse
from companion.game.forms import Choice, Form
from companion.game.look import Asked, Proposal
from companion.game.standings import Standing
from companion.game.view import Block, Chapter, View
from companion.language.message import Message, name, say
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
    cannot_win: tuple[str, ...] = ()  # those of the added seats that are ranked and never win
    events: Any  # the union of the game's event structs, tagged by "do"
    reopening: tuple[type[msgspec.Struct], ...] = ()  # events that the game itself judges although it is over
    options: type[msgspec.Struct]
    edition: type[msgspec.Struct]
    choices: tuple[Choice, ...] = ()
    called: Mapping[str, Message] = {}  # what people call its events, by their `do`
    emblem: tuple[str, ...] = ()  # a picture of one colour for small displays, row by row: # is lit
    parts: str = "looks"  # what the parts of a game are called that the camera reads, in a program's output

    def begin(self, players: tuple[str, ...], options: Any, edition: Any) -> S:
        """Return the first state, or raise a HeaderError."""
        ...

    def noted(self, state: S, header: Mapping[str, Any]) -> S:
        """Return the first state with what the header line notes in keys of its own (a way to play that changes no
        score). Whatever else stands there is passed over."""
        return state

    def doubts(self, state: S) -> tuple[Message, ...]:
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
        """Return who has won, in seating order: the best of those who can; nobody until the game is over."""
        able = [place for place in self.standings(state) if self.over(state) and place.player not in self.cannot_win]
        return tuple(place.player for place in able if place.rank == able[0].rank)

    def awaits(self, state: S) -> Awaited | None:
        """Return the step that the table waits for; None when the game is over."""
        ...

    def lead(self, state: S, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:
        """Return what people do in this part of the step, in one line with its numbers; the table waits for `waiting`.
        Where one zone of the mat is `shared` by all in turn, it says whose pieces are laid there, and when."""
        ...

    def view(self, state: S) -> View:
        """Return what everybody may see. Never a hand, never a spent card."""
        ...

    def go_on(self, state: S, phase: Phase) -> Message:
        """Return what ok by anybody, or the page's button, does in this part of the step, in the game's own words."""
        match phase:
            case Phase.CHANCE:
                return say("Draw")
            case Phase.TURN:
                return say("Look at the table")
            case Phase.TAKE:
                return say("All is done")
            case _:
                return say("All lies as it should")

    def moment(self, before: S, after: S) -> Chapter | None:
        """Return what an event has scored, with everybody's result, where that is to be shown at once and is more than
        the chapter that it finished; None where it is not."""
        return None

    def unseen(self, state: S, seat: str) -> Message:
        """Return the question about what a seat is to have laid and the camera has not seen for a while, in the game's
        own words."""
        return say("I don't see {seat}'s piece. Does it lie there?", seat=name(seat))

    def forms(self, state: S) -> tuple[Form, ...]:
        """Return the events that may be entered by hand now, what is due first."""
        return ()

    def hand(self, state: S, seat: str) -> frozenset[int]:
        """Return the cards that a seat holds, for its own eyes only; none in a game without bids."""
        return frozenset()

    def entered(self, state: S, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the event that a filled form makes: its `do`, its `seat` where it has one, and a value for every field
        by its name (a choice is a text). What is an event already stays as it is."""
        return filled

    def own_words(self, filled: Mapping[str, Any]) -> Mapping[str, Message]:
        """Return what is said otherwise where the owner named things in what is `printed`: by the English text that it
        takes the place of, “LABEL: kind” for what heads all labels of a kind."""
        return {}

    def told(self, state: S, filled: Mapping[str, Any]) -> Block:
        """Return what a filled question is answered, for all to see; raise a RuleError where it can't be."""
        raise refuse("there is nothing to ask in this game")

    def zone(self, state: S, seat: str, shared: bool) -> str:
        """Return the zone of the mat that is this seat's; the one zone of all where it is `shared`."""
        return ""

    def propose(
        self,
        state: S,
        before: Sequence[Mapping[str, ZoneSeen]],
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        """Return what a look means. `now` is what was settled, keyed by zone, and by seat where a zone is a seat's (a
        shared one that the camera reads by itself is looked at once for each). `before` is what was seen at each reveal
        of bids, the latest last; those before a restart or an undo are missing. `asked` says who wanted the look; None
        where the camera acts by itself. An event that is made of an empty `now` needs no look."""
        return Proposal(None)

    def by_hand(self, state: S, seat: str) -> Form | None:
        """Return the form in which people enter what lies in a seat's zone, in a step that the camera reads by itself:
        one field of kind `cells`. None where they enter the event."""
        return None

    def whose(self, event: Mapping[str, Any]) -> str | None:
        """Return whose event it is; None where it is everybody's."""
        found: str | None = event.get("player")
        return found

    def cells(self, event: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """Return what an event itself says lay there, by seat, cell by cell; nothing where it says only what followed
        from that."""
        return {}

    def cleared(
        self,
        before: ZoneSeen | None,
        now: ZoneSeen,
        scored: Sequence[str] = (),
        lay: ZoneSeen | None = None,
        earlier: ZoneSeen | None = None,
    ) -> bool:
        """Return whether a zone is being cleared away: no piece laid on what lay there `before`, when its turn began,
        can make it look as it does `now`; where nobody knows that (None), whether nothing is left of the pieces that
        `lay` there when all of them did. What lay there last counts then. After its event `scored` is what that says
        of the zone, cell by cell (`cells`), `earlier` what lay there when the turn before began, and the zone is
        read again unless this is so (where nobody knows what lay there before, people are told that it changed): by
        default it is."""
        return bool(scored)

    def labels(self, state: S) -> tuple[str, ...]:
        """Return every label that a cell can have, for a person to choose from."""
        return ()

    def place(self, state: S, zone: str, shared: bool) -> Message:
        """Return what people call a zone of the mat: whose it is, or what lies there. Of one that is `shared` by all in
        turn, whose turn it is in `state`."""
        return name(zone)

    def corrected(self, event: Mapping[str, Any], seat: str, cell: int, label: str) -> Mapping[str, Any]:
        """Return an event that says what lay there (`cells`) with one cell of a seat corrected, the first reading kept
        in its key `seen`. Any other event is proposed anew instead, from the look with another label in one place."""
        raise refuse("nothing is read cell by cell in this game")

    def as_happened(self, event: Mapping[str, Any], answer: Answer) -> Mapping[str, Any]:
        """Return the event in the form that keeps what people really did when something before it is corrected."""
        return event

    def bid(self, state: S, cards: Mapping[str, tuple[int, ...]]) -> Mapping[str, Any]:
        """Return the event that sealed bids make once they are turned up: each seat's cards, drawn ones included."""
        raise refuse("nobody bids in this game")

    def draw(self, state: S, shuffled: Shuffle) -> Mapping[str, Any]:
        """Return the event that chance makes; `shuffled` is the only chance there is."""
        raise refuse("nothing is drawn in this game")

    def counted(self, state: S, numbers: Mapping[str, int]) -> Mapping[str, Any]:
        """Return the event that people make who drew by themselves: what every seat counted."""
        raise refuse("nothing is drawn in this game")

    def count_called(self, number: int) -> Message:
        """Return what a number is called that a seat counts in place of chance."""
        return say("{number}", number=number)

    def lead_counting(self, state: S, missing: tuple[str, ...], on_any: bool) -> Message:
        """Return what people do who count what they drew; `missing` seats have not locked yet, and `on_any` pod where
        none of these has its own."""
        return say("Numbers are counted on the pods, ok locks: waiting for {seats}", seats=tuple(map(name, missing)))
