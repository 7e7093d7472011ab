"""The event of an All aboard! record, as it stands there."""

import msgspec
from msgspec import UNSET, UnsetType


class BoatAboard(msgspec.Struct, frozen=True):
    """A boat as it lies when sailing begins: who put which animal aboard, and the boat drawn if it is swapped."""

    capacity: int | float
    aboard: list[tuple[str, str]]
    replacement: int | float | UnsetType = UNSET


class Sail(msgspec.Struct, frozen=True, tag_field="do", tag="sail"):
    """One round: the boats from left to right, all cards face up."""

    boats: list[BoatAboard]


Event = Sail
