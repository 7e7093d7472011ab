"""The colours whose names the rulebook leaves open: what their owner calls them, wherever people read of a tile.

Records and taught sets keep the labels that they have; a name of an owner's own changes no rule and no score.
"""

import unicodedata
from collections.abc import Mapping
from typing import Any

from companion.game import Field, Form, refuse
from companion.games.stingy.pieces import COLOURS, SIZES
from companion.games.stingy.wording import named_tile
from companion.language.message import Message, name, say

_GUESSED = {"green": say("green"), "orange": say("orange")}
MOST_LETTERS = 20


def questions() -> Form:
    """Return what the owner is asked once: two names, each of which may be left as it is."""
    fields = (_field(colour, shown) for colour, shown in _GUESSED.items())
    return Form("edition", say("What are these colours of your tiles really called?"), tuple(fields), printed=True)


def _field(colour: str, shown: Message) -> Field:
    label = say("What is called {colour} here; empty where that is right", colour=shown)
    return Field(colour, label, "text", high=MOST_LETTERS, optional=True)


def named(filled: Mapping[str, Any]) -> dict[str, str]:
    """Return the colours that are called otherwise, with their names; raise a RuleError where one can't be a name."""
    called = {colour: _tidy(filled.get(colour)) or colour for colour in _GUESSED}
    for text in called.values():
        if len(text) > MOST_LETTERS or not all(letter.isalpha() or letter in " -'’" for letter in text):
            raise refuse("“{colour}” can't be a colour's name: up to {most} letters", colour=text, most=MOST_LETTERS)
    everyone = [called.get(colour, colour).casefold() for colour in COLOURS]
    for text in called.values():
        if everyone.count(text.casefold()) > 1:
            raise refuse("“{colour}” is there twice; six must differ", colour=text)
    return {colour: text for colour, text in called.items() if text != colour}


def _tidy(value: Any) -> str:
    return unicodedata.normalize("NFC", " ".join(str(value or "").split()))


def own_words(filled: Mapping[str, Any]) -> dict[str, Message]:
    """Return what is said in place of each tile of a colour that is called otherwise, and of the colour that heads its
    tiles."""
    found: dict[str, Message] = {}
    for colour, text in named(filled).items():
        for item in SIZES:
            found[f"{colour} {item}"] = named_tile(text, item)
            found[f"{colour} {item}: kind"] = name(text)
    return found
