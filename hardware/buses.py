"""The two buses a display can hang on, and which addresses answer on I²C."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hardware.errors import DisplayError
from hardware.pin_factory import lgpio_factory

ADDRESSES = (0x3C, 0x3D)  # the only two that these displays can be set to


@dataclass(frozen=True, slots=True)
class FoundDisplay:
    """An address that answers, and the driver that its status byte speaks for (people should confirm it)."""

    port: int
    address: int
    driver: str


def i2c(port: int, address: int) -> Callable[[], Any]:
    """Return what connects to a display at `address` on /dev/i2c-`port`."""

    def connect() -> Any:
        """Open the bus; luma asks nobody on it yet."""
        from luma.core.interface.serial import i2c as luma_i2c  # noqa: PLC0415 - a vendor, when its device is opened

        return luma_i2c(port=port, address=address)

    return connect


def spi(port: int, device: int, dc: int, reset: int | None, *, speed_hz: int, factory: Any) -> Callable[[], Any]:
    """Return what connects to a display on /dev/spidev`port`.`device` with its D/C and RST on these pins.

    luma looks for RPi.GPIO, which a Pi 5 has not: the two lines are driven through gpiozero's `factory` instead; None
    is the Pi's own.
    """
    pins = factory

    def connect() -> Any:
        """Open the bus and take the two lines; whatever fails, the lines are free again for the next attempt."""
        nonlocal pins
        try:
            import spidev  # noqa: F401, PLC0415
        except ImportError:
            raise DisplayError("the SPI bus needs spidev: `sudo apt install python3-spidev`") from None
        from luma.core.error import Error  # noqa: PLC0415
        from luma.core.interface.serial import spi as luma_spi  # noqa: PLC0415

        lines = None
        try:
            pins = pins or lgpio_factory()
            lines = Lines(pins)
            return luma_spi(gpio=lines, port=port, device=device, gpio_DC=dc, gpio_RST=reset, bus_speed_hz=speed_hz)
        except Exception as error:  # gpiozero and lgpio raise their own
            if lines is not None:
                lines.cleanup()
            if isinstance(error, OSError | Error):
                raise
            raise DisplayError(
                "the display's lines can't be used ({error}): is another program using the pins, and is this user in "
                "the group gpio?",
                error=str(error) or type(error).__name__,
            ) from error

    return connect


class Lines:
    """Output pins in the words of RPi.GPIO, which luma speaks, on gpiozero's pins."""

    OUT, LOW, HIGH = "out", 0, 1

    def __init__(self, factory: Any = None) -> None:
        self._factory = factory
        self._lines: dict[int, Any] = {}

    def setup(self, pin: int, direction: str) -> None:
        """Make the pin an output, low."""
        from gpiozero import DigitalOutputDevice  # noqa: PLC0415

        if direction != self.OUT:
            raise ValueError(f"a display's line is “{direction}”; it can only be an output")
        self._lines[pin] = DigitalOutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, value: Any) -> None:
        """Set the pin high or low."""
        self._lines[pin].value = bool(value)

    def cleanup(self, pins: Any = None) -> None:
        """Give the pins back."""
        for pin in list(self._lines) if pins is None else pins:
            line = self._lines.pop(pin, None)
            if line is not None:
                line.close()


def found_displays(port: int = 1, open_bus: Callable[[int], Any] | None = None) -> tuple[FoundDisplay, ...]:
    """Return what answers where a display may be on /dev/i2c-`port`; nothing where there is no such bus, or
    nothing installed that speaks on it."""
    try:
        bus = open_bus(port) if open_bus is not None else _smbus(port)
    except (OSError, ImportError):
        return ()
    found = []
    try:
        for address in ADDRESSES:
            try:
                status = bus.read_byte(address)
            except OSError:
                continue
            found.append(FoundDisplay(port, address, likely_driver(status)))
    finally:
        bus.close()
    return tuple(found)


def likely_driver(status: int) -> str:
    """Return the driver that a display's status byte speaks for: the low half of an SH1106's is 8 or 0."""
    return "sh1106" if status & 0x0F in (0x00, 0x08) else "ssd1306"


def _smbus(port: int) -> Any:
    from smbus2 import SMBus  # noqa: PLC0415

    return SMBus(port)
