"""Where to look and what may lie there: a flat area, the markers that locate it, its zones, and printed colour patches
that tell its light. All in millimetres, x to the right, y down, origin at the area's top left."""

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.reasoned import ReasonedError

_SHORTEST_MM, _FURTHEST_MM = 0.01, 1_000_000.0
"""A side must have so much, and nothing may be or lie further: between a grain of sand and a kilometre."""
_LONGEST_SHAPE = 50.0
"""So many times as long as wide may a cell or a piece be: a longer one has no face that a camera could see."""
_MOST_PIECES = 150
"""So many pieces long may a zone of free pieces be, by their shorter side: more would be a few pixels each for any
camera, and looking for them takes minutes."""


class LayoutError(ReasonedError):
    """A layout that can't be used; the message names the key and says what it should be."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed ArUco marker (DICT_4X4_50). `corner_mm` is where its own top-left corner lies."""

    id: int
    corner_mm: tuple[float, float]
    size_mm: float


@dataclass(frozen=True, slots=True)
class Grid:
    """A grid of cells, each holding one face in one of `turns` (1, 2 or 4) quarter-turn orientations, the highest up
    to `thickness_mm` above the mat."""

    name: str
    rect_mm: tuple[float, float, float, float]
    rows: int
    cols: int
    turns: int = 1
    thickness_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of one known size (width, height when upright) anywhere in the rectangle, at any angle."""

    name: str
    rect_mm: tuple[float, float, float, float]
    piece_mm: tuple[float, float]
    thickness_mm: float = 0.0


Zone = Grid | Pieces


@dataclass(frozen=True, slots=True)
class Patch:
    """A printed patch of even colour; `colour` is what was sent to the printer, "#rrggbb"."""

    name: str
    rect_mm: tuple[float, float, float, float]
    colour: str


@dataclass(frozen=True, slots=True)
class Layout:
    """An area of `size_mm` (width, height), its markers, its zones and its colour patches."""

    name: str
    size_mm: tuple[float, float]
    zones: tuple[Zone, ...]
    markers: tuple[Marker, ...] = ()
    patches: tuple[Patch, ...] = ()

    def zone(self, name: str) -> Zone:
        """Return the zone of that name, or raise a LayoutError that lists those there are."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        names = ", ".join(zone.name for zone in self.zones)
        raise LayoutError("no zone is called “{name}”; there are {names}", name=name, names=names)


def load(path: Path) -> Layout:
    """Return the layout in a TOML file; raise a LayoutError that names the file and the key."""
    try:
        return parse(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise LayoutError("there is no such file; name the layout.toml that was printed with the mat").at(
            path
        ) from None
    except OSError as error:
        raise LayoutError("it can't be read ({reason})", reason=error.strerror).at(path) from None
    except UnicodeDecodeError:
        raise LayoutError("this is no text").at(path) from None
    except LayoutError as error:
        raise error.at(path) from None


def parse(text: str) -> Layout:
    """Return the layout that a TOML text describes."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LayoutError("this is not TOML ({reason})", reason=error) from None
    except RecursionError:
        raise LayoutError("this is not TOML ({reason})", reason="lists stand within each other too deeply") from None
    except ValueError:  # Python's own bound on the digits of a whole number
        raise LayoutError("this is not TOML ({reason})", reason="a number in it has too many digits") from None
    markers = tuple(_marker(entry, f"marker[{i}]") for i, entry in enumerate(_tables(raw, "marker")))
    zones = tuple(_zone(entry, f"zone[{i}]") for i, entry in enumerate(_tables(raw, "zone")))
    patches = tuple(_patch(entry, f"patch[{i}]") for i, entry in enumerate(_tables(raw, "patch")))
    if not zones:
        raise LayoutError("zone: there is none; add a [[zone]] that says where to look")
    for what, keys in (
        ("zone.name", [zone.name for zone in zones]),
        ("marker.id", [str(m.id) for m in markers]),
        ("patch.name", [patch.name for patch in patches]),
    ):
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise LayoutError("{key}: “{value}” is used twice", key=what, value=twice)
    return Layout(_text(raw, "name", "", "area"), _sides(raw, "size_mm", ""), zones, markers, patches)


def dump(layout: Layout) -> str:
    """Return the layout as TOML text; `parse(dump(layout)) == layout`."""
    rows = [f"name = {_quoted(layout.name)}", f"size_mm = {_list(layout.size_mm)}"]
    for marker in layout.markers:
        rows += ["", "[[marker]]", f"id = {marker.id}", f"corner_mm = {_list(marker.corner_mm)}"]
        rows += [f"size_mm = {float(marker.size_mm)!r}"]
    for zone in layout.zones:
        rows += ["", "[[zone]]", f"name = {_quoted(zone.name)}"]
        if isinstance(zone, Grid):
            rows += ['kind = "grid"', f"rect_mm = {_list(zone.rect_mm)}", f"rows = {zone.rows}"]
            rows += [f"cols = {zone.cols}", f"turns = {zone.turns}"]
        else:
            rows += [
                'kind = "pieces"',
                f"rect_mm = {_list(zone.rect_mm)}",
                f"piece_mm = {_list(zone.piece_mm)}",
            ]
        rows += [f"thickness_mm = {float(zone.thickness_mm)!r}"]
    for patch in layout.patches:
        rows += ["", "[[patch]]", f"name = {_quoted(patch.name)}", f"rect_mm = {_list(patch.rect_mm)}"]
        rows += [f"colour = {_quoted(patch.colour)}"]
    return "\n".join(rows) + "\n"


def _quoted(text: str) -> str:
    escaped = "".join(f"\\u{ord(c):04x}" if ord(c) < 32 or ord(c) == 127 else c for c in text)
    return (
        '"' + escaped.replace('"', '\\"') + '"'
        if "\\" not in text
        else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    )


def _list(numbers: tuple[float, ...]) -> str:
    return "[" + ", ".join(repr(float(number)) for number in numbers) + "]"


def _tables(raw: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    tables = raw.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(entry, dict) for entry in tables):
        raise LayoutError("{key}: write it as [[{key}]]", key=key)
    return tables


def _marker(raw: Mapping[str, Any], where: str) -> Marker:
    number = _whole(raw, "id", where, None, range(50))
    x_mm, y_mm = _numbers(raw, "corner_mm", 2, where)
    return Marker(number, (x_mm, y_mm), _positive(raw, "size_mm", where))


def _zone(raw: Mapping[str, Any], where: str) -> Zone:
    name, kind = _text(raw, "name", where), _text(raw, "kind", where)
    rect = _rect(raw, where)
    thickness = _number(raw, "thickness_mm", where, 0.0)
    if thickness < 0:
        raise LayoutError("{key}: it must not be below 0", key=_key(where, "thickness_mm"))
    if kind == "grid":
        rows = _whole(raw, "rows", where, None, range(1, 101))
        cols = _whole(raw, "cols", where, None, range(1, 101))
        turns = _whole(raw, "turns", where, 1, (1, 2, 4))
        _shaped(rect[2] / cols, rect[3] / rows, _key(where, "rect_mm"))
        return Grid(name, rect, rows, cols, turns, thickness)
    if kind == "pieces":
        piece_mm = _sides(raw, "piece_mm", where)
        _shaped(*piece_mm, _key(where, "piece_mm"))
        if max(rect[2:]) > _MOST_PIECES * min(piece_mm):
            raise LayoutError(
                "{key}: the zone is more than {most} pieces long; make the pieces larger, or the zone smaller",
                key=_key(where, "piece_mm"),
                most=_MOST_PIECES,
            )
        return Pieces(name, rect, piece_mm, thickness)
    raise LayoutError("{key}: it is “{value}”; it must be grid or pieces", key=_key(where, "kind"), value=kind)


def _patch(raw: Mapping[str, Any], where: str) -> Patch:
    name, rect, colour = _text(raw, "name", where), _rect(raw, where), _text(raw, "colour", where)
    if re.fullmatch("#[0-9a-fA-F]{6}", colour) is None:
        raise LayoutError(
            "{key}: it is “{value}”; write it as #rrggbb, two hexadecimal digits each",
            key=_key(where, "colour"),
            value=colour,
        )
    return Patch(name, rect, colour)


def _rect(raw: Mapping[str, Any], where: str) -> tuple[float, float, float, float]:
    x_mm, y_mm, width, height = _numbers(raw, "rect_mm", 4, where)
    if min(width, height) <= 0:
        raise LayoutError("{key}: width and height must be above 0", key=_key(where, "rect_mm"))
    _bounded(min(width, height), _SHORTEST_MM, _key(where, "rect_mm"))
    return x_mm, y_mm, width, height


def _sides(raw: Mapping[str, Any], key: str, where: str) -> tuple[float, float]:
    width, height = _numbers(raw, key, 2, where)
    if min(width, height) <= 0:
        raise LayoutError("{key}: both numbers must be above 0", key=_key(where, key))
    _bounded(min(width, height), _SHORTEST_MM, _key(where, key))
    return width, height


def _shaped(width: float, height: float, key: str) -> None:
    if max(width, height) > _LONGEST_SHAPE * min(width, height):
        raise LayoutError(
            "{key}: a place there is more than {most} times as long as wide", key=key, most=round(_LONGEST_SHAPE)
        )


def _bounded(value: float, least: float, key: str) -> float:
    if not least <= value <= _FURTHEST_MM:
        raise LayoutError(
            "{key}: it must be from {least} to {most}", key=key, least=f"{least:.10g}", most=f"{_FURTHEST_MM:.10g}"
        )
    return float(value)


def _key(where: str, key: str) -> str:
    return f"{where}.{key}" if where else key


def _text(raw: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
    value = raw.get(key, default)
    if not isinstance(value, str) or not value:
        raise LayoutError("{key}: it must be a text", key=_key(where, key))
    return value


def _is_number(value: object) -> bool:
    if isinstance(value, int):
        return not isinstance(value, bool)
    return isinstance(value, float) and math.isfinite(value)


def _number(raw: Mapping[str, Any], key: str, where: str, default: float | None = None) -> float:
    value = raw.get(key, default)
    if value is None or not _is_number(value):
        raise LayoutError("{key}: it must be a number", key=_key(where, key))
    return _bounded(value, -_FURTHEST_MM, _key(where, key))


def _positive(raw: Mapping[str, Any], key: str, where: str) -> float:
    value = _number(raw, key, where)
    if value <= 0:
        raise LayoutError("{key}: it must be above 0", key=_key(where, key))
    return _bounded(value, _SHORTEST_MM, _key(where, key))


def _numbers(raw: Mapping[str, Any], key: str, count: int, where: str) -> tuple[float, ...]:
    value = raw.get(key)
    if not isinstance(value, list) or len(value) != count or not all(_is_number(part) for part in value):
        raise LayoutError("{key}: it must be {number} numbers", key=_key(where, key), number=count)
    return tuple(_bounded(part, -_FURTHEST_MM, _key(where, key)) for part in value)


def _whole(raw: Mapping[str, Any], key: str, where: str, default: int | None, allowed: Any) -> int:
    value = raw.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value not in allowed:
        wanted = f"{allowed.start} – {allowed.stop - 1}" if isinstance(allowed, range) else ", ".join(map(str, allowed))
        raise LayoutError("{key}: it must be a whole number: {wanted}", key=_key(where, key), wanted=wanted)
    return value
