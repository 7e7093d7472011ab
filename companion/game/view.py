"""What everybody may see of a game: its picture of the table, and every score with the sum that explains it.

They are the page's own values, with messages as their texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.language.message import Message
from web import shown
from web.shown import Reveal

Cell = shown.Cell[Message]
Block = shown.Block[Message]
Part = shown.Part[Message]
Result = shown.Result[Message]
Chapter = shown.Chapter[Message]

__all__ = ["Block", "Cell", "Chapter", "Part", "Result", "Reveal", "View"]


@dataclass(frozen=True, slots=True)
class View:
    """The public picture of a state: `where` in the evening people are, a mark a seat (what it plays with), what these
    are called where they were `dealt` just now, notes that explain, the cards just turned up, the table, and the
    finished chapters. `running` stands for the score by seat where that tells nothing yet, and `worth` for its mark,
    where what a seat has counts; `colours` ("#rrggbb") are those that people play with, where the game has its own.

    While standings are hidden, `worth`, the results of chapters, a seat's own tally and what is noted of its groups are
    not shown: no other text may say what anybody has earned."""

    where: Message | None = None
    marks: Mapping[str, Message] = field(default_factory=dict)
    dealt: Message | None = None
    notes: tuple[Message, ...] = ()
    reveal: Reveal | None = None
    blocks: tuple[Block, ...] = ()
    chapters: tuple[Chapter, ...] = ()
    running: Mapping[str, int] = field(default_factory=dict)
    worth: Mapping[str, Message] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
