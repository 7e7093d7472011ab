"""The scoreboard's sections: a snapshot → named pieces of HTML, each drawn once a language however many look on.

What belongs to one device only (its hand) is a section of its own. It is drawn of what that device may see, its `Own`,
and of nothing else that tells devices apart: whoever may see the very same is shown the same, as most who only watch.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from web.contract import Companion
from web.rendering import Renderer
from web.replay import Changed
from web.shown import Lamp, Own, Scoreboard, SeatShown

People = Mapping[str, SeatShown[str]]

SHARED: Mapping[str, tuple[str, ...]] = {
    "moment": ("moment", "game"),
    "line": (
        *("where", "ok", "key"),
        *("line", "notes", "notices", "step", "awaited", "can_go_on", "game"),
        *("winners", "over", "decisive", "honours", "learnt", "questions", "join", "health"),
    ),
    "stall": ("stall", "awaited"),
    "questions": ("questions",),
    "wall": ("chapters", "blocks", "notes", "leads", "join", "game", "hidden", "over"),
    "reveal": ("reveal",),
    "enter": ("forms", "by_hand", "step", "awaited", "seats"),
    "forms": ("forms", "by_hand", "step", "awaited", "seats"),
    "seats": ("seats", "winners", "over", "step", "awaited", "game", "can_look", "hidden", "ok"),
    "blocks": ("blocks", "game"),
    "looks": ("looks", "chapters", "game"),
    "chapters": ("chapters", "looks", "game", "hidden", "over"),
    "foot": ("to_take_back", "to_do_again", "game", "over", "health", "hidden"),
}
"""Each section and the parts of a snapshot that can change it. Who plays, their places, and what things are called
here can change any; what the seats do just now only those that name them."""

_FILES = ("companion.css", "companion.js", "forms.js")  # of the page whose sections these are
_KEPT = 12  # snapshots whose drawn sections are kept, over all languages


@dataclass(frozen=True, slots=True)
class DrawnSections:
    """A snapshot's sections in one language."""

    number: int
    sections: Mapping[str, str]
    snapshot: Scoreboard[str]
    own: dict[Own, str] = field(default_factory=dict, repr=False)  # what was drawn for those who may see the same

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

    @property
    def files(self) -> list[str]:
        """The addresses of what the page is made with: one that has others was loaded before an upgrade."""
        return [self._renderer.asset(name) for name in _FILES]

    def newest(self, language: str, number: int | None = None) -> DrawnSections:
        """Return the newest snapshot's sections; `number`, where known, spares asking for the snapshot again."""
        portraits = self._companion.people()
        changes = 0 if portraits is None else portraits.changes
        if number is not None and (kept := self._drawn.get((number, language, changes))) is not None:
            return kept
        with self._lock:  # one draws, the others wait for it: drawing sixty times over would be slower
            snapshot = self._companion.snapshot(language)
            key = (snapshot.number, language, changes)
            if key not in self._drawn:
                self._drawn[key] = self._as_before(snapshot, language, changes) or self.draw(snapshot, language)
                while len(self._drawn) > _KEPT:
                    self._drawn.popitem(last=False)
            return self._drawn[key]

    def _as_before(self, snapshot: Scoreboard[str], language: str, changes: int) -> DrawnSections | None:
        """Return the sections drawn before where all may see what they saw: some device alone may see more or less."""
        before = self._drawn.get((snapshot.number - 1, language, changes))
        if before is None or replace(snapshot, number=before.number) != before.snapshot:
            return None
        return replace(before, number=snapshot.number, snapshot=snapshot)

    def draw(self, snapshot: Scoreboard[str], language: str, told: Changed | None = None) -> DrawnSections:
        """Return the sections of any snapshot; of one that is told again with what its step changed, nothing can be
        tapped."""
        people = {seat.name: seat for seat in snapshot.seats}
        at_rest = {seat.name: _at_rest(seat) for seat in snapshot.seats}
        sections = {
            name: self._kept(name, parts, snapshot, people if "seats" in parts else at_rest, language)
            if told is None
            else self._render(name, snapshot, people, language, told)
            for name, parts in SHARED.items()
        }
        return DrawnSections(snapshot.number, sections, snapshot)

    def _kept(self, name: str, parts: tuple[str, ...], snapshot: Scoreboard[str], people: People, language: str) -> str:
        """Return a section; one whose parts are as they were is not drawn again."""
        portraits = self._companion.people()
        faces = [] if portraits is None else [(portraits.everywhere, portraits.of(name)) for name in people]
        looks = people, snapshot.called, [getattr(snapshot, part) for part in parts], faces
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
        """Return the HTML of what only this device may see, beside sections in the same language."""
        own = self._companion.own(device)
        if (kept := drawn.own.get(own)) is not None:
            return kept
        with self._lock:  # whoever waited for it finds it drawn
            if own not in drawn.own:
                people = {seat.name: seat for seat in drawn.snapshot.seats}
                html = self._renderer.render("sections/own.html", language, s=drawn.snapshot, people=people, own=own)
                drawn.own[own] = html
            return drawn.own[own]


def _at_rest(seat: SeatShown[str]) -> SeatShown[str]:
    """Return who sits there and at which place, without what they do just now."""
    return replace(seat, device="none", claiming=False, lamp=Lamp.OFF, mark=None, status=None, score=0, why=None)
