"""Which mat lies there, and whether something lies over one of its places: told by the markers in view."""

from collections.abc import Collection, Sequence

from vision.layout import Layout, Marker, Zone
from vision.observation import Unseen
from vision.registration.lens import Lens
from vision.registration.locate import TWICE, Located, locate
from vision.registration.markers import find_either_way, find_markers
from vision.registration.patches import Picture

_TRIED = 4
_MOST_AS_PRINTED = 0.8  # of the markers in view must lie as on the mat, then no other mat is tried
LEAST_SHARE = 0.7  # of a mat's markers: with fewer in view it is another one (two thirds are alike), or half covered
BESIDE = 1.5  # a marker is a place's own that lies no farther from it than so many of its sizes


def find(picture: Picture, layouts: Sequence[Layout], lens: Lens | None) -> tuple[Layout, Located] | Unseen:
    """Return the mat of which all is in view, or else most of the markers, the first of equals; or why it is none of
    them. `layouts` are likeliest first."""
    problem = Unseen("no mat is in view")
    best: tuple[Layout, Located] | None = None
    for layout in layouts:
        located = locate(picture, layout, lens=lens)
        if isinstance(located, Unseen):
            problem = located
        elif best is None or _agreed(layout, located) > _agreed(*best):
            best = layout, located
        if best is not None and share(*best) == 1:
            return best
    if (best is None or share(*best) < LEAST_SHARE) and _is_another(picture, layouts, best):
        return Unseen("the markers in view belong to another mat")
    if best is None:
        return problem
    layout, located = best
    if share(layout, located) < LEAST_SHARE:
        return Unseen(
            "only {seen} of the mat's {all} markers are in view: is it the mat for all of you, with nothing on it?",
            {"seen": len(located.markers), "all": len(layout.markers)},
        )
    return best


def _is_another(picture: Picture, layouts: Sequence[Layout], best: tuple[Layout, Located] | None) -> bool:
    """Return whether most of the markers in view lie as on none of these mats. Mats of different games have some ids in
    common, which then lie elsewhere."""
    expected = {marker.id for layout in layouts for marker in layout.markers}
    agreed = 0 if best is None else len(best[1].markers)
    seen = find_markers(picture, thorough=False).keys()
    return bool(expected) and len(seen - expected) > agreed


def _agreed(layout: Layout, located: Located) -> tuple[bool, int]:
    """Return how much speaks for a mat: that enough of it is in view, and how many markers lie as on it. Where a marker
    of a large mat is hidden, a smaller one may seem to be in view whole."""
    return share(layout, located) >= LEAST_SHARE, len(located.markers)


def is_likely(layout: Layout, seen: Collection[int]) -> bool:
    """Whether more than half of a mat's markers are among those that are `seen` in a picture."""
    return 2 * len(_ids(layout) & set(seen)) > len(layout.markers)


def share(layout: Layout, located: Located) -> float:
    """Return how many of a mat's markers are in view, in parts of all."""
    return len(located.markers) / len(layout.markers) if layout.markers else 1.0


def lying(picture: Picture, mats: Sequence[Layout], lens: Lens | None = None) -> tuple[Layout, Located] | Unseen:
    """Return the mat that lies in the picture and where, or why none is found: of the few that have the markers in
    view and hardly any other, the one on which most of them lie as they should; of mats alike, that with most places.
    Where it lies there twice, each marker found may be of either: then it is found nowhere.
    """
    seen = set(find_either_way(picture))
    likely = sorted((mat for mat in mats if seen & _ids(mat)), key=lambda mat: (len(seen ^ _ids(mat)), -len(mat.zones)))
    found: tuple[Layout, Located] | None = None
    why = None
    for mat in likely[:_TRIED]:
        located = locate(picture, mat, lens=lens)
        if isinstance(located, Unseen):
            why = why or located
        elif found is None or len(located.markers) > len(found[1].markers):
            found = (mat, located)
        if found is not None and len(found[1].markers) >= _MOST_AS_PRINTED * len(seen):
            break
    if found is not None and found[1].twice:
        return TWICE
    return found or why or _nothing(picture, mats, lens)


def _ids(mat: Layout) -> set[int]:
    return {marker.id for marker in mat.markers}


def _nothing(picture: Picture, mats: Sequence[Layout], lens: Lens | None) -> Unseen:
    why = locate(picture, mats[0], lens=lens) if mats else None
    return why if isinstance(why, Unseen) else Unseen("no mat is in view")


def over(zone: Zone, layout: Layout, seen: Sequence[int]) -> Unseen | None:
    """Return that something lies over a place, or None: both markers at one of its sides, or more, are hidden. What
    covers a place whole is no piece of it, however still it lies, and flat cloth looks like an empty square."""
    near = [marker for marker in layout.markers if _gap_mm(zone, marker) <= BESIDE * marker.size_mm]
    hidden = sorted(marker.id for marker in near if marker.id not in seen)
    if len(near) < 4 or 2 * len(hidden) < len(near):
        return None
    return Unseen(
        "something lies on the mat there: markers {ids} are hidden", {"ids": ", ".join(str(each) for each in hidden)}
    )


def _gap_mm(zone: Zone, marker: Marker) -> float:
    """Return how far a marker lies from a place; one that reaches into it is nobody's."""
    x, y, width, height = zone.rect_mm
    left, top = marker.corner_mm
    across = max(x - (left + marker.size_mm), left - (x + width))
    down = max(y - (top + marker.size_mm), top - (y + height))
    if across < 0 and down < 0:
        return float("inf")
    return float((max(across, 0.0) ** 2 + max(down, 0.0) ** 2) ** 0.5)
