"""A game in which every seat has a grid that is read whole: it states the grid, the faces, the options, what each board
counts and what can't be, and gets everything else that `companion.game.contract` asks for.

In each of its rounds everybody lays what they like, for as long as they like, and says by ok that all lies there; then
the camera reads all boards, or people enter theirs by hand.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.bases.faces import EMPTY, cell
from companion.bases.grid.board import Board
from companion.bases.rounds import RoundsGame, RoundsState
from companion.game import Answer, Asked, Awaited, Block, Field, Form, Phase, Proposal, RuleError, Seats, unsure
from companion.language.message import Message, name, say
from vision.observation import GridSeen, ZoneSeen

Boards = Mapping[str, Board]
"""What lies before each seat."""

GridState = RoundsState[Board]
"""Who sits there, how they play, and the rounds that are over."""


class Read(msgspec.Struct, frozen=True, tag_field="do", tag="read"):
    """What lies on every seat's squares at the end of a round, row by row: the only event."""

    cells: dict[str, list[str]]


class GridGame(RoundsGame[GridState, Board]):
    """See the module. A game states `name`, `title` and `players`, its grid (`rows`, `cols`, and how wide a `tile_mm`
    is), its `faces`, and `parts_of`; the rest where it differs."""

    rows: int
    cols: int
    tile_mm: float
    bare = False  # whether a square may stay bare
    turned = True  # whether a face may lie turned by quarters; where it says something else then, each turn is a face
    events = Read
    called: Mapping[str, Message] = {"read": say("the score")}

    # ---- the rules

    def begin(self, players: tuple[str, ...], options: Any, edition: Any) -> GridState:
        """Everybody's grid is bare."""
        return GridState(Seats(players), options, edition)

    def apply(self, state: GridState, event: Read) -> tuple[GridState, Answer]:
        """Score a round."""
        cells = state.seats.keyed(event.cells, state.seats, say("this reading"))
        boards = {seat: self._board(labels) for seat, labels in cells.items()}
        why = self.cant_be(state, boards)
        if why is not None:
            raise RuleError(why)
        return self.scored(state, boards)

    def _board(self, labels: Sequence[str]) -> Board:
        return Board(self.rows, self.cols, tuple(labels))

    def refused(self, state: GridState, lying: Board) -> Message | None:
        """Return why a board can't be."""
        squares = self.rows * self.cols
        if len(lying.labels) != squares:
            return say("Squares to be entered: {count}, not {given}", count=squares, given=len(lying.labels))
        strange = next((label for label in lying if label not in self.labels(state)), None)
        if strange is not None:
            return say("“{label}” is nothing that can lie there", label=strange)
        if EMPTY in lying.labels and not self.bare:
            return say("something must lie on every square")
        return self.wrong(state, lying)

    def awaits(self, state: GridState) -> Awaited | None:
        """A look at every board, once everybody has said that all lies there."""
        return None if self.over(state) else Awaited(state.seats.names, by_itself=True, when_said=True)

    # ---- what everybody sees

    def lead(self, state: GridState, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:
        """Who still lays; one after the other where one place serves all."""
        if not waiting:
            return say("The boards are read")
        return self.lead_laying(state, waiting[:1] if shared else waiting)

    def unseen(self, state: GridState, seat: str) -> Message:
        """It is a board that is looked for."""
        return say("I don't see {seat}'s board. Does it lie there?", seat=seat)

    def block(self, seat: str, lying: Board) -> Block:
        """A board, square by square."""
        return Block("grid", name(seat), seat, self.rows, self.cols, tuple(map(cell, lying)))

    # ---- by hand

    def by_hand(self, state: GridState, seat: str) -> Form | None:
        """A board is entered square by square."""
        squares = self.rows * self.cols
        field = Field("labels", say("squares"), "cells", self.labels(state), squares, squares)
        return Form("cells", say("{seat}: enter the squares by hand", seat=seat), (field,), seat)

    # ---- by the camera

    def propose(
        self,
        state: GridState,
        before: Sequence[Mapping[str, ZoneSeen]],
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        """All boards as they were read, the squares to ask about, or what can't be."""
        seen = {seat: now.get(seat) for seat in state.seats}
        readings = {seat: grid.readings for seat, grid in seen.items() if isinstance(grid, GridSeen)}
        if len(readings) < len(state.seats):
            return Proposal(None)
        known = self.labels(state)
        doubts = tuple(
            doubt for seat, board in readings.items() for doubt in unsure(seat, board, self._where, seat, known)
        )
        if doubts:
            return Proposal(None, doubts)
        cells = {seat: [reading.label for reading in board] for seat, board in readings.items()}
        why = self.cant_be(state, {seat: self._board(labels) for seat, labels in cells.items()})
        if why is not None:
            return Proposal(None, wrong=why)
        return Proposal({"do": "read", "cells": cells})

    def _where(self, square: int) -> Message:
        row, col = divmod(square, self.cols)
        return say("row {row}, column {col}", row=row + 1, col=col + 1)

    def cells(self, event: Mapping[str, Any]) -> Mapping[str, Sequence[str]]:
        """A reading says what lay on every square."""
        found: Mapping[str, Sequence[str]] = event.get("cells", {})
        return found

    def corrected(self, event: Mapping[str, Any], seat: str, cell: int, label: str) -> Mapping[str, Any]:
        """The reading with one square corrected; what was read first stays in `seen`."""
        return with_cell(event, seat, cell, label)


def with_cell(event: Mapping[str, Any], seat: str, cell: int, label: str) -> dict[str, Any]:
    """Return a reading of all cells with one corrected; what was read first stays in `seen`."""
    cells = {whose: list(labels) for whose, labels in event["cells"].items()}
    cells[seat][cell] = label
    return {**event, "cells": cells, "seen": event.get("seen", event["cells"])}
