"""The host's chores: the taught sets with their pictures, and whatever else belongs to the house and not to a game."""

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, request

from web import device, language
from web.context import Context, asking_device
from web.settings_contract import HostSettings

LARGEST_SET = 64 * 1024 * 1024


def blueprint(table: Context) -> Blueprint:
    """Return the routes over what the host looks after; where there is nothing of that, they are not there."""
    routes = Blueprint("upkeep", __name__)

    def route(path: str, name: str, view: Callable[..., Response], methods: tuple[str, ...] = ("GET",)) -> None:
        routes.add_url_rule(path, endpoint=name, view_func=lambda **parts: view(table, **parts), methods=list(methods))

    route("/pieces", "sets", _sets)
    route("/pieces/<game>", "pieces", _pieces)
    route("/pieces/<game>/face", "face", _face)
    route("/pieces/<game>/picture", "picture", _picture)
    route("/pieces/<game>/file", "export", _export)
    route("/pieces/<game>/file", "import", _import, ("POST",))
    route("/pieces/<game>/try", "try", _try)
    route("/settings", "settings", _settings)
    route("/numbers/<game>", "numbers", _numbers)
    route("/camera", "camera", _camera)
    route("/camera/look", "look", _look)
    route("/wiring", "wiring", _wiring)
    route("/wiring/now", "wired", _wired)
    route("/lens", "lens", _lens)
    route("/lens/board.pdf", "board", _board)
    return routes


def _of(table: Context) -> HostSettings:
    upkeep = table.companion.upkeep()
    if upkeep is None:
        abort(404)
    return upkeep


def is_host(table: Context) -> bool:
    """Return whether the asking device has the host's rights."""
    asking, _ = asking_device()
    return bool(table.companion.own(asking, language.preferred(request))["host"])


def host_page(table: Context, template: str, **values: Any) -> Response:
    """Return a page for the host; whoever is not is asked for the PIN instead."""
    asking, new = asking_device()
    response = table.page(template, **values) if is_host(table) else table.page("host.html", path=request.full_path)
    if new:
        device.remember(response, asking)
    return response


def _sets(table: Context) -> Response:
    return host_page(
        table,
        "sets.html",
        sets=_of(table).sets(language.preferred(request)),
        walk=table.companion.walking() is not None,
    )


def _settings(table: Context) -> Response:
    upkeep, lang = _of(table), language.preferred(request)
    snapshot = table.companion.snapshot(lang)
    return host_page(
        table,
        "settings.html",
        setup=upkeep.setup(lang) if is_host(table) else None,
        teaches=upkeep.teaches(),
        walk=table.companion.walking() is not None,
        numbers=table.companion.numbers(lang),
        health=[part for part in snapshot["health"] if part["state"] != "ok"],
    )


def _numbers(table: Context, game: str) -> Response:
    asked = table.companion.numbers(language.preferred(request))
    printed = next((one for one in asked if one["game"] == game and one["form"] is not None), None)
    if printed is None:
        abort(404)
    return host_page(table, "numbers.html", printed=printed)


def _known(table: Context, game: str) -> Mapping[str, Any]:
    known = _of(table).pieces(game, language.preferred(request))
    if known is None:
        abort(404)
    return known


def _pieces(table: Context, game: str) -> Response:
    return host_page(table, "pieces.html", set=_known(table, game))


def _face(table: Context, game: str) -> Response:
    known = _known(table, game)
    face = next((face for face in known["shelf"] if face["label"] == request.args.get("name")), None)
    if face is None:
        abort(404)
    return host_page(table, "face.html", set=known, face=face)


def _only_host(table: Context) -> None:
    if not is_host(table):
        abort(403)


def _picture(table: Context, game: str) -> Response:
    _only_host(table)
    png = _of(table).piece_picture(game, request.args.get("file", ""))
    if png is None:
        abort(404)
    # A picture never changes, but its name may be used again once it is removed: whoever keeps it asks first.
    response = Response(png, mimetype="image/png", headers={"Cache-Control": "private, no-cache"})
    response.add_etag()
    response.make_conditional(request)
    return response


def _export(table: Context, game: str) -> Response:
    _only_host(table)
    data = _of(table).export(game)
    if data is None:
        abort(404)
    kept = {"Content-Disposition": f'attachment; filename="{game}-pieces.zip"'}
    return Response(data, mimetype="application/zip", headers=kept)


def _import(table: Context, game: str) -> Response:
    """Take a set's file. Only a script of ours can send that type from a page."""
    if request.mimetype != "application/zip" or not device.same_origin(request):
        abort(403)
    _only_host(table)
    request.max_content_length = LARGEST_SET
    ok, text = _of(table).take_in(game, request.get_data(), language.preferred(request))
    return jsonify(ok=ok, text=text)


def _try(table: Context, game: str) -> Response:
    _only_host(table)
    lang = language.preferred(request)
    tried = _of(table).trial(game, lang)
    if tried is None:
        abort(404)
    return make_response(table.renderer.render("tried.html", lang, tried=tried))


def _playing(table: Context) -> bool:
    snapshot = table.companion.snapshot(language.preferred(request))
    return snapshot["game"] is not None and not snapshot["over"]


def _camera(table: Context) -> Response:
    _of(table)
    return host_page(table, "camera.html", playing=_playing(table))


def _look(table: Context) -> Response:
    """What the camera sees now, with what was found in it."""
    _only_host(table)
    lang = language.preferred(request)
    seen = _of(table).look(lang, playing=_playing(table), board="board" in request.args)
    return jsonify(picture=seen["picture"], html=table.renderer.render("seen.html", lang, seen=seen))


def _wiring(table: Context) -> Response:
    return host_page(table, "wiring.html", test=_of(table).wiring(language.preferred(request)))


def _wired(table: Context) -> Response:
    """What the wiring test asks for now, to be put into the page."""
    _only_host(table)
    lang = language.preferred(request)
    return make_response(table.renderer.render("wired.html", lang, test=_of(table).wiring(lang)))


def _lens(table: Context) -> Response:
    lens = _of(table).lens(language.preferred(request))
    return host_page(table, "lens.html", lens=lens, playing=_playing(table))


def _board(table: Context) -> Response:
    _only_host(table)
    paper = request.args.get("paper", "a4")
    kept = {"Content-Disposition": 'attachment; filename="calibration.pdf"'}
    return Response(_of(table).board(paper), mimetype="application/pdf", headers=kept)
