"""The simulated table's bench: the camera's live picture, six pods to press, the small display magnified."""

from flask import Blueprint, Response, abort, jsonify, request

from web import language
from web.context import Context, asked_by_our_page
from web.contract import Bench

PODS = 6


def blueprint(table: Context) -> Blueprint:
    """Return the bench's routes; where the table is real they are not there."""
    routes = Blueprint("bench", __name__, url_prefix="/bench")
    routes.add_url_rule("", view_func=lambda: _bench(table), endpoint="page")
    routes.add_url_rule("/camera.jpg", view_func=lambda: _camera(table), endpoint="camera")
    routes.add_url_rule("/display.png", view_func=lambda: _display(table), endpoint="display")
    routes.add_url_rule("/lamps", view_func=lambda: _lamps(table), endpoint="lamps")
    routes.add_url_rule("/key", view_func=lambda: _key(table), endpoint="key", methods=["POST"])
    return routes


def _of(table: Context) -> Bench:
    bench = table.companion.bench()
    if bench is None:
        abort(404)
    return bench


def _bench(table: Context) -> Response:
    _of(table)
    seats = table.companion.snapshot(language.preferred(request))["seats"]
    docks = table.companion.docks(language.preferred(request))
    return table.page("bench.html", docks=docks, people={seat["number"]: seat for seat in seats})


def _camera(table: Context) -> Response:
    return Response(_of(table).camera_picture(), mimetype="image/jpeg")


def _display(table: Context) -> Response:
    return Response(_of(table).display_picture(), mimetype="image/png")


def _lamps(table: Context) -> Response:
    return jsonify(_of(table).lamps())


def _key(table: Context) -> Response:
    bench = _of(table)
    asked = asked_by_our_page()
    pod, key, pressed = asked.get("pod"), asked.get("key"), asked.get("pressed")
    if type(pod) is not int or not 1 <= pod <= PODS or key not in ("add", "ok") or not isinstance(pressed, bool):
        abort(400)
    bench.key(pod, key, pressed)
    return Response(status=204)
