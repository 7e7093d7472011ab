"""A game in which every seat has a grid that is read whole: it states the grid, the faces, the options, what each board
counts and what can't be, and gets everything else that `companion.game.contract` asks for.

In each of its rounds everybody lays what they like, for as long as they like, and says by ok that all lies there; then
the camera reads all boards, or people enter theirs by hand.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from companion.bases.grid.board import EMPTY, Board, Face, split
from companion.game import (
    Answer,
    Asked,
    Awaited,
    Block,
    Cell,
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
    ranked,
    refuse,
)
from companion.language.message import Message, name, say
from vision.observation import GridSeen, ZoneSeen

Boards = Mapping[str, Board]
"""What lies before each seat."""


class Read(msgspec.Struct, frozen=True, tag_field="do", tag="read"):
    """What lies on every seat's squares at the end of a round, row by row: the only event."""

    cells: dict[str, list[str]]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is printed that the rules don't say, and nothing can be chosen."""


@dataclass(frozen=True)
class Round:
    """A round that is over: its boards, and the parts of each seat's score."""

    boards: Boards
    parts: Mapping[str, tuple[Part, ...]]

    def earned(self, seat: str) -> int:
        """Return what a seat earned in it."""
        return sum(part.value for part in self.parts[seat])


@dataclass(frozen=True)
class GridState:
    """Who sits there, how they play, and the rounds that are over."""

    seats: Seats
    options: Any
    edition: Any
    rounds: tuple[Round, ...] = ()

    def total(self, seat: str) -> int:
        """Return what a seat has so far."""
        return sum(each.earned(seat) for each in self.rounds)


class GridGame(Game[GridState]):
    """See the module. A game states `name`, `title` and `players`, its grid (`rows`, `cols`, and how wide a `tile_mm`
    is), its `faces`, and `parts`; the rest where it differs."""

    rows: int
    cols: int
    tile_mm: float
    faces: tuple[Face, ...]
    bare = False  # whether a square may stay bare
    turned = True  # whether a face may lie turned by quarters; where it says something else then, each turn is a face
    rounds = 1
    task = say("lay all your pieces")  # what people do in a round, as the line on the display says it
    events = Read
    options: type[msgspec.Struct] = Nothing
    edition: type[msgspec.Struct] = Nothing
    called: Mapping[str, Message] = {"read": say("the score")}

    def __init_subclass__(cls) -> None:
        """The options are what the choices say, unless the game states them."""
        if "options" not in vars(cls):
            cls.options = _options(cls.choices)

    # ---- what a game says

    def wrong(self, state: GridState, board: Board) -> Message | None:
        """Return what can't be about one board, None where it can."""
        return None

    def parts_of(self, state: GridState, boards: Boards, seat: str) -> tuple[Part, ...]:
        """Return the parts of a seat's score in a round, of which all `boards` are given."""
        raise NotImplementedError

    # ---- the rules

    def begin(self, players: tuple[str, ...], options: Any, edition: Any) -> GridState:
        """Everybody's grid is bare."""
        return GridState(Seats(players), options, edition)

    def apply(self, state: GridState, event: Read) -> tuple[GridState, Answer]:
        """Score a round."""
        cells = state.seats.keyed(event.cells, state.seats, say("this reading"))
        boards = {seat: Board(self.rows, self.cols, tuple(labels)) for seat, labels in cells.items()}
        for seat, board in boards.items():
            why = self._refused(state, board)
            if why is not None:
                raise refuse("{seat}: {why}", seat=seat, why=why)
        over = Round(boards, {seat: self.parts_of(state, boards, seat) for seat in boards})
        after = replace(state, rounds=(*state.rounds, over))
        return after, {
            "earned": {seat: over.earned(seat) for seat in boards},
            "total": {seat: after.total(seat) for seat in boards},
        }

    def _refused(self, state: GridState, board: Board) -> Message | None:
        """Return why a board can't be."""
        squares = self.rows * self.cols
        if len(board.labels) != squares:
            return say("Squares to be entered: {count}, not {given}", count=squares, given=len(board.labels))
        strange = next((label for label in board if label not in self.labels(state)), None)
        if strange is not None:
            return say("“{label}” is nothing that can lie there", label=strange)
        if EMPTY in board.labels and not self.bare:
            return say("something must lie on every square")
        return self.wrong(state, board)

    def seats(self, state: GridState) -> tuple[str, ...]:
        """All seats in seating order."""
        return state.seats.names

    def over(self, state: GridState) -> bool:
        """Every round was read."""
        return len(state.rounds) == self.rounds

    def standings(self, state: GridState) -> tuple[Standing, ...]:
        """The sum of the rounds."""
        score = {seat: state.total(seat) for seat in state.seats}
        return ranked(state.seats.names, score, {seat: (total,) for seat, total in score.items()})

    def awaits(self, state: GridState) -> Awaited | None:
        """A look at every board, once everybody has said that all lies there."""
        return None if self.over(state) else Awaited(state.seats.names, by_itself=True, when_said=True)

    # ---- what everybody sees

    def lead(self, state: GridState, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:
        """Who still lays; one after the other where one place serves all."""
        if not waiting:
            return say("The boards are read")
        seats = tuple(map(name, waiting[:1] if shared else waiting))
        if self.rounds == 1:
            return say("{seats}: {task}, then press ok", seats=seats, task=self.task)
        return say(
            "Round {round}, {seats}: {task}, then press ok",
            round=len(state.rounds) + 1,
            seats=seats,
            task=self.task,
        )

    def view(self, state: GridState) -> View:
        """The finished rounds, with every board."""
        return View(chapters=tuple(self._chapter(state, number) for number in range(1, len(state.rounds) + 1)))

    def _chapter(self, state: GridState, number: int) -> Chapter:
        over, so_far = state.rounds[number - 1], replace(state, rounds=state.rounds[:number])
        results = tuple(Result(seat, over.parts[seat], over.earned(seat), so_far.total(seat)) for seat in state.seats)
        blocks = tuple(
            Block("grid", name(seat), seat, self.rows, self.cols, tuple(map(_cell, over.boards[seat])))
            for seat in state.seats
        )
        title = say("The score") if self.rounds == 1 else say("Round {round}", round=number)
        return Chapter(title, results, blocks)

    # ---- by hand

    def by_hand(self, state: GridState, seat: str) -> Form | None:
        """A board is entered square by square."""
        squares = self.rows * self.cols
        field = Field("labels", say("squares"), "cells", self.labels(state), squares, squares)
        return Form("cells", say("{seat}: enter the squares by hand", seat=seat), (field,), seat)

    # ---- by the camera

    def zone(self, state: GridState, seat: str, shared: bool) -> str:
        """A place of the mat for each seat, numbered as they sit."""
        return "place 1" if shared else f"place {state.seats.names.index(seat) + 1}"

    def place(self, state: GridState, zone: str, shared: bool) -> Message:
        """Whose place it is."""
        number = int(zone.split()[1])
        return say("place {number}", number=number) if shared else name(state.seats.names[number - 1])

    def labels(self, state: GridState) -> tuple[str, ...]:
        """Every face, and the bare square."""
        return (EMPTY, *(face.label for face in self.faces))

    def propose(
        self,
        state: GridState,
        before: Sequence[Mapping[str, ZoneSeen]],
        now: Mapping[str, ZoneSeen],
        asked: Asked | None = None,
    ) -> Proposal:
        """All boards as they were read, the squares to ask about, or what can't be."""
        seen = {seat: now.get(seat) for seat in state.seats}
        readings = {
            seat: [reading for row in grid.cells for reading in row]
            for seat, grid in seen.items()
            if isinstance(grid, GridSeen)
        }
        if len(readings) < len(state.seats):
            return Proposal(None)
        doubts = tuple(
            Doubt(seat, at, seat, self._where(at), tuple(label for label, _ in reading.ranking))
            for seat, board in readings.items()
            for at, reading in enumerate(board)
            if not reading.sure
        )
        if doubts:
            return Proposal(None, doubts)
        cells = {seat: [reading.label for reading in board] for seat, board in readings.items()}
        for seat, labels in cells.items():
            why = self._refused(state, Board(self.rows, self.cols, tuple(labels)))
            if why is not None:
                return Proposal(None, wrong=say("{seat}: {why}", seat=seat, why=why))
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


def _cell(label: str) -> Cell:
    kind, number = split(label)
    return Cell(label, kind, number)


def _options(choices: tuple[Choice, ...]) -> type[msgspec.Struct]:
    """Return the options that choices offer: a yes or no each, or one of the values."""
    fields: list[tuple[str, Any, Any]] = [
        (each.name, Literal[each.choices], each.choices[0]) if each.choices else (each.name, bool, each.default)
        for each in choices
        if not each.noted
    ]
    return msgspec.defstruct("Options", fields, frozen=True, forbid_unknown_fields=True)
