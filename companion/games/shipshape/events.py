"""The events of a ShipShape record, as they stand there."""

import msgspec


class Holds(msgspec.Struct, frozen=True, tag_field="do", tag="holds"):
    """The holds of a voyage: as dealt (seat → number), or the numbers drawn, which the rules allot."""

    voyage: int
    numbers: dict[str, int] | list[int]


class CrewBids(msgspec.Struct, frozen=True, tag_field="do", tag="bids"):
    """One crew card from every seat that must bid now."""

    cards: dict[str, int]


class Read(msgspec.Struct, frozen=True, tag_field="do", tag="read"):
    """What is in sight in every seat's hold after the third turn, nine cells row by row."""

    cells: dict[str, list[str]]


Event = Holds | CrewBids | Read
