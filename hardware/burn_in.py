"""An OLED wears where it is lit: how it is spared when nobody plays, as a function of idle time."""

from dataclasses import dataclass

from PIL import Image

from hardware.display import BRIGHT, Display

DIM_AFTER_S = 180.0
SLEEP_AFTER_S = 1800.0
SHIFT_EVERY_S = 60.0
SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class Care:
    """How bright (0 is off) and by how many pixels shifted (right, down)."""

    level: int
    shift_px: tuple[int, int]


def care(idle_s: float, now_s: float, bright: int = BRIGHT) -> Care:
    """Return how to show a picture when nothing has happened for `idle_s`: dimmed after three minutes, dark after half
    an hour; by the minute it moves by a pixel, so that what always stands does not always stand there."""
    shift = SHIFTS[int(now_s / SHIFT_EVERY_S) % len(SHIFTS)]
    if idle_s >= SLEEP_AFTER_S:
        return Care(0, shift)
    return Care(max(1, bright // 8) if idle_s >= DIM_AFTER_S else bright, shift)


def shifted(image: Image.Image, shift_px: tuple[int, int]) -> Image.Image:
    """Return the picture moved right and down; what leaves it is lost, what comes in is dark."""
    moved = Image.new(image.mode, image.size)
    moved.paste(image, shift_px)
    return moved


class SparedDisplay:
    """Any display, spared; awake it is as bright as it was set when it is handed over. Only `touch` says that something
    happened: pages that turn by themselves wake nobody."""

    def __init__(self, display: Display, *, now_s: float) -> None:
        self._display, self._bright = display, display.level
        self._picture: Image.Image | None = None
        self._touched_s = now_s

    @property
    def size(self) -> tuple[int, int]:
        """Return the picture's size in pixels."""
        return self._display.size

    def show(self, image: Image.Image, now_s: float) -> None:
        """Show a picture, as bright as the time since the last touch allows."""
        self._picture = image
        self.tick(now_s)

    def touch(self, now_s: float) -> None:
        """Wake the display: a key was pressed, the table has changed."""
        self._touched_s = now_s
        self.tick(now_s)

    def tick(self, now_s: float) -> None:
        """Dim, shift or sleep as the time demands; to be called about once a second."""
        if self._picture is None:
            return
        wanted = care(now_s - self._touched_s, now_s, self._bright)
        self._display.contrast(wanted.level)
        if wanted.level > 0:
            self._display.show(shifted(self._picture, wanted.shift_px))

    def close(self) -> None:
        """Darken it and give the bus back."""
        self._display.close()
