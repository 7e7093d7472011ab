"""The host's chores: the taught sets with their pictures, and whatever else belongs to the house and not to a game."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, jsonify, make_response, request

from web import device
from web.admission import LARGEST_SET
from web.context import current, reading_language
from web.settings_contract import HostSettings, TaughtSet

bp = Blueprint("upkeep", __name__)


def _upkeep() -> HostSettings:
    """Return what the host looks after; where there is nothing of that, none of these pages is there."""
    upkeep = current().companion.upkeep()
    if upkeep is None:
        abort(404)
    return upkeep


@bp.get("/pieces")
def sets() -> Response:
    """Every game's taught set."""
    return current().page(
        "sets.html",
        sets=_upkeep().sets(reading_language()),
        walk=current().companion.walking() is not None,
    )


@bp.get("/settings")
def settings_page() -> Response:
    """What can be set, and what needs a look."""
    companion, upkeep, lang = current().companion, _upkeep(), reading_language()
    snapshot, setup = companion.snapshot(lang), upkeep.setup(lang)
    return current().page(
        "settings.html",
        address="" if setup is None else _named(setup.name),
        languages=companion.languages,
        setup=setup,
        room=upkeep.room(lang),
        teaches=upkeep.teaches(),
        pin=upkeep.pin(),
        walk=companion.walking() is not None,
        cases=companion.cases() is not None,
        numbers=companion.numbers(lang),
        health=[part for part in snapshot.health if part.state != "ok"],
    )


def _named(name: str) -> str:
    """Return the page's address by this name, at the port at which the page is asked for."""
    asked = urlsplit(request.host_url)
    return f"{asked.scheme}://{name}.local" + ("" if asked.port is None else f":{asked.port}")


@bp.get("/numbers/<game>")
def numbers(game: str) -> Response:
    """What is printed on the pieces of a game, to be entered."""
    asked = current().companion.numbers(reading_language())
    printed = next((one for one in asked if one.game == game and one.form is not None), None)
    if printed is None:
        abort(404)
    return current().page("numbers.html", of_game=game, printed=printed)


def _known(game: str) -> TaughtSet:
    known = _upkeep().pieces(game, reading_language())
    if known is None:
        abort(404)
    return known


@bp.get("/pieces/<game>")
def pieces(game: str) -> Response:
    """A taught set, face by face."""
    return current().page("pieces.html", of_game=game, set=_known(game))


@bp.get("/pieces/<game>/face")
def face(game: str) -> Response:
    """One face, with every picture that it was taught from."""
    known = _known(game)
    face = next((face for face in known.shelf if face.label == request.args.get("name")), None)
    if face is None:
        abort(404)
    return current().page("face.html", of_game=game, set=known, face=face)


@bp.get("/pieces/<game>/picture")
def picture(game: str) -> Response:
    """One taught picture."""
    png = _upkeep().piece_picture(game, request.args.get("file", ""))
    if png is None:
        abort(404)
    # A picture never changes, but its name may be used again once it is removed: whoever keeps it asks first.
    response = Response(png, mimetype="image/png", headers={"Cache-Control": "private, no-cache"})
    response.add_etag()
    response.make_conditional(request)
    return response


@bp.get("/pieces/<game>/file")
def export(game: str) -> Response:
    """A set as a file, to keep or to take elsewhere."""
    data = _upkeep().export(game)
    if data is None:
        abort(404)
    kept = {"Content-Disposition": f'attachment; filename="{game}-pieces.zip"'}
    return Response(data, mimetype="application/zip", headers=kept)


@bp.post("/pieces/<game>/file")
def take_in(game: str) -> Response:
    """Take a set's file. Only a script of ours can send that type from a page."""
    if request.mimetype != "application/zip" or not device.same_origin(request):
        abort(403)
    request.max_content_length = LARGEST_SET
    ok, text = _upkeep().take_in(game, request.get_data(), reading_language())
    return jsonify(ok=ok, text=text)


@bp.get("/pieces/<game>/try")
def trial(game: str) -> Response:
    """What the set says of the camera's picture just now."""
    lang = reading_language()
    tried = _upkeep().trial(game, lang)
    if tried is None:
        abort(404)
    return make_response(current().renderer.render("tried.html", lang, of_game=game, game=game, tried=tried))


def _playing() -> bool:
    snapshot = current().companion.snapshot(reading_language())
    return snapshot.game is not None and not snapshot.over


@bp.get("/camera")
def camera() -> Response:
    """The camera's picture, to lay the mat and the light right."""
    _upkeep()
    return current().page("camera.html", playing=_playing())


@bp.get("/camera/look")
def look() -> Response:
    """What the camera sees now, with what was found in it."""
    lang = reading_language()
    seen = _upkeep().look(lang, playing=_playing(), board="board" in request.args)
    return jsonify(picture=seen.picture, html=current().renderer.render("seen.html", lang, seen=seen))


@bp.get("/wiring")
def wiring() -> Response:
    """The pods' wiring test."""
    return current().page("wiring.html", test=_upkeep().wiring(reading_language()))


@bp.get("/wiring/now")
def wired() -> Response:
    """What the wiring test asks for now, to be put into the page."""
    lang = reading_language()
    return make_response(current().renderer.render("wired.html", lang, test=_upkeep().wiring(lang)))


@bp.get("/lens")
def lens() -> Response:
    """How far the lens is measured."""
    lens = _upkeep().lens(reading_language())
    return current().page("lens.html", lens=lens, playing=_playing())


@bp.get("/lens/board.pdf")
def board() -> Response:
    """The calibration board, to be printed."""
    paper = request.args.get("paper", "a4")
    kept = {"Content-Disposition": 'attachment; filename="calibration.pdf"'}
    return Response(_upkeep().board(paper), mimetype="application/pdf", headers=kept)
