"""The routes of the room's page: walls, their live stream, the director's desk, the evening's results as files."""

import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, abort, make_response, redirect, request

from web import language
from web.bgstats import play_link
from web.context import answered, asked_by_our_page, asking_device, reading_language
from web.room.context import current_room
from web.room.contract import Room
from web.stream import BEAT_S, StreamsTakenError

bp = Blueprint("room", __name__)
_LOOK_UP_S = 1.0
MOST_AT_ONCE = 100_000  # bytes of a digest that stand in the page itself; a larger one comes by the stream


@bp.get("/")
def wall() -> Response:
    """All tables and the evening's ranking, for eyes far away; it turns its pages by itself."""
    context = current_room()
    now = context.room.whole(reading_language())[1]
    return context.page("wall.html", now=now.decode() if len(now) < MOST_AT_ONCE else "")


@bp.get("/overlay")
def overlay() -> Response:
    """One table after the other on transparent ground, for the picture of a broadcast; `table` keeps to one."""
    return current_room().page("overlay.html", only=request.args.get("table", ""))


@bp.get("/director")
def director() -> Response:
    """What a director looks after."""
    context = current_room()
    return context.page("director.html", view=context.room.director(reading_language()))


@bp.get("/director/now")
def desk() -> Response:
    """The part of the director's page that changes by itself."""
    context = current_room()
    return context.page("desk.html", view=context.room.director(reading_language()))


@bp.get("/tournament")
def tournament() -> Response:
    """The tournament for everybody's phone; `me` is the player whose table is looked for."""
    return _tournament("tournament.html")


@bp.get("/tournament/now")
def tournament_now() -> Response:
    """The part of the tournament's page that changes by itself; nothing where the one `seen` says the same."""
    return _tournament("tournament_now.html")


def _tournament(template: str) -> Response:
    context, me = current_room(), request.args.get("me", "")[:64]
    view = context.room.tournament(reading_language(), director=False)
    if request.args.get("seen") == str(view.number):
        return Response(status=204)
    return context.tournament(template, view, me)


@bp.get("/director/tournament")
def running() -> Response:
    """What a director of a tournament looks after."""
    return _running("tournament_director.html")


@bp.get("/director/tournament/now")
def running_now() -> Response:
    """The part of it that changes by itself."""
    return _running("tournament_desk.html")


def _running(template: str) -> Response:
    context = current_room()
    return context.page(template, view=context.room.tournament(reading_language(), director=True))


@bp.get("/tournament.json")
def tournament_json() -> Response:
    """What happened in the tournament."""
    return _file(current_room().room.tournament_json(), "application/json", "tournament.json")


@bp.get("/stream")
def stream() -> Response:
    """The live stream of a wall: the whole, then each digest."""
    context, asking = current_room(), asking_device()
    try:
        place = context.streams.enter(request.remote_addr or "", request.args.get("page", ""), asking, context.lets_in)
    except StreamsTakenError as error:
        return Response(str(error), 503, {"Retry-After": "5"}, mimetype="text/plain")

    def goes_on() -> bool:
        return not (place.ended.is_set() or context.streams.closing.is_set())

    response = Response(chunks(context.room, goes_on, reading_language()), mimetype="text/event-stream")
    response.call_on_close(place.close)
    response.headers["X-Accel-Buffering"] = "no"
    return response


def chunks(room: Room, goes_on: Callable[[], bool], speech: str) -> Iterator[bytes]:
    """Yield a wall's stream while it `goes_on`. `full`: all; `change`: what a digest says; `beat`: nothing new."""
    number, text = room.whole(speech)
    yield event("full", number, text)
    sent_s = time.monotonic()
    while goes_on():
        newest = room.wait(number, _LOOK_UP_S)
        if newest == number:
            if time.monotonic() - sent_s < BEAT_S:
                continue
            yield event("beat", number, b"{}")
        while number < newest:
            change = room.change(number + 1, speech)
            if change is None:
                number, text = room.whole(speech)
                yield event("full", number, text)
            else:
                number += 1
                yield event("change", number, change)
        sent_s = time.monotonic()


def event(name: str, number: int, data: bytes) -> bytes:
    """Return one server-sent event."""
    return b"event: %s\nid: %d\ndata: %s\n\n" % (name.encode(), number, data)


@bp.get("/digest")
def digest() -> Response:
    """Everything at once, for a wall that found no stream free."""
    return Response(current_room().room.whole(reading_language())[1], mimetype="application/json")


@bp.post("/do")
def do() -> Response:
    """Do what a page asks for."""
    asked = asked_by_our_page()
    return answered(current_room().room.submit(asking_device(), reading_language(), asked))


@bp.get("/results.csv")
def results_csv() -> Response:
    """The evening's results for a spreadsheet."""
    text = current_room().room.as_csv(reading_language())
    return _file(text.encode("utf-8-sig"), "text/csv", "results.csv")


@bp.get("/results.json")
def results_json() -> Response:
    """The evening's results as the tables told them."""
    return _file(current_room().room.as_json(), "application/json", "results.json")


@bp.get("/bgstats/<table>/<game>")
def bgstats(table: str, game: str) -> Response:
    """A finished game as a play for the BG Stats app."""
    found = current_room().room.finished(table, game)
    if found is None:
        abort(404)
    return make_response(redirect(play_link(found)))


def _file(data: bytes, mimetype: str, name: str) -> Response:
    return Response(data, mimetype=mimetype, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@bp.get("/language")
def choose_language() -> Response:
    """Keep the language that this device wants, then go back to where it came from."""
    chosen = request.args.get("to", "")
    response = make_response(redirect("/tournament" if request.args.get("then") == "/tournament" else "/"))
    if chosen in current_room().languages:
        response.set_cookie(language.COOKIE, chosen, max_age=365 * 24 * 3600, samesite="Lax")
    return response
