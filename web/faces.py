"""What kinds of things look like on the page: each game's own pictures and tints, and the few that all share."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from html import escape
from xml.parsers.expat import ExpatError, ParserCreate

from web.labels import by_colour
from web.shown import Cell

SHARED_PICTURES = frozenset({"empty"})
SHARED_TINTS = frozenset({"empty", "red", "purple", "yellow", "blue", "green", "orange"})


@dataclass(frozen=True, slots=True)
class Tint:
    """The colours of a kind, each "#rrggbb": what is drawn or written on it, and its ground; then both in the dark."""

    ink: str
    ground: str
    dark_ink: str
    dark_ground: str


@dataclass(frozen=True, slots=True)
class GameFaces:
    """A game's own pictures (SVG files, by the kind of thing that they show) and tints (by the kind, or its colour)."""

    pictures: Mapping[str, str] = field(default_factory=dict)
    tints: Mapping[str, Tint] = field(default_factory=dict)


class FaceSheet:
    """All games' pictures as one sprite, their tints as one style sheet; `shared` is where the pictures are that belong
    to no game."""

    def __init__(self, games: Mapping[str, GameFaces], shared: str) -> None:
        self._games, self._shared = games, shared
        symbols = [_symbol(f"{game}-{kind}", svg) for game, own in games.items() for kind, svg in own.pictures.items()]
        self.sprite = f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'
        tints = [(game, kind, tint) for game, own in games.items() for kind, tint in own.tints.items()]
        self.style = "".join(_style(game, kind, tint) for game, kind, tint in tints)
        self.sprite_address = f"/faces.svg?v={_version(self.sprite)}"
        self.style_address = f"/faces.css?v={_version(self.style)}"

    def picture_of(self, game: str, kind: str) -> str:
        """Return the address of the picture of a kind like "gold" or "red coins" (the thing is the last word), or
        nothing."""
        thing = kind.rpartition(" ")[2]
        own = self._games.get(game)
        if own is not None and thing in own.pictures:
            return f"{self.sprite_address}#{game}-{thing}"
        return f"{self._shared}#{thing}" if thing in SHARED_PICTURES else ""

    def tint_of(self, game: str, kind: str) -> str:
        """Return the style that colours a kind (its first word says the colour), or the plain one."""
        colour = kind.partition(" ")[0]
        own = self._games.get(game)
        if own is not None and colour in own.tints:
            return f"t-{game}-{colour}"
        return f"t-{colour}" if colour in SHARED_TINTS else "t-plain"

    def tallied(
        self, game: str, cells: Sequence[Cell[str]]
    ) -> tuple[list[tuple[str, list[Cell[str]]]], list[Cell[str]]]:
        """Return counted things that have a picture, a row a colour, and the rest, to be named, as they come."""
        drawn = {cell.kind: cell for cell in cells if self.picture_of(game, cell.kind)}
        rows = [(colour, [drawn[kind] for kind in alike]) for colour, alike in by_colour(drawn) if colour]
        shown = [cell for _, alike in rows for cell in alike]
        return rows, [cell for cell in cells if cell not in shown]


def _symbol(name: str, svg: str) -> str:
    """Return an SVG file as a symbol of the sprite, with the namespaces that it declares; one that is no SVG shows
    nothing, or it would take all others with it."""
    found = re.search(r"<svg([^>]*)>(.*)</svg>", svg, re.DOTALL)
    head, inside = (found[1], found[2].strip()) if found else ("", "")
    box = re.search(r'viewBox="([^"]*)"', head)
    declared = "".join(re.findall(r"""\sxmlns:[\w.-]+=(?:"[^"]*"|'[^']*')""", head))
    begun = f'<symbol id="{escape(name)}" viewBox="{escape(box[1]) if box else "0 0 24 24"}"'
    symbol = f"{begun}{declared}>{inside}</symbol>\n"
    return symbol if _is_whole(symbol) else f"{begun}></symbol>\n"


def _is_whole(xml: str) -> bool:
    try:
        ParserCreate(namespace_separator=" ").Parse(xml, True)
    except ExpatError:
        return False
    return True


def _style(game: str, kind: str, tint: Tint) -> str:
    names = f".t-{game}-{kind}, .chip.t-{game}-{kind}"
    dark = f"{{ --tile: {tint.dark_ground}; color: {tint.dark_ink}; }}"
    light = f"{{ --tile: {tint.ground}; color: {tint.ink}; }}"
    return f"{names} {light}\n@media (prefers-color-scheme: dark) {{ {names} {dark} }}\n"


def _version(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:10]
