"""Which standing each route needs; who a device is says the companion. A route that is not named here is refused, so
that a new one is thought about (`docs/rights.md`)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from flask import Response, abort, request

from web.context import asking_device, served
from web.shown import Standing

PAGES: Mapping[str, Standing] = {
    "pages.new_game": Standing.LET_IN,
    "bench.bench_page": Standing.LET_IN,
    "walking.page": Standing.LET_IN,
    "upkeep.sets": Standing.HOST,
    "upkeep.settings_page": Standing.HOST,
    "upkeep.numbers": Standing.HOST,
    "upkeep.pieces": Standing.HOST,
    "upkeep.face": Standing.HOST,
    "upkeep.camera": Standing.HOST,
    "upkeep.wiring": Standing.HOST,
    "upkeep.lens": Standing.HOST,
    "evening.page": Standing.HOST,
    "cases.page": Standing.HOST,
}
"""Pages in whose place another device is shown how it comes in."""

PARTS: Mapping[str, Standing] = {
    "bench.camera": Standing.LET_IN,
    "bench.display": Standing.LET_IN,  # it shows PIN and keys
    "bench.lamps": Standing.LET_IN,
    "bench.pace": Standing.LET_IN,
    "bench.press": Standing.LET_IN,  # a pod's ok lets in
    "walking.now": Standing.LET_IN,
    "walking.picture": Standing.LET_IN,
    "walking.do": Standing.LET_IN,
    "photos.take": Standing.LET_IN,
    "readings.cell": Standing.LET_IN,
    "readings.piece": Standing.LET_IN,
    "readings.missed": Standing.LET_IN,
    "upkeep.picture": Standing.HOST,
    "upkeep.export": Standing.HOST,
    "upkeep.take_in": Standing.HOST,
    "upkeep.trial": Standing.HOST,
    "upkeep.look": Standing.HOST,
    "upkeep.wired": Standing.HOST,
    "upkeep.board": Standing.HOST,
    "people.take_photo": Standing.LET_IN,
    "past.film": Standing.LET_IN,  # it takes a while to be made
    "evening.look": Standing.HOST,
    "evening.printed": Standing.HOST,
    "evening.photo": Standing.HOST,
    "cases.picture": Standing.HOST,
    "cases.file": Standing.HOST,
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
    """The role matrix of an application: which standing each route needs, by its endpoint. In place of one of `pages`
    another device is shown how it comes in; of `parts` it gets nothing; those that are `open` are for guests."""

    pages: Mapping[str, Standing]
    parts: Mapping[str, Standing]
    open: Collection[str]

    def check(self) -> Response | None:
        """Answer a request of a device that may not make it, before any view sees it; None lets it pass."""
        endpoint = request.endpoint
        if endpoint is None or endpoint in self.open:
            return None
        asking = asking_device()
        least = self.pages.get(endpoint) or self.parts.get(endpoint, Standing.MACHINE)
        if served().standing(asking) >= least:
            return None
        if endpoint not in self.pages:
            abort(403)
        return served().entrance(asking, request.full_path, hosts=least is Standing.HOST)


TABLE = Matrix(PAGES, PARTS, OPEN)
