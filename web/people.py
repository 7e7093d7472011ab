"""Players' faces: drawn ones for everybody, photos for phones at the table alone."""

import re

from flask import Blueprint, Response, abort, jsonify, request

from web import device, portraits
from web.context import asking_device, current, reading_language
from web.contract import Portraits
from web.shown import Role

bp = Blueprint("people", __name__)


def _people() -> Portraits:
    return current().companion.people() or abort(404)


@bp.get("/portrait.svg")
def portrait() -> Response:
    """A drawn face in a colour; its address says all of it, so a browser may keep it for good."""
    face, colour = request.args.get("face", ""), request.args.get("colour", "")
    if face not in portraits.FACES or not re.fullmatch(r"[0-9a-f]{6}", colour):
        abort(404)
    kept = {"Cache-Control": "public, max-age=31536000, immutable"}
    return Response(portraits.svg(face, f"#{colour}"), mimetype="image/svg+xml", headers=kept)


@bp.get("/player/photo")
def photo() -> Response:
    """A player's photo; whoever keeps it asks first, for it may be deleted. A guest gets what the host lets wall and
    keepsakes show: of who plays now, or has won."""
    key = request.args.get("key", "")
    if current().role(asking_device()) < Role.LET_IN and key not in _on_show():
        abort(403)
    jpeg = _people().photo(key)
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, no-store"})


def _on_show() -> set[str]:
    """Return the keys of photos that stand on wall and keepsakes; none unless the host said so."""
    companion, people = current().companion, _people()
    if not people.everywhere:
        return set()
    playing = [seat.name for seat in companion.snapshot("en").seats]
    winners = [name for game in companion.history() if game.over for name in game.winners]
    return {people.of(name).photo for name in (*playing, *winners)} - {""}


@bp.post("/player/photo")
def take_photo() -> Response:
    """Take a player's photo. Only a script of ours can send that type from a page."""
    if not device.same_origin(request):
        abort(403)
    if request.mimetype != "image/jpeg":
        abort(415)
    companion = current().companion
    speaker = companion.translator(reading_language())
    ok, text = _people().take(request.args.get("name", ""), request.get_data(), speaker)
    return jsonify(ok=ok, text=text)
