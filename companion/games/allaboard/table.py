"""The mat: for each boat a place, one beside it for its replacement, and three below for those aboard."""

from companion.game import Mat
from companion.language.message import Message, say
from companion.prints.mat_plan import Rows, plan
from vision.layout import Grid, Layout

CARD_MM = 63.0
TALL = 88 / 63
ROOM_MM = 4.0  # how much wider than a card its place is
GAP_MM = 22.0
FRAME_MM = 7.0
MARKER_MM = 24.0  # a large mat, seen from far
THICKNESS_MM = 0.5
_COLS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3}


def seats(players: int) -> int:
    """Return how many boats sail: one for each player."""
    return players


def layout(seats: int, card_mm: float = CARD_MM) -> Layout:
    """Return the mat for that many boats, counted row by row from the left: zones "boat 1" (the boat, then its
    replacement) and "aboard 1" (three animals), and so on. `card_mm` is a card's width, 30 to 100."""
    if seats not in _COLS:
        raise ValueError(f"{seats} boats: a mat has 1 to 5")
    if not 30 <= card_mm <= 100:
        raise ValueError(f"a card of {card_mm:g} mm: its width must be 30 to 100 mm")
    width, height = card_mm + ROOM_MM, round(card_mm * TALL + ROOM_MM, 2)
    beside = (0.25, 0.75) if seats == 1 else ()
    place_mm = (3 * width, 2 * height + GAP_MM)
    planned = plan(Rows(seats, _COLS[seats], place_mm, FRAME_MM, marker_mm=MARKER_MM, beside=beside))
    zones: list[Grid] = []
    for number, (x, y, _, _) in enumerate(planned.places, 1):
        below = (x, round(y + height + GAP_MM, 2), 3 * width, height)
        zones.append(Grid(f"boat {number}", (x, y, 2 * width, height), 1, 2, turns=2, thickness_mm=THICKNESS_MM))
        zones.append(Grid(f"aboard {number}", below, 1, 3, turns=2, thickness_mm=THICKNESS_MM))
    return Layout(f"All aboard!, {seats} boats", planned.size_mm, tuple(zones), planned.markers)


def called(zone: str) -> Message:
    """Return what people call a zone."""
    kind, _, number = zone.partition(" ")
    return say("boat {boat}", boat=number) if kind == "boat" else say("aboard boat {boat}", boat=number)


MAT = Mat(layout, seats, called)
