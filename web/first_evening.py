"""The first evening, led: from the printer to the first game, each step ticked by what the companion sees."""

from flask import Blueprint, Response, abort, jsonify, request

from web import device
from web.admission import LARGEST_PHOTO
from web.context import answered, current, reading_language
from web.contract import Done
from web.settings_contract import EveningShown, HostSettings

bp = Blueprint("evening", __name__, url_prefix="/first-evening")


def _upkeep() -> HostSettings:
    upkeep = current().companion.upkeep()
    if upkeep is None:
        abort(404)
    return upkeep


def _game() -> str:
    """Return the game that is asked for; "" for the usual one."""
    return request.args.get("game", "")


def _shown() -> EveningShown:
    companion, lang = current().companion, reading_language()
    snapshot = companion.snapshot(lang)
    playing = snapshot.game is not None and not snapshot.over
    shown = _upkeep().evening(
        _game(),
        request.args.get("players", 3, type=int),
        lang,
        playing=playing,
        played=bool(companion.history()),
    )
    if shown is None:
        abort(404)
    return shown


@bp.get("")
def page() -> Response:
    """The steps of the first evening with a game."""
    return current().page("first_evening.html", evening=_shown(), games=current().companion.games(reading_language()))


@bp.get("/look")
def look() -> Response:
    """The steps as they are now, with the camera's picture."""
    shown = _shown()
    html = current().renderer.render("evening_steps.html", reading_language(), evening=shown)
    return jsonify(picture=shown.picture, html=html)


@bp.get("/<what>.pdf")
def printed(what: str) -> Response:
    """The mat, or the sheets to try, to be printed."""
    players, paper = request.args.get("players", 3, type=int), request.args.get("paper", "a4")
    data = _upkeep().printed(what, _game(), players, paper) if what in ("mat", "try") else None
    if data is None:
        abort(404)
    kept = {"Content-Disposition": f'attachment; filename="{what}.pdf"'}
    return Response(data, mimetype="application/pdf", headers=kept)


@bp.post("/photo")
def photo() -> Response:
    """A photo of the mat, to see how it lies; it is read for no game."""
    if not device.same_origin(request):
        abort(403)
    if request.mimetype != "image/jpeg":
        abort(415)
    request.max_content_length = LARGEST_PHOTO
    return answered(Done(*_upkeep().take_photo(request.get_data(), reading_language())))
