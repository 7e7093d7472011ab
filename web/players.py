"""What the stored games say of their players: how often each played, won, and the best score, per game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from web.contract import StoredGame


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player's games of one kind; `best` is None while none is over."""

    played: int = 0
    won: int = 0
    best: int | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """One player over all games, and game by game (its title → tally)."""

    name: str
    played: int
    won: int
    games: Mapping[str, PlayerRecord] = field(default_factory=dict)


def players(history: Iterable[StoredGame]) -> tuple[Player, ...]:
    """Return who played, most games first, then most wins, then by name; only finished games count, and only people:
    seats that a game adds are no players."""
    found: dict[str, dict[str, PlayerRecord]] = {}
    for game in history:
        if not game.over:
            continue
        scores = {place.player: place.score for place in game.standings}
        for name in game.players:
            tallies = found.setdefault(name, {})
            tallies[game.title] = _with(tallies.get(game.title, PlayerRecord()), name in game.winners, scores[name])
    everybody = (
        Player(name, sum(t.played for t in tallies.values()), sum(t.won for t in tallies.values()), tallies)
        for name, tallies in found.items()
    )
    return tuple(sorted(everybody, key=lambda player: (-player.played, -player.won, player.name)))


def _with(tally: PlayerRecord, won: bool, score: int) -> PlayerRecord:
    return PlayerRecord(tally.played + 1, tally.won + won, score if tally.best is None else max(tally.best, score))
