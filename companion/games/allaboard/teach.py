"""What the teach walk needs of All aboard!: sixty animals, and boats, of whose capacities nobody knows the list."""

from collections.abc import Mapping

from companion.game.tally import Labels, Tally
from companion.game.teaching import Progress, Size
from companion.games.allaboard.pieces import Animal
from companion.games.allaboard.practice.box import COLOURS, labels
from companion.games.allaboard.sighting import NOTHING
from companion.games.allaboard.table import CARD_MM
from companion.language.message import Message, say

LABELS = labels()
BARE: str | None = NOTHING
SIZE = Size(say("How wide is a card?"), CARD_MM, 30.0, 100.0)
_ANIMALS, _BOATS = "animals", "boats"
_SIXTY = len(COLOURS) * len(Animal)


def lay() -> Message:
    """Return what people lay on the mat."""
    return say("Lay animals and boats on their places; of boats alike one is enough")


def shown(tally: Tally, zones: Mapping[str, Labels]) -> Tally:
    """Return the tally with the cards of a settled sheet."""
    lying = {label for labels in zones.values() for label in labels if label is not None and label != NOTHING}
    return tally.with_pieces((_BOATS if label.startswith("boat ") else _ANIMALS, label) for label in sorted(lying))


def progress(tally: Tally) -> tuple[Progress, ...]:
    """Return how many animals and boats were shown."""
    animals, boats = tally.shown(_ANIMALS), tally.shown(_BOATS)
    return (
        Progress(say("{shown} of {total} animals", shown=animals, total=_SIXTY), animals, _SIXTY),
        Progress(say("{shown} capacities of boats", shown=boats), boats, None),
    )


def odd(tally: Tally, zone: str, labels: Labels) -> Message | None:  # noqa: ARG001 (contract)
    """Nothing can be odd about a card that lies alone."""
    return None
