"""Which pin is which: six pods beside a display on a Raspberry Pi's header, by BCM number.

GPIO 2 to 27 are 26 lines, and six pods want 18. A display on I²C takes 2 and 3, one on SPI 8 to 11 and two more; 14 and
15 stay with the serial port. Lamps stand on pins that are pulled down when the Pi starts, so they are dark then.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from hardware.errors import PinError


@dataclass(frozen=True, slots=True)
class PodPins:
    """The three pins of one seat's pod. Keys connect their pin to ground; the lamp hangs between its pin and ground."""

    add: int
    ok: int
    lamp: int


BESIDE_I2C = (
    PodPins(add=4, ok=17, lamp=27),
    PodPins(add=22, ok=23, lamp=18),
    PodPins(add=7, ok=24, lamp=25),
    PodPins(add=5, ok=6, lamp=12),
    PodPins(add=19, ok=26, lamp=13),
    PodPins(add=16, ok=20, lamp=21),
)
BESIDE_SPI = (
    PodPins(add=2, ok=3, lamp=17),
    PodPins(add=4, ok=27, lamp=18),
    PodPins(add=22, ok=23, lamp=24),
    PodPins(add=5, ok=6, lamp=12),
    PodPins(add=19, ok=26, lamp=13),
    PodPins(add=16, ok=20, lamp=21),
)

I2C_PINS = {2: "the display's SDA (I²C)", 3: "the display's SCL (I²C)"}
SPI_BUS_PINS = {9: "the SPI bus's MISO", 10: "the display's MOSI (SPI)", 11: "the display's SCLK (SPI)"}
HEADER = {  # BCM number → place on the 40-pin header
    2: 3,
    3: 5,
    4: 7,
    14: 8,
    15: 10,
    17: 11,
    18: 12,
    27: 13,
    22: 15,
    23: 16,
    24: 18,
    10: 19,
    9: 21,
    25: 22,
    11: 23,
    8: 24,
    7: 26,
    5: 29,
    6: 31,
    12: 32,
    13: 33,
    19: 35,
    16: 36,
    26: 37,
    20: 38,
    21: 40,
}
GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)


def spi_pins(device: int, dc: int, reset: int | None) -> dict[int, str]:
    """Return what an SPI display takes, its chip select (`device` 0 or 1) and its own two lines included."""
    taken = [*SPI_BUS_PINS.items(), (8 - device, f"the display's CS (SPI device {device})"), (dc, "the display's D/C")]
    if reset is not None:
        taken.append((reset, "the display's RST"))
    return _assigned(taken)


def pod_pins(pods: Sequence[PodPins]) -> list[tuple[int, str]]:
    """Return each pin with what it is for, in words."""
    return [
        (pin, f"pod {number}'s {what}")
        for number, pod in enumerate(pods, 1)
        for pin, what in ((pod.add, "add key"), (pod.ok, "ok key"), (pod.lamp, "lamp"))
    ]


def check(pods: Sequence[PodPins], display: Mapping[int, str]) -> None:
    """Raise a PinError unless every pin exists and has one use only; the message names both uses."""
    _assigned([*display.items(), *pod_pins(pods)])


def _assigned(uses: Iterable[tuple[int, str]]) -> dict[int, str]:
    taken: dict[int, str] = {}
    for pin, use in uses:
        if pin not in HEADER:
            raise PinError(
                "{use} is set to GPIO {pin}, which can't be used; the header has GPIO 2 to 27", use=use, pin=pin
            )
        if pin in taken:
            raise PinError(
                "GPIO {pin} is wanted twice: for {one} and for {other}; give one of them another pin",
                pin=pin,
                one=taken[pin],
                other=use,
            )
        taken[pin] = use
    return taken
