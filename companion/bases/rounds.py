"""A game in rounds, at whose end the camera counts what lies before each seat: what games on the bases of a grid and of
free pieces have in common.

`L` is what lies before a seat (a board, a tableau), `S` the state.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

import msgspec

from companion.bases.faces import EMPTY, Face
from companion.bases.options import Nothing, options_of
from companion.game import Answer, Block, Chapter, Game, Part, Result, Seats, Standing, View, ranked
from companion.language.message import Message, name, say

L = TypeVar("L")
S = TypeVar("S", bound="RoundsState[Any]")


@dataclass(frozen=True)
class Round(Generic[L]):
    """A round that is over: what lay before each seat, and the parts of its score."""

    lying: Mapping[str, L]
    parts: Mapping[str, tuple[Part, ...]]

    def earned(self, seat: str) -> int:
        """Return what a seat earned in it."""
        return sum(part.value for part in self.parts[seat])


@dataclass(frozen=True)
class RoundsState(Generic[L]):
    """Who sits there, how they play, and the rounds that are over."""

    seats: Seats
    options: Any
    edition: Any
    rounds: tuple[Round[L], ...] = ()

    def total(self, seat: str) -> int:
        """Return what a seat has so far."""
        return sum(each.earned(seat) for each in self.rounds)


class RoundsGame(Game[S], Generic[S, L]):
    """See the module. A base adds what lies there and how it is read."""

    faces: tuple[Face, ...]
    rounds = 1
    task = say("lay all your pieces")  # what people do in a round, as the line on the display says it
    options: type[msgspec.Struct] = Nothing
    edition: type[msgspec.Struct] = Nothing

    def __init_subclass__(cls) -> None:
        """The options are what the choices say, unless the game states them."""
        if "options" not in vars(cls):
            cls.options = options_of(cls.choices)

    # ---- what a game says

    def wrong(self, state: S, lying: L) -> Message | None:
        """Return what can't be about what lies before one seat, None where it can."""
        return None

    def parts_of(self, state: S, lying: Mapping[str, L], seat: str) -> tuple[Part, ...]:
        """Return the parts of a seat's score in a round, of which all that was `lying` is given."""
        raise NotImplementedError

    # ---- what a base says

    def refused(self, state: S, lying: L) -> Message | None:
        """Return why what lies before a seat can't be, None where it can."""
        raise NotImplementedError

    def block(self, seat: str, lying: L) -> Block:
        """Return what lies before a seat as the page shows it."""
        raise NotImplementedError

    # ---- the rules

    def cant_be(self, state: S, lying: Mapping[str, L]) -> Message | None:
        """Return before whom lies what can't be, and why; None where all can."""
        for seat, each in lying.items():
            why = self.refused(state, each)
            if why is not None:
                return say("{seat}: {why}", seat=seat, why=why)
        return None

    def scored(self, state: S, lying: Mapping[str, L]) -> tuple[S, Answer]:
        """Return the state after a round, and what it led to."""
        over = Round(lying, {seat: self.parts_of(state, lying, seat) for seat in lying})
        after = replace(state, rounds=(*state.rounds, over))
        return after, {
            "earned": {seat: over.earned(seat) for seat in lying},
            "total": {seat: after.total(seat) for seat in lying},
        }

    def seats(self, state: S) -> tuple[str, ...]:
        """All seats in seating order."""
        return state.seats.names

    def over(self, state: S) -> bool:
        """Every round was read."""
        return len(state.rounds) == self.rounds

    def standings(self, state: S) -> tuple[Standing, ...]:
        """The sum of the rounds."""
        score = {seat: state.total(seat) for seat in state.seats}
        return ranked(state.seats.names, score, {seat: (total,) for seat, total in score.items()})

    # ---- what everybody sees

    def lead_laying(self, state: S, seats: tuple[str, ...]) -> Message:
        """Return what these seats do in this round."""
        laying = {"seats": tuple(map(name, seats)), "task": self.task}
        if self.rounds == 1:
            return say("{seats}: {task}, then press ok", **laying)
        return say("Round {round}, {seats}: {task}, then press ok", round=len(state.rounds) + 1, **laying)

    def view(self, state: S) -> View:
        """The finished rounds, with all that lay there."""
        return View(chapters=tuple(self._chapter(state, number) for number in range(1, len(state.rounds) + 1)))

    def _chapter(self, state: S, number: int) -> Chapter:
        over, so_far = state.rounds[number - 1], replace(state, rounds=state.rounds[:number])
        results = tuple(Result(seat, over.parts[seat], over.earned(seat), so_far.total(seat)) for seat in state.seats)
        title = say("The score") if self.rounds == 1 else say("Round {round}", round=number)
        return Chapter(title, results, tuple(self.block(seat, over.lying[seat]) for seat in state.seats))

    # ---- by the camera

    def zone(self, state: S, seat: str, shared: bool) -> str:
        """A place of the mat for each seat, numbered as they sit."""
        return "place 1" if shared else f"place {state.seats.names.index(seat) + 1}"

    def place(self, state: S, zone: str, shared: bool) -> Message:
        """Whose place it is."""
        number = int(zone.split()[1])
        return say("place {number}", number=number) if shared else name(state.seats.names[number - 1])

    def labels(self, state: S) -> tuple[str, ...]:
        """Every face, and the bare place."""
        return (EMPTY, *(face.label for face in self.faces))


def called(zone: str) -> Message:
    """Return what people call a place of the mat."""
    return say("place {number}", number=zone.partition(" ")[2])
