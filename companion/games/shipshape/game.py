"""ShipShape as the app knows it: the contract of `companion.game`, filled."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.bases.grid import with_cell
from companion.game import (
    Answer,
    Asked,
    Awaited,
    Bids,
    Choice,
    Form,
    Game,
    Phase,
    Proposal,
    Seats,
    Shuffle,
    Standing,
    View,
    ranked,
)
from companion.games.shipshape import events, guide, rules, sighting
from companion.games.shipshape.crew import Crew
from companion.games.shipshape.pieces import CAPN, CARDS, HOLDS
from companion.games.shipshape.state import State
from companion.language.message import Message, say
from vision.observation import GridSeen, ZoneSeen


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`capn`: with five players the Cap'n takes the sixth seat."""

    capn: bool = False


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing: what is printed on crates and holds is read from them."""


class ShipShape(Game[State]):
    """The game of three voyages."""

    name = "shipshape"
    title = "ShipShape"
    emblem = guide.EMBLEM
    parts = "voyages"
    players = range(2, 7)
    added_seats = (CAPN,)
    events = events.Event
    options = Options
    edition = Edition
    called: Mapping[str, Message] = {
        "holds": say("the holds"),
        "bids": say("the bids"),
        "read": say("the voyage's score"),
    }
    choices = (
        Choice(
            "capn",
            say("Cap'n Happen Stance takes the sixth seat"),
            say("With five players only: two groups of three bid apart, as with six; the companion draws his cards."),
        ),
    )

    def begin(self, players: tuple[str, ...], options: Options, edition: Edition) -> State:  # noqa: ARG002 (contract)
        """Seat the players; the Cap'n sits down last with two, or with five where they wish it."""
        with_capn = len(players) == 2 or (len(players) == 5 and options.capn)
        seats = Seats((*players, CAPN) if with_capn else players)
        return State(seats, {seat: Crew() for seat in seats}, dict.fromkeys(seats, 0))

    def apply(self, state: State, event: Any) -> tuple[State, Answer]:
        """See `rules.apply`."""
        return rules.apply(state, event)

    def seats(self, state: State) -> tuple[str, ...]:
        """All seats in seating order."""
        return state.seats.names

    def over(self, state: State) -> bool:
        """Three voyages have been scored."""
        return state.over

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Coins, then (at the end only) the higher hold of voyage 3."""
        hold = state.before if state.over else dict.fromkeys(state.seats, 0)
        places = ranked(state.seats.names, state.coins, {seat: (state.coins[seat], hold[seat]) for seat in state.seats})
        scores = list(state.coins.values())
        return tuple(
            Standing(
                place.player,
                place.score,
                place.rank,
                say("equal coins: hold {number} of voyage 3 decides", number=hold[place.player]),
            )
            if state.over and scores.count(place.score) > 1
            else place
            for place in places
        )

    def awaits(self, state: State) -> Awaited | None:
        """Holds, then bids and taking turn by turn, then a look at every dock."""
        if state.over:
            return None
        if not state.holds:
            return Awaited(state.seats.names, chance=True, counts=HOLDS)
        take = () if state.reveal is None else state.reveal.take
        if state.to_read:
            return Awaited(state.seats.names, take, by_itself=True)
        hands = {seat: tuple(sorted(state.crews[seat].hand)) for seat in state.must_bid}
        bids = Bids(hands, drawn=frozenset({CAPN} & set(hands)), again=bool(state.tied))
        return Awaited(state.must_bid, take, bids, counts=CARDS)

    def lead(self, state: State, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:
        """See `guide.lead`."""
        return guide.lead(state, phase, waiting, shared)

    def lead_counting(self, state: State, missing: tuple[str, ...], on_any: bool) -> Message:  # noqa: ARG002 (contract)
        """See `guide.lead_counting`."""
        return guide.lead_counting(missing, on_any)

    def count_called(self, number: int) -> Message:
        """A seat counts the hold that it drew."""
        return guide.hold_name(number)

    def go_on(self, state: State, phase: Phase) -> Message:  # noqa: ARG002 (contract)
        """See `guide.go_on`."""
        return guide.go_on(phase)

    def unseen(self, state: State, seat: str) -> Message:  # noqa: ARG002 (contract)
        """See `guide.unseen`."""
        return guide.unseen(seat)

    def view(self, state: State) -> View:
        """See `guide.view`."""
        return guide.view(state)

    def forms(self, state: State) -> tuple[Form, ...]:
        """See `guide.forms`."""
        return guide.forms(state)

    def hand(self, state: State, seat: str) -> frozenset[int]:
        """A seat's crew cards, for its own eyes only."""
        return state.crews[seat].hand

    def entered(self, state: State, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        """See `guide.entered`."""
        return guide.entered(state, filled)

    def zone(self, state: State, seat: str, shared: bool) -> str:
        """See `sighting.zone`."""
        return sighting.zone(state, seat, shared)

    def propose(
        self,
        state: State,
        before: Sequence[Mapping[str, ZoneSeen]],
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,  # noqa: ARG002 (contract)
    ) -> Proposal:
        """See `sighting.propose`."""
        return sighting.propose(state, before, now)

    def cleared(
        self,
        before: ZoneSeen | None,
        now: ZoneSeen,
        scored: Sequence[str] = (),
        lay: ZoneSeen | None = None,
        earlier: ZoneSeen | None = None,
    ) -> bool:
        """Goods are gone, and after the score no crate was turned; see `sighting.cleared`, `turned`, `moved`,
        `taken_away`."""
        if not isinstance(now, GridSeen):
            return bool(scored)
        if isinstance(before, GridSeen):
            behind = isinstance(earlier, GridSeen) and sighting.lies_still(earlier, before)
            return not sighting.turned(before, now, scored, behind=behind) if scored else sighting.cleared(before, now)
        if scored:
            return not sighting.moved(now, scored)
        return isinstance(lay, GridSeen) and sighting.taken_away(lay, now)

    def labels(self, state: State) -> tuple[str, ...]:  # noqa: ARG002 (contract)
        """See `sighting.labels`."""
        return sighting.labels()

    def corrected(self, event: Mapping[str, Any], seat: str, cell: int, label: str) -> Mapping[str, Any]:
        """The reading with one square corrected."""
        return with_cell(event, seat, cell, label)

    def as_happened(self, event: Mapping[str, Any], answer: Answer) -> Mapping[str, Any]:
        """See `sighting.as_happened`."""
        return sighting.as_happened(event, answer)

    def by_hand(self, state: State, seat: str) -> Form | None:  # noqa: ARG002 (contract)
        """See `guide.by_hand`."""
        return guide.by_hand(seat)

    def cells(self, event: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """A reading says what lay in every hold. What stands under this name in another event is a note."""
        found: Mapping[str, Sequence[str]] = event["cells"] if event.get("do") == "read" else {}
        return found

    def bid(self, state: State, cards: Mapping[str, tuple[int, ...]]) -> Mapping[str, Any]:
        """The crew cards, turned up in seating order."""
        return {"do": "bids", "cards": {seat: card for seat in state.must_bid for card in cards[seat]}}

    def counted(self, state: State, numbers: Mapping[str, int]) -> Mapping[str, Any]:
        """The holds that people dealt themselves."""
        return {"do": "holds", "voyage": state.voyage, "numbers": dict(numbers)}

    def draw(self, state: State, shuffled: Shuffle) -> Mapping[str, Any]:
        """Draw the holds: in voyage 1 each seat gets one, later the rules allot the numbers drawn."""
        numbers = shuffled(tuple(HOLDS))[: len(state.seats)]
        drawn = dict(zip(state.seats, numbers, strict=True)) if state.voyage == 1 else sorted(numbers)
        return {"do": "holds", "voyage": state.voyage, "numbers": drawn}


GAME = ShipShape()
