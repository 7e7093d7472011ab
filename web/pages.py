"""The routes that people come to: the table, its live stream, requests, joining, a new game, health."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response, abort, jsonify, make_response, redirect, request

from web import device, labels, language
from web.stream import StreamsTakenError, chunks
from web.table import Table, asked_by_our_page, asking_device

_PICTURE_KEPT_S = 3600


def blueprint(table: Table) -> Blueprint:
    """Return the routes over one companion."""
    routes = Blueprint("pages", __name__)
    routes.add_url_rule("/", view_func=lambda: _table(table), endpoint="table")
    routes.add_url_rule("/wall", view_func=lambda: _table(table, wall=True), endpoint="wall")
    routes.add_url_rule("/stream", view_func=lambda: _stream(table), endpoint="stream")
    routes.add_url_rule("/sections", view_func=lambda: _sections(table), endpoint="sections")
    routes.add_url_rule("/do", view_func=lambda: _do(table), endpoint="do", methods=["POST"])
    routes.add_url_rule("/picture", view_func=lambda: _picture(table), endpoint="picture")
    routes.add_url_rule("/cell", view_func=lambda: _cell(table), endpoint="cell")
    routes.add_url_rule("/look", view_func=lambda: _look(table), endpoint="look")
    routes.add_url_rule("/piece", view_func=lambda: _piece(table), endpoint="piece")
    routes.add_url_rule("/missed", view_func=lambda: _missed(table), endpoint="missed")
    routes.add_url_rule("/new", view_func=lambda: _new(table), endpoint="new")
    routes.add_url_rule("/invite", view_func=lambda: _invite(table), endpoint="invite")
    routes.add_url_rule("/more", view_func=lambda: _more(table), endpoint="more")
    routes.add_url_rule("/health", view_func=lambda: _health(table), endpoint="health")
    routes.add_url_rule("/language", view_func=_language, endpoint="language")
    routes.add_url_rule("/manifest.webmanifest", view_func=lambda: _manifest(table), endpoint="manifest")
    return routes


def _table(table: Table, *, wall: bool = False) -> Response:
    asking, new = asking_device()
    lang = language.preferred(request)
    drawn = table.sections.newest(lang)
    own = table.sections.own(asking, lang, drawn)
    response = table.page("table.html", drawn=drawn, own=own, wall=wall)
    if new:
        device.remember(response, asking)
    return response


def _stream(table: Table) -> Response:
    asking, new = asking_device()
    lang = _asked_language()
    try:
        place = table.streams.enter(request.remote_addr or "", request.args.get("page", ""))
    except StreamsTakenError as error:
        return Response(str(error), 503, {"Retry-After": "5"}, mimetype="text/plain")

    def goes_on() -> bool:
        return not (place.ended.is_set() or table.streams.closing.is_set())

    live = chunks(table.companion, table.sections, goes_on, asking, lang)
    response = Response(live, mimetype="text/event-stream")
    response.call_on_close(place.close)
    response.headers["X-Accel-Buffering"] = "no"
    if new:
        device.remember(response, asking)
    return response


def _sections(table: Table) -> Response:
    """Everything at once, for a page that found no stream free."""
    asking, new = asking_device()
    lang = _asked_language()
    drawn = table.sections.newest(lang)
    own = table.sections.own(asking, lang, drawn)
    response = jsonify(number=drawn.number, sections={**drawn.sections, "own": own})
    if new:
        device.remember(response, asking)
    return response


def _asked_language() -> str:
    wanted = request.args.get("language", "")
    return wanted if wanted in language.LANGUAGES else language.preferred(request)


def _do(table: Table) -> Response:
    asked = asked_by_our_page()
    asking, new = asking_device()
    lang = language.preferred(request)
    done = table.companion.submit(asking, lang, asked)
    own = table.sections.own(asking, lang, table.sections.newest(lang))
    response = jsonify(ok=done.ok, text=done.text, ask=done.ask, value=done.value, own=own)
    if new:
        device.remember(response, asking)
    return response


def _picture(table: Table) -> Response:
    jpeg = table.companion.picture(request.args.get("key", ""))
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": f"private, max-age={_PICTURE_KEPT_S}"})


def _cell(table: Table) -> Response:
    """What a square of a scored chapter can be corrected to: three likeliest, then all."""
    lang = language.preferred(request)
    snapshot = table.companion.snapshot(lang)
    number = request.args.get("seat", -1, type=int)
    line = request.args.get("line", -1, type=int)
    place = request.args.get("cell", -1, type=int)
    seat = next((one for one in snapshot["seats"] if one["number"] == number), None)
    block = None if seat is None else _block_of(snapshot, line, seat["name"])
    if seat is None or block is None or not 0 <= place < len(block["cells"]):
        abort(404)
    cell = block["cells"][place]
    seen = table.companion.reading(line, seat["name"], place)
    wanted = {"do": "correct", "line": line, "seat": seat["name"], "cell": place}
    html = table.renderer.render(
        "sections/cell.html",
        lang,
        block=block,
        cell=cell,
        place=place,
        likeliest=_likeliest(seen, cell["label"], snapshot["labels"]),
        seen=seen,
        labels=snapshot["labels"],
        wanted=wanted,
        seat=seat,
    )
    return make_response(html)


def _look(table: Table) -> Response:
    """What the camera saw in an earlier turn; in that of the game on the table, it can be corrected."""
    lang, game, line = language.preferred(request), request.args.get("game", ""), request.args.get("line", -1, type=int)
    look = table.companion.look(game, line, lang)
    if look is None:
        abort(404)
    running = table.companion.snapshot(lang)["game"]
    live = running is not None and running["id"] == game
    return make_response(table.renderer.render("sections/zones.html", lang, look=look, live=live))


def _piece(table: Table) -> Response:
    """What a piece that the camera saw in a turn can be corrected to: three likeliest, then all."""
    lang = language.preferred(request)
    snapshot = table.companion.snapshot(lang)
    line, cell = request.args.get("line", -1, type=int), request.args.get("cell", -1, type=int)
    zone = _zone_of(table, snapshot, lang)
    if not 0 <= cell < len(zone["pieces"]):
        abort(404)
    piece, seen = zone["pieces"][cell], table.companion.reading(line, zone["name"], cell)
    html = table.renderer.render(
        "sections/piece.html",
        lang,
        zone=zone,
        piece=piece,
        picture=_picture_of(zone, str(cell)),
        seen=seen,
        likeliest=_likeliest(seen, piece["label"], snapshot["labels"]),
        labels=snapshot["labels"],
        wanted={"do": "correct", "line": line, "seat": zone["name"], "cell": cell},
    )
    return make_response(html)


def _missed(table: Table) -> Response:
    """What can lie where the camera found nothing: what lies beside it, then all. `at` is "X,Y" in parts of the photo;
    without it, the piece lies anywhere."""
    lang = language.preferred(request)
    snapshot = table.companion.snapshot(lang)
    zone, at = _zone_of(table, snapshot, lang), request.args.get("at", "")
    if not zone["free"] or not re.fullmatch(r"([01](\.\d+)?,[01](\.\d+)?)?", at):
        abort(404)
    spot = tuple(float(part) for part in at.split(",")) if at else None
    where = {} if spot is None else {"at": spot}
    known = [label for label in snapshot["labels"] if label != labels.NOTHING]
    html = table.renderer.render(
        "sections/missed.html",
        lang,
        zone=zone,
        picture=_picture_of(zone, at) if at else None,
        likeliest=labels.beside(zone["pieces"], spot, known),
        labels=known,
        wanted={"do": "add", "line": request.args.get("line", -1, type=int), "zone": zone["name"], **where},
    )
    return make_response(html)


def _zone_of(table: Table, snapshot: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    """Return the zone that is asked for, of a look of the game on the table."""
    game, line = snapshot["game"], request.args.get("line", -1, type=int)
    look = None if game is None else table.companion.look(game["id"], line, lang)
    wanted = request.args.get("zone", "")
    zone: Mapping[str, Any] | None = next(
        (zone for zone in look["zones"] if zone["name"] == wanted) if look is not None else iter(()), None
    )
    return zone if zone is not None else abort(404)


def _picture_of(zone: Mapping[str, Any], which: str) -> str | None:
    """Return the key of the picture of one place in a zone's photo, None where there is no photo."""
    photo: str | None = zone["photo"]
    return None if photo is None else photo.replace("photo/", "piece/", 1) + f"/{which}"


def _likeliest(seen: Mapping[str, Any] | None, label: str, known: Sequence[str]) -> list[str]:
    """Return three labels to offer first: what the camera held for likeliest, then what resembles the label."""
    said = [] if seen is None else seen["likeliest"]
    others = [one for one in said if one != label and one in known]
    return list(dict.fromkeys([*others, *labels.nearest(label, known)]))[:3]


def _block_of(snapshot: Mapping[str, Any], line: int, seat: str) -> Mapping[str, Any] | None:
    blocks = (block for chapter in snapshot["chapters"] if chapter["line"] == line for block in chapter["blocks"])
    return next((block for block in blocks if block["seat"] == seat), None)


def _new(table: Table) -> Response:
    lang = language.preferred(request)
    past = table.companion.history()
    again = next((game for game in past if game["id"] == request.args.get("again")), None)
    names = list(dict.fromkeys(name for game in past for name in game["players"]))
    games = table.companion.games(lang)
    chosen = next((game["game"] for game in ([again] if again else past)), games[0]["name"])  # what was played last
    return table.page(
        "new.html",
        games=games,
        chosen=chosen,
        docks=table.companion.docks(lang),
        again=again,
        names=names,
        running=table.companion.snapshot(lang)["game"],
    )


def _invite(table: Table) -> Response:
    join = table.companion.snapshot(language.preferred(request))["join"]
    address = join.get("address") or request.host_url
    return table.page("invite.html", join=join, address=address)


def _more(table: Table) -> Response:
    return table.page("more.html", upkeep=table.companion.upkeep() is not None)


def _health(table: Table) -> Response:
    lang = language.preferred(request)
    return table.page("health.html", health=table.companion.snapshot(lang)["health"])


def _language() -> Response:
    """Keep the language that this device wants, then go back to where it was."""
    chosen = request.args.get("to", "")
    response = make_response(redirect("/more"))
    if chosen in language.LANGUAGES:
        response.set_cookie(language.COOKIE, chosen, max_age=365 * 24 * 3600, samesite="Lax")
    return response


def _manifest(table: Table) -> Response:
    icons = [{"src": table.renderer.asset("icon.png"), "sizes": "192x192", "type": "image/png"}]
    manifest = {"name": "Table Companion", "short_name": "Companion", "start_url": "/", "display": "browser"}
    response = jsonify({**manifest, "background_color": "#f5f1e8", "theme_color": "#0b4f5c", "icons": icons})
    response.mimetype = "application/manifest+json"
    return response
