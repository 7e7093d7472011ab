"""How practice cards lie on the mat: open objectives, and the cards of a claim with others over them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.games.alcatraz.practice import artwork
from companion.games.alcatraz.table import ROOM_MM
from companion.prints.piece import CARD_MM, EXACT, Drop, Laid, in_cell
from vision.layout import Grid, Layout

EMPTY = "empty"
OVER = 0.45  # how far down a card lies that is laid over another, in its own height: the number stays in sight


@dataclass(frozen=True)
class LaidCard:
    """A card face up, the numbers of the cats laid over it from bottom to top, and how it lies."""

    number: int
    over: tuple[int, ...] = ()
    drop: Drop = EXACT


def lay(layout: Layout, zones: Mapping[str, Sequence[LaidCard | None]]) -> tuple[Laid, ...]:
    """Return the cards in the zones "objectives" and "claim", place by place from the left, lowest first."""
    pieces: list[Laid] = []
    for name, cards in zones.items():
        zone = layout.zone(name)
        if not isinstance(zone, Grid):
            raise TypeError(f"zone {name} is no grid")
        width_mm = zone.rect_mm[2] / zone.cols - ROOM_MM
        for cell, card in enumerate(cards):
            if card is not None:
                pieces += _stack(zone, cell, card, label(name, card), width_mm)
    return tuple(pieces)


def labels(zones: Mapping[str, Sequence[LaidCard | None]]) -> dict[str, tuple[str, ...]]:
    """Return what a camera should read in each zone, place by place."""
    return {
        name: tuple(EMPTY if card is None else label(name, card) for card in cards) for name, cards in zones.items()
    }


def label(zone: str, card: LaidCard) -> str:
    """Return what a card in that zone is called."""
    return f"{'objective' if zone == 'objectives' else 'cat'} {card.number}"


def _stack(zone: Grid, cell: int, card: LaidCard, name: str, width_mm: float) -> list[Laid]:
    lowest = artwork.art(name, width_mm)
    pieces = [in_cell(zone, cell, lowest, card.drop)]
    down_mm = OVER * lowest.drawing.size_mm[1]
    for layer, number in enumerate(card.over, 1):
        x_mm, y_mm = card.drop.offset_mm
        drop = Drop((x_mm + 2.0 * layer, y_mm + down_mm + 2.0 * (layer - 1)), card.drop.askew_deg, card.drop.quarters)
        pieces.append(in_cell(zone, cell, artwork.art(f"cat {number}", width_mm), drop, layer * CARD_MM))
    return pieces
