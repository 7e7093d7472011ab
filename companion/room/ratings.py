"""Ratings over all evenings: OpenSkill (Weng and Lin, JMLR 12, 2011; Plackett-Luce) for games of any number of players,
and Elo for games of two."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.publishing.messages import TableResult
from companion.room.ranking import Names, cards_of, people_of

ELO = 1500.0  # at the start
ELO_K = 32.0  # what a game moves at most: for players whose number of games is small (Elo, 1978)
ELO_SCALE = 400.0  # so far ahead one wins ten times as often as one loses


@dataclass(frozen=True, slots=True)
class Rated:
    """A place among the ratings. `skill` is what is all but certain of somebody (the mean less three standard
    deviations), so it grows with games, too; `elo` is None of who has played no game of two."""

    rank: int
    name: str
    player: str
    games: int
    skill: float
    elo: int | None


@dataclass(slots=True)
class _Person:
    name: str
    skill: Any
    games: int = 0
    elo: float = ELO
    duels: int = 0


@dataclass
class _Book:
    model: Any
    names: Names
    people: dict[tuple[str, str], _Person] = field(default_factory=dict)
    nameless: set[tuple[str, str]] = field(default_factory=set)

    def take(self, who: Mapping[str, tuple[str, str]], game: TableResult) -> None:
        """Take a game's outcome."""
        places = [place for place in game.standings if place.player in who]
        if len(places) < 2:
            return
        self.nameless |= {who[name] for name in game.withheld or () if name in who}
        here = [self._person(who[place.player], place.player) for place in places]
        ranks = [float(place.rank) for place in places]
        new = self.model.rate([[one.skill] for one in here], ranks=ranks)
        for one, (skill,) in zip(here, new, strict=True):
            one.skill, one.games = skill, one.games + 1
        if len(here) == 2:
            self._duel(here[0], here[1], ranks[0], ranks[1])

    def _person(self, key: tuple[str, str], name: str) -> _Person:
        if key not in self.people:
            self.people[key] = _Person(self.names.get(key[0], (name,))[0], self.model.rating())
        return self.people[key]

    @staticmethod
    def _duel(one: _Person, other: _Person, rank: float, other_rank: float) -> None:
        expected = 1.0 / (1.0 + 10.0 ** ((other.elo - one.elo) / ELO_SCALE))
        moved = ELO_K * ((rank < other_rank) + 0.5 * (rank == other_rank) - expected)
        one.elo, other.elo = one.elo + moved, other.elo - moved
        one.duels, other.duels = one.duels + 1, other.duels + 1


def ratings(finished: Iterable[tuple[str, TableResult]], names: Names) -> tuple[Rated, ...]:
    """Return the ratings after these games, in the order in which they were played, each with its table's id. Those of
    initials, which nobody can follow, are left out."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - an extra

    games = [(table, game) for table, game in finished if not game.short]
    cards = cards_of((game for _, game in games), names)
    book = _Book(PlackettLuce(), names)
    for table, game in games:
        book.take(people_of(table, game, names, cards), game)
    named = [one for one in book.people.items() if one[0] not in book.nameless]
    rated = sorted(named, key=lambda one: (-one[1].skill.ordinal(), one[1].name.casefold(), one[0]))
    return tuple(
        Rated(
            number,
            one.name,
            player,
            one.games,
            round(one.skill.ordinal(), 1) + 0.0,
            round(one.elo) if one.duels else None,
        )
        for number, ((player, _), one) in enumerate(rated, 1)
    )
