"""Games that were played: the list, and each as a record to keep."""

from flask import Blueprint, Response, abort, request

from web import language
from web.table import Table


def blueprint(table: Table) -> Blueprint:
    """Return the routes over one companion's stored games."""
    routes = Blueprint("past", __name__)
    routes.add_url_rule("/history", view_func=lambda: _history(table), endpoint="history")
    routes.add_url_rule("/record/<game_id>", view_func=lambda game_id: _record(table, game_id), endpoint="record")
    return routes


def _history(table: Table) -> Response:
    running = table.companion.snapshot(language.preferred(request))["game"]
    return table.page("history.html", games=table.companion.history(), running=running)


def _record(table: Table, game_id: str) -> Response:
    record = table.companion.record(game_id)
    if record is None:
        abort(404)
    name = "".join(letter for letter in game_id if letter.isalnum() or letter in "-_")
    headers = {"Content-Disposition": f'attachment; filename="{name}.jsonl"'}
    return Response(record, mimetype="application/jsonl", headers=headers)
