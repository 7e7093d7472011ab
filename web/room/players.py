"""The routes of players' cards, ids that follow somebody from table to table, and of the ratings over all evenings."""

from flask import Blueprint, Response, abort, request

from web.context import reading_language
from web.room.context import current_room

bp = Blueprint("players", __name__)
MOST_SHOWN = 500


@bp.get("/player")
def enter() -> Response:
    """How to get a card."""
    return current_room().page("player_new.html")


@bp.get("/player/<player>")
def one(player: str) -> Response:
    """A card, with its code to be shown; whoever has it is called as they like."""
    context = current_room()
    card = context.room.player(player) or abort(404)
    return context.page("player.html", card=card, address=f"{request.url_root}player/{card.id}")


@bp.get("/ratings")
def ratings() -> Response:
    """The ratings over all evenings."""
    context = current_room()
    hidden = context.room.tournament(reading_language(), director=False).hidden
    return context.page("ratings.html", places=context.room.ratings()[:MOST_SHOWN], hidden=hidden)
