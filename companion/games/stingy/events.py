"""The events of a Captain Stingy record, as they stand there."""

import msgspec
from msgspec import UNSET, UnsetType


class TakeTiles(msgspec.Struct, frozen=True, tag_field="do", tag="take"):
    """A seat's six start tiles; in play the draw that ends the turn."""

    player: str
    tiles: list[str]


class Trade(msgspec.Struct, frozen=True, tag_field="do", tag="trade", rename={"victim": "from"}):
    """`player` takes the whole group of `victim` (`from` in the record), who takes groups `back` or is `paid` some."""

    player: str
    victim: str
    group: str
    back: list[str] | UnsetType = UNSET
    paid: list[str] | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raise a ValueError (wrong form) unless there is just one of `back` and `paid`."""
        if self.back is UNSET and self.paid is UNSET:
            raise ValueError("“back” or “paid” is missing: say what went the other way, even if it is []")
        if self.back is not UNSET and self.paid is not UNSET:
            raise ValueError("“back” and “paid” are both there: a trade has one of them")

    @property
    def given(self) -> tuple[list[str], bool]:
        """The groups that went the other way, and whether they were paid."""
        if self.paid is not UNSET:
            return self.paid, True
        return ([] if self.back is UNSET else self.back), False


Event = TakeTiles | Trade
