"""The six seat colours, in seating order: on the mat's docks, on the pods and on the page.

They stay apart in the common kinds of colour blindness by their lightness, too (hues after Okabe and Ito's set); a seat
is never told by colour alone, its number stands beside it.
"""

from dataclasses import dataclass

from companion.message import Message, say


@dataclass(frozen=True, slots=True)
class SeatColour:
    """A seat's colour: its name, its hex value, and what can be read on it (black or white)."""

    name: Message
    hex: str
    ink: str


SEAT_COLOURS = (
    SeatColour(say("orange"), "#e69f00", "#000000"),
    SeatColour(say("sky blue"), "#56b4e9", "#000000"),
    SeatColour(say("green"), "#007a5a", "#ffffff"),
    SeatColour(say("yellow"), "#f0e442", "#000000"),
    SeatColour(say("dark blue"), "#1f3f9e", "#ffffff"),
    SeatColour(say("pink"), "#d45ba0", "#000000"),
)
