"""Displays: luma's real drivers over a serial interface that records, gone and back, and sparing."""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageDraw
from support.display_panels import KernelWire, panel_sh1106, panel_ssd1306, panel_ssd1322

from hardware import buses
from hardware.burn_in import DIM_AFTER_S, SLEEP_AFTER_S, SparedDisplay, care, shifted
from hardware.buses import Lines, found_displays, likely_driver
from hardware.display import REPEAT_S, RETRY_S, LumaDisplay, PictureDisplay, luma_builder, turned
from hardware.errors import DisplayError

SIZES = {"ssd1306": [(128, 64), (128, 32)], "sh1106": [(128, 64), (128, 32)], "ssd1309": [(128, 64)]}


class Recorder:
    """A serial interface that keeps every byte. It can be unplugged."""

    def __init__(self) -> None:
        self._sent: list[tuple[str, bytes]] = []
        self.plugged = True
        self.cleaned = 0

    def connect(self) -> Any:
        return self

    @property
    def sent(self) -> list[tuple[str, bytes]]:
        return self._sent

    def command(self, *cmd: int) -> None:
        self._send("command", bytes(cmd))

    def data(self, data: Any) -> None:
        self._send("data", bytes(data))

    def cleanup(self) -> None:
        self.cleaned += 1

    def _send(self, what: str, data: bytes) -> None:
        if not self.plugged:
            raise OSError(121, "Remote I/O error")
        self._sent.append((what, data))


Wire = Recorder | KernelWire


@pytest.fixture(params=["recorded", "the kernel's bus"])
def wire(request: Any) -> Wire:
    if request.param == "recorded":
        return Recorder()
    if not KernelWire.HEARD.exists():
        pytest.skip("the kernel's bus is simulated on the rig only (make test-rig)")
    return KernelWire()


def drawing(size: tuple[int, int]) -> Image.Image:
    """A picture without any symmetry."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.text((3, 2), "ShipShape 42", fill=255)
    draw.line((0, size[1] - 1, size[0] - 1, size[1] // 2), fill=255)
    draw.rectangle((size[0] - 9, 1, size[0] - 2, 5), fill=255)
    return image


PANELS: dict[str, Callable[[list[tuple[str, bytes]], tuple[int, int]], Image.Image]] = {
    "ssd1306": panel_ssd1306,
    "ssd1309": panel_ssd1306,
    "sh1106": panel_sh1106,
}


@pytest.mark.parametrize(("driver", "size"), [(name, size) for name, sizes in SIZES.items() for size in sizes])
def test_the_bytes_on_the_bus_are_the_twins_picture(driver: str, size: tuple[int, int], wire: Wire) -> None:
    display = LumaDisplay(wire.connect, luma_builder(driver, size), size)
    twin = PictureDisplay(size)
    for shown in (display, twin):
        shown.show(drawing(size))
    assert PANELS[driver](wire.sent, size).tobytes() == twin.image.tobytes()
    assert twin.image.getbbox() is not None


@pytest.mark.parametrize("rotate_deg", [90, 180, 270])
def test_a_turned_display_shows_the_picture_turned(rotate_deg: int, wire: Wire) -> None:
    panel = (128, 64)
    size = turned(panel, rotate_deg)
    LumaDisplay(wire.connect, luma_builder("ssd1306", panel, rotate_deg), size).show(drawing(size))
    seen = panel_ssd1306(wire.sent, panel)
    assert seen.rotate(rotate_deg, expand=True).tobytes() == drawing(size).tobytes()


def test_a_wide_grey_display_is_driven_too() -> None:
    serial, size = Recorder(), (256, 64)
    LumaDisplay(serial.connect, luma_builder("ssd1322", size), size).show(drawing(size))
    assert panel_ssd1322(serial.sent, size).tobytes() == drawing(size).tobytes()


class Hand:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def test_unplugged_it_is_remembered_and_back_it_shows_the_latest_picture(wire: Wire) -> None:
    clock, size = Hand(), (128, 64)
    display = LumaDisplay(wire.connect, luma_builder("ssd1306", size), size, clock=clock)
    display.show(drawing(size))
    wire.plugged = False
    display.show(Image.new("1", size))
    assert display.gone is not None
    assert "look at its four wires" in str(display.gone)
    wire.plugged = True
    display.show(drawing(size))
    assert display.gone is not None, "it is not tried again at once"
    clock.now_s += RETRY_S
    before = len(wire.sent)
    display.show(drawing(size))
    assert display.gone is None
    assert panel_ssd1306(wire.sent[before:], size).tobytes() == drawing(size).tobytes()
    assert wire.sent[before + 1][1][0] == 0xAE, "a display that lost its power is set up anew"


def test_a_display_that_is_not_there_at_the_start_is_found_later(wire: Wire) -> None:
    clock, size = Hand(), (128, 64)
    wire.plugged = False
    display = LumaDisplay(wire.connect, luma_builder("sh1106", size), size, clock=clock)
    assert display.gone is not None
    display.contrast(30)
    wire.plugged = True
    clock.now_s += RETRY_S
    display.show(drawing(size))
    assert display.gone is None
    assert panel_sh1106(wire.sent, size).tobytes() == drawing(size).tobytes()
    assert ("command", bytes([0x81, 30])) in wire.sent, "the contrast asked for meanwhile is set"


def test_a_bus_that_does_not_exist_is_told() -> None:
    def connect() -> Any:
        raise FileNotFoundError(2, "No such file or directory", "/dev/i2c-1")

    display = LumaDisplay(connect, luma_builder("ssd1306", (128, 64)), (128, 64))
    assert "/dev/i2c-1" in str(display.gone)


def test_an_unchanged_picture_is_sent_again_only_now_and_then(wire: Wire) -> None:
    clock, size = Hand(), (128, 64)
    display = LumaDisplay(wire.connect, luma_builder("ssd1306", size), size, clock=clock)
    display.show(drawing(size))
    sent = len(wire.sent)
    display.show(drawing(size))
    assert len(wire.sent) == sent
    clock.now_s += REPEAT_S
    display.show(drawing(size))
    assert len(wire.sent) > sent


@pytest.mark.parametrize(("driver", "size"), [*((name, SIZES[name][0]) for name in SIZES), ("ssd1322", (256, 64))])
@pytest.mark.parametrize("pages_turn", [False, True])
def test_one_that_lost_its_power_unnoticed_is_set_up_again_and_never_darkened(
    driver: str, size: tuple[int, int], pages_turn: bool
) -> None:
    clock, serial, dark = Hand(), Recorder(), Image.new("1", size)
    display = LumaDisplay(serial.connect, luma_builder(driver, size), size, answers=False, clock=clock)
    opening = [one for one in serial.sent if len(one[1]) <= 32]
    display.show(drawing(size))
    before = len(serial.sent)
    for second in range(round(REPEAT_S)):
        clock.now_s += 1
        display.show(dark if pages_turn and second % 2 == 0 else drawing(size))
        sent = serial.sent[before:]
    settings = [(what, data.removeprefix(b"\xae")) for what, data in opening]
    assert [one for one in settings if one[1] and one not in sent] == []
    assert not [data for what, data in sent if what == "command" and data[0] == 0xAE]
    lit = sent.index(("command", b"\xaf"))
    panel = {**PANELS, "ssd1322": panel_ssd1322}[driver]
    assert panel(sent[lit:], size).tobytes() == (dark if pages_turn else drawing(size)).tobytes()
    assert sum(len(data) for what, data in sent[:lit] if what == "data" and not pages_turn) <= 64


def test_closing_darkens_it(wire: Wire) -> None:
    size = (128, 64)
    display = LumaDisplay(wire.connect, luma_builder("ssd1306", size), size)
    display.show(drawing(size))
    display.close()
    assert ("command", b"\xae") in wire.sent[-4:]
    assert panel_ssd1306(wire.sent, size).getbbox() is None


def test_closing_gives_the_bus_back() -> None:
    serial, size = Recorder(), (128, 64)
    LumaDisplay(serial.connect, luma_builder("ssd1306", size), size).close()
    assert serial.cleaned == 1


def test_what_can_not_be_is_told() -> None:
    with pytest.raises(DisplayError, match=r"no display driver is called “ssd9999”; there are .*sh1106.*ssd1306"):
        luma_builder("ssd9999", (128, 64))
    with pytest.raises(DisplayError, match="a ssd1306 of 100×64 pixels does not exist"):
        luma_builder("ssd1306", (100, 64))
    with pytest.raises(DisplayError, match="turned by 45 degrees"):
        luma_builder("ssd1306", (128, 64), 45)
    with pytest.raises(ValueError, match=r"the picture is \(10, 10\)"):
        PictureDisplay().show(Image.new("1", (10, 10)))


def test_the_displays_lines_are_driven_through_gpiozero() -> None:
    factory = MockFactory()
    lines = Lines(factory)
    lines.setup(25, lines.OUT)
    lines.output(25, lines.HIGH)
    assert factory.pin(25).state
    lines.cleanup([25])
    Lines(factory).setup(25, "out")


# ---- scanning


class Bus:
    def __init__(self, answers: dict[int, int]) -> None:
        self.answers, self.closed = answers, False

    def read_byte(self, address: int) -> int:
        if address not in self.answers:
            raise OSError(121, "Remote I/O error")
        return self.answers[address]

    def close(self) -> None:
        self.closed = True


def test_a_scan_of_the_real_bus_finds_the_display(wire: Wire) -> None:
    if isinstance(wire, KernelWire):
        assert [(display.address, display.driver) for display in found_displays()] == [(0x3C, "ssd1306")]
    else:
        assert found_displays(open_bus=lambda _: Bus({0x3C: 3}))[0].address == 0x3C


def test_scanning_finds_addresses_and_guesses_drivers() -> None:
    bus = Bus({0x3C: 0x03, 0x3D: 0x48})
    found = found_displays(open_bus=lambda _: bus)
    assert [(display.address, display.driver) for display in found] == [(0x3C, "ssd1306"), (0x3D, "sh1106")]
    assert bus.closed
    assert found_displays(open_bus=lambda _: Bus({})) == ()
    assert found_displays(port=99) == (), "no such bus, no display"
    assert likely_driver(0x46) == "ssd1306"


# ---- sparing


def test_it_dims_and_sleeps_by_idle_time() -> None:
    assert care(0, 0).level == 255
    assert 0 < care(DIM_AFTER_S, 0).level < 64
    assert care(SLEEP_AFTER_S, 0).level == 0
    assert care(0, 0, bright=80).level == 80


def test_it_moves_by_a_pixel_a_minute_and_comes_back() -> None:
    places = [care(0, minute * 60).shift_px for minute in range(8)]
    assert places[:4] == [(0, 0), (1, 0), (1, 1), (0, 1)]
    assert places[4:] == places[:4]


def test_a_shifted_picture_does_not_wrap_round() -> None:
    image = Image.new("1", (4, 3), 255)
    assert shifted(image, (1, 1)).getbbox() == (1, 1, 4, 3)


def test_only_a_touch_wakes_it() -> None:
    twin = PictureDisplay()
    spared = SparedDisplay(twin, now_s=0)
    spared.show(drawing((128, 64)), 0)
    spared.tick(DIM_AFTER_S)
    assert twin.level < 64
    spared.touch(DIM_AFTER_S + 1)
    assert twin.level == 255
    spared.show(Image.new("1", (128, 64)), 2 * DIM_AFTER_S + 2)
    assert twin.level < 64, "a page that turns by itself is nothing new"
    spared.tick(3 * SLEEP_AFTER_S)
    assert twin.level == 0


def test_awake_it_is_as_bright_as_it_was_set() -> None:
    twin = PictureDisplay()
    twin.contrast(180)
    spared = SparedDisplay(twin, now_s=0)
    spared.show(drawing((128, 64)), 0)
    assert twin.level == 180
    spared.tick(DIM_AFTER_S)
    assert twin.level == 180 // 8
    spared.touch(DIM_AFTER_S + 1)
    assert twin.level == 180


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(2, "No such file or directory"), "switch it on with `sudo systemd/install.sh --spi`"),
        (DisplayError("the SPI bus needs spidev"), "the SPI bus needs spidev"),
    ],
)
def test_a_missing_spi_bus_is_told_in_its_own_words(error: Exception, words: str) -> None:
    def connect() -> Any:
        raise error

    gone = LumaDisplay(connect, luma_builder("ssd1309", (128, 64)), (128, 64), answers=False).gone
    assert words in str(gone)
    assert "four wires" not in str(gone)


class NoSpidev:
    """The vendor's module on a machine whose bus is switched off."""

    class SpiDev:
        def open(self, _port: int, _device: int) -> None:
            raise FileNotFoundError(2, "No such file or directory")


def test_a_bus_that_is_off_is_tried_again_with_its_lines_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", NoSpidev)
    connect = buses.spi(0, 0, 25, 7, speed_hz=8_000_000, factory=MockFactory())
    for _ in range(2):
        gone = LumaDisplay(connect, luma_builder("ssd1309", (128, 64)), (128, 64), answers=False).gone
        assert "switch it on with" in str(gone)


def test_a_machine_without_pins_has_no_spi_display_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Any:
        raise RuntimeError("no chip")

    monkeypatch.setitem(sys.modules, "spidev", NoSpidev)
    monkeypatch.setattr(buses, "lgpio_factory", none)
    connect = buses.spi(0, 0, 25, 7, speed_hz=8_000_000, factory=None)
    gone = LumaDisplay(connect, luma_builder("ssd1309", (128, 64)), (128, 64), answers=False).gone
    assert "the display's lines can't be used (no chip)" in str(gone)
