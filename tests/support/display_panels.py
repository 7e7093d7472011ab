"""What a display's glass shows, rebuilt from the bytes that its bus carried; and the rig's bus, which records them."""

import os
from pathlib import Path
from typing import Any

from PIL import Image

from hardware.buses import i2c

Sent = list[tuple[str, bytes]]


class KernelWire:
    """The same over smbus2 and the kernel's own I²C, where the rig has a display that records (make test-rig)."""

    PLUG = Path("/sys/module/recorder/parameters/plugged")
    HEARD = Path("/dev/i2c-recorder")

    def __init__(self) -> None:
        self.plugged = True
        self._sent: Sent = []
        self._read()

    @property
    def plugged(self) -> bool:
        return self.PLUG.read_text().strip() == "Y"

    @plugged.setter
    def plugged(self, value: bool) -> None:
        self.PLUG.write_text("1" if value else "0")

    def connect(self) -> Any:
        return i2c(1, 0x3C)()

    @property
    def sent(self) -> Sent:
        raw = self._read()
        while raw:
            length = int.from_bytes(raw[:2], "little")
            message, raw = raw[2 : 2 + length], raw[2 + length :]
            self._sent.append(("command" if message[0] == 0 else "data", message[1:]))
        return self._sent

    def _read(self) -> bytes:
        raw = b""
        handle = os.open(self.HEARD, os.O_RDONLY)
        while part := os.read(handle, 65536):
            raw += part
        os.close(handle)
        return raw


def panel_ssd1306(sent: Sent, size: tuple[int, int]) -> Image.Image:
    """What an SSD1306 in horizontal mode shows: a byte is eight pixels, downwards, lowest bit first."""
    width, height = size
    columns, pages = (0, width - 1), (0, height // 8 - 1)
    memory = bytearray(width * height // 8)
    at = 0
    for what, data in sent:
        if what == "data":
            for byte in data:
                column = columns[0] + at % (columns[1] - columns[0] + 1)
                page = pages[0] + at // (columns[1] - columns[0] + 1)
                memory[page * width + column] = byte
                at += 1
        elif data[0] == 0x21:  # column address, then 0x22 and the page address
            assert data[3] == 0x22
            columns, pages, at = (data[1], data[2]), (data[4], data[5]), 0
    return from_pages(memory, size)


def panel_sh1106(sent: Sent, size: tuple[int, int]) -> Image.Image:
    """What an SH1106 shows: its memory is 132 columns wide, the panel begins at the third."""
    width, height = size
    memory = bytearray(132 * height // 8)
    page = column = 0
    for what, data in sent:
        if what == "data":
            memory[page * 132 + column : page * 132 + column + len(data)] = data
        elif len(data) == 3 and 0xB0 <= data[0] <= 0xB7:
            page, column = data[0] & 7, (data[1] & 15) | (data[2] & 15) << 4
    rows = b"".join(memory[p * 132 + 2 : p * 132 + 2 + width] for p in range(height // 8))
    return from_pages(rows, size)


def panel_ssd1322(sent: Sent, size: tuple[int, int]) -> Image.Image:
    """What an SSD1322 shows: a byte is two grey pixels in a window that was set before (columns count four pixels)."""
    image = Image.new("1", size)
    asked, left, width, top = 0, 0, size[0], 0
    for what, data in sent:
        if what == "command":
            asked = data[0]
        elif asked == 0x15:
            left, width = (data[0] - 28) * 4, (data[1] + 1 - data[0]) * 4
        elif asked == 0x75:
            top = data[0]
        elif asked == 0x5C:
            greys = [half for byte in data for half in (byte >> 4, byte & 15)]
            for at, grey in enumerate(greys):
                image.putpixel((left + at % width, top + at // width), 255 * (grey > 7))
    return image


def from_pages(memory: bytes, size: tuple[int, int]) -> Image.Image:
    width, height = size
    image = Image.new("1", size)
    for y in range(height):
        for x in range(width):
            image.putpixel((x, y), 255 * (memory[y // 8 * width + x] >> y % 8 & 1))
    return image
