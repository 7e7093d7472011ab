"""The room's page as a WSGI application: of the table's parts, with other routes (`web.app` is the table's)."""

from collections.abc import Iterable

from flask import Flask

from web import error_pages, hosts
from web.app import asset_addresses, bare_app, dressed
from web.rendering import Renderer
from web.rights import Matrix
from web.room import pages, players
from web.room.context import RoomContext
from web.room.contract import Room
from web.shown import Role
from web.stream import Streams

RIGHTS = Matrix(
    pages={"room.director": Role.HOST, "room.running": Role.HOST},
    parts={
        "room.running_now": Role.HOST,
        "room.tournament_json": Role.HOST,
        "room.desk": Role.HOST,
        "room.results_csv": Role.HOST,
        "room.results_json": Role.HOST,
        "room.bgstats": Role.HOST,
    },
    open=frozenset(
        {
            "static",
            "room.wall",
            "room.overlay",
            "room.tournament",
            "room.tournament_now",
            "players.enter",
            "players.one",
            "players.ratings",
            "room.stream",
            "room.digest",
            "room.do",  # the room judges each request
            "room.choose_language",
        }
    ),
)


def create_app(room: Room, streams: Streams | None = None, names: Iterable[str] = ()) -> Flask:
    """Return the application that shows a room; the arguments are those of `web.app.create_app`."""
    app, assets = bare_app(), asset_addresses()
    context = RoomContext(room, Renderer(assets, room.translator), streams or Streams())
    app.extensions["table"] = context
    for part in (pages, players, error_pages):
        app.register_blueprint(part.bp)
    app.before_request(hosts.only_under(hosts.served_names(names), context))
    return dressed(app, RIGHTS)
