"""What a visitor sees where no page is, where something may not be done, or where the page itself fails."""

from collections.abc import Callable

from flask import Response, request
from werkzeug.exceptions import HTTPException

from web.context import Context

MISSING = (403, 404, 405)


def shown_by(table: Context) -> Callable[[HTTPException], Response]:
    """Return what answers a fault: a page with a way back for whoever reads one, the bare fault for a script."""

    def answer(error: HTTPException) -> Response:
        code = error.code or 500
        if "text/html" not in request.accept_mimetypes.values():
            return Response(error.description or error.name, code, mimetype="text/plain")
        page = table.page("fault.html", missing=code in MISSING)
        page.status_code = code
        return page

    return answer
