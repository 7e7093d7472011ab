"""What every route of the room's page works with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from flask import Response, current_app, make_response

from web import device
from web.admission import SMALL_BODY
from web.context import reading_language
from web.rendering import Renderer
from web.room.contract import Room, TournamentView
from web.shown import Role
from web.stream import Streams


@dataclass(frozen=True, slots=True)
class RoomContext:
    """See the module."""

    room: Room
    renderer: Renderer
    streams: Streams
    _shared: dict[str, tuple[int, str]] = field(default_factory=dict, repr=False)

    @property
    def languages(self) -> Mapping[str, str]:
        """The languages that the page speaks."""
        return self.room.languages

    def role(self, token: str) -> Role:
        """Return who a device is."""
        return self.room.role(token)

    def lets_in(self, token: str) -> bool:
        """Return whether a device is a director's: it is served before strangers."""
        return self.room.role(token) >= Role.HOST

    def device_let_in(self, cookie: str) -> str:
        """Return the device that a Cookie header names, if it is a director's; else ""."""
        token = device.token_in(cookie)
        return token if token is not None and self.lets_in(token) else ""

    def largest_body(self, _path: str, _cookie: str) -> int:
        """Return how many bytes a request may have."""
        return SMALL_BODY

    def addresses(self) -> Sequence[str]:
        """Return where the page is."""
        return self.room.addresses()

    def page(self, template: str, **values: Any) -> Response:
        """Return a whole page in the language of whoever asks; the room's own one where it has one of that name."""
        return make_response(
            self.renderer.render(
                f"room/{template}",
                reading_language(),
                languages=self.languages,
                clock_ms=int(self.room.clock_s() * 1000),
                **values,
            )
        )

    def tournament(self, template: str, view: TournamentView, me: str) -> Response:
        """Return a page of the tournament for the player `me`; what all are shown alike is drawn once for all."""
        language = reading_language()
        kept = self._shared.get(language)
        if kept is None or kept[0] != view.number:
            drawn = self.renderer.render("room/tournament_all.html", language, view=view)
            kept = self._shared[language] = view.number, drawn
        return self.page(template, view=view, me=me, everybody=kept[1])

    def entrance(self, _token: str, path: str, *, hosts: bool) -> Response:
        """Return the page that says how to come in."""
        return self.page("entrance.html", path=path, hosts=hosts)


def current_room() -> RoomContext:
    """Return what the application that answers just now was made with."""
    return cast(RoomContext, current_app.extensions["table"])
