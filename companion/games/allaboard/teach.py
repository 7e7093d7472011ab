"""What the teach walk needs of All aboard!: sixty animals, and boats, of whose capacities nobody knows the list."""

from companion.game import EachFace
from companion.game.tally import Tally
from companion.game.teaching import Progress
from companion.games.allaboard.pieces import Animal
from companion.games.allaboard.practice.box import COLOURS, labels
from companion.games.allaboard.sighting import NOTHING
from companion.games.allaboard.table import CARD_MM
from companion.language.message import Message, say

_ANIMALS, _BOATS = "animals", "boats"
_SIXTY = len(COLOURS) * len(Animal)
_BOAT = "boat "


class Cards(EachFace):
    """Each animal once, and boats of each capacity that there is."""

    def lay(self) -> Message:
        """Return what people lay on the mat."""
        return say("Lay animals and boats on their places; of boats alike one is enough")

    def counts(self, label: str) -> bool:
        """A boat counts whatever its capacity."""
        return label.startswith(_BOAT) or super().counts(label)

    def group(self, label: str) -> str:
        """Animals and boats are counted apart."""
        return _BOATS if label.startswith(_BOAT) else _ANIMALS

    def progress(self, tally: Tally) -> tuple[Progress, ...]:
        """Return how many animals and boats were shown."""
        animals, boats = tally.shown(_ANIMALS), tally.shown(_BOATS)
        return (
            Progress(say("{shown} of {total} animals", shown=animals, total=_SIXTY), animals, _SIXTY),
            Progress(say("{shown} capacities of boats", shown=boats), boats, None),
        )


WALK = Cards(labels(), CARD_MM, bare=NOTHING, least_mm=30.0, most_mm=100.0, question=say("How wide is a card?"))
