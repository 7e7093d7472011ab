"""The simulated table's bench: the camera's live picture, six pods to press, the small display magnified."""

from flask import Blueprint, Response, abort, jsonify

from web.context import asked_by_our_page, current, reading_language
from web.contract import Bench

PODS = 6

bp = Blueprint("bench", __name__, url_prefix="/bench")


def _bench() -> Bench:
    """Return the bench; where the table is real there is none, and none of these pages."""
    bench = current().companion.bench()
    if bench is None:
        abort(404)
    return bench


@bp.get("")
def bench_page() -> Response:
    """The simulated table with its pods, to be played with."""
    table, bench = current(), _bench()
    seats = table.companion.snapshot(reading_language()).seats
    places = table.companion.places(reading_language())
    people = {seat.number: seat for seat in seats}
    return table.page("bench.html", places=places, people=people, pace=bench.pace)


@bp.post("/pace")
def pace() -> Response:
    """Let its people act slower, stand still, or go on."""
    bench = _bench()
    if not bench.set_pace(str(asked_by_our_page().get("pace", ""))):
        abort(400)
    return Response(status=204)


@bp.get("/camera.jpg")
def camera() -> Response:
    """What its camera sees now."""
    return Response(_bench().camera_picture(), mimetype="image/jpeg")


@bp.get("/display.png")
def display() -> Response:
    """What its small display shows now."""
    return Response(_bench().display_picture(), mimetype="image/png")


@bp.get("/lamps")
def lamps() -> Response:
    """How bright each pod's lamp is."""
    return jsonify(_bench().lamps())


@bp.post("/key")
def press() -> Response:
    """Press a key of a pod, or let it go."""
    bench = _bench()
    asked = asked_by_our_page()
    pod, key, pressed = asked.get("pod"), asked.get("key"), asked.get("pressed")
    if type(pod) is not int or not 1 <= pod <= PODS or key not in ("add", "ok") or not isinstance(pressed, bool):
        abort(400)
    bench.key(pod, key, pressed)
    return Response(status=204)
