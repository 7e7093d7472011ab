"""A tournament as a value: the fold of its events. Pure; chance is an event, for a draw states whom it seated where.

Whatever an event may not do is refused with a sentence, and changes nothing. Players are known by ids, which the room
deals; a result that a table tells names people, so two players of a tournament never have the same name.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

import msgspec

from companion.language.message import Message, say
from companion.publishing.messages import OfferedPairing
from companion.room import tie_breaks
from companion.room.ranking import spelt
from companion.room.tie_breaks import Criterion, Finish, Outcome, Scoring, TournamentPlace
from companion.room.tournament_events import (
    Begun,
    Cleared,
    Drawn,
    Dropped,
    Ended,
    Entered,
    Event,
    Excused,
    Moved,
    OfPairing,
    OfPlayer,
    Renamed,
    Returned,
    Ruled,
    Scored,
    Suggested,
    Swapped,
    Undrawn,
)

MOST_PLAYERS = 2000


class TournamentError(ValueError):
    """What can't be done in a tournament; the message says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class Awaits(StrEnum):
    """What a tournament waits for."""

    PLAYERS = "players"
    DRAW = "draw"
    SCORES = "scores"
    NOTHING = "nothing"  # all rounds are played, or it was put away


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who plays: whether they are drawn, whether they sit the next round out, and their former names, under
    which a table may have begun its game."""

    id: str
    name: str
    here: bool = True
    excused: bool = False
    former: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who sits at a table in a round, and how it finished: `score` is empty as long as that is open."""

    table: str
    name: str
    seats: tuple[str, ...]
    score: Outcome = ()
    game: str = ""
    ruled: bool = False
    suggestion: Outcome = ()
    suggested_by: str = ""
    refused: frozenset[str] = frozenset()

    @property
    def told_by(self) -> str:
        """The table that told the score, "" where none did; players may have been moved since."""
        return self.game.partition("/")[0]


@dataclass(frozen=True, slots=True)
class TournamentRound:
    """A drawn round; `excused` had asked for their bye."""

    pairings: tuple[Pairing, ...]
    byes: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    since: int
    drawn_at: str = ""
    excused: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Tournament:
    """See the module: `begun`, then one `after` each event."""

    terms: Begun
    players: Mapping[str, Player]
    rounds: tuple[TournamentRound, ...] = ()
    ended: bool = False

    # ---- what it says

    @property
    def awaits(self) -> Awaits:
        """What comes next."""
        if self.ended:
            return Awaits.NOTHING
        if any(not pairing.score for one in self.rounds for pairing in one.pairings):
            return Awaits.SCORES
        if len(self.rounds) >= self.terms.rounds:
            return Awaits.NOTHING
        playing = {one.id for one in self.players.values() if one.here and not one.excused}
        parts = [playing.intersection(group) for group in self.groups] or [playing]
        late = playing.difference(*self.groups) if self.groups else set[str]()  # they join where fewest are left
        enough = max(map(len, parts)) >= self.terms.least or min(map(len, parts)) + len(late) >= self.terms.least
        return Awaits.DRAW if enough else Awaits.PLAYERS

    @property
    def scoring(self) -> Scoring:
        """How it is ranked."""
        return Scoring(self.terms.points, Fraction(self.terms.bye, 2), self.terms.order or (Criterion.POINTS,))

    @property
    def byes(self) -> Counter[str]:
        """How many byes each had."""
        return Counter(player for one in self.rounds for player in one.byes)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How the tables finished, as far as they have."""
        return tuple(pairing.score for one in self.rounds for pairing in one.pairings if pairing.score)

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of the last round; none where it is not drawn in groups."""
        return self.rounds[-1].groups if self.rounds else ()

    def standings(self) -> tuple[TournamentPlace, ...]:
        """Return everybody's place, by the criteria that were chosen."""
        return tie_breaks.standings([*self.players], self.outcomes, self.byes, self.scoring)

    def pairing(self, round_: int, number: int) -> Pairing:
        """Return a pairing; both count from one. Raises a TournamentError where there is none."""
        if not 1 <= round_ <= len(self.rounds) or not 1 <= number <= len(self.rounds[round_ - 1].pairings):
            raise TournamentError(say("That table is not drawn any more: look at the round again"))
        return self.rounds[round_ - 1].pairings[number - 1]

    def offers(self) -> dict[str, OfferedPairing]:
        """Return what is offered to the tables whose scores are awaited in the last round, by their ids."""
        terms, number = self.terms, len(self.rounds)
        return {
            one.table: OfferedPairing(
                terms.name, number, terms.rounds, terms.game, tuple(self.players[seat].name for seat in one.seats)
            )
            for one in (self.rounds[-1].pairings if self.rounds else ())
            if one.table and not one.score
        }

    # ---- what happens

    def after(self, event: Event) -> "Tournament":
        """Return the tournament after an event. Raises a TournamentError for what can't be."""
        if self.ended:
            raise TournamentError(say("This tournament is over: begin another one"))
        match event:
            case OfPlayer():
                return self._of_player(event)
            case Drawn():
                return self._drawn(event)
            case Undrawn():
                if not self.rounds:
                    raise TournamentError(say("No round is drawn"))
                if any(pairing.score for pairing in self.rounds[-1].pairings):
                    raise TournamentError(say("This round has scores: clear them before it is drawn anew"))
                return self._undrawn()
            case Swapped(player, other):
                return self._swapped(player, other)
            case OfPairing():
                return self._at_table(event)
            case Ended():
                return replace(self, ended=True)
            case _:
                raise TournamentError(say("A tournament begins once"))

    def _of_player(self, event: OfPlayer) -> "Tournament":
        match event:
            case Entered(player, name):
                return self._entered(player, name)
            case Renamed(player, name):
                self._free(name, but=player)
                self._known(player)
                before = self.players[player]
                return self._player(player, name=name, former=(*before.former, before.name))
            case Dropped(player):
                return self._player(player, here=False, excused=False)
            case Returned(player):
                return self._player(player, here=True)
            case Excused(player, excused):
                return self._player(player, excused=excused)
            case _:
                raise AssertionError(event)

    def _at_table(self, event: OfPairing) -> "Tournament":
        match event:
            case Moved():
                return self._paired(event, table=event.table, name=event.name)
            case Suggested():
                found = self.pairing(event.round, event.pairing)
                if found.score or found.suggestion:
                    raise TournamentError(say("A score stands there already: a director can change it"))
                if event.player not in found.seats:
                    raise TournamentError(say("Only who plays at a table says how it finished"))
                score = self._score(event, event.finishes)
                return self._paired(event, suggestion=score, suggested_by=event.player)
            case Scored():
                score = self._score(event, event.finishes)
                return self._paired(event, score=score, game=event.game, suggestion=(), suggested_by="", ruled=False)
            case Ruled():
                score = self._score(event, event.finishes)
                return self._paired(event, score=score, ruled=True, suggestion=(), suggested_by="")
            case Cleared():
                refused = self.pairing(event.round, event.pairing).refused | ({event.refused} - {""})
                return self._paired(
                    event, score=(), game="", ruled=False, suggestion=(), suggested_by="", refused=refused
                )
            case _:
                raise AssertionError(event)

    def _entered(self, player: str, name: str) -> "Tournament":
        if player in self.players:
            raise TournamentError(say("{name} has entered already", name=self.players[player].name))
        if len(self.players) >= MOST_PLAYERS:
            raise TournamentError(say("A tournament has {count} players at most", count=MOST_PLAYERS))
        self._free(name)
        return replace(self, players={**self.players, player: Player(player, name)})

    def _free(self, name: str, but: str = "") -> None:
        """See that nobody else has this name."""
        for player in self.players.values():
            if player.id != but and spelt(player.name) == spelt(name):
                raise TournamentError(say("There is a {name} already: add a letter", name=player.name))

    def _player(self, player: str, **changes: object) -> "Tournament":
        self._known(player)
        changed = replace(self.players[player], **changes)  # type: ignore[arg-type]
        return replace(self, players={**self.players, player: changed})

    def _known(self, player: str) -> None:
        if player not in self.players:
            raise TournamentError(say("Nobody of that name has entered"))

    def _drawn(self, event: Drawn) -> "Tournament":
        if self.awaits is not Awaits.DRAW:
            raise TournamentError(WHY_NO_DRAW[self.awaits])
        seated = [player for one in event.seatings for player in one.seats]
        sizes = {len(one.seats) for one in event.seatings}
        fits = sizes and self.terms.least <= min(sizes) and max(sizes) <= self.terms.most
        for player in (*seated, *event.byes, *(one for group in event.groups for one in group)):
            self._known(player)
        if not fits or len({*seated, *event.byes}) != len(seated) + len(event.byes):
            raise TournamentError(say("That draw seats somebody twice, or a table holds too few or too many"))
        pairings = tuple(Pairing(one.table, one.name, one.seats) for one in event.seatings)
        drawn = TournamentRound(
            pairings,
            event.byes,
            event.groups,
            event.since,
            event.drawn_at,
            frozenset(player.id for player in self.players.values() if player.excused),
        )
        players = {player: replace(one, excused=False) for player, one in self.players.items()}
        return replace(self, players=players, rounds=(*self.rounds, drawn))

    def _undrawn(self) -> "Tournament":
        """Return this without the last round; who had asked to sit it out still does."""
        excused = self.rounds[-1].excused
        players = {
            player: replace(one, excused=one.excused or (one.here and player in excused))
            for player, one in self.players.items()
        }
        return replace(self, players=players, rounds=self.rounds[:-1])

    def _swapped(self, player: str, other: str) -> "Tournament":
        """Return this with two places exchanged; who has dropped out gets no bye by it, which would be points."""
        self._known(player)
        self._known(other)
        last = self.rounds[-1] if self.rounds else TournamentRound((), (), (), 0)
        swap = {player: other, other: player}
        touched = [one for one in last.pairings if {*swap} & {*one.seats}]
        if not touched or player == other:
            raise TournamentError(say("Neither has a place in this round that could be given up"))
        if any(one.score for one in touched):
            raise TournamentError(say("A table of theirs has a score already: clear it first"))
        pairings = tuple(
            replace(one, seats=tuple(swap.get(seat, seat) for seat in one.seats), suggestion=(), suggested_by="")
            if one in touched
            else one
            for one in last.pairings
        )
        byes = tuple(swap.get(one, one) for one in last.byes if one not in swap or self.players[swap[one]].here)
        changed = replace(last, pairings=pairings, byes=byes)
        return replace(self, rounds=(*self.rounds[:-1], changed))

    def _score(self, event: OfPairing, finishes: Outcome) -> Outcome:
        """Return how a pairing finished, checked: all of it, and nobody else."""
        seats = self.pairing(event.round, event.pairing).seats
        if sorted(one.player for one in finishes) != sorted(seats) or ranked(finishes) != finishes:
            raise TournamentError(say("Give everybody at the table a place, from 1 on; who is tied has the same"))
        return finishes

    def _paired(self, event: OfPairing, **changes: object) -> "Tournament":
        """Return this with a pairing changed."""
        changed = replace(self.pairing(event.round, event.pairing), **changes)  # type: ignore[arg-type]
        one, at = self.rounds[event.round - 1], event.pairing - 1
        of_it = replace(one, pairings=(*one.pairings[:at], changed, *one.pairings[at + 1 :]))
        return replace(self, rounds=(*self.rounds[: event.round - 1], of_it, *self.rounds[event.round :]))


WHY_NO_DRAW: Mapping[Awaits, Message] = {
    Awaits.PLAYERS: say("There are too few players for a table"),
    Awaits.SCORES: say("A table has not finished: enter its score, or take the round back"),
    Awaits.NOTHING: say("All rounds are played"),
}


def begun(terms: Begun) -> Tournament:
    """Return a tournament that nobody has entered. Raises a TournamentError for seats that can't be."""
    if not terms.least <= terms.usual <= terms.most:
        raise TournamentError(say("The usual number at a table lies between the least and the most"))
    if len({*terms.order}) != len(terms.order):
        raise TournamentError(say("Each tie-break counts once"))
    return Tournament(terms, {})


def as_known(now: Tournament, before: Tournament | None) -> Tournament:
    """Return a tournament as whoever is told of scores later may see it: where people sit now, and how tables finished
    as far as that was known `before`."""
    rounds = []
    for number, one in enumerate(now.rounds):
        then = before.rounds[number].pairings if before is not None and number < len(before.rounds) else ()
        known = {pairing.seats: pairing for pairing in then}
        pairings = []
        for pairing in one.pairings:
            old = known.get(pairing.seats)
            score, ruled = (old.score, old.ruled) if old is not None else ((), False)
            pairings.append(replace(pairing, score=score, ruled=ruled))
        rounds.append(replace(one, pairings=tuple(pairings)))
    return replace(now, rounds=tuple(rounds))


def ranked(finishes: Iterable[Finish]) -> Outcome:
    """Return an outcome whose equal ranks share the lower number, whatever numbers told who came before whom."""
    finishes = tuple(finishes)
    return tuple(
        msgspec.structs.replace(one, rank=1 + sum(other.rank < one.rank for other in finishes)) for one in finishes
    )
