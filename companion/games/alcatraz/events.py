"""The events of an Alcatraz record, as they stand there."""

import msgspec


class Covered(msgspec.Struct, frozen=True):
    """A card with others laid over it, from bottom to top."""

    card: int
    overlays: list[str]


class Claim(msgspec.Struct, frozen=True, tag_field="do", tag="claim"):
    """Two or three neighbours of a row turned up for an objective."""

    player: str
    objective: int
    cards: list[int | Covered]


class Empty(msgspec.Struct, frozen=True, tag_field="do", tag="empty"):
    """A player has no card left in the row: a circle."""

    player: str


class EndRound(msgspec.Struct, frozen=True, tag_field="do", tag="end_round"):
    """The round is over."""


class ThirdRound(msgspec.Struct, frozen=True, tag_field="do", tag="third_round"):
    """Tied at the top after round 2, the players choose to play on."""


Event = Claim | Empty | EndRound | ThirdRound
