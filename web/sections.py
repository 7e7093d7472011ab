"""The scoreboard's sections: a snapshot → named pieces of HTML, each drawn once a language however many look on.

What belongs to one device only (its hand) is a section of its own, never kept and never shared.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass

from web.contract import Companion
from web.rendering import Renderer
from web.replay import Changed
from web.shown import Scoreboard, SeatShown

People = Mapping[str, SeatShown[str]]

SHARED: Mapping[str, tuple[str, ...]] = {
    "moment": ("moment", "game"),
    "line": (
        *("where", "ok"),
        *("line", "notes", "notices", "step", "awaited", "can_go_on", "game"),
        *("winners", "over", "decisive", "honours", "questions", "join", "health"),
    ),
    "stall": ("stall", "awaited"),
    "questions": ("questions",),
    "wall": ("chapters", "blocks", "notes", "leads", "join", "game", "hidden", "over"),
    "reveal": ("reveal",),
    "enter": ("forms", "by_hand", "step"),
    "forms": ("forms", "by_hand", "step"),
    "seats": ("winners", "over", "step", "awaited", "game", "can_look", "hidden", "ok"),
    "blocks": ("blocks", "game"),
    "looks": ("looks", "chapters", "game"),
    "chapters": ("chapters", "looks", "game", "hidden", "over"),
    "foot": ("to_take_back", "to_do_again", "game", "over", "health", "hidden"),
}
"""Each section and the parts of a snapshot that can change it; the seats can change any."""

_KEPT = 12  # snapshots whose drawn sections are kept, over all languages


@dataclass(frozen=True, slots=True)
class DrawnSections:
    """A snapshot's sections in one language."""

    number: int
    sections: Mapping[str, str]
    snapshot: Scoreboard[str]

    def since(self, before: "DrawnSections | None") -> dict[str, str]:
        """Return the sections that differ from those drawn before."""
        known = {} if before is None else before.sections
        return {name: html for name, html in self.sections.items() if known.get(name) != html}


class Sections:
    """Draws and keeps the shared sections, and draws a device's own."""

    def __init__(self, companion: Companion, renderer: Renderer) -> None:
        self._companion = companion
        self._renderer = renderer
        self._lock = threading.Lock()
        self._drawn: OrderedDict[tuple[int, str, int], DrawnSections] = OrderedDict()
        self._pieces: dict[tuple[str, str], tuple[object, str]] = {}

    def newest(self, language: str, number: int | None = None) -> DrawnSections:
        """Return the newest snapshot's sections; `number`, where known, spares asking for the snapshot again."""
        with self._lock:  # one draws, the others wait for it: drawing sixty times over would be slower
            portraits = self._companion.people()
            changes = 0 if portraits is None else portraits.changes
            if number is not None and (kept := self._drawn.get((number, language, changes))) is not None:
                return kept
            snapshot = self._companion.snapshot(language)
            key = (snapshot.number, language, changes)
            if key not in self._drawn:
                self._drawn[key] = self.draw(snapshot, language)
                while len(self._drawn) > _KEPT:
                    self._drawn.popitem(last=False)
            return self._drawn[key]

    def draw(self, snapshot: Scoreboard[str], language: str, told: Changed | None = None) -> DrawnSections:
        """Return the sections of any snapshot; of one that is told again with what its step changed, nothing can be
        tapped."""
        people = {seat.name: seat for seat in snapshot.seats}
        sections = {
            name: self._kept(name, parts, snapshot, people, language)
            if told is None
            else self._render(name, snapshot, people, language, told)
            for name, parts in SHARED.items()
        }
        return DrawnSections(snapshot.number, sections, snapshot)

    def _kept(self, name: str, parts: tuple[str, ...], snapshot: Scoreboard[str], people: People, language: str) -> str:
        """Return a section; one whose parts are as they were is not drawn again."""
        portraits = self._companion.people()
        faces = (
            [] if portraits is None else [(portraits.everywhere, portraits.of(seat.name)) for seat in snapshot.seats]
        )
        looks = snapshot.seats, [getattr(snapshot, part) for part in parts], faces
        known = self._pieces.get((name, language))
        if known is not None and known[0] == looks:
            return known[1]
        html = self._render(name, snapshot, people, language)
        self._pieces[name, language] = (looks, html)
        return html

    def _render(
        self, name: str, snapshot: Scoreboard[str], people: People, language: str, told: Changed | None = None
    ) -> str:
        game = snapshot.game.name if snapshot.game is not None else ""
        return self._renderer.render(
            f"sections/{name}.html",
            language,
            of_game=game,
            s=snapshot,
            people=people,
            live=told is None,
            changed=told or Changed(),
            portraits=self._companion.people(),
        )

    def own(self, device: str, language: str, drawn: DrawnSections) -> str:
        """Return the HTML of what only this device may see."""
        own = self._companion.own(device)
        people = {seat.name: seat for seat in drawn.snapshot.seats}
        return self._renderer.render("sections/own.html", language, s=drawn.snapshot, people=people, own=own)
