"""The mats of a game: which layouts may lie under the camera, found in the game's own folder; and what their zones are
called."""

from companion.game import registry
from companion.language.message import Message, say
from vision.layout import Layout


def layout_for(game: str, seats: int, width_mm: float | None = None) -> Layout:
    """Return the mat of a game for so many seats, for pieces of that width (the usual one where nobody said); a
    ValueError says which numbers of seats and widths there is a mat for, or that the game has none (yet)."""
    width = () if width_mm is None else (width_mm,)
    table = registry.needed(game, "table", "mat")
    layout: Layout = table.layout(seats, *width)
    return layout


def candidates(game: str, seats: int, width_mm: float | None = None) -> tuple[Layout, ...]:
    """Return the mats that a table with so many seats may use, likeliest first: its own, larger ones, and the one whose
    single place serves all."""
    found = []
    for count in (*range(seats, 7), 1):
        try:
            found.append(layout_for(game, count, width_mm))
        except ValueError:
            continue
    return tuple(found)


def called(zone: str) -> Message:
    """Return what a zone of a mat is called on the page."""
    kind, _, number = zone.partition(" ")
    match kind:
        case "dock" | "place":
            return say("place {number}", number=number)
        case "boat":
            return say("boat {boat}", boat=number)
        case "aboard":
            return say("aboard boat {boat}", boat=number)
        case "objectives":
            return say("objectives")
        case "claim":
            return say("cards of the claim")
    return say("{name}", name=zone)
