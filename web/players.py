"""What the stored games say of their players: how often each played and won, how well, against whom; and the tables of
an evening and of a season."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from web.contract import StoredGame
from web.moments import in_house

NIGHT_H = 6  # a game begun before this hour belongs to the evening before


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """Somebody's games of one kind: `best` and `total` are of their scores; `best` is None while none is over."""

    played: int = 0
    won: int = 0
    best: int | None = None
    total: int = 0

    @property
    def average(self) -> int:
        """The mean score, rounded."""
        return round(self.total / self.played) if self.played else 0


@dataclass(frozen=True, slots=True)
class Met:
    """How two players stand against each other: games in which both played, and in how many of them the one, or the
    other, came out ahead."""

    games: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """One player over all games, and game by game (its title → tally); by how many played (people → tally, of all
    games); against others (name → tally); the wins in a row until now, and the most there ever were."""

    name: str
    played: int
    won: int
    games: Mapping[str, PlayerRecord] = field(default_factory=dict)
    by_people: Mapping[int, PlayerRecord] = field(default_factory=dict)
    met: Mapping[str, Met] = field(default_factory=dict)
    streak: int = 0
    longest: int = 0


@dataclass(frozen=True, slots=True)
class TableRow:
    """Somebody's row in the table of a time: a point for everybody left behind in each game."""

    name: str
    played: int = 0
    won: int = 0
    points: int = 0


def players(history: Iterable[StoredGame]) -> tuple[PlayerFigures, ...]:
    """Return who played, most games first, then most wins, then by name; only finished games count, and only people:
    seats that a game adds are no players."""
    games = [game for game in history if game.over and game.standings][::-1]  # oldest first
    names = dict.fromkeys(name for game in games for name in game.players)
    everybody = (_player(name, [game for game in games if name in game.players]) for name in names)
    return tuple(sorted(everybody, key=lambda player: (-player.played, -player.won, player.name)))


def _player(name: str, games: Sequence[StoredGame]) -> PlayerFigures:
    """Return a player of these games, the oldest first."""
    tallies: dict[str, PlayerRecord] = {}
    by_people: dict[int, PlayerRecord] = {}
    met: dict[str, Met] = {}
    streak = longest = 0
    for game in games:
        won, places = name in game.winners, {place.player: place for place in game.standings}
        score = places[name].score
        tallies[game.title] = _with(tallies.get(game.title, PlayerRecord()), won, score)
        by_people[len(game.players)] = _with(by_people.get(len(game.players), PlayerRecord()), won, score)
        for other in game.players:
            if other != name:
                met[other] = _against(met.get(other, Met()), places[name].rank, places[other].rank)
        streak = streak + 1 if won else 0
        longest = max(longest, streak)
    won_all = sum(tally.won for tally in tallies.values())
    return PlayerFigures(name, len(games), won_all, tallies, dict(sorted(by_people.items())), met, streak, longest)


def _with(tally: PlayerRecord, won: bool, score: int) -> PlayerRecord:
    best = score if tally.best is None else max(tally.best, score)
    return PlayerRecord(tally.played + 1, tally.won + won, best, tally.total + score)


def _against(met: Met, own: int, other: int) -> Met:
    return Met(met.games + 1, met.ahead + (own < other), met.behind + (own > other))


def evening_of(begun: str) -> date | None:
    """Return the evening to which a moment belongs, in this house's clock; None where it is no moment."""
    at = in_house(begun)
    try:
        return None if at is None else (at - timedelta(hours=NIGHT_H)).date()
    except OverflowError:  # the night before the first day of all
        return None


def evening(history: Iterable[StoredGame]) -> tuple[date | None, tuple[TableRow, ...]]:
    """Return the evening of the last finished game, and its table."""
    games = [game for game in history if game.over]
    last = evening_of(games[0].begun) if games else None
    return last, table(game for game in games if last is not None and evening_of(game.begun) == last)


def season(history: Iterable[StoredGame]) -> tuple[int | None, tuple[TableRow, ...]]:
    """Return the season, a calendar year, of the last finished game, and its table."""
    games = [(game, evening_of(game.begun)) for game in history if game.over]
    year = next((day.year for _, day in games if day is not None), None)
    return year, table(game for game, day in games if day is not None and day.year == year)


def table(games: Iterable[StoredGame]) -> tuple[TableRow, ...]:
    """Return the table of finished games: most points first, then most wins, then fewest games."""
    rows: dict[str, TableRow] = {}
    for game in games:
        ranks = {place.player: place.rank for place in game.standings if place.player in game.players}
        for name, rank in ranks.items():
            was, left_behind = rows.get(name, TableRow(name)), sum(other > rank for other in ranks.values())
            won = was.won + (name in game.winners)
            rows[name] = TableRow(name, was.played + 1, won, was.points + left_behind)
    return tuple(sorted(rows.values(), key=lambda row: (-row.points, -row.won, row.played, row.name)))
