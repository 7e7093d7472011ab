"""Captain Stingy as the app knows it: the contract of `companion.game`, filled."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.game import (
    Answer,
    Asked,
    Awaited,
    Block,
    Chapter,
    Choice,
    Form,
    Game,
    HeaderError,
    Phase,
    Proposal,
    Seats,
    Standing,
    View,
    explained,
    ranked,
    same_name,
)
from companion.games.stingy import colours, entry, events, guide, rules, scoring, sighting, take_back
from companion.games.stingy.pieces import COLOURS, FLAG_COLOUR, GHOST, kinds
from companion.games.stingy.state import State
from companion.language.message import Message, say, say_count
from vision.observation import ZoneSeen


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`sly`: Captain Sly, nobody pays. `colour_bonus`: points for colours. `first`: who starts (else the first)."""

    sly: bool = False
    colour_bonus: bool = False
    first: str | UnsetType = UNSET


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`colours`: what the six colours are called."""

    colours: list[str] = msgspec.field(default_factory=lambda: list(COLOURS))


class Stingy(Game[State]):
    """The game of groups and trades."""

    name = "stingy"
    title = "Captain Stingy"
    emblem = guide.EMBLEM
    parts = "turns"
    players = range(2, 7)
    added_seats = (GHOST,)
    cannot_win = (GHOST,)
    events = events.Event
    options = Options
    edition = Edition
    called: Mapping[str, Message] = {"take": say("the tiles taken"), "trade": say("the trade")}
    choices = (
        Choice(
            "first",
            say("Who starts"),
            say("The place at the table; the first one where nothing is chosen."),
            ("1", "2", "3", "4", "5", "6"),
            place=True,
        ),
        Choice(
            "sly",
            say("Captain Sly"),
            say("Nobody is ever made to pay: where too little can go back, too little goes back."),
        ),
        Choice(
            "colour_bonus",
            say("Points for colours"),
            say("At the end the colours of your complete groups count, too: 1, 3, 6, 10, 15, 20, 25 for one to seven."),
        ),
    )

    def begin(self, players: tuple[str, ...], options: Options, edition: Edition) -> State:
        """Seat the players; with two the Ghost sits down last."""
        _check_colours(edition.colours)
        seats = Seats((*players, GHOST) if len(players) == 2 else players)
        of_kind = kinds(edition.colours)
        return State(
            seats=seats,
            kinds=of_kind,
            first=players[0] if options.first is UNSET else _player(players, options.first),
            sly=options.sly,
            colour_bonus=options.colour_bonus,
            groups={seat: {} for seat in seats},
            complete=dict.fromkeys(seats, ()),
            left=sum(kind.size for kind in of_kind.values()),
        )

    def noted(self, state: State, header: Mapping[str, Any]) -> State:
        """The header notes `"provisional"` until the owner has said what two colours are called."""
        return replace(state, provisional=bool(header.get("provisional")))

    def own_words(self, filled: Mapping[str, Any]) -> Mapping[str, Message]:
        """See `colours.own_words`."""
        return colours.own_words(filled)

    def apply(self, state: State, event: Any) -> tuple[State, Answer]:
        """See `rules.apply`."""
        return rules.apply(state, event)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats in seating order."""
        return state.seats.names

    def over(self, state: State) -> bool:
        """Whether the one who drew the last tile has had the last turn."""
        return state.over

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Points of complete groups (and the colour bonus), then trade values of incomplete groups."""
        score = {seat: scoring.score(state, seat) for seat in state.seats}
        order = {seat: scoring.order(state, seat) for seat in state.seats}

        def why(seat: str) -> Message:
            return say("equal points: incomplete groups worth {worth} decide", worth=order[seat][1])

        return explained(ranked(state.seats.names, score, order), why)

    def awaits(self, state: State) -> Awaited | None:
        """One seat's turn: its start tiles, or perhaps a trade and the draw. Any player may act for the Ghost."""
        seat = rules.next_seat(state)
        if seat is None:
            return None
        return Awaited(tuple(s for s in state.seats if s != GHOST) if seat == GHOST else (seat,))

    def lead(self, state: State, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:  # noqa: ARG002 (contract)
        """See `guide.lead`."""
        return guide.lead(state, shared)

    def go_on(self, state: State, phase: Phase) -> Message:  # noqa: ARG002 (contract)
        """See `guide.go_on`."""
        return guide.go_on(state)

    def view(self, state: State) -> View:
        """See `guide.view`."""
        return guide.view(state)

    def moment(self, before: State, after: State) -> Chapter | None:
        """See `guide.moment`."""
        return guide.moment(before, after)

    def forms(self, state: State) -> tuple[Form, ...]:
        """See `entry.forms`."""
        return entry.forms(state)

    def entered(self, state: State, filled: Mapping[str, Any]) -> Mapping[str, Any]:  # noqa: ARG002 (contract)
        """See `entry.entered`."""
        return entry.entered(filled)

    def told(self, state: State, filled: Mapping[str, Any]) -> Block:
        """See `take_back.told`."""
        return take_back.told(state, filled)

    def zone(self, state: State, seat: str, shared: bool) -> str:
        """See `sighting.zone`."""
        return sighting.zone(state, seat, shared)

    def propose(
        self,
        state: State,
        before: Sequence[Mapping[str, ZoneSeen]],  # noqa: ARG002 (contract)
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        """See `sighting.propose`: what lay there before is the state."""
        return sighting.propose(state, now, asked)

    def place(self, state: State, zone: str, shared: bool) -> Message:
        """See `sighting.place`."""
        return sighting.place(state, zone, shared)

    def labels(self, state: State) -> tuple[str, ...]:
        """See `sighting.labels`."""
        return sighting.labels(state)


def _check_colours(colours: list[str]) -> None:
    if len(colours) != 6:
        raise HeaderError(
            "edition.colours",
            say("{colours}; there are 6", colours=say_count("{count} colour", "{count} colours", count=len(colours))),
        )
    for colour in colours:
        if colour in ("", FLAG_COLOUR):
            raise HeaderError("edition.colours", say("“{colour}” can't be a colour's name", colour=colour))
        if colours.count(colour) > 1:
            raise HeaderError("edition.colours", say("“{colour}” is there twice; six must differ", colour=colour))


def _player(players: tuple[str, ...], name: str) -> str:
    for player in players:
        if same_name(player) == same_name(name):
            return player
    raise HeaderError("options.first", say("“{name}” is not one of the players", name=name))


GAME = Stingy()
