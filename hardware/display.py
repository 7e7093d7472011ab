"""A small display: it shows one picture. The real one is any OLED that luma drives, the twin keeps it."""

import time
from collections.abc import Callable
from typing import Any, Protocol

from PIL import Image

from hardware.camera import Clock
from hardware.errors import DisplayError, DisplayGone, not_installed

RETRY_S = 2.0  # a display that is away is tried this often
PROBE_S = 0.5  # where the bus tells, it is asked this often whether somebody is there
REPEAT_S = 5.0  # it is set up, and an unchanged picture sent, again this often: one that was without power needs it
BRIGHT = 255
_NO_OPERATION = 0xE3  # the drivers' command for nothing
_OFF = 0xAE
_MOST_SETTING = 32  # bytes of data that set something; a picture has more


class Display(Protocol):
    """Shows pictures of its `size` (width, height). It never raises while it is away: a game goes on without it."""

    @property
    def size(self) -> tuple[int, int]:
        """Return the picture's size in pixels, as the display is turned."""
        ...

    @property
    def gone(self) -> DisplayGone | None:
        """Return why it shows nothing, or None while it answers."""
        ...

    @property
    def level(self) -> int:
        """Return how bright it is set to be, 0 to 255."""
        ...

    def show(self, image: Image.Image) -> None:
        """Show a picture. Raises a ValueError for one of another size."""
        ...

    def contrast(self, level: int) -> None:
        """Set how bright it is, 0 to 255; 0 switches it off."""
        ...

    def close(self) -> None:
        """Darken it and give the bus back."""
        ...


class PictureDisplay:
    """The twin: it keeps what it shows as `image`."""

    def __init__(self, size: tuple[int, int] = (128, 64)) -> None:
        self.size = size
        self.level = BRIGHT
        self.gone: DisplayGone | None = None
        self.close()

    def show(self, image: Image.Image) -> None:
        """Show a picture."""
        _check_size(image, self.size)
        self.image = image.convert("1")

    def contrast(self, level: int) -> None:
        """Remember how bright it would be."""
        self.level = level

    def close(self) -> None:
        """Show nothing."""
        self.image = Image.new("1", self.size)


class LumaDisplay:
    """An OLED on a bus. `connect` makes luma's serial interface, which is then kept; `build` makes luma's device of it,
    which sends its opening commands. Whatever goes wrong on the bus is remembered as `gone` and tried again later.
    `answers` says that the bus tells whether somebody is there, as I²C does and SPI does not."""

    def __init__(
        self,
        connect: Callable[[], Any],
        build: Callable[[Any], Any],
        size: tuple[int, int],
        *,
        answers: bool = True,
        clock: Clock = time.monotonic,
    ) -> None:
        self._connect, self._build, self._size, self._clock = connect, build, size, clock
        self._answers = answers
        self._serial: Any = None
        self._device: Any = None
        self._level = BRIGHT
        self._shown: tuple[bytes, float] = (b"", 0.0)
        self._opening: _Opening | None = None
        self._opened_s = self._tried_s = clock()
        self.gone: DisplayGone | None = None
        self._attempt(self._open)

    @property
    def size(self) -> tuple[int, int]:
        """Return the picture's size in pixels, as the display is turned."""
        return self._size

    @property
    def level(self) -> int:
        """Return how bright it is set to be, 0 to 255."""
        return self._level

    def show(self, image: Image.Image) -> None:
        """Show a picture; one that is shown already is sent again only every few seconds."""
        _check_size(image, self._size)
        now_s = self._clock()
        plain = image.convert("1")
        data = plain.tobytes()
        if self._device is None and now_s - self._tried_s < RETRY_S:
            return
        if self._device is not None and self._shown[0] == data and now_s - self._shown[1] < REPEAT_S:
            self._probe()
            return

        def send() -> None:
            if self._device is None:
                self._open()
            elif now_s - self._opened_s >= REPEAT_S:
                self._open_again()
            self._device.display(plain.convert(self._device.mode))
            self._shown = (data, now_s)

        self._attempt(send)

    def contrast(self, level: int) -> None:
        """Set how bright it is, 0 to 255; 0 switches it off."""
        level = max(0, min(BRIGHT, level))
        if level == self._level:
            self._probe()  # also of one that sleeps
            return
        self._level = level
        if self._device is not None:
            self._attempt(self._brighten)

    def close(self) -> None:
        """Darken it and give the bus back."""
        device, self._device = self._device, None
        if device is not None:
            self._attempt(device.cleanup)
            device.persist = True  # luma would darken it once more when Python ends

    def _probe(self) -> None:
        """Find out whether it is still there, or there again."""
        since_s = self._clock() - self._tried_s
        if self._device is None:
            if since_s >= RETRY_S:
                self._attempt(self._open)
        elif self._answers and since_s >= PROBE_S:
            self._attempt(lambda: self._serial.command(_NO_OPERATION))

    def _open(self) -> None:
        if self._serial is None:
            self._serial = self._connect()
        if self._answers:
            self._serial.command(_NO_OPERATION)  # where nobody answers, luma's device need not be built
        self._device = self._build(self._serial)
        self._opened_s = self._clock()
        self._brighten()

    def _open_again(self) -> None:
        """Set up, with its picture standing, what may have lost its power too shortly for a probe, or on SPI."""
        if self._opening is None:
            self._opening = _Opening()
            self._build(self._opening).persist = True
        for send, what in self._opening.sent:
            getattr(self._serial, send)(*what)
        if hasattr(self._device, "framebuffer"):  # a grey one is sent what differs from its last picture only
            self._device.framebuffer.prev_image = None
        self._opened_s = self._clock()
        self._brighten()

    def _brighten(self) -> None:
        if self._level == 0:
            self._device.hide()
        else:
            self._device.contrast(self._level)
            self._device.show()

    def _attempt(self, deed: Callable[[], None]) -> None:
        from luma.core.error import Error  # noqa: PLC0415

        self._tried_s = self._clock()
        try:
            deed()
        except (OSError, Error) as error:
            if self._device is not None:
                self._device.persist = True
            self._device = None
            self._shown = (b"", 0.0)
            self.gone = self._why(error)
        else:
            self.gone = None

    def _why(self, error: Exception) -> DisplayGone:
        if isinstance(error, DisplayError):  # it says already what is missing
            return DisplayGone(error.why, **error.values)
        if self._answers:
            return DisplayGone(
                "the display does not answer ({error}): look at its four wires and its address; it is tried again by "
                "itself",
                error=error,
            )
        return DisplayGone(
            "the SPI bus can't be used ({error}): switch it on with `sudo systemd/install.sh --spi` and start the Pi "
            "anew",
            error=error,
        )


def _check_size(image: Image.Image, size: tuple[int, int]) -> None:
    if image.size != size:
        raise ValueError(f"the picture is {image.size}, and the display {size}; draw it in the display's size")


# ---- which OLEDs there are

ROTATIONS_DEG = (0, 90, 180, 270)


def luma_builder(driver: str, size: tuple[int, int], rotate_deg: int = 0) -> Callable[[Any], Any]:
    """Return what builds luma's device class `driver` ("ssd1306", "sh1106", …) of a serial interface; `size` is the
    panel's. Raises a DisplayError that names the drivers, sizes or turns there are, or what is not installed."""
    try:
        from luma.core.error import Error  # noqa: PLC0415 - a vendor is imported when its device is opened
        from luma.oled import device as devices  # noqa: PLC0415
    except ImportError as error:
        raise not_installed("luma.oled", error) from None

    known = [name for name in devices.__all__ if name not in ("ws0010", "winstar_weh", "ssd1331", "ssd1351")]
    if driver not in known:
        raise DisplayError(
            "no display driver is called “{driver}”; there are {known}", driver=driver, known=", ".join(sorted(known))
        )
    if rotate_deg not in ROTATIONS_DEG:
        raise DisplayError(
            "the display is turned by {rotate_deg} degrees; it can be 0, 90, 180 or 270", rotate_deg=rotate_deg
        )

    def build(serial: Any) -> Any:
        width, height = size
        return getattr(devices, driver)(serial, width=width, height=height, rotate=rotate_deg // 90)

    try:
        build(_Nothing()).persist = True
    except Error as error:
        raise DisplayError(
            "a {driver} of {width}×{height} pixels does not exist ({error})",
            driver=driver,
            width=size[0],
            height=size[1],
            error=error,
        ) from None
    return build


class _Nothing:
    """A serial interface to nobody, to find out whether a driver knows a size."""

    def command(self, *cmd: int) -> None:
        pass

    def data(self, data: Any) -> None:
        pass

    def cleanup(self) -> None:
        pass


class _Opening(_Nothing):
    """A serial interface that keeps what sets a device up: neither that it is switched off first, nor its picture."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, tuple[Any, ...]]] = []

    def command(self, *cmd: int) -> None:
        kept = cmd[1:] if cmd[0] == _OFF else cmd
        if kept:
            self.sent.append(("command", kept))

    def data(self, data: Any) -> None:
        if len(data) <= _MOST_SETTING:
            self.sent.append(("data", (data,)))


def turned(size: tuple[int, int], rotate_deg: int) -> tuple[int, int]:
    """Return the size of the picture on a panel of `size` that is turned."""
    return (size[1], size[0]) if rotate_deg in (90, 270) else size
