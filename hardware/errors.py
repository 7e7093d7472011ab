"""What can go wrong with a device. Every message says what was wrong, quotes it, and says what to do: a sentence with
gaps, so that whoever shows it can say it in the reader's language."""


class HardwareError(OSError):
    """A device can't be used as it was asked for: `why` is the English sentence with gaps, `values` fills them."""

    def __init__(self, why: str, /, **values: object) -> None:
        super().__init__(why.format_map(values))
        self.why = why
        self.values = {gap: value if isinstance(value, int | float) else str(value) for gap, value in values.items()}


class CameraError(HardwareError):
    """No picture can be had from what was named as the camera."""


class CameraGone(CameraError):  # noqa: N818 - it tells what happened, and it passes
    """The camera was there and gives no picture any more; the next capture tries to open it again."""


class CameraMissing(CameraError):  # noqa: N818 - as above
    """No camera was there since the start; a later capture looks for one again."""


class PhotoAwaited(CameraError):  # noqa: N818 - it tells what is awaited, and it passes
    """Nobody has taken the picture yet that is asked for."""


class PodsError(HardwareError):
    """The pods' keys and lamps can't be reached."""


class PinError(HardwareError, ValueError):
    """A pin that can't be used as the pin map says, or that two parts want; the message names both."""


class DisplayError(HardwareError):
    """The display can't be opened as the configuration names it."""


class DisplayGone(DisplayError):  # noqa: N818 - as above
    """The display was there and does not answer any more; it is tried again with a later picture."""


def not_installed(what: str, error: ImportError) -> HardwareError:
    """Return the error of a device whose vendor's package is not there: a laptop does not need it."""
    return HardwareError(
        "{what} is not installed ({error}): pods and display need what the companion's extra “pi” installs, "
        "`pip install '.[pi]'` in its folder",
        what=what,
        error=error,
    )
