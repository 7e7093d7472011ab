"""The routes that people come to: the table, its live stream, requests, joining, a new game, health."""

from flask import Blueprint, Response, jsonify, make_response, redirect, request

from web import device, language
from web.context import Context, asked_by_our_page, asking_device
from web.stream import StreamsTakenError, chunks


def blueprint(table: Context) -> Blueprint:
    """Return the routes over one companion."""
    routes = Blueprint("pages", __name__)
    routes.add_url_rule("/", view_func=lambda: _table(table), endpoint="table")
    routes.add_url_rule("/wall", view_func=lambda: _table(table, wall=True), endpoint="wall")
    routes.add_url_rule("/stream", view_func=lambda: _stream(table), endpoint="stream")
    routes.add_url_rule("/sections", view_func=lambda: _sections(table), endpoint="sections")
    routes.add_url_rule("/do", view_func=lambda: _do(table), endpoint="do", methods=["POST"])
    routes.add_url_rule("/new", view_func=lambda: _new(table), endpoint="new")
    routes.add_url_rule("/invite", view_func=lambda: _invite(table), endpoint="invite")
    routes.add_url_rule("/more", view_func=lambda: _more(table), endpoint="more")
    routes.add_url_rule("/health", view_func=lambda: _health(table), endpoint="health")
    routes.add_url_rule("/language", view_func=_language, endpoint="language")
    routes.add_url_rule("/manifest.webmanifest", view_func=lambda: _manifest(table), endpoint="manifest")
    return routes


def _table(table: Context, *, wall: bool = False) -> Response:
    asking, new = asking_device()
    lang = language.preferred(request)
    drawn = table.sections.newest(lang)
    own = table.sections.own(asking, lang, drawn)
    response = table.page("table.html", drawn=drawn, own=own, wall=wall)
    if new:
        device.remember(response, asking)
    return response


def _stream(table: Context) -> Response:
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


def _sections(table: Context) -> Response:
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


def _do(table: Context) -> Response:
    asked = asked_by_our_page()
    asking, new = asking_device()
    lang = language.preferred(request)
    done = table.companion.submit(asking, lang, asked)
    drawn = table.sections.newest(lang)
    own = table.sections.own(asking, lang, drawn)
    response = jsonify(ok=done.ok, text=done.text, ask=done.ask, value=done.value, own=own, number=drawn.number)
    if new:
        device.remember(response, asking)
    return response


def _new(table: Context) -> Response:
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


def _invite(table: Context) -> Response:
    join = table.companion.snapshot(language.preferred(request))["join"]
    address = join.get("address") or request.host_url
    return table.page("invite.html", join=join, address=address)


def _more(table: Context) -> Response:
    return table.page("more.html", upkeep=table.companion.upkeep() is not None)


def _health(table: Context) -> Response:
    lang = language.preferred(request)
    return table.page("health.html", health=table.companion.snapshot(lang)["health"])


def _language() -> Response:
    """Keep the language that this device wants, then go back to where it was."""
    chosen = request.args.get("to", "")
    response = make_response(redirect("/more"))
    if chosen in language.LANGUAGES:
        response.set_cookie(language.COOKIE, chosen, max_age=365 * 24 * 3600, samesite="Lax")
    return response


def _manifest(table: Context) -> Response:
    icons = [{"src": table.renderer.asset("icon.png"), "sizes": "192x192", "type": "image/png"}]
    manifest = {"name": "Table Companion", "short_name": "Companion", "start_url": "/", "display": "browser"}
    response = jsonify({**manifest, "background_color": "#f5f1e8", "theme_color": "#0b4f5c", "icons": icons})
    response.mimetype = "application/manifest+json"
    return response
