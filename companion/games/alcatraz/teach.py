"""What the teach walk needs of Alcatraz: numbered cards and objectives, each taught once."""

from collections.abc import Mapping

from companion.game.tally import Labels, Tally
from companion.game.teaching import Progress, Size
from companion.games.alcatraz.pieces import CARDS, OBJECTIVES
from companion.games.alcatraz.sighting import NOTHING, labels
from companion.games.alcatraz.table import CARD_MM
from companion.language.message import Message, say

LABELS = labels()
BARE: str | None = NOTHING
SIZE = Size(say("How wide is a card?"), CARD_MM, 30.0, 100.0)


def lay() -> Message:
    """Return what people lay on the mat."""
    return say("Lay cards and objectives on their places, one of each number is enough")


def shown(tally: Tally, zones: Mapping[str, Labels]) -> Tally:
    """Return the tally with the cards of a settled sheet."""
    lying = {label for labels in zones.values() for label in labels if label is not None and label != NOTHING}
    return tally.with_pieces((label.split()[0], label) for label in sorted(lying))


def progress(tally: Tally) -> tuple[Progress, ...]:
    """Return how many numbers of cards and objectives were shown."""
    cards, objectives = tally.shown("cat"), tally.shown("objective")
    return (
        Progress(say("{shown} of {total} numbers", shown=cards, total=len(CARDS)), cards, len(CARDS)),
        Progress(
            say("{shown} of {total} objectives", shown=objectives, total=len(OBJECTIVES)), objectives, len(OBJECTIVES)
        ),
    )


def odd(tally: Tally, zone: str, labels: Labels) -> Message | None:  # noqa: ARG001 (contract)
    """Nothing can be odd about a card that lies alone."""
    return None
