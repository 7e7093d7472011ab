"""Readings that were wrong: what is kept of them on the device, to be looked through and handed on."""

from flask import Blueprint, Response, abort, request

from web.context import current
from web.contract import Cases

bp = Blueprint("cases", __name__, url_prefix="/cases")


def _cases() -> Cases:
    return current().companion.cases() or abort(404)


@bp.get("")
def page() -> Response:
    """All cases, each with its picture."""
    return current().page("cases.html", cases=_cases().all())


@bp.get("/picture")
def picture() -> Response:
    """A case's zone, what was wrong framed."""
    jpeg = _cases().picture(request.args.get("name", ""))
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg")


@bp.get("/file")
def file() -> Response:
    """All of them as one file."""
    headers = {"Content-Disposition": 'attachment; filename="companion-cases.jsonl"'}
    return Response(_cases().whole(), mimetype="application/jsonl", headers=headers)
