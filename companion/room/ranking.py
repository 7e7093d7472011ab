"""The evening's ranking over games of any kind: a point for every player whom one has beaten, half a point for each
with whom one is tied. Scores of different games can't be added; who came before whom can."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.publishing.messages import Result


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place in the ranking; equal points and wins share the lower number. `halves` are half points."""

    rank: int
    name: str
    games: int
    wins: int
    halves: int

    @property
    def points(self) -> str:
        """The points as they are written: 3, or 3½."""
        whole, half = divmod(self.halves, 2)
        return f"{whole or ('' if half else 0)}{'½' if half else ''}"


@dataclass(slots=True)
class _Sum:
    name: str
    games: int = 0
    wins: int = 0
    halves: int = 0
    tables: set[str] = field(default_factory=set)


def ranking(finished: Iterable[tuple[str, Result]]) -> tuple[Ranked, ...]:
    """Return the ranking of finished games, each with its table's id. Whoever has the same name at two tables is one;
    initials are somebody else at each table."""
    sums: dict[str, _Sum] = {}
    for table, game in sorted(finished, key=lambda one: (one[0], one[1].game)):
        people = [place for place in game.standings if place.player in game.players]
        for place in people:
            own = sums.setdefault(_key(table, game, place.player), _Sum(place.player))
            own.games += 1
            own.wins += place.player in game.winners
            own.halves += sum(2 * (other.rank > place.rank) + (other.rank == place.rank) for other in people) - 1
    ordered = sorted(sums.values(), key=lambda one: (-one.halves, -one.wins, one.games, one.name.casefold(), one.name))
    ranked: list[Ranked] = []
    for number, one in enumerate(ordered, 1):
        last = ranked[-1] if ranked else None
        shared = last is not None and (last.halves, last.wins) == (one.halves, one.wins)
        rank = last.rank if last is not None and shared else number
        ranked.append(Ranked(rank, one.name, one.games, one.wins, one.halves))
    return tuple(ranked)


def _key(table: str, game: Result, name: str) -> str:
    """Return who a name is, however it is spelt at another table."""
    return f"{table}/{spelt(name)}" if game.short else spelt(name)


def spelt(name: str) -> str:
    """Return a name as it is compared: small and capital letters, and how many spaces, are no matter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def natural(text: str) -> tuple[object, ...]:
    """Return what sorts names as people do: Table 9 before Table 10."""
    return tuple(
        (int(part), "") if part.isdecimal() else (-1, part.casefold()) for part in re.split(r"(\d{1,9})", text)
    )
