"""The wiring as a picture: the Pi's 40 pins with what goes where, drawn from the pin map itself, as SVG."""

from collections.abc import Mapping, Sequence
from html import escape

from companion.prints.seat_colours import SEAT_COLOURS
from hardware.pins import GROUNDS, HEADER, PodPins

ROW_PX = 26
PIN_PX = 20
MIDDLE_PX = 330
TOP_PX = 70
POWER = {1: "3.3 V", 17: "3.3 V", 2: "5 V", 4: "5 V"}
RESERVED = {27: "reserved", 28: "reserved"}
PLACES = 40


def svg(pods: Sequence[PodPins], display: Mapping[int, str], title: str) -> str:
    """Return the drawing of the header seen from above, the board's edge at its right, pin 1 at its top left."""
    uses = {HEADER[pin]: (f"{what} · GPIO {pin}", "#444444") for pin, what in display.items()}
    for number, pod in enumerate(pods):
        colour = SEAT_COLOURS[number].hex
        for pin, what in ((pod.add, "add"), (pod.ok, "ok"), (pod.lamp, "lamp")):
            uses[HEADER[pin]] = (f"pod {number + 1} {what} · GPIO {pin}", colour)
    height = TOP_PX + ROW_PX * PLACES // 2 + 190
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * MIDDLE_PX} {height}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{2 * MIDDLE_PX}" height="{height}" fill="#ffffff"/>',
        _text(MIDDLE_PX, 26, title, "middle", size=17, bold=True),
        _text(MIDDLE_PX, 48, "the header seen from above; pin 1 is nearest to the SD card", "middle", colour="#555555"),
        f'<rect x="{MIDDLE_PX - 32}" y="{TOP_PX - 8}" width="64" height="{ROW_PX * 20 + 10}" rx="4" fill="#222222"/>',
    ]
    for place in range(1, PLACES + 1):
        parts += _pin(place, uses)
    parts += _pod(TOP_PX + ROW_PX * 20 + 40)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _pin(place: int, uses: Mapping[int, tuple[str, str]]) -> list[str]:
    left = place % 2 == 1
    x = MIDDLE_PX + (-15 if left else 15)
    y = TOP_PX + (place - 1) // 2 * ROW_PX + 12
    words, colour = _use(place, uses)
    side = -1 if left else 1
    text_x = MIDDLE_PX + side * 72
    used = place in uses
    parts = [
        f'<circle cx="{x}" cy="{y}" r="{PIN_PX / 2}" fill="{colour}" stroke="#000000"/>',
        _text(x, y + 4, str(place), "middle", size=10, colour=_ink(colour)),
    ]
    if words:
        weight = "2.5" if used else "0.6"
        parts.append(
            f'<line x1="{x + side * PIN_PX / 2}" y1="{y}" x2="{text_x - side * 6}" y2="{y}" '
            f'stroke="{colour}" stroke-width="{weight}"/>'
        )
        parts.append(
            _text(text_x, y + 5, words, "end" if left else "start", bold=used, colour="#000000" if used else "#777777")
        )
    return parts


def _use(place: int, uses: Mapping[int, tuple[str, str]]) -> tuple[str, str]:
    if place in uses:
        return uses[place]
    if place in POWER:
        return POWER[place], "#d02020"
    if place in GROUNDS:
        return "ground", "#000000"
    return RESERVED.get(place, ""), "#aaaaaa"


def _ink(colour: str) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 128_000 else "#ffffff"


def _text(
    x: float, y: float, words: str, anchor: str, *, size: int = 13, bold: bool = False, colour: str = "#000000"
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    where = f'x="{x}" y="{y}" text-anchor="{anchor}"'
    return f'<text {where} font-size="{size}"{weight} fill="{colour}">{escape(words)}</text>'


def _pod(top: int) -> list[str]:
    """Draw one pod's circuit: each key between its pin and ground, the lamp with its resistor likewise."""
    rows = [_text(40, top - 8, "one pod", "start", bold=True)]
    for number, (name, what) in enumerate((("add", "key"), ("ok", "key"), ("lamp", "330 Ω and LED"))):
        y = top + 16 + number * 36
        rows.append(_text(40, y + 5, name, "start"))
        rows.append(f'<line x1="90" y1="{y}" x2="200" y2="{y}" stroke="#000000" stroke-width="1.5"/>')
        rows += _key(y) if what == "key" else _led(y)
        rows.append(f'<line x1="400" y1="{y}" x2="500" y2="{y}" stroke="#000000" stroke-width="1.5"/>')
        rows.append(_text(300, y - 17 if what == "key" else y - 12, what, "middle", size=11, colour="#555555"))
        rows.append(_text(508, y + 5, "ground", "start"))
    return rows


def _key(y: int) -> list[str]:
    return [
        f'<line x1="200" y1="{y}" x2="270" y2="{y}" stroke="#000000" stroke-width="1.5"/>',
        f'<circle cx="272" cy="{y}" r="3"/><circle cx="328" cy="{y}" r="3"/>',
        f'<line x1="274" y1="{y - 2}" x2="322" y2="{y - 14}" stroke="#000000" stroke-width="2"/>',
        f'<line x1="330" y1="{y}" x2="400" y2="{y}" stroke="#000000" stroke-width="1.5"/>',
    ]


def _led(y: int) -> list[str]:
    return [
        f'<rect x="215" y="{y - 6}" width="44" height="12" fill="#ffffff" stroke="#000000" stroke-width="1.5"/>',
        f'<line x1="200" y1="{y}" x2="215" y2="{y}" stroke="#000000" stroke-width="1.5"/>',
        f'<line x1="259" y1="{y}" x2="322" y2="{y}" stroke="#000000" stroke-width="1.5"/>',
        f'<polygon points="322,{y - 9} 322,{y + 9} 340,{y}" fill="#e69f00" stroke="#000000"/>',
        f'<line x1="340" y1="{y - 9}" x2="340" y2="{y + 9}" stroke="#000000" stroke-width="2"/>',
        f'<line x1="340" y1="{y}" x2="400" y2="{y}" stroke="#000000" stroke-width="1.5"/>',
    ]
