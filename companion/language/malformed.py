"""What is wrong with the form of a value that people wrote: which key it is about, and why, as a message."""

import re

import msgspec

from companion.language.message import Message, name, say

MISSING = say("it is missing")
_SHAPES = {
    "int": say("a whole number"),
    "float": say("a number"),
    "str": say("a text"),
    "bool": say("true or false"),
    "array": say("a list"),
    "object": say("an object"),
    "null": say("null"),
}


def told(error: msgspec.ValidationError) -> tuple[str | None, Message]:
    """Return the key that msgspec complains about (None for the whole value), and why."""
    said, _, path = str(error).partition(" - at ")
    key = path.strip("`").removeprefix("$").lstrip(".") or None
    if "`" in said and ("required field" in said or "unknown field" in said):
        field = said.split("`")[-2]
        return (
            field if key is None else f"{key}.{field}",
            MISSING if "required" in said else say("nobody knows this key"),
        )
    return key, _reason(said)


def _reason(said: str) -> Message:
    """Return what msgspec says of a value as a message; in its own words where it is no matter of its type or size."""
    limit = re.fullmatch(r"Expected `(?:int|float)` (<=|>=) (\S+)", said)
    if limit is not None:
        least = limit[1] == ">="
        return (
            say("it must be at least {limit}", limit=limit[2])
            if least
            else say("it must be at most {limit}", limit=limit[2])
        )
    found = re.fullmatch(r"Expected `([a-z |]+)`, got `([a-z]+)`", said)
    if found is None or not {*found[1].split(" | "), found[2]} <= _SHAPES.keys():
        return name(said)
    wanted = tuple(_SHAPES[shape] for shape in found[1].split(" | "))
    return say("it must be {wanted}, not {value}", wanted=wanted, value=_SHAPES[found[2]])
