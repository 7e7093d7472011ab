"""A game in which pieces lie free before every seat, anywhere and at any angle in its area, and are found and counted:
it states the faces, the area, the options, what a tableau counts and what can't be, and gets everything else that
`companion.game.contract` asks for.

At the end of each round everybody lays out what they have, and one ok by anybody lets the camera count all areas. Where
one area serves all, they lay theirs there one after the other, each with an ok; and people may enter any seat's by hand
beside those that the camera counts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import msgspec

from companion.bases.faces import EMPTY, cell, spoken
from companion.bases.free_pieces.tableau import Tableau
from companion.bases.rounds import RoundsGame, RoundsState
from companion.game import Answer, Asked, Awaited, Block, Field, Form, Phase, Proposal, RuleError, Seats, View, unsure
from companion.language.message import Message, name, say
from vision.observation import PiecesSeen, ZoneSeen

Tableaux = Mapping[str, Tableau]
"""What lies before each seat."""


class Count(msgspec.Struct, frozen=True, tag_field="do", tag="count"):
    """The pieces before one or more seats at the end of a round, each as often as it lies there: the only event."""

    pieces: dict[str, list[str]]


@dataclass(frozen=True)
class PiecesState(RoundsState[Tableau]):
    """Who sits there, how they play, the rounds that are over, and whose pieces are `counted` in the one that ends."""

    counted: Tableaux = field(default_factory=dict)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The seats whose pieces are not counted yet in this round."""
        return tuple(seat for seat in self.seats if seat not in self.counted)


class PiecesGame(RoundsGame[PiecesState, Tableau]):
    """See the module. A game states `name`, `title` and `players`, how large a piece is (`piece_mm`, width and height)
    and how many find `room` beside and below one another in a seat's area, its `faces`, and `parts_of`; the rest where
    it differs. Of each face at most as many lie there in a round as there are."""

    piece_mm: tuple[float, float]
    room: tuple[int, int]
    events = Count
    called: Mapping[str, Message] = {"count": say("the pieces")}

    # ---- the rules

    def begin(self, players: tuple[str, ...], options: Any, edition: Any) -> PiecesState:
        """Nothing lies there."""
        return PiecesState(Seats(players), options, edition)

    def apply(self, state: PiecesState, event: Count) -> tuple[PiecesState, Answer]:
        """Count some seats' pieces; score the round where they are the last."""
        named = {state.seats.find(seat) for seat in event.pieces}
        expected = [seat for seat in state.waiting if seat in named] or state.waiting
        given = state.seats.keyed(event.pieces, expected, say("this count"))
        counted = {**state.counted, **{seat: self.tableau(labels) for seat, labels in given.items()}}
        why = self.cant_be(state, counted)
        if why is not None:
            raise RuleError(why)
        if len(counted) < len(state.seats):
            return replace(state, counted=counted), {"counted": {seat: len(counted[seat]) for seat in given}}
        return self.scored(replace(state, counted={}), {seat: counted[seat] for seat in state.seats})

    def tableau(self, labels: Iterable[str]) -> Tableau:
        """Return pieces in the order of the faces; what is none comes last."""
        order = {face.label: number for number, face in enumerate(self.faces)}
        return Tableau(tuple(sorted(labels, key=lambda label: (order.get(label, len(order)), label))))

    def refused(self, state: PiecesState, lying: Tableau) -> Message | None:
        """Return why a tableau can't be."""
        known = {face.label for face in self.faces}
        strange = next((label for label in lying if label not in known), None)
        if strange is not None:
            return say("“{label}” is nothing that can lie there", label=strange)
        return self.wrong(state, lying)

    def cant_be(self, state: PiecesState, lying: Tableaux) -> Message | None:
        """As before; nor can more of a face lie there than there are."""
        why = super().cant_be(state, lying)
        if why is not None:
            return why
        seen = Counter(label for tableau in lying.values() for label in tableau)
        for face in self.faces:
            if seen[face.label] > face.many:
                return say(
                    "“{label}” lies there {seen} times, but there are {many}",
                    label=spoken(face.label),
                    seen=seen[face.label],
                    many=face.many,
                )
        return None

    def awaits(self, state: PiecesState) -> Awaited | None:
        """A look at whatever is not counted yet, once somebody says that it lies there."""
        return None if self.over(state) else Awaited(state.waiting)

    # ---- what everybody sees

    def lead(self, state: PiecesState, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:
        """Who lays pieces out; one after the other where one area serves all."""
        if shared or len(state.waiting) == 1:
            return self.lead_laying(state, state.waiting[:1])
        laying = {"seats": tuple(map(name, state.waiting)), "task": self.task}
        if self.rounds == 1:
            return say("{seats}: {task}; one ok once all of it lies there", **laying)
        return say(
            "Round {round}, {seats}: {task}; one ok once all of it lies there", round=len(state.rounds) + 1, **laying
        )

    def view(self, state: PiecesState) -> View:
        """The finished rounds, and what is counted of this one."""
        blocks = tuple(self.block(seat, tableau) for seat, tableau in state.counted.items())
        return replace(super().view(state), blocks=blocks)

    def block(self, seat: str, lying: Tableau) -> Block:
        """A tableau: each face that lies there, and how often."""
        cells = tuple(replace(cell(label), note=name(f"{count} ×")) for label, count in Counter(lying).items())
        return Block("row", name(seat), seat, cells=cells)

    # ---- by hand

    def forms(self, state: PiecesState) -> tuple[Form, ...]:
        """Each tableau that is not counted yet can be entered piece by piece."""
        if self.over(state):
            return ()
        pieces = Field("pieces", say("pieces"), "list", tuple(face.label for face in self.faces))
        return tuple(
            Form("count", say("{seat}: enter the pieces by hand", seat=seat), (pieces,), seat) for seat in state.waiting
        )

    def entered(self, state: PiecesState, filled: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the count that a filled form makes; what is a count already stays one."""
        return {"do": "count", "pieces": {filled["seat"]: filled.get("pieces")}} if "seat" in filled else filled

    # ---- by the camera

    def whose(self, event: Mapping[str, Any]) -> str | None:
        """A count of one seat's pieces is that seat's."""
        return next(iter(event["pieces"])) if len(event["pieces"]) == 1 else None

    def place(self, state: PiecesState, zone: str, shared: bool) -> Message:
        """Whose area it is; where it serves all, whose pieces are counted next."""
        return name((*state.waiting, "")[0]) if shared else super().place(state, zone, shared)

    def propose(
        self,
        state: PiecesState,
        before: Sequence[Mapping[str, ZoneSeen]],
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        """The count of all areas, or of the one that serves all; the pieces to ask about, or what can't be."""
        shared = self.zone(state, state.seats.names[-1], shared=False) not in now
        areas = {seat: self.zone(state, seat, shared) for seat in state.waiting[: 1 if shared else None]}
        seen = {seat: found for seat, area in areas.items() if isinstance(found := now.get(area), PiecesSeen)}
        if len(seen) < len(areas) or not areas:
            return Proposal(None)
        doubts = tuple(
            doubt
            for seat, found in seen.items()
            for doubt in unsure(areas[seat], found.readings, partial(_where, seat), labels=self.labels(state))
        )
        if doubts:
            return Proposal(None, doubts)
        given = {seat: self.tableau(lying(found)) for seat, found in seen.items()}
        why = self.cant_be(state, {**state.counted, **given})
        if why is not None:
            return Proposal(None, wrong=why)
        return Proposal({"do": "count", "pieces": {seat: [*tableau] for seat, tableau in given.items()}})


def lying(seen: PiecesSeen) -> list[str]:
    """Return the labels that were read in an area; what people call nothing at all is none."""
    return [reading.label for reading in seen.readings if reading.label != EMPTY]


def _where(seat: str, piece: int) -> Message:
    return say("{seat}, piece {number}", seat=seat, number=piece + 1)
