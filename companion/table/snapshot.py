"""What everybody may see, as one value: OLED and page read this and only this.

It never holds a hand, a ballot or a spent card: whoever makes one hands over only what is public. Whatever a person
reads in it is a `Message`; `worded` says them in one language, which makes it what the page is handed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import Any, overload

import msgspec

from companion.language.message import Message, Translate, pack, words
from web import shown
from web.shown import GameShown, Lamp, Learnt, PieceShown, Step

SeatShown = shown.SeatShown[Message]
Question = shown.Question[Message]
Stall = shown.Stall[Message]
ZoneShown = shown.ZoneShown[Message]
LookShown = shown.LookShown[Message]
Notice = shown.Notice[Message]
DeedShown = shown.DeedShown[Message]
Health = shown.Health[Message]

__all__ = [
    "DeedShown",
    "GameShown",
    "Health",
    "Lamp",
    "Learnt",
    "LookShown",
    "Notice",
    "PieceShown",
    "Question",
    "SeatShown",
    "Snapshot",
    "Stall",
    "Step",
    "ZoneShown",
    "packed",
    "worded",
]


@dataclass(frozen=True)
class Snapshot(shown.Scoreboard[Message]):
    """The table at one moment: what the page shows, and what the OLED asks beside it."""

    events: int = 0  # how many stand in the record
    show_join: bool = False  # the OLED shows how to join just now
    look: str = ""  # the name of the look at which the camera acts by itself
    photo_wanted: str = ""  # the name of the look for which somebody is to take a picture
    counting: Mapping[str, int] = field(default_factory=dict)  # by seat: what is counted on its pod for its own move
    dealt: Message | None = None  # what the seats' marks are, while they are new and nobody has locked


def packed(snapshot: Snapshot) -> dict[str, Any]:
    """Return the snapshot JSON-ready with its messages packed (`companion.language.message.pack`)."""
    plain: dict[str, Any] = msgspec.to_builtins(_said(snapshot, pack))
    return plain


@overload
def worded(value: shown.Scoreboard[Message], translate: Translate) -> shown.Scoreboard[str]: ...
@overload
def worded(value: shown.FormShown[Message], translate: Translate) -> shown.FormShown[str]: ...
@overload
def worded(value: shown.LookShown[Message], translate: Translate) -> shown.LookShown[str]: ...
def worded(value: object, translate: Translate) -> object:
    """Return the snapshot, or a form or a look alone, in the words of one language."""
    return _said(value, lambda message: words(message, translate))


def _said(value: Any, say: Callable[[Message], object]) -> Any:
    """Return a value with every message in it said; what holds none is itself."""
    if value is None or isinstance(value, str | int | float):  # most are
        return value
    if isinstance(value, Message):
        return say(value)
    if isinstance(value, tuple):
        parts = tuple([_said(part, say) for part in value])
        return parts if any(new is not old for new, old in zip(parts, value, strict=True)) else value
    if isinstance(value, Mapping):
        return {key: _said(part, say) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        told = [(name, getattr(value, name)) for name in _names(type(value))]
        changed = {name: new for name, part in told if (new := _said(part, say)) is not part}
        return replace(value, **changed) if changed else value
    return value


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind))
