"""What every route works with: the companion, templates, drawn sections, live streams, and the asking device."""

from dataclasses import dataclass
from typing import Any, cast

import msgspec
from flask import Response, abort, current_app, make_response, request

from web import device, language
from web.contract import Companion
from web.rendering import Renderer
from web.sections import Sections
from web.stream import Streams


@dataclass(frozen=True, slots=True)
class Context:
    """See the module."""

    companion: Companion
    renderer: Renderer
    sections: Sections
    streams: Streams

    def page(self, template: str, **values: Any) -> Response:
        """Return a whole page in the language of whoever asks."""
        bench = self.companion.bench() is not None
        return make_response(self.renderer.render(template, language.preferred(request), bench=bench, **values))


def current() -> Context:
    """Return what the application that answers just now was made with."""
    return cast(Context, current_app.extensions["table"])


def asked_by_our_page() -> dict[str, object]:
    """Return the JSON object that a page of ours posts; whatever else is posted is refused, half a surrogate pair, too:
    no page can say it, so a name with one in it would end every page that shows it."""
    if not device.from_our_page(request):
        abort(403)
    try:
        asked = msgspec.json.decode(request.get_data())
    except (ValueError, RecursionError):
        abort(400)
    if not isinstance(asked, dict):
        abort(400)
    return asked


def asking_device() -> tuple[str, bool]:
    """Return the token of the device that asks, and whether it is new and must be told."""
    known = device.token(request)
    return (known, False) if known is not None else (device.new_token(), True)
