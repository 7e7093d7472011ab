"""A match: a game, its seats and its events. Play, undo and replay are folds over the events."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.game import Answer, Game, Standing, record, refuse
from companion.game.record import Line, Start
from companion.language.message import Message, name, say


@dataclass(frozen=True)
class Match:
    """A game as far as it has been played. `lines` are the record's objects, the header first; `states[n]` is the
    state after event n, so `states[0]` is the state before any."""

    game: Game[Any]
    lines: tuple[dict[str, Any], ...]
    states: tuple[Any, ...]
    answers: tuple[Answer, ...]

    @classmethod
    def begin(cls, header: Line) -> "Match":
        """Return the match that a header line begins, or raise a RecordError."""
        started: Start = record.start(header)
        answer = {"seats": list(started.game.seats(started.state))}
        return cls(started.game, (header.value,), (started.state,), (answer,))

    @classmethod
    def replay(cls, lines: Iterator[Line]) -> "Match":
        """Return the match of a whole record; raise the error of its first bad line."""
        header = next(lines, None)
        if header is None:
            raise record.RecordError(1, say("the record is empty: its header is missing"))
        match = cls.begin(header)
        values, states, answers = [*match.lines], [*match.states], [*match.answers]
        for line in lines:  # as `play` does, but the growing match is not copied line by line
            state, answer = _judged(match.game, states[-1], line)
            values.append(line.value)
            states.append(state)
            answers.append(answer)
        return cls(match.game, tuple(values), tuple(states), tuple(answers))

    def play(self, line: Line) -> "Match":
        """Return the match with one more line. RecordError: wrong in form. RuleError: the rules forbid it."""
        state, answer = _judged(self.game, self.state, line)
        return Match(self.game, (*self.lines, line.value), (*self.states, state), (*self.answers, answer))

    def try_out(self) -> None:
        """Have the game's code say what is shown and asked now, before it is kept and lies on the table: what it raises
        there stops all."""
        self.game.awaits(self.state)
        self.game.view(self.state)
        self.game.forms(self.state)
        self.game.standings(self.state)

    def undo(self) -> "Match":
        """Return the match without its last event; the header stays."""
        if len(self.lines) == 1:
            raise refuse("there is nothing to undo")
        return self.until(len(self.lines) - 1)

    def until(self, line: int) -> "Match":
        """Return the match as it was before event `line` (1 is the first)."""
        return Match(self.game, self.lines[:line], self.states[:line], self.answers[:line])

    @property
    def state(self) -> Any:
        """The state as it stands now."""
        return self.states[-1]

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats in seating order, those that the game added included."""
        return self.game.seats(self.state)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over(self.state)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The ranking as it stands now, best first."""
        return self.game.standings(self.state)

    @property
    def final(self) -> Answer:
        """What `replay` prints last: game, over, standings and winners."""
        standings = [{"player": s.player, "score": s.score, "rank": s.rank} for s in self.standings]
        winners = list(self.game.winners(self.state)) if self.over else []
        return {"game": self.game.name, "over": self.over, "standings": standings, "winners": winners}

    @cached_property
    def chapter_lines(self) -> tuple[int, ...]:
        """The numbers of the lines that finished a chapter (a voyage, a round), in order; chapters only become more."""

        def finished(state: Any) -> int:
            return len(self.game.view(state).chapters)

        return tuple(bisect_left(self.states, count, key=finished) for count in range(1, finished(self.states[-1]) + 1))

    def called(self, event: Mapping[str, Any]) -> Message:
        """Return what people call such an event: a trade, the bids."""
        do = str(event.get("do", ""))
        return self.game.called.get(do, name(do))

    def shown(self, seat: str) -> Message:
        """Return a seat's name as people read it: a player's as it stands, the game's own in the reader's language."""
        return say(seat) if seat in self.game.added_seats else name(seat)


def _judged(game: Game[Any], state: Any, line: Line) -> tuple[Any, Answer]:
    """Return the state after a line, and its answer. A game that is over judges itself what may follow (a further
    round)."""
    event = record.event(game, line)
    if game.over(state) and not isinstance(event, game.reopening):
        raise refuse("the game is over: nothing can follow")
    after, answer = game.apply(state, event)
    for place in game.standings(after):
        if not isinstance(place.score, int):
            raise TypeError(f"the score of {place.player} is {place.score!r}: a score is a whole number")
    return after, answer
