"""What a finished game means in the light of those before it: a new best, a first win against somebody, a streak."""

from collections.abc import Iterator, Sequence

from companion.language.message import Message, name, say
from web.contract import StoredGame

MOST = 4  # are told at a game's end
STREAK = 3  # wins in a row from which on they are told


def honours(game: StoredGame, earlier: Sequence[StoredGame]) -> tuple[tuple[str, Message], ...]:
    """Return who is honoured for what; `earlier` are the games begun before it. Scores with numbers that nobody has
    confirmed make no best."""
    over = [one for one in earlier if one.over]
    found = [*_first_wins(game, over), *_bests(game, over), *_streaks(game, over)]
    return tuple(found[:MOST]) if game.over else ()


def _bests(game: StoredGame, earlier: Sequence[StoredGame]) -> Iterator[tuple[str, Message]]:
    if game.provisional:
        return
    alike = [one for one in earlier if one.game == game.game and not one.provisional]
    for place in game.standings:
        before = [was.score for one in alike for was in one.standings if was.player == place.player in one.players]
        if place.player in game.players and before and place.score > max(before):
            yield place.player, say("New best: {points}, after {before}", points=place.score, before=max(before))


def _first_wins(game: StoredGame, earlier: Sequence[StoredGame]) -> Iterator[tuple[str, Message]]:
    for winner in (seat for seat in game.winners if seat in game.players):
        met = [one for one in earlier if winner in one.players]
        beaten = []
        for other in (one for one in game.players if one not in game.winners):
            together = [one for one in met if other in one.players]
            if together and not any(winner in one.winners for one in together):
                beaten.append(name(other))
        if beaten:
            yield winner, say("First win against {other}", other=tuple(beaten))


def _streaks(game: StoredGame, earlier: Sequence[StoredGame]) -> Iterator[tuple[str, Message]]:
    for winner in (seat for seat in game.winners if seat in game.players):
        count = 1
        for one in (one for one in earlier if winner in one.players):  # newest first
            if winner not in one.winners:
                break
            count += 1
        if count >= STREAK:
            yield winner, say("{count} wins in a row", count=count)
