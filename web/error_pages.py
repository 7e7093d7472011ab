"""What a visitor sees where no page is, where something may not be done, or where the page itself fails."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import HTTPException

from web.context import served

MISSING = (403, 404, 405)

bp = Blueprint("faults", __name__)


@bp.app_errorhandler(HTTPException)
def fault(error: HTTPException) -> Response:
    """Answer a fault: a page with a way back for whoever reads one, the bare fault for a script."""
    code = error.code or 500
    if "text/html" not in request.accept_mimetypes.values():
        return Response(error.description or error.name, code, mimetype="text/plain")
    page = served().page("fault.html", missing=code in MISSING)
    page.status_code = code
    return page
