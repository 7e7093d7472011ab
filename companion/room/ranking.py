"""The evening's ranking over games of any kind: a point for every player whom one has beaten, half a point for each
with whom one is tied. Scores of different games can't be added; who came before whom can."""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.publishing.messages import TableResult


@dataclass(frozen=True, slots=True)
class Ranked:
    """A place in the ranking; equal points and wins share the lower number. `halves` are half points; `player` is the
    id of who has a card."""

    rank: int
    name: str
    games: int
    wins: int
    halves: int
    player: str = ""

    @property
    def points(self) -> str:
        """The points as they are written: 3, or 3½."""
        whole, half = divmod(self.halves, 2)
        return f"{whole or ('' if half else 0)}{'½' if half else ''}"


@dataclass(slots=True)
class _Sum:
    name: str
    player: str
    games: int = 0
    wins: int = 0
    halves: int = 0
    tables: set[str] = field(default_factory=set)


Names = Mapping[str, tuple[str, ...]]
"""What those who have a card are and were called, by the card's id; what they are called now comes first."""


def ranking(finished: Iterable[tuple[str, TableResult]], names: Names = MappingProxyType({})) -> tuple[Ranked, ...]:
    """Return the ranking of finished games, each with its table's id. Who has a card is one person whatever they are
    called at a table; so is whoever has the same name at two tables. Initials are somebody else at each table."""
    games = sorted(finished, key=lambda one: (one[0], one[1].game))
    cards = cards_of((game for _, game in games), names)
    sums: dict[tuple[str, str], _Sum] = {}
    for table, game in games:
        who = people_of(table, game, names, cards)
        people = [place for place in game.standings if place.player in game.players]
        for place in people:
            key = who[place.player]
            own = sums.setdefault(key, _Sum(names.get(key[0], (place.player,))[0], key[0]))
            own.games += 1
            own.wins += place.player in game.winners
            own.halves += sum(2 * (other.rank > place.rank) + (other.rank == place.rank) for other in people) - 1
    ordered = sorted(sums.values(), key=lambda one: (-one.halves, -one.wins, one.games, one.name.casefold(), one.name))
    ranked: list[Ranked] = []
    for number, one in enumerate(ordered, 1):
        last = ranked[-1] if ranked else None
        shared = last is not None and (last.halves, last.wins) == (one.halves, one.wins)
        rank = last.rank if last is not None and shared else number
        ranked.append(Ranked(rank, one.name, one.games, one.wins, one.halves, one.player))
    return tuple(ranked)


def cards_of(games: Iterable[TableResult], names: Names) -> dict[str, str]:
    """Return whose card a name stands for where no id stands beside it: that of the one person who is called so."""
    called: dict[str, set[str]] = {}
    for player, all_names in names.items():
        for name in all_names:
            called.setdefault(spelt(name), set()).add(player)
    for game in games:
        for name, player in (game.ids or {}).items():
            if player in names:
                called.setdefault(spelt(name), set()).add(player)
    return {name: next(iter(players)) for name, players in called.items() if len(players) == 1}


def people_of(table: str, game: TableResult, names: Names, cards: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """Return who each player of a game is: the id of a card, else how the name is spelt. Nobody sits there twice."""
    if game.short:
        return {name: ("", f"{table}/{spelt(name)}") for name in game.players}
    told = {name: player for name, player in (game.ids or {}).items() if player in names and name in game.players}
    taken = {*told.values()}
    found = {name: ("", f"{table}/{spelt(name)}") for name in game.withheld or ()}
    for name in (one for one in game.players if one not in found):
        player = told.get(name) or cards.get(spelt(name), "")
        if name not in told and player in taken:
            player = ""
        taken.add(player)
        found[name] = (player, "" if player else spelt(name))
    return found


def spelt(name: str) -> str:
    """Return a name as it is compared: small and capital letters, and how many spaces, are no matter."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def natural(text: str) -> tuple[object, ...]:
    """Return what sorts names as people do: Table 9 before Table 10."""
    return tuple(
        (int(part), "") if part.isdecimal() else (-1, part.casefold()) for part in re.split(r"(\d{1,9})", text)
    )
