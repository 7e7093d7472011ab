"""The routes that people come to: the table, its live stream, requests, joining, a new game, health."""

import re
from urllib.parse import urlencode

from flask import Blueprint, Response, jsonify, make_response, redirect, request

from web import device, hosts, language
from web.context import answered, asked_by_our_page, asking_device, current, reading_language
from web.contract import Companion
from web.shown import Role
from web.stream import StreamsTakenError, chunks
from web.welcome import welcomed

bp = Blueprint("pages", __name__)


@bp.get("/")
@bp.get("/wall", defaults={"wall": True})
def scoreboard(wall: bool = False) -> Response:
    """The table; on a wall, for eyes far away, with nothing to tap."""
    table = current()
    asking = asking_device()
    lang = reading_language()
    drawn = table.sections.newest(lang)
    own = table.sections.own(asking, lang, drawn)
    empty = drawn.snapshot.game is None and not wall
    welcome = welcomed(table.companion, drawn.snapshot, asking) if empty else None
    return table.page("table.html", drawn=drawn, own=own, wall=wall, welcome=welcome)


@bp.get("/stream")
def stream() -> Response:
    """The live stream of a page: see `web.stream`."""
    table = current()
    asking = asking_device()
    lang = _asked_language()
    try:
        place = table.streams.enter(request.remote_addr or "", request.args.get("page", ""), asking, table.lets_in)
    except StreamsTakenError as error:
        return Response(str(error), 503, {"Retry-After": "5"}, mimetype="text/plain")

    def goes_on() -> bool:
        return not (place.ended.is_set() or table.streams.closing.is_set())

    live = chunks(table.companion, table.sections, goes_on, asking, lang)
    response = Response(live, mimetype="text/event-stream")
    response.call_on_close(place.close)
    response.headers["X-Accel-Buffering"] = "no"
    return response


@bp.get("/sections")
def sections() -> Response:
    """Everything at once, for a page that found no stream free."""
    table = current()
    asking = asking_device()
    lang = _asked_language()
    drawn = table.sections.newest(lang)
    own = table.sections.own(asking, lang, drawn)
    everything, files = {**drawn.sections, "own": own}, table.sections.files
    return jsonify(number=drawn.number, sections=everything, timer=table.companion.timer(), files=files)


def _asked_language() -> str:
    wanted = request.args.get("language", "")
    return wanted if wanted in current().companion.languages else reading_language()


@bp.post("/do")
def do() -> Response:
    """Do what a page asks for, and show whoever asked what became of it."""
    table = current()
    asked = asked_by_our_page()
    asking = asking_device()
    lang = reading_language()
    done = table.companion.submit(asking, lang, asked)
    drawn = table.sections.newest(lang)
    own = table.sections.own(asking, lang, drawn)
    return answered(done, own=own, number=drawn.number)


@bp.get("/new")
def new_game() -> Response:
    """A game to be begun: what was played last, what is played `again`, or whom a room's tournament has `paired`."""
    table = current()
    lang = reading_language()
    past = table.companion.history()
    again = next((game for game in past if game.id == request.args.get("again")), None)
    names = list(dict.fromkeys(name for game in past for name in game.players))
    games = table.companion.games(lang)
    chosen = next((game.game for game in ([again] if again else past)), games[0].name)  # what was played last
    offer, players = table.companion.offer(), again.players if again else ()
    paired = offer is not None and "paired" in request.args
    if offer is not None and paired:
        players = offer.seats
        chosen = offer.game if offer.game in {game.name for game in games} else chosen
    return table.page(
        "new.html",
        games=games,
        chosen=chosen,
        places=table.companion.places(lang),
        start=players or ("", "", ""),
        offer=offer,
        paired=paired,
        names=names,
        running=table.companion.snapshot(lang).game,
        practice="practice" in request.args,
    )


@bp.get("/invite")
def invite() -> Response:
    """How another phone joins, as an address and a QR code: with the key of the evening, where this phone is let in.

    An address that brought this phone and that nobody announces brings the others, too: in a container, or behind a
    proxy, the announced ones lead nowhere.
    """
    table = current()
    join = dict(table.companion.snapshot(reading_language()).join)
    announced = [known for known in (join.get("address"), join.get("number")) if known]
    if not announced or not (request.host_url in announced or hosts.is_loopback(request.host)):
        join["address"], join["number"] = request.host_url, ""
    address = join["address"] or join["number"]
    key = table.companion.own(asking_device()).key
    code = f"{address.rstrip('/')}/in/{key}" if key else address
    return table.page("invite.html", join=join, address=address, code=code)


@bp.get("/in/<key>")
@bp.get("/IN/<key>")
def come_in(key: str) -> Response:
    """The code on the table's display, of an invitation or of the machine: whoever brings its key is let in. In upper
    case, for that makes a smaller code. Who is in already comes to the table with an old one, too.

    A key is used only by what has shown that it keeps its cookie: the machine's opens once, and chats look at a link
    before anybody opens it."""
    if request.method == "HEAD":
        return Response()
    table = current()
    asking = asking_device()
    if device.token(request) is None:
        if "kept" in request.args:
            return table.page("entrance.html", own=table.companion.own(asking), path="/", hosts=False, forgets=True)
        return make_response(redirect(f"{request.path}?{urlencode({**request.args, 'kept': ''})}"))
    done = table.companion.submit(asking, reading_language(), {"do": "come_in", "key": key})
    own = table.companion.own(asking)
    if done.ok and table.companion.bench() is not None:
        _seat_visitor(table.companion, asking)
    return (
        make_response(redirect(_then(request.args.get("then", ""))))
        if done.ok or own.role >= Role.LET_IN
        else table.page("entrance.html", own=own, path="/", hosts=False, told=done.text)
    )


def _seat_visitor(companion: Companion, device: str) -> None:
    """Give the first who comes to the simulated table a seat: the person who plays there gets up."""
    seats = [seat for seat in companion.snapshot("en").seats if not seat.added]
    if seats and not any(seat.device in ("phone", "both") or seat.claiming for seat in seats):
        companion.submit(device, "en", {"do": "sit", "seat": seats[0].name})


def _then(wanted: str) -> str:
    """Return the page to begin with: the table, or the walk, at a game's card."""
    return f"/{wanted}" if re.fullmatch(r"teach([?#][\w=#-]*)?", wanted) else "/"


@bp.get("/more")
def more() -> Response:
    """What there is beside the table, and the languages."""
    table = current()
    return table.page("more.html", languages=table.companion.languages, upkeep=table.companion.upkeep() is not None)


@bp.get("/faces.svg")
def pictures() -> Response:
    """The games' own pictures."""
    return _kept(current().renderer.faces.sprite, "image/svg+xml")


@bp.get("/faces.css")
def tints() -> Response:
    """The games' own tints."""
    return _kept(current().renderer.faces.style, "text/css")


def _kept(text: str, mimetype: str) -> Response:
    """Return what a browser may keep for good: its address changes with it."""
    return Response(text, mimetype=mimetype, headers={"Cache-Control": "public, max-age=31536000, immutable"})


@bp.get("/health")
def health() -> Response:
    """How the companion's parts are."""
    table = current()
    lang = reading_language()
    return table.page("health.html", health=table.companion.snapshot(lang).health)


@bp.get("/language")
def choose_language() -> Response:
    """Keep the language that this device wants, then go back to where it was."""
    chosen = request.args.get("to", "")
    response = make_response(redirect("/more"))
    if chosen in current().companion.languages:
        response.set_cookie(language.COOKIE, chosen, max_age=365 * 24 * 3600, samesite="Lax")
    return response


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone keeps of the page on its first screen."""
    icons = [{"src": current().renderer.asset("icon.png"), "sizes": "192x192", "type": "image/png"}]
    manifest = {"name": "Table Companion", "short_name": "Companion", "start_url": "/", "display": "browser"}
    response = jsonify({**manifest, "background_color": "#f5f1e8", "theme_color": "#0b4f5c", "icons": icons})
    response.mimetype = "application/manifest+json"
    return response
