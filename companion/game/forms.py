"""How an event, or an option of the game, is entered by hand, in any game."""

from dataclasses import dataclass
from typing import Any

from companion.language.message import Message
from web import shown

Field = shown.Field[Message]


EVEN_SO = "even so"
"""The field by which whoever fills in what is printed insists on a doubtful number: it is asked anew each time, or the
next slip would pass unseen."""

_MOST_DIGITS = 9  # no piece shows as large a number; Python itself refuses to read one of 4301


def chosen_number(value: Any) -> Any:
    """Return the number that a choice, which is a text, says; anything else as it stands, to be refused with its
    name."""
    digits = value.removeprefix("-") if isinstance(value, str) else ""
    return int(value) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else value


@dataclass(frozen=True)
class Form(shown.FormShown[Message]):
    """A form as a game states it: one that is entered alike but is no event is also what is `printed` on the owner's
    pieces, which becomes the game's edition (`entered` returns it under that key); the answer to a `question` is
    `Game.told`. What is filled in where the camera `looks` for the rest goes with the question, as `Asked.said`; where
    it is `one_area`, only at a table whose single reading area serves all in turn."""

    printed: bool = False
    one_area: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """An option at the start of a game, in plain words. `choices` are its values; none: it is a yes or no, which is
    `default` unless said otherwise. What is `noted` changes no score: it stands on the header line, not in options.
    Of a `place` the number at the table is chosen, counted from 1, and the player's name is what is kept. Of what is
    `each`'s every place chooses one of its own, and seat → value is noted. `shown` is what the choices are called."""

    name: str
    label: Message
    help: Message
    choices: tuple[str, ...] = ()
    default: bool = False
    noted: bool = False
    place: bool = False
    each: bool = False
    shown: tuple[Message, ...] = ()
