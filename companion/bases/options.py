"""The options of a game that states its choices alone, and the header of one that has nothing to say."""

from typing import Any, Literal

import msgspec

from companion.game import Choice


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing is printed that the rules don't say, and nothing can be chosen."""


def options_of(choices: tuple[Choice, ...]) -> type[msgspec.Struct]:
    """Return the options that choices offer: a yes or no each, or one of the values, the first unless said
    otherwise."""
    fields: list[tuple[str, Any, Any]] = [
        (each.name, Literal[each.choices], each.choices[0]) if each.choices else (each.name, bool, each.default)
        for each in choices
        if not each.noted
    ]
    return msgspec.defstruct("Options", fields, frozen=True, forbid_unknown_fields=True)
