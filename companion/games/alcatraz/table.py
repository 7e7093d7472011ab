"""The mat: places for the three open objectives, and a reading area for the two or three cards of a claim."""

from companion.game import Mat
from companion.language.message import Message, say
from companion.prints.mat_plan import Rows, plan
from vision.layout import Grid, Layout

CARD_MM = 63.0
TALL = 88 / 63
ROOM_MM = 5.0  # how much wider than a card its place is
GAP_MM = 22.0
FRAME_MM = 7.0
THICKNESS_MM = 1.0  # a card with others over it


def seats(players: int) -> int:  # noqa: ARG001 (every game's mat is asked)
    """Return how many mats' worth of places are needed: one serves all."""
    return 1


def layout(seats: int, card_mm: float = CARD_MM) -> Layout:  # noqa: ARG001 (the same mat for every table)
    """Return the mat: zones "objectives" and "claim", three places each, read from left to right. `card_mm` is a
    card's width, 30 to 100."""
    if not 30 <= card_mm <= 100:
        raise ValueError(f"a card of {card_mm:g} mm: its width must be 30 to 100 mm")
    width, height = 3 * (card_mm + ROOM_MM), round(card_mm * TALL + ROOM_MM, 2)
    planned = plan(Rows(1, 1, (width, 2 * height + GAP_MM), FRAME_MM, beside=(0.25, 0.75)))
    ((x, y, _, _),) = planned.places
    zones = (
        Grid("objectives", (x, y, width, height), 1, 3, turns=2, thickness_mm=THICKNESS_MM),
        Grid("claim", (x, round(y + height + GAP_MM, 2), width, height), 1, 3, turns=2, thickness_mm=THICKNESS_MM),
    )
    return Layout("Alcatraz", planned.size_mm, zones, planned.markers)


def called(zone: str) -> Message:
    """Return what people call a zone."""
    return say("objectives") if zone == "objectives" else say("cards of the claim")


MAT = Mat(layout, seats, called)
