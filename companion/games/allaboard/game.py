"""All aboard! as the app knows it: the contract of `companion.game`, filled."""

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
    HeaderError,
    Phase,
    Proposal,
    Seats,
    Standing,
    View,
    explained,
    noted_colours,
    noted_seat,
    ranked,
)
from companion.games.allaboard import edition_numbers, entry, events, guide, rules, sighting
from companion.games.allaboard.pieces import Animal, Printed, colour_name, halves
from companion.games.allaboard.practice.box import COLOURS
from companion.games.allaboard.state import State
from companion.language.message import Message, say
from vision.observation import ZoneSeen


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`effects`: animals act; without, only love and fights are left."""

    effects: bool = True


class OnCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on an animal's card."""

    weight: int | float
    points: int


class Animals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All twelve, and nobody else."""

    mouse: OnCard
    peacock: OnCard
    fox: OnCard
    octopus: OnCard
    monkey: OnCard
    sloth: OnCard
    moose: OnCard
    zebra: OnCard
    giraffe: OnCard
    lion: OnCard
    bear: OnCard
    elephant: OnCard


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`animals`: weights and points as printed."""

    animals: Animals


class AllAboard(Game[State]):
    """The game of boats and animals."""

    name = "allaboard"
    title = "All aboard!"
    emblem = guide.EMBLEM
    parts = "rounds"
    players = range(2, 6)
    events = events.Event
    options = Options
    edition = Edition
    called: Mapping[str, Message] = {"sail": say("the sailing")}
    choices = (
        Choice(
            "colours",
            say("Whose cards have which colour"),
            say("The camera tells by the colour whose animal a card is."),
            COLOURS,
            noted=True,
            each=True,
            shown=tuple(map(colour_name, COLOURS)),
        ),
        Choice(
            "first",
            say("Who starts"),
            say("The place at the table of whoever saw a monkey last; each round the next to the left starts."),
            ("1", "2", "3", "4", "5"),
            noted=True,
            place=True,
        ),
        Choice(
            "effects",
            say("The animals act"),
            say("Without it only love and fights are left: easier for children."),
            default=True,
        ),
    )

    def begin(self, players: tuple[str, ...], options: Options, edition: Edition) -> State:
        """Seat the players; a weight that is neither whole nor half is a HeaderError."""
        seats = Seats(players)
        cards = {animal: _printed(animal, getattr(edition.animals, animal.value)) for animal in Animal}
        return State(
            seats=seats,
            cards=cards,
            effects=options.effects,
            saved=dict.fromkeys(seats, ()),
            cupids=dict.fromkeys(seats, 0),
            colours=dict(zip(seats, COLOURS, strict=False)),
        )

    def noted(self, state: State, header: Mapping[str, Any]) -> State:
        """The header notes `"provisional"` while nobody has confirmed the printed numbers, in `"colours"` (seat →
        colour) whose cards have which colour, and in `"first"` who starts."""
        return replace(
            state,
            provisional=bool(header.get("provisional")),
            colours=noted_colours(state.seats, header, state.colours),
            first=noted_seat(state.seats, header, "first"),
        )

    def doubts(self, state: State) -> tuple[Message, ...]:
        """See `printed.doubts`."""
        return edition_numbers.doubts(state.cards)

    def apply(self, state: State, event: Any) -> tuple[State, Answer]:
        """See `rules.apply`."""
        return rules.apply(state, event)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats in seating order."""
        return state.seats.names

    def over(self, state: State) -> bool:
        """Four rounds have sailed."""
        return state.over

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Points of saved animals and cupids, then cupids, then saved cards."""
        score = {seat: state.score(seat) for seat in state.seats}
        order = {seat: state.order(seat) for seat in state.seats}

        def why(seat: str) -> Message:
            cupids, saved = state.cupids[seat], len(state.saved[seat])
            return say(
                "equal scores: cupids ({cupids}), then saved animals ({saved}) decide", cupids=cupids, saved=saved
            )

        return explained(ranked(state.seats.names, score, order), why)

    def awaits(self, state: State) -> Awaited | None:
        """A look at the boats when somebody, anybody, lets them sail."""
        return None if state.over else Awaited(state.seats.names)

    def lead(self, state: State, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:  # noqa: ARG002 (contract)
        """See `guide.lead`."""
        return guide.lead(state)

    def go_on(self, state: State, phase: Phase) -> Message:  # noqa: ARG002 (contract)
        """See `guide.go_on`."""
        return guide.go_on()

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
        """The places of one boat for each seat, from left to right."""
        return f"aboard {state.seats.names.index(seat) + 1}"

    def propose(
        self,
        state: State,
        before: Sequence[Mapping[str, ZoneSeen]],  # noqa: ARG002 (contract)
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,  # noqa: ARG002 (contract)
    ) -> Proposal:
        """See `sighting.propose`."""
        return sighting.propose(state, now)

    def place(self, state: State, zone: str, shared: bool) -> Message:  # noqa: ARG002 (contract)
        """See `sighting.place`."""
        return sighting.place(zone)

    def labels(self, state: State) -> tuple[str, ...]:
        """See `sighting.labels`."""
        return sighting.labels(state)


def _printed(animal: Animal, on_card: OnCard) -> Printed:
    weight = halves(on_card.weight)
    if weight is None:
        key = f"edition.animals.{animal.value}.weight"
        raise HeaderError(key, say("a weight is a whole or half number, not {given}", given=on_card.weight))
    return Printed(weight, on_card.points)


GAME = AllAboard()
