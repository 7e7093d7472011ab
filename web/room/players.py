"""The routes of players' cards: a name and an id that follow somebody from table to table."""

from flask import Blueprint, Response, abort, request

from web.room.context import current_room

bp = Blueprint("players", __name__)


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
