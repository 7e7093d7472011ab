"""What every part's measured values mean: in order, worth attention, or broken, and what to do. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.game.registry import LeftOut
from companion.language.message import Message, because, name, say, say_count
from companion.table.snapshot import Health
from hardware.errors import HardwareError
from vision.observation import Unseen

OK, ATTENTION, BROKEN = "ok", "attention", "broken"

LEAST_PX_PER_MM = 2.0  # below it a numeral on a piece is a handful of pixels
BUILT = 2026  # a clock that says less is wrong
MIB = 1024 * 1024
# The bits of `vcgencmd get_throttled`: now, and at any time since the start.
UNDER_VOLTAGE, THROTTLED, HOT = 0x1, 0x4, 0x8
SINCE_START = 16


def fine(part: str, text: str | Message, /, **values: object) -> Health:
    """Return that a part is in order."""
    return Health(part, OK, _said(text, values))


def worth(part: str, text: str | Message, /, **values: object) -> Health:
    """Return that a part works but wants attention."""
    return Health(part, ATTENTION, _said(text, values))


def broken(part: str, text: str | Message, /, **values: object) -> Health:
    """Return that a part does not work."""
    return Health(part, BROKEN, _said(text, values))


def _said(text: str | Message, values: Mapping[str, object]) -> Message:
    return text if isinstance(text, Message) else say(text, **values)


def failed(part: str, error: BaseException) -> Health:
    """Return that a part does not work, in the words of its own error, which say what to do."""
    if isinstance(error, HardwareError):
        return Health(part, BROKEN, because(error))
    return Health(part, BROKEN, name(" ".join(str(error).split())))


# ---- the picture


@dataclass(frozen=True, slots=True)
class PictureHealth:
    """What one picture of the mat showed. `poor` is what is wrong with its light or sharpness; `markers` those seen of
    `wanted`; `px_per_mm` how large a millimetre is; `focal_px` the lens, where it is known."""

    size_px: tuple[int, int]
    poor: Message | None
    sharpness: float
    brightness: float
    markers: tuple[int, ...]
    px_per_mm: float | None
    focal_px: float | None = None


def sight(seen: PictureHealth) -> tuple[Health, ...]:
    """Judge a picture."""
    width, height = seen.size_px
    first = fine("camera", "a picture of {width}×{height}", width=width, height=height)
    light = (
        Health("light", ATTENTION, seen.poor)
        if seen.poor is not None
        else fine(
            "light",
            "bright enough ({brightness} of 255) and sharp ({sharpness} %)",
            brightness=round(seen.brightness),
            sharpness=round(seen.sharpness * 100),
        )
    )
    return (first, light, _markers(seen), *_scale(seen))


def light(poor: Unseen | None) -> Health:
    """Judge the light of a picture; `poor` is what is wrong with it, or with its sharpness."""
    return fine("light", "bright and sharp enough") if poor is None else Health("light", ATTENTION, because(poor))


def _markers(seen: PictureHealth) -> Health:
    count = len(seen.markers)
    if count == 0:
        return worth("mat", "no marker is seen: lay the mat under the camera, printed side up, all of it in view")
    if count < 4:
        return worth("mat", "only {seen}: clear the mat's edge and get all of it in view", seen=markers_seen(count))
    return fine("mat", markers_seen(count))


def markers_seen(count: int) -> Message:
    """Return that so many markers are seen."""
    return say_count("{count} marker is seen", "{count} markers are seen", count=count)


def _scale(seen: PictureHealth) -> tuple[Health, ...]:
    if seen.px_per_mm is None:
        return ()
    mm_per_px = round(1 / seen.px_per_mm, 2)
    if seen.px_per_mm < LEAST_PX_PER_MM:
        size = worth(
            "scale", "a pixel is {mm} mm of the mat: hang the camera lower, or choose a larger picture", mm=mm_per_px
        )
    else:
        size = fine("scale", "a pixel is {mm} mm of the mat", mm=mm_per_px)
    if seen.focal_px is None:
        return (size,)
    return (
        size,
        fine("distance", "the camera hangs {cm} cm above the mat", cm=round(seen.focal_px / seen.px_per_mm / 10)),
    )


# ---- the games


def games(left_out: Sequence[LeftOut]) -> tuple[Health, ...]:
    """Say which games had to be left out."""
    return tuple(
        worth("games", "{game} ({source}) is left out: {why}", game=one.name, source=one.source, why=one.why)
        for one in left_out
    )


# ---- the machine


def disk(free_bytes: int, where: str) -> Health:
    """Judge the room left where games are kept."""
    free = free_bytes // MIB
    if free < 50:
        return broken(
            "disk",
            "only {free} MB are free in {where}: delete something, or no game can be kept",
            free=free,
            where=where,
        )
    if free < 500:
        return worth(
            "disk", "{free} MB are free in {where}: enough for tonight, but make room soon", free=free, where=where
        )
    return fine("disk", "{free} MB are free in {where}", free=free, where=where)


def memory(available_bytes: int) -> Health:
    """Judge the memory that programs may still have."""
    free = available_bytes // MIB
    if free < 60:
        return worth("memory", "only {free} MB of memory are free: stop other programs", free=free)
    return fine("memory", "{free} MB of memory are free", free=free)


def temperature(celsius: float | None) -> tuple[Health, ...]:
    """Judge the processor's temperature; nothing where there is no thermometer."""
    if celsius is None:
        return ()
    degrees = round(celsius)
    if degrees >= 80:
        return (
            worth(
                "temperature",
                "{degrees} °C: the processor slows itself down; give it air or a heat sink",
                degrees=degrees,
            ),
        )
    return (fine("temperature", "{degrees} °C", degrees=degrees),)


def power(throttled: int | None) -> tuple[Health, ...]:
    """Judge the power supply by what the Pi's firmware remembers; nothing on other machines."""
    if throttled is None:
        return ()
    if throttled & UNDER_VOLTAGE:
        return (broken("power", "the voltage is too low now: use the Pi's own power supply and a short cable"),)
    if throttled & UNDER_VOLTAGE << SINCE_START:
        return (
            worth("power", "the voltage was too low since the start: use the Pi's own power supply and a short cable"),
        )
    if throttled & (THROTTLED | HOT):
        return (worth("power", "the processor is held back now, as it is too hot: give it air or a heat sink"),)
    return (fine("power", "the voltage was always high enough"),)


def clock(synchronised: bool | None, year: int, *, built: int) -> Health:
    """Judge the clock: a Pi has no battery, so without a network it stands where it was switched off."""
    if year < built:
        return worth("clock", "the clock says {year}: games get wrong dates until there is a network", year=str(year))
    if synchronised is False:
        return worth("clock", "the clock is not set by a network yet: games may get wrong dates, and nothing else")
    return fine("clock", "the clock is right")


def network(addresses: Sequence[str], host: str) -> Health:
    """Judge whether phones can reach the page."""
    if not addresses:
        return worth("network", "no network: phones can't join; connect Wi-Fi or a cable, or set up the own Wi-Fi")
    return fine("network", "phones reach it as {name}.local or {addresses}", name=host, addresses=tuple(addresses))


def service(state: str | None) -> tuple[Health, ...]:
    """Judge the service; nothing where there is no systemd or it is not installed."""
    if state is None:
        return ()
    if state == "active":
        return (fine("service", "the service is running"),)
    if state == "failed":
        return (
            broken(
                "service",
                "the service has failed: see `journalctl -u companion`, then `sudo systemctl restart companion`",
            ),
        )
    return (worth("service", "the service is {state}: start it with `sudo systemctl start companion`", state=state),)


def worst(parts: Sequence[Health]) -> str:
    """Return the worst state among the parts."""
    states = {part.state for part in parts}
    return BROKEN if BROKEN in states else ATTENTION if ATTENTION in states else OK


def plain(part: Health) -> Mapping[str, str]:
    """Return a part JSON-ready, in English."""
    return {"part": part.part, "state": part.state, "text": str(part.text)}
