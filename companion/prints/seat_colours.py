"""The six seat colours, in seating order: on the mat, on the pods and on the page.

They stay apart in the common kinds of colour blindness by their lightness, too (hues after Okabe and Ito's set); a seat
is never told by colour alone, its number stands beside it.
"""

from dataclasses import dataclass

from companion.language.message import Message, say


@dataclass(frozen=True, slots=True)
class SeatColour:
    """A seat's colour: its name, its hex value, and what can be read on it (black or white);
    `shape` marks the seat where colours can't be told."""

    name: Message
    hex: str
    ink: str
    shape: str


SEAT_COLOURS = (
    SeatColour(say("orange"), "#e69f00", "#000000", "circle"),
    SeatColour(say("sky blue"), "#56b4e9", "#000000", "square"),
    SeatColour(say("green"), "#007a5a", "#ffffff", "triangle"),
    SeatColour(say("yellow"), "#f0e442", "#000000", "diamond"),
    SeatColour(say("dark blue"), "#1f3f9e", "#ffffff", "star"),
    SeatColour(say("pink"), "#d45ba0", "#000000", "hexagon"),
)
