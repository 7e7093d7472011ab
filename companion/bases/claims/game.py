"""A game of turns in which a seat claims a place of the map by laying its pieces there: it states the places, the
pieces, the options, what a seat's places count and what can't be, and gets everything else that
`companion.game.contract` asks for.

Whoever has the turn lays pieces on one free place and presses ok; then the camera reads the map, and what is new there
is the claim. What was claimed before is known, so that nobody is asked about it again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from companion.bases.claims.place import Place
from companion.bases.faces import EMPTY, Face
from companion.bases.options import Nothing, options_of
from companion.game import (
    Answer,
    Asked,
    Awaited,
    Block,
    Chapter,
    Choice,
    Doubt,
    Field,
    Form,
    Game,
    Part,
    Phase,
    Proposal,
    Result,
    Seats,
    Standing,
    View,
    noted_colours,
    noted_seat,
    ranked,
    refuse,
    unsure,
)
from companion.language.message import Message, name, say
from vision.observation import GridSeen, Reading, ZoneSeen

_FIRST, _COLOURS = "first", "colours"


class Claim(msgspec.Struct, frozen=True, tag_field="do", tag="claim"):
    """A seat claims a place with all its spaces."""

    player: str
    place: str


class Pass(msgspec.Struct, frozen=True, tag_field="do", tag="pass"):
    """A turn without a claim."""

    player: str


@dataclass(frozen=True)
class ClaimsState:
    """Who sits there, how they play, and whose each place is, in the order of the claims. `pieces` are what each seat
    lays, as its face's label says; `first` starts, `last` had the turn before; `passes` were the last so many turns."""

    seats: Seats
    options: Any
    edition: Any
    pieces: Mapping[str, str]
    first: str
    claimed: Mapping[str, str]
    last: str | None = None
    passes: int = 0

    def owner(self, place: str) -> str | None:
        """Return whose a place is; None where it is free."""
        return self.claimed.get(place)

    def of(self, seat: str) -> tuple[str, ...]:
        """Return a seat's places, in the order in which it claimed them."""
        return tuple(place for place, owner in self.claimed.items() if owner == seat)

    @property
    def order(self) -> tuple[str, ...]:
        """All seats as they have their turns, the next one first."""
        names = self.seats.names
        at = names.index(self.first) if self.last is None else names.index(self.last) + 1
        return (*names[at:], *names[:at])


class ClaimsGame(Game[ClaimsState]):
    """See the module. A game states `name`, `title` and `players`, the `places` of its map (and how wide a `tile_mm`
    is, of which each space takes one), its `faces`, one for each seat's pieces, and `parts_of`; the rest where it
    differs."""

    places: tuple[Place, ...]
    tile_mm: float
    faces: tuple[Face, ...]
    passing = False  # whether a turn may go by without a claim
    task = say("claim a place")  # what people do in a turn, as the line on the display says it
    events = Claim | Pass
    options: type[msgspec.Struct] = Nothing
    edition: type[msgspec.Struct] = Nothing
    called: Mapping[str, Message] = {"claim": say("the claim of a place"), "pass": say("the turn without a claim")}
    parts = "claims"

    def __init_subclass__(cls) -> None:
        """Who starts and who plays which pieces can be chosen in every such game; the options are what the game's own
        choices say, unless it states them. A ValueError where there are fewer faces than seats."""
        own = tuple(choice for choice in cls.choices if choice.name not in (_FIRST, _COLOURS))
        if "options" not in vars(cls):
            cls.options = options_of(own)
        if hasattr(cls, "faces"):
            cls.choices = (*_asked(cls.faces, cls.players), *own)
            if len(cls.faces) < cls.players[-1]:
                raise ValueError(
                    f"{cls.name}: {len(cls.faces)} faces for up to {cls.players[-1]} seats; state one for each"
                )

    # ---- what a game says

    def wrong(self, state: ClaimsState, seat: str, place: Place) -> Message | None:
        """Return why a seat can't claim a free place for which it has the pieces, None where it can."""
        return None

    def parts_of(self, state: ClaimsState, seat: str) -> tuple[Part, ...]:
        """Return the parts of a seat's score as it stands."""
        raise NotImplementedError

    def turn(self, state: ClaimsState) -> str | None:
        """Return who has the turn: the next one who could claim a place; None when the game is over."""
        return next((seat for seat in state.order if self.open_to(state, seat)), None)

    # ---- the rules

    def begin(self, players: tuple[str, ...], options: Any, edition: Any) -> ClaimsState:
        """Every place is free."""
        pieces = dict(zip(players, (face.label for face in self.faces), strict=False))
        return ClaimsState(Seats(players), options, edition, pieces, players[0], {})

    def noted(self, state: ClaimsState, header: Mapping[str, Any]) -> ClaimsState:
        """The header notes in `"first"` who starts, and in `"colours"` (seat → label) who plays which pieces."""
        pieces = noted_colours(state.seats, header, state.pieces)
        known = {face.label for face in self.faces} >= {*pieces.values()}
        first = noted_seat(state.seats, header, _FIRST) or state.first
        return replace(state, first=first, pieces=pieces if known else state.pieces)

    def apply(self, state: ClaimsState, event: Claim | Pass) -> tuple[ClaimsState, Answer]:
        """Let the seat that has the turn claim a place, or pass."""
        seat, turn = state.seats.find(event.player), self.turn(state)
        if seat != turn:
            raise refuse("{seat} can't play now: it is {turn}'s turn", seat=seat, turn=turn or "")
        if isinstance(event, Claim):
            why = self.refused(state, seat, event.place)
            if why is not None:
                raise refuse("{seat}: {why}", seat=seat, why=why)
            after = replace(state, claimed={**state.claimed, event.place: seat}, last=seat, passes=0)
        elif not self.passing:
            raise refuse("{seat}: a turn can't go by without a claim", seat=seat)
        else:
            after = replace(state, last=seat, passes=state.passes + 1)
        return after, {"total": {each: self.total(after, each) for each in after.seats}}

    def refused(self, state: ClaimsState, seat: str, place: str) -> Message | None:
        """Return why a seat can't claim a place, None where it can."""
        found = next((each for each in self.places if each.name == place), None)
        if found is None:
            return say("“{place}” is no place of this map", place=place)
        owner = state.owner(place)
        if owner is not None:
            return say("{place} is {owner}'s already", place=say(place), owner=name(owner))
        if found.spaces > self.left(state, seat):
            return say("the pieces that are left are too few for {place}", place=say(place))
        return self.wrong(state, seat, found)

    def left(self, state: ClaimsState, seat: str) -> int:
        """Return how many pieces a seat has left."""
        (many,) = (face.many for face in self.faces if face.label == state.pieces[seat])
        return many - sum(place.spaces for place in self.places if state.owner(place.name) == seat)

    def open_to(self, state: ClaimsState, seat: str) -> tuple[str, ...]:
        """Return the places that a seat could claim."""
        return tuple(place.name for place in self.places if self.refused(state, seat, place.name) is None)

    def total(self, state: ClaimsState, seat: str) -> int:
        """Return a seat's score as it stands."""
        return sum(part.value for part in self.parts_of(state, seat))

    def seats(self, state: ClaimsState) -> tuple[str, ...]:
        """All seats in seating order."""
        return state.seats.names

    def over(self, state: ClaimsState) -> bool:
        """Nobody has the turn."""
        return self.turn(state) is None

    def standings(self, state: ClaimsState) -> tuple[Standing, ...]:
        """The sum of the parts."""
        score = {seat: self.total(state, seat) for seat in state.seats}
        return ranked(state.seats.names, score, {seat: (total,) for seat, total in score.items()})

    def awaits(self, state: ClaimsState) -> Awaited | None:
        """A look at the map when the one who has the turn asks for it by ok."""
        seat = self.turn(state)
        return None if seat is None else Awaited((seat,))

    # ---- what everybody sees

    def lead(self, state: ClaimsState, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:
        """Whose turn it is."""
        seat = self.turn(state)
        if seat is None:
            return say("The game is over")
        return say("{seat}: {task}, then press ok", seat=name(seat), task=self.task)

    def view(self, state: ClaimsState) -> View:
        """Whose each place is and what it counts; at the end as the score."""
        blocks = tuple(self._block(state, seat) for seat in state.seats if state.of(seat))
        colours = {face.label: face.colour for face in self.faces}
        seen = View(
            marks={seat: self._mark(state, seat) for seat in state.seats},
            colours={seat: colours[state.pieces[seat]] for seat in state.seats},
        )
        if not self.over(state):
            return replace(seen, blocks=blocks)
        results = tuple(self._result(state, seat) for seat in state.seats)
        return replace(seen, chapters=(Chapter(say("The score"), results, blocks),))

    def _mark(self, state: ClaimsState, seat: str) -> Message:
        return say("{pieces}: {count} left", pieces=say(state.pieces[seat]), count=self.left(state, seat))

    def _block(self, state: ClaimsState, seat: str) -> Block:
        lines = [say(place) for place in state.of(seat)]
        if not self.over(state):
            lines += [say("{name}: {sum}", name=part.name, sum=part.sum) for part in self.parts_of(state, seat)]
        return Block("tally", name(seat), seat, lines=tuple(lines))

    def _result(self, state: ClaimsState, seat: str) -> Result:
        total = self.total(state, seat)
        return Result(seat, self.parts_of(state, seat), total, total)

    # ---- by hand

    def forms(self, state: ClaimsState) -> tuple[Form, ...]:
        """A claim of any place that can be claimed now, and a turn without one where that may be."""
        seat = self.turn(state)
        if seat is None:
            return ()
        places = self.open_to(state, seat)
        field = Field("place", say("Place"), "choice", places, shown=tuple(map(say, places)))
        claim = Form("claim", say("{seat} claims a place", seat=name(seat)), (field,), seat)
        passing = Form("pass", say("{seat} claims nothing", seat=name(seat)), (), seat)
        return (claim, passing) if self.passing else (claim,)

    def entered(self, state: ClaimsState, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        """Whose form it is plays."""
        event = {key: value for key, value in filled.items() if key != "seat"}
        return {**event, "player": filled["seat"]} if "seat" in filled else event

    # ---- by the camera

    def place(self, state: ClaimsState, zone: str, shared: bool) -> Message:
        """A place is called what it is."""
        return say(zone)

    def labels(self, state: ClaimsState) -> tuple[str, ...]:
        """Every seat's pieces, and the bare space."""
        return (EMPTY, *(face.label for face in self.faces))

    def propose(
        self,
        state: ClaimsState,
        before: Sequence[Mapping[str, ZoneSeen]],
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        """The one free place on which something lies now, what to ask about there, or what can't be. Where nothing new
        lies, what is in doubt is asked; else the turn goes by without a claim, if it may."""
        seen = {place.name: _spaces(now.get(place.name)) for place in self.places}
        if asked is None or not all(seen.values()):
            return Proposal(None)
        free = {place: spaces for place, spaces in seen.items() if state.owner(place) is None}
        new = {place: spaces for place, spaces in free.items() if any(each.label != EMPTY for each in spaces)}
        doubts = tuple(doubt for place, spaces in (new or free).items() for doubt in self._doubts(state, place, spaces))
        if doubts:
            return Proposal(None, doubts)
        seat = state.seats.find(asked.seat)
        if not new and self.passing:
            return Proposal({"do": "pass", "player": seat})
        wrong = self._cant_be(state, seat, new)
        if wrong is not None:
            return Proposal(None, wrong=say("{seat}: {why}", seat=name(seat), why=wrong))
        (place,) = new
        return Proposal({"do": "claim", "player": seat, "place": place}, remarks=self._moved(state, seen))

    def _doubts(self, state: ClaimsState, place: str, spaces: Sequence[Reading]) -> tuple[Doubt, ...]:
        where, alone = say(place), len(spaces) == 1

        def space(at: int) -> Message:
            return where if alone else say("{place}, space {number}", place=where, number=at + 1)

        return unsure(place, spaces, space, labels=self.labels(state))

    def _cant_be(self, state: ClaimsState, seat: str, new: Mapping[str, Sequence[Reading]]) -> Message | None:
        """Return what is wrong about what is new on the map, None where it is a claim."""
        if not new:
            return say("nothing new lies on the map; a claim is a piece on every space of a free place")
        if len(new) > 1:
            places = tuple(map(say, new))
            return say("one place is claimed in a turn, but something new lies on {places}", places=places)
        ((place, spaces),) = new.items()
        labels = {each.label for each in spaces}
        if labels == {state.pieces[seat]}:
            return self.refused(state, seat, place)
        if labels == {state.pieces[seat], EMPTY}:
            return say("a piece must lie on every space of {place}", place=say(place))
        return say("on {place} must lie {pieces} alone", place=say(place), pieces=say(state.pieces[seat]))

    def _moved(self, state: ClaimsState, seen: Mapping[str, Sequence[Reading]]) -> tuple[Message, ...]:
        """Return where something else surely lies than what was claimed with; the claims stand anyway."""
        return tuple(
            say(
                "On {place} should lie {pieces}: it is {owner}'s",
                place=say(place),
                pieces=say(state.pieces[owner]),
                owner=name(owner),
            )
            for place, owner in state.claimed.items()
            if any(each.sure and each.label != state.pieces[owner] for each in seen[place])
        )


def _spaces(seen: ZoneSeen | None) -> tuple[Reading, ...]:
    return seen.readings if isinstance(seen, GridSeen) else ()


def _asked(faces: tuple[Face, ...], players: range) -> tuple[Choice, ...]:
    """Return what is chosen at the start of any such game."""
    labels = tuple(face.label for face in faces)
    numbers = tuple(str(number) for number in range(1, players.stop))
    return (
        Choice(
            _COLOURS,
            say("Who plays which pieces"),
            say("The camera tells by a piece whose place it is."),
            labels,
            noted=True,
            each=True,
            shown=tuple(map(say, labels)),
        ),
        Choice(_FIRST, say("Who starts"), say("The place at the table."), numbers, noted=True, place=True),
    )
