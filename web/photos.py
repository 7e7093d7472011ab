"""A photo of the table, taken with a phone when the companion asks for one."""

from flask import Blueprint, Response, abort, request

from web import device
from web.admission import LARGEST_PHOTO
from web.context import answered, asking_device, current, reading_language

bp = Blueprint("photos", __name__)


@bp.post("/photo")
def take() -> Response:
    """Take the picture that answers to "for". Only a script of ours can send that type from a page."""
    if not device.same_origin(request):
        abort(403)
    if request.mimetype != "image/jpeg":
        abort(415)
    request.max_content_length = LARGEST_PHOTO
    asking = asking_device()
    wanted = request.args.get("for", "")
    return answered(current().companion.photo(asking, reading_language(), wanted, request.get_data()))
