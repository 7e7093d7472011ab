"""How an event, or an option of the game, is entered by hand, in any game."""

from dataclasses import dataclass
from typing import Any

from companion.language.message import Message


@dataclass(frozen=True, slots=True)
class Field:
    """One thing to fill in. `kind`: number, text (`high` letters at most), choice, many (several of `choices`), cells
    (a label per cell), list (any of `choices`, each as often as wished). `shown` is what the choices are called, where
    that is not what they are."""

    name: str
    label: Message
    kind: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False
    shown: tuple[Message, ...] = ()
    halves: bool = False  # a number may be a half, too


def chosen_number(value: Any) -> Any:
    """Return the number that a choice, which is a text, says; anything else as it stands, to be refused with its
    name."""
    return int(value) if isinstance(value, str) and value.removeprefix("-").isdecimal() else value


@dataclass(frozen=True, slots=True)
class Form:
    """An event that people may enter by hand: its `do`, whose it is, and its fields. Two are entered alike but are no
    events: a `question`, whose answer (`Game.told`) is shown to all, and what is `printed` on the owner's pieces, which
    becomes the game's edition (`entered` returns it under that key). One that `looks` asks the camera for the
    rest: what is filled in goes with the question, as `Asked.said`; where it is `one_area`,
    only at a table whose single reading area serves all in turn."""

    do: str
    title: Message
    fields: tuple[Field, ...]
    seat: str | None = None
    question: bool = False
    printed: bool = False
    looks: bool = False
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
