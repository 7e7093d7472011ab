"""Practice pieces of a grid game, people who play it on the simulated table, and play by chance."""

from typing import Any

from companion.bases.faces import EMPTY
from companion.bases.grid.board import Board
from companion.bases.grid.game import GridGame, GridState
from companion.bases.practice_set import PracticeSet
from companion.game import edition
from companion.practice.patience import Patience, Reaction
from companion.practice.people import Ask, Deed, Dice, Move, Press, Truth
from companion.prints.piece import Drop, Laid
from companion.table.requests import Enter
from companion.table.signals import Key
from companion.table.snapshot import Lamp, Question, Snapshot, Step
from vision.layout import Layout

BARE = 0.08  # of the squares, where they may be
TRIES = 5000


class Practice(PracticeSet):
    """All that a game's manifest offers of practice: `batches`, simulated people with their lessons, legal play."""

    def __init__(self, game: GridGame) -> None:
        super().__init__(game.title, game.faces, game.tile_mm, game.turned)
        self._game = game

    def sit_down(self, seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> "Players":
        """Return the people of a new game."""
        return Players(self, seats, brisk)

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
                EMPTY if self._game.bare and dice.random() < BARE else dice.choice(self.box) for _ in range(squares)
            )
            board = Board(self._game.rows, self._game.cols, labels)
            if self._game.wrong(state, board) is None:
                return board
        raise ValueError(f"{self._game.name}: of {TRIES} boards by chance none can be; say in faces how many there are")

    def begun(self, seats: tuple[str, ...]) -> GridState:
        """Return a game just begun with nothing chosen."""
        return self._game.begin(seats, self._game.options(), edition.printed(self._game.name))


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
