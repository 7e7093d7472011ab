"""What the teach walk needs of Alcatraz: numbered cards and objectives, each taught once."""

from companion.game import EachFace
from companion.game.tally import Tally
from companion.game.teaching import Progress
from companion.games.alcatraz.pieces import CARDS, OBJECTIVES
from companion.games.alcatraz.sighting import NOTHING, labels
from companion.games.alcatraz.table import CARD_MM
from companion.language.message import Message, say


class Numbers(EachFace):
    """Each number of cards and of objectives once."""

    def lay(self) -> Message:
        """Return what people lay on the mat."""
        return say("Lay cards and objectives on their places, one of each number is enough")

    def group(self, label: str) -> str:
        """Cards and objectives are counted apart."""
        return label.split(maxsplit=1)[0]

    def progress(self, tally: Tally) -> tuple[Progress, ...]:
        """Return how many numbers of cards and objectives were shown."""
        cards, objectives = tally.shown("cat"), tally.shown("objective")
        return (
            Progress(say("{shown} of {total} numbers", shown=cards, total=len(CARDS)), cards, len(CARDS)),
            Progress(
                say("{shown} of {total} objectives", shown=objectives, total=len(OBJECTIVES)),
                objectives,
                len(OBJECTIVES),
            ),
        )


WALK = Numbers(labels(), CARD_MM, bare=NOTHING, least_mm=30.0, most_mm=100.0, question=say("How wide is a card?"))
