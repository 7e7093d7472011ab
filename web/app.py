"""The page as a WSGI application: made by `create_app`, with nothing kept between one application and the next."""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response

from web import (
    bench,
    cases,
    error_pages,
    first_evening,
    history,
    hosts,
    pages,
    people,
    photos,
    readings,
    rights,
    settings,
    teach,
)
from web.compression import compressed
from web.context import Context, told_device
from web.contract import Companion
from web.faces import FaceSheet
from web.rendering import Renderer
from web.sections import Sections
from web.stream import Streams

STATIC = Path(__file__).with_name("static")
_A_YEAR_S = 365 * 24 * 3600
_LARGEST_REQUEST = 64 * 1024
_POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


def create_app(companion: Companion, streams: Streams | None = None, names: Iterable[str] = ()) -> Flask:
    """Return the application that shows a companion. `streams` says how many pages may be live at once, `names` under
    which names it is served beside its addresses by number."""
    app, assets = bare_app(), asset_addresses()
    faces = FaceSheet(companion.faces(), assets["icons.svg"])
    renderer = Renderer({**assets, "faces.css": faces.style_address}, companion.translator, faces)
    table = Context(companion, renderer, Sections(companion, renderer), streams or Streams())
    app.extensions["table"] = table
    for part in (pages, readings, photos, history, bench, settings, cases, people, first_evening, teach, error_pages):
        app.register_blueprint(part.bp)
    app.before_request(hosts.only_under(hosts.served_names(names), table))
    return dressed(app, rights.TABLE)


def bare_app() -> Flask:
    """Return an application with the static files of our pages, and nothing else."""
    app = Flask(__name__, root_path=str(STATIC.parent), static_folder=str(STATIC), static_url_path="/static")
    app.config.update(SEND_FILE_MAX_AGE_DEFAULT=_A_YEAR_S, MAX_CONTENT_LENGTH=_LARGEST_REQUEST)
    return app


def dressed(app: Flask, matrix: rights.Matrix) -> Flask:
    """Return the application with what every answer of ours has: rights are asked first, headers come last."""
    app.before_request(matrix.check)
    app.after_request(told_device)
    app.after_request(_with_headers)
    app.after_request(compressed)
    return app


def asset_addresses() -> dict[str, str]:
    """Return each file's address; it changes with the file, so a browser may keep it for good."""
    return {
        path.name: f"/static/{path.name}?v={sha256(path.read_bytes()).hexdigest()[:10]}"
        for path in sorted(STATIC.iterdir())
        if path.is_file()
    }


def _with_headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", _POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "same-origin")
    response.headers.setdefault("Cache-Control", "no-store")
    return response
