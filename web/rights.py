"""Which role each route needs; who a device is says the companion. A route that is not named here is refused, so
that a new one is thought about (`docs/rights.md`)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from flask import Response, abort, request

from web.context import asking_device, served
from web.shown import Role

PAGES: Mapping[str, Role] = {
    "pages.new_game": Role.LET_IN,
    "bench.bench_page": Role.LET_IN,
    "walking.page": Role.LET_IN,
    "upkeep.sets": Role.HOST,
    "upkeep.settings_page": Role.HOST,
    "upkeep.numbers": Role.HOST,
    "upkeep.pieces": Role.HOST,
    "upkeep.face": Role.HOST,
    "upkeep.camera": Role.HOST,
    "upkeep.wiring": Role.HOST,
    "upkeep.lens": Role.HOST,
    "evening.page": Role.HOST,
    "cases.page": Role.HOST,
}
"""Pages in whose place another device is shown how it comes in."""

PARTS: Mapping[str, Role] = {
    "bench.camera": Role.LET_IN,
    "bench.display": Role.LET_IN,  # it shows PIN and keys
    "bench.lamps": Role.LET_IN,
    "bench.pace": Role.LET_IN,
    "bench.press": Role.LET_IN,  # a pod's ok lets in
    "walking.now": Role.LET_IN,
    "walking.picture": Role.LET_IN,
    "walking.do": Role.LET_IN,
    "photos.take": Role.LET_IN,
    "readings.cell": Role.LET_IN,
    "readings.piece": Role.LET_IN,
    "readings.missed": Role.LET_IN,
    "upkeep.picture": Role.HOST,
    "upkeep.export": Role.HOST,
    "upkeep.take_in": Role.HOST,
    "upkeep.trial": Role.HOST,
    "upkeep.look": Role.HOST,
    "upkeep.wired": Role.HOST,
    "upkeep.board": Role.HOST,
    "people.take_photo": Role.LET_IN,
    "past.film": Role.LET_IN,  # it takes a while to be made
    "evening.look": Role.HOST,
    "evening.printed": Role.HOST,
    "evening.photo": Role.HOST,
    "cases.picture": Role.HOST,
    "cases.file": Role.HOST,
}
"""What pages fetch and post."""

OPEN = frozenset(
    {
        "static",
        "pages.scoreboard",
        "pages.stream",
        "pages.sections",
        "pages.do",  # the companion judges each request
        "pages.come_in",
        "pages.invite",
        "pages.more",
        "pages.pictures",
        "pages.tints",
        "pages.health",
        "pages.choose_language",
        "pages.manifest",
        "readings.picture",
        "readings.look",
        "past.history",
        "past.everybody",
        "past.one_player",
        "people.portrait",
        "people.photo",  # what of it a guest sees is judged there
        "past.finished_game",
        "past.moment",
        "past.keepsake",
        "past.record_file",
        "past.totals_file",
    }
)
"""What a guest sees."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The role matrix of an application: which role each route needs, by its endpoint. In place of one of `pages`
    another device is shown how it comes in; of `parts` it gets nothing; those that are `open` are for guests."""

    pages: Mapping[str, Role]
    parts: Mapping[str, Role]
    open: Collection[str]

    def check(self) -> Response | None:
        """Answer a request of a device that may not make it, before any view sees it; None lets it pass."""
        endpoint = request.endpoint
        if endpoint is None or endpoint in self.open:
            return None
        asking = asking_device()
        least = self.pages.get(endpoint) or self.parts.get(endpoint, Role.MACHINE)
        if served().role(asking) >= least:
            return None
        if endpoint not in self.pages:
            abort(403)
        return served().entrance(asking, request.full_path, hosts=least is Role.HOST)


TABLE = Matrix(PAGES, PARTS, OPEN)
