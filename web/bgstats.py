"""A finished game as a link that the BG Stats app imports as a play."""

import json
from urllib.parse import quote

from web.contract import StoredGame
from web.moments import in_house

_ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="


def play_link(game: StoredGame, comment: str = "") -> str:
    """Return the link for a stored game, with a comment on the play where there is one."""
    play = {
        "sourceName": "Table Companion",
        "sourcePlayId": game.id,
        "playDate": _date(game.begun),
        "game": {"name": game.title, "sourceGameId": game.game, "highestWins": True, "noPoints": False},
        "players": [
            {
                "name": place.player,
                "sourcePlayerId": place.player,
                "startPlayer": False,  # of nobody is it known: the first seat is only that
                "rank": place.rank,
                "score": str(place.score),
                "winner": place.player in game.winners,
            }
            for place in game.standings
        ],
        **({"comments": comment} if comment else {}),
    }
    return _ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _date(moment: str) -> str:
    at = in_house(moment)
    return moment if at is None else at.strftime("%Y-%m-%d %H:%M:%S")
