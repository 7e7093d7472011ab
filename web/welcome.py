"""The empty table's welcome: what this is, and whether camera, pieces and people are ready for a first game."""

from dataclasses import dataclass

from web.contract import Companion
from web.shown import Health, Scoreboard


@dataclass(frozen=True, slots=True)
class Welcome:
    """How far a table is: how its camera does, the titles of the games whose pieces are taught, whether anybody has
    played here, whether the steps of a first evening are led here, and whether this phone is a host's."""

    camera: Health[str] | None
    taught: tuple[str, ...]
    played: bool
    led: bool
    host: bool


def welcomed(companion: Companion, snapshot: Scoreboard[str], device: str) -> Welcome:
    """Return the welcome of a table at which nobody plays."""
    upkeep = companion.upkeep()
    taught = () if upkeep is None else tuple(upkeep.taught())
    camera = next((part for part in snapshot.health if part.part == "camera"), None)
    played = bool(companion.history())
    return Welcome(camera, taught, played, upkeep is not None and not played, companion.own(device).host)
