"""What every route works with: the companion, templates, drawn sections, live streams, and the asking device."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol, cast

import msgspec
from flask import Response, abort, current_app, g, jsonify, make_response, request

from web import device, language
from web.admission import LARGEST_PHOTO, LARGEST_SET, SMALL_BODY
from web.contract import Companion, Done
from web.isolation import isolated
from web.rendering import Renderer
from web.sections import Sections
from web.shown import Role
from web.stream import Streams


class Served(Protocol):
    """What every page of ours is served with, the table's as the room's: who asks, and how pages are made."""

    @property
    def renderer(self) -> Renderer:
        """What draws templates."""
        ...

    @property
    def streams(self) -> Streams:
        """The live streams."""
        ...

    @property
    def languages(self) -> Mapping[str, str]:
        """The languages that the pages speak: code → what the language calls itself."""
        ...

    def role(self, token: str) -> Role:
        """Return who a device is."""
        ...

    def device_let_in(self, cookie: str) -> str:
        """Return the device that a Cookie header names, if it was let in; else ""."""
        ...

    def largest_body(self, path: str, cookie: str) -> int:
        """Return how many bytes a request may have."""
        ...

    def addresses(self) -> Sequence[str]:
        """Return where the page is, for whoever asked for it under another name."""
        ...

    def page(self, template: str, **values: Any) -> Response:
        """Return a whole page in the language of whoever asks."""
        ...

    def entrance(self, token: str, path: str, *, hosts: bool) -> Response:
        """Return the page that says how to come in, or to have a host's rights, and then to `path`."""
        ...


@dataclass(frozen=True, slots=True)
class Context:
    """See the module."""

    companion: Companion
    renderer: Renderer
    sections: Sections
    streams: Streams

    @property
    def languages(self) -> Mapping[str, str]:
        """The languages that the page speaks."""
        return self.companion.languages

    def role(self, token: str) -> Role:
        """Return who a device is."""
        return self.companion.own(token).role

    def lets_in(self, token: str) -> bool:
        """Return whether a device was let in: it is served before strangers."""
        return self.companion.own(token).role >= Role.LET_IN

    def device_let_in(self, cookie: str) -> str:
        """Return the device that a Cookie header names, if it was let in; else ""."""
        token = device.token_in(cookie)
        return token if token is not None and self.lets_in(token) else ""

    def largest_body(self, path: str, cookie: str) -> int:
        """Return how many bytes a request may have: a piece set's file is taken from a host, a photo from whoever is
        let in, and nothing large else."""
        if path == "/photo":
            return LARGEST_PHOTO if self.device_let_in(cookie) else SMALL_BODY
        if path == "/first-evening/photo":
            token = device.token_in(cookie)
            return LARGEST_PHOTO if token is not None and self.companion.own(token).host else SMALL_BODY
        large = path.startswith("/pieces/") and path.endswith("/file")
        token = device.token_in(cookie) if large else None
        return LARGEST_SET if token is not None and self.companion.own(token).host else SMALL_BODY

    def page(self, template: str, **values: Any) -> Response:
        """Return a whole page in the language of whoever asks."""
        bench = self.companion.bench() is not None
        values = {"bench": bench, "portraits": self.companion.people(), **values}
        return make_response(self.renderer.render(template, reading_language(), **values))

    def addresses(self) -> Sequence[str]:
        """Return where the page is: by name, by number."""
        join = self.companion.snapshot(reading_language()).join
        return [join[key] for key in ("address", "number") if join.get(key)]

    def entrance(self, token: str, path: str, *, hosts: bool) -> Response:
        """Return the page that says how to come in."""
        return self.page("entrance.html", own=self.companion.own(token), path=path, hosts=hosts)


def served() -> Served:
    """Return what the application that answers just now, a table's or a room's, was made with."""
    return cast(Served, current_app.extensions["table"])


def current() -> Context:
    """Return what the application that answers just now was made with."""
    return cast(Context, current_app.extensions["table"])


def reading_language() -> str:
    """Return the language in which whoever asks reads."""
    return language.preferred(request, served().languages)


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


def answered(done: Done, **more: object) -> Response:
    """Return as JSON what became of a request, and whatever `more` the page should know at once."""
    return jsonify({**asdict(done), "text": isolated(done.text), **more})


def asking_device() -> str:
    """Return the token of the device that asks; a new one is told its own with the answer (`told_device`)."""
    known = device.token(request)
    if known is not None:
        return known
    if "new_device" not in g:
        g.new_device = device.new_token()
    return str(g.new_device)


def told_device(response: Response) -> Response:
    """Return the answer; a device that is new, and was asked who it is, learns its token with it."""
    if "new_device" in g:
        device.remember(response, g.new_device)
    return response
