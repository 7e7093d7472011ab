"""Which mat lies there, and whether something lies over one of its places: told by the markers in view."""

from collections.abc import Sequence

from vision.layout import Layout, Marker, Zone
from vision.observation import Unseen
from vision.registration.lens import Lens
from vision.registration.locate import Located, locate
from vision.registration.patches import Picture

LEAST_SHARE = 0.7  # of a mat's markers: with fewer in view it is another one (two thirds are alike), or half covered
BESIDE = 1.5  # a marker is a place's own that lies no farther from it than so many of its sizes


def find(picture: Picture, layouts: Sequence[Layout], lens: Lens | None) -> tuple[Layout, Located] | Unseen:
    """Return the mat of which most is in view, the first of equals; or why it is none of them. `layouts` are likeliest
    first."""
    problem = Unseen("no mat is in view")
    best: tuple[Layout, Located] | None = None
    for layout in layouts:
        located = locate(picture, layout, lens=lens)
        if isinstance(located, Unseen):
            problem = located
        elif best is None or _share(layout, located) > _share(*best):
            best = layout, located
        if best is not None and _share(*best) == 1:
            return best
    if best is None:
        return problem
    layout, located = best
    if _share(layout, located) < LEAST_SHARE:
        return Unseen(
            "only {seen} of the mat's {all} markers are in view: is it the mat for all of you, with nothing on it?",
            {"seen": len(located.markers), "all": len(layout.markers)},
        )
    return best


def _share(layout: Layout, located: Located) -> float:
    return len(located.markers) / len(layout.markers) if layout.markers else 1.0


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
