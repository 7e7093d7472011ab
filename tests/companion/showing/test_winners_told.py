"""Who has won, in one line: with the winners' own score, whoever stands above them, and in words for several."""

from itertools import count

from support.legal_play import playing

from companion.game.match import Match
from companion.game.record import Line
from companion.showing import projection
from companion.table.evening import Equipment, Evening
from companion.table.seats import Seating
from companion.table.signals import Surroundings


def told(played: Match) -> str:
    evening = Evening("game-1", "seed", played, Equipment())
    return str(projection.snapshot(evening, Seating(), Surroundings(), (), False).line)


def test_where_the_ghost_has_most_the_winner_is_told_with_the_winner_s_own_score() -> None:
    games = (playing.whole_game("stingy", 2, {"sly": False, "colour_bonus": False}, f"won {n}") for n in count())
    played = next(game for game in games if game.standings[0].player == "Stingy Ghost")
    best = next(place for place in played.standings if place.player != "Stingy Ghost")
    assert best.score < played.standings[0].score
    winners = ", ".join(played.game.winners(played.state))
    assert told(played).startswith(f"{winners} ")
    assert told(played).endswith(f" with {best.score}")


def test_several_winners_share_it() -> None:
    header = {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui", "Mia"]}
    claims = [{"do": "claim", "player": player, "objective": 12, "cards": [5, 7]} for player in ("Rui", "Mia")]
    lines = [header, *claims, {"do": "end_round"}, {"do": "end_round"}]
    played = Match.replay(Line(number, line) for number, line in enumerate(lines, 1))
    assert told(played) == "Rui, Mia share the victory with 2"
