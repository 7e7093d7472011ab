"""Alcatraz as the app knows it: the contract of `companion.game`, filled."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from companion.game import (
    Answer,
    Asked,
    Awaited,
    Chapter,
    Choice,
    Form,
    Game,
    Phase,
    Proposal,
    Seats,
    Standing,
    View,
    explained,
    noted_seat,
    ranked,
)
from companion.games.alcatraz import entry, events, guide, rules, sighting
from companion.games.alcatraz.events import ThirdRound
from companion.games.alcatraz.pieces import OBJECTIVES, ROW, WILD_ROW
from companion.games.alcatraz.state import State
from companion.language.message import Message, say
from vision.observation import ZoneSeen


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`zero_padding`: cards of a claim, not all, may add up to 0."""

    zero_padding: bool = False


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing: cards and objectives are the same in every box."""


class Alcatraz(Game[State]):
    """The game of rows and claims."""

    name = "alcatraz"
    title = "Alcatraz"
    emblem = guide.EMBLEM
    parts = "claims"
    players = range(2, 6)
    events = events.Event
    reopening = (ThirdRound,)
    options = Options
    edition = Edition
    called: Mapping[str, Message] = {
        "claim": say("the claim"),
        "empty": say("the empty row"),
        "end_round": say("the round's end"),
        "third_round": say("the third round"),
    }
    choices = (
        Choice(
            "first",
            say("Who starts"),
            say("The place at the table. Whoever is named here lets me say who still has a turn when a row is empty."),
            ("1", "2", "3", "4", "5"),
            noted=True,
            place=True,
        ),
        Choice(
            "wild",
            say("Wild prisoner: rows of five"),
            say("Everybody starts with five cards in a row instead of four. Points stay the same."),
            noted=True,
        ),
        Choice(
            "zero_padding",
            say("Cards that add up to 0 may be claimed along"),
            say("Without this, a claim is refused when some of its cards, not all, add up to 0."),
        ),
    )

    def begin(self, players: tuple[str, ...], options: Options, edition: Edition) -> State:  # noqa: ARG002 (contract)
        """Seat the players, nobody with a point."""
        seats = Seats(players)
        nothing = dict.fromkeys(seats, 0)
        return State(seats, options.zero_padding, points=nothing, circles=nothing, row=ROW)

    def noted(self, state: State, header: Mapping[str, Any]) -> State:
        """Rows are of five where the header notes `"wild": true`; `"first"` names who starts."""
        row = WILD_ROW if header.get("wild") is True else ROW
        return replace(state, row=row, first=noted_seat(state.seats, header, "first"))

    def apply(self, state: State, event: Any) -> tuple[State, Answer]:
        """See `rules.apply`."""
        return rules.apply(state, event)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats in seating order."""
        return state.seats.names

    def over(self, state: State) -> bool:
        """Two rounds have ended, or the third where it was chosen."""
        return state.over

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Points, then circles."""
        order = {seat: state.order(seat) for seat in state.seats}

        def why(seat: str) -> Message:
            return say("equal points: circles decide ({circles})", circles=state.circles[seat])

        return explained(ranked(state.seats.names, state.points, order), why)

    def awaits(self, state: State) -> Awaited | None:
        """A claim, whenever one who still has a row asks for a look at the cards; once all have had equally many turns,
        anybody's ok ends the round."""
        if state.over:
            return None
        if state.to_finish == ():
            return Awaited(state.seats.names)
        playing = tuple(seat for seat in state.seats if seat not in state.now.emptied)
        return Awaited(playing or state.seats.names, counts=OBJECTIVES)

    def lead(self, state: State, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:  # noqa: ARG002 (contract)
        """See `guide.lead`."""
        return guide.lead(state)

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

    def zone(self, state: State, seat: str, shared: bool) -> str:  # noqa: ARG002 (contract)
        """The reading area, which all use."""
        return sighting.CLAIM

    def propose(
        self,
        state: State,
        before: Sequence[Mapping[str, ZoneSeen]],  # noqa: ARG002 (contract)
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        """See `sighting.propose`."""
        return sighting.propose(state, now, asked)

    def place(self, state: State, zone: str, shared: bool) -> Message:  # noqa: ARG002 (contract)
        """See `sighting.place`."""
        return sighting.place(zone)

    def labels(self, state: State) -> tuple[str, ...]:  # noqa: ARG002 (contract)
        """See `sighting.labels`."""
        return sighting.labels()


GAME = Alcatraz()
