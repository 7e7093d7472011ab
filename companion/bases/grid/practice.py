"""Practice pieces of a grid game, people who play it on the simulated table, and play by chance."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.bases.faces import EMPTY
from companion.bases.grid.board import Board
from companion.bases.grid.game import GridGame, GridState
from companion.bases.grid.mat import ROOM_MM
from companion.bases.piece_art import art
from companion.practice.patience import Patience, Reaction
from companion.practice.people import Ask, Deed, Dice, Labels, Move, Press, Truth
from companion.prints.batch import Batch
from companion.prints.piece import Drop, Laid, in_cell
from companion.table.requests import Enter
from companion.table.signals import Key
from companion.table.snapshot import Lamp, Question, Snapshot, Step
from vision.layout import Grid, Layout

LESSONS = 4  # pictures of every face
BARE = 0.08  # of the squares, where they may be
OFF_MM, ASKEW_DEG = 0.8, 3.0
TRIES = 5000
Tables = list[tuple[tuple[Laid, ...], Mapping[str, Labels]]]


class Practice:
    """All that a game's manifest offers of practice: `batches`, simulated people with their lessons, legal play."""

    def __init__(self, game: GridGame) -> None:
        self._game = game
        self._faces = {face.label: face for face in game.faces}
        self._box = [face.label for face in game.faces for _ in range(face.many)]

    def batches(self, width_mm: float | None = None) -> tuple[Batch, ...]:
        """Return the pieces to be printed."""
        side_mm = width_mm or self._game.tile_mm
        return (Batch(self._game.title, tuple(art(self._faces[label], side_mm, side_mm) for label in self._box)),)

    def sit_down(self, seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> "Players":
        """Return the people of a new game."""
        return Players(self, seats, brisk)

    def lessons(self, layout: Layout, dice: Dice) -> Tables:
        """Return tables that show every face several times, and bare squares."""
        return [table for _ in range(LESSONS) for table in self.sheets(layout, dice)]

    def sheets(self, layout: Layout, dice: Dice) -> Tables:
        """Return tables that show every face once; the first square of each place stays bare."""
        left = dice.sample(self._game.faces, len(self._game.faces))
        tables: Tables = []
        squares = self._game.rows * self._game.cols
        while left:
            boards: dict[str, tuple[str, ...]] = {}
            for zone in layout.zones:
                shown = [left.pop().label for _ in range(min(len(left), squares - 1))]
                boards[zone.name] = (EMPTY, *shown, *(EMPTY,) * (squares - 1 - len(shown)))
            lying = {zone: self.dropped(board, dice) for zone, board in boards.items()}
            tables.append((self.lay(layout, lying), boards))
        return tables

    def header(self, players: list[str], chance: Dice) -> dict[str, Any]:
        """Return what a header holds beside game, players and options."""
        return {}

    def event(self, state: GridState, chance: Dice) -> dict[str, Any]:
        """Return an event that the rules allow now."""
        return {"do": "read", "cells": {seat: [*self.board(state, chance)] for seat in state.seats}}

    def board(self, state: GridState, dice: Dice) -> Board:
        """Return a board by chance that can be."""
        squares = self._game.rows * self._game.cols
        for _ in range(TRIES):
            labels = tuple(
                EMPTY if self._game.bare and dice.random() < BARE else dice.choice(self._box) for _ in range(squares)
            )
            board = Board(self._game.rows, self._game.cols, labels)
            if self._game.wrong(state, board) is None:
                return board
        raise ValueError(f"{self._game.name}: of {TRIES} boards by chance none can be; say in faces how many there are")

    def begun(self, seats: tuple[str, ...]) -> GridState:
        """Return a game just begun with nothing chosen."""
        return self._game.begin(seats, self._game.options(), self._game.edition())

    def dropped(self, labels: Sequence[str], dice: Dice) -> tuple[tuple[str, Drop], ...]:
        """Return how a hand lays pieces: nearly on their squares, nearly straight."""
        turns = range(4) if self._game.turned else range(1)
        return tuple(
            (
                label,
                Drop(
                    (dice.uniform(-OFF_MM, OFF_MM), dice.uniform(-OFF_MM, OFF_MM)),
                    dice.uniform(-ASKEW_DEG, ASKEW_DEG),
                    dice.choice(turns),
                ),
            )
            for label in labels
        )

    def lay(self, layout: Layout, places: Mapping[str, Sequence[tuple[str, Drop]]]) -> tuple[Laid, ...]:
        """Return the pieces on their squares."""
        pieces = []
        for place, laid in places.items():
            zone = layout.zone(place)
            assert isinstance(zone, Grid)
            side_mm = zone.rect_mm[2] / zone.cols - ROOM_MM
            pieces += [
                in_cell(zone, cell, art(self._faces[label], side_mm, side_mm), drop)
                for cell, (label, drop) in enumerate(laid)
                if label != EMPTY
            ]
        return tuple(pieces)


class Players:
    """The people of a game and their boards."""

    def __init__(self, practice: Practice, seats: tuple[str, ...], brisk: bool) -> None:
        self._practice, self._seats, self._brisk = practice, seats, brisk
        self._state = practice.begun(seats)
        self._boards: dict[str, Board] = {}
        self._lying: dict[str, tuple[tuple[str, Drop], ...]] = {}
        self._truths: list[Truth] = []
        self._patience = Patience()

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        if len(snapshot.chapters) > len(self._truths):
            boards = {seat: board.labels for seat, board in self._boards.items()}
            self._truths.append(Truth(snapshot.chapters[-1].line, boards))
            self._boards = {}
        if snapshot.step is not Step.LOOK:
            return []
        laying = [seat.name for seat in snapshot.seats if seat.lamp is Lamp.TAKE]
        if laying:
            return [deed for seat in laying[: None if self._brisk else 1] for deed in self._laid_out(seat, dice)]
        match self._patience.reaction(snapshot):
            case Reaction.AGAIN:
                return [self._lay(seat, dice) for seat in self._seats]
            case Reaction.BY_HAND:
                return [Ask(seat, Enter(_by_hand(seat, board))) for seat, board in self._boards.items()]
            case _:
                return []

    def _laid_out(self, seat: str, dice: Dice) -> list[Deed]:
        if seat not in self._boards:
            self._boards[seat] = self._practice.board(self._state, dice)
        return [self._lay(seat, dice), Press(self._seats.index(seat), Key.OK)]

    def _lay(self, seat: str, dice: Dice) -> Move:
        place = f"place {self._seats.index(seat) + 1}"
        self._lying[place] = self._practice.dropped(self._boards[seat].labels, dice)
        return Move(place)

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return the pieces as they lie."""
        return self._practice.lay(layout, self._lying)

    def answer(self, question: Question) -> str:
        """Return what really lies there."""
        return self._boards[question.seat or self._seats[0]][question.cell]

    def truths(self) -> tuple[Truth, ...]:
        """Return every round as it really was."""
        return tuple(self._truths)


def _by_hand(seat: str, board: Board) -> dict[str, Any]:
    """Return the form that enters a board, filled."""
    return {"do": "cells", "seat": seat, "labels": list(board.labels)}
