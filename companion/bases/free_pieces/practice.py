"""Practice pieces of a game of free pieces, people who play it on the simulated table, and play by chance."""

from collections.abc import Sequence
from typing import Any

from companion.bases.free_pieces import laying
from companion.bases.free_pieces.game import PiecesGame, PiecesState, Tableaux
from companion.bases.free_pieces.laying import LaidPiece
from companion.bases.free_pieces.mat import areas
from companion.bases.free_pieces.tableau import Tableau
from companion.bases.piece_art import art
from companion.game import edition
from companion.practice.patience import Patience, Reaction
from companion.practice.people import Ask, Deed, Dice, Move, Press, Truth
from companion.prints.batch import Batch
from companion.prints.piece import Art, Laid
from companion.table.requests import Enter
from companion.table.signals import Key
from companion.table.snapshot import Question, Snapshot, Step
from vision.layout import Layout

LESSONS = 4  # pictures of every face
TRIES = 5000


class Practice:
    """All that a game's manifest offers of practice: `batches`, simulated people with their lessons, legal play."""

    def __init__(self, game: PiecesGame) -> None:
        self.game = game
        self._faces = {face.label: face for face in game.faces}
        self._box = [face.label for face in game.faces for _ in range(face.many)]

    def batches(self, width_mm: float | None = None) -> tuple[Batch, ...]:
        """Return the pieces to be printed."""
        width_mm = width_mm or self.game.piece_mm[0]
        return (Batch(self.game.title, tuple(self.art(label, width_mm) for label in self._box)),)

    def art(self, label: str, width_mm: float) -> Art:
        """Return a face's piece."""
        usual_mm, height_mm = self.game.piece_mm
        return art(self._faces[label], width_mm, round(height_mm * width_mm / usual_mm, 2))

    def sit_down(self, seats: tuple[str, ...], people: int, dice: Dice, brisk: bool) -> "Players":
        """Return the people of a new game; one ok is for all, however brisk they are."""
        return Players(self, seats)

    def lessons(self, layout: Layout, dice: Dice) -> laying.Tables:
        """Return tables that show every face several times."""
        return laying.lessons(layout, [*self._faces], LESSONS, dice, self.art)

    def sheets(self, layout: Layout, dice: Dice) -> laying.Tables:
        """Return tables that show every face once."""
        return laying.lessons(layout, [*self._faces], 1, dice, self.art)

    def header(self, players: list[str], chance: Dice) -> dict[str, Any]:
        """Return what a header holds beside game, players and options."""
        return {}

    def event(self, state: PiecesState, chance: Dice) -> dict[str, Any]:
        """Return an event that the rules allow now: some seats' pieces, or all."""
        seats = chance.sample(state.waiting, chance.randint(1, len(state.waiting)))
        return count(self.tableaux(state, seats, chance))

    def tableaux(self, state: PiecesState, seats: Sequence[str], dice: Dice) -> Tableaux:
        """Return what these seats have by chance, drawn from what is left in the box, that can be."""
        left = [*self._box]
        for tableau in state.counted.values():
            for label in tableau:
                left.remove(label)
        drawn = {}
        for number, seat in enumerate(seats):
            drawn[seat] = self._tableau(state, left, len(state.waiting) - number, dice)
            for label in drawn[seat]:
                left.remove(label)
        return drawn

    def _tableau(self, state: PiecesState, left: Sequence[str], seats: int, dice: Dice) -> Tableau:
        """Return what one of so many `seats` has, which leaves the others their share."""
        most = min(self.game.room[0] * self.game.room[1], len(left) // seats)
        for _ in range(TRIES):
            tableau = self.game.tableau(dice.sample(left, dice.randint(0, most)))
            if self.game.wrong(state, tableau) is None:
                return tableau
        raise ValueError(
            f"{self.game.name}: of {TRIES} tableaux by chance none can be; say in faces how many there are"
        )


class Players:
    """The people of a game and the pieces before them."""

    def __init__(self, practice: Practice, seats: tuple[str, ...]) -> None:
        self._practice, self._seats = practice, seats
        game = practice.game
        self._state = game.begin(seats, game.options(), edition.printed(game.name))
        self._layout = areas(game.title, len(seats), game.piece_mm, game.room)
        self._lying: dict[str, tuple[LaidPiece, ...]] = {}
        self._truths: list[Truth] = []
        self._patience = Patience()

    def act(self, snapshot: Snapshot, dice: Dice) -> list[Deed]:
        """Return what somebody does next."""
        if snapshot.step is not Step.TURN:
            return []
        if snapshot.events == len(self._truths):
            tableaux = self._practice.tableaux(self._state, self._seats, dice)
            cells = {f"place {number}": (*tableaux[seat],) for number, seat in enumerate(self._seats, 1)}
            self._truths.append(Truth(snapshot.events + 1, cells, count(tableaux)))
            return self._laid_out(dice)
        match self._patience.reaction(snapshot):
            case Reaction.AGAIN:
                return self._laid_out(dice)
            case Reaction.BY_HAND:
                return [Ask(self._seats[0], Enter(dict(self._truths[-1].event or {})))]
            case _:
                return []

    def _laid_out(self, dice: Dice) -> list[Deed]:
        for place, labels in self._truths[-1].cells.items():
            self._lying[place] = laying.spread(labels, laying.area_of(self._layout, place), dice)
        return [*map(Move, self._lying), Press(0, Key.OK)]

    def laid(self, layout: Layout) -> tuple[Laid, ...]:
        """Return the pieces as they lie."""
        return laying.lay(layout, self._lying, self._practice.art)

    def answer(self, question: Question) -> str:
        """Return what really lies there."""
        lying = laying.placed(self._layout, self._lying).get(question.zone, ())
        return laying.nearest(lying, question.at_mm or (0.0, 0.0)) or question.offered

    def truths(self) -> tuple[Truth, ...]:
        """Return every round as it really was."""
        return tuple(self._truths)


def count(tableaux: Tableaux) -> dict[str, Any]:
    """Return the event that counts them."""
    return {"do": "count", "pieces": {seat: [*tableau] for seat, tableau in tableaux.items()}}
