"""A number as it is printed on a piece: on a line where it would be another number upside down."""

from companion.prints.drawing import Shape, Text, rect
from companion.prints.letters import width_mm


def numeral(words: str, center_mm: tuple[float, float], height_mm: float, ink: str = "#1c1c1c") -> tuple[Shape, ...]:
    """Return the number in bold, its digits `height_mm` high. A minus is drawn as the real one."""
    shown = words.replace("-", "−")
    foot = stands_on_a_line(words)
    x, y = center_mm
    text = Text(shown, (x, y - 0.08 * height_mm if foot else y), height_mm, ink, bold=True)
    if not foot:
        return (text,)
    wide_mm = width_mm(shown, height_mm, bold=True) * 0.85
    return (text, rect((x - wide_mm / 2, y + 0.55 * height_mm, wide_mm, 0.12 * height_mm), ink))


def stands_on_a_line(words: str) -> bool:
    """Return whether a number could be read upside down as another one: 6, 9, 16, 68, …"""
    digits = set(words.lstrip("-"))
    return digits <= set("01689") and bool(digits & set("69"))
