"""A game's edition: the numbers printed on its pieces, and which of them nobody has confirmed yet.

Each game's folder ships an `edition.toml`: under `[edition]` what a record's header says, and in `unconfirmed` the keys
of what is a guess. An unconfirmed number is never used in silence: the header that it goes into says `provisional`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.game import Form, HeaderError, refuse, registry
from companion.language import malformed
from companion.language.message import Message, say

_PLAYERS = tuple("ABCDEF")


class EditionError(ValueError):
    """An edition that can't be used; the message names the file and the key."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class StatedEdition:
    """An edition as a header says it, the keys of what is unconfirmed in it (dotted, whole tables included), and what
    in it can hardly be true: an absurd number, one that the rulebook contradicts."""

    numbers: Mapping[str, Any]
    unconfirmed: tuple[str, ...] = ()
    doubts: tuple[Message, ...] = ()

    @property
    def header(self) -> dict[str, Any]:
        """What a header says of it: `edition`, and `provisional` where something is unconfirmed."""
        said: dict[str, Any] = {"edition": dict(self.numbers)} if self.numbers else {}
        return said | ({"provisional": list(self.unconfirmed)} if self.unconfirmed else {})


def shipped(game: str) -> StatedEdition:
    """Return the edition that a game's folder ships; nothing where it ships none."""
    path = registry.folder(game) / "edition.toml"
    if not path.is_file():
        return StatedEdition({})
    return read(game, path.read_text(encoding="utf-8"), f"{game}/edition.toml")


def printed(game: str) -> Any:
    """Return the numbers that a game's folder ships, as its rules read them."""
    return msgspec.convert(shipped(game).numbers, registry.find(game).edition)


def read(game: str, text: str, source: str) -> StatedEdition:
    """Return the edition that a TOML text describes; raise an EditionError that names `source` and the key."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(say("{source}: this is not TOML ({reason})", source=source, reason=str(error))) from None
    unknown = sorted(set(raw) - {"unconfirmed", "edition"})
    if unknown:
        raise EditionError(say("{source}: nobody knows the key “{key}”", source=source, key=unknown[0]))
    numbers, unconfirmed = raw.get("edition", {}), raw.get("unconfirmed", [])
    if not isinstance(numbers, dict):
        raise EditionError(say("{source}: write edition as a table, [edition]", source=source))
    if not isinstance(unconfirmed, list) or not all(isinstance(key, str) for key in unconfirmed):
        raise EditionError(say("{source}: unconfirmed must be a list of keys", source=source))
    return StatedEdition(numbers, tuple(unconfirmed), doubts(game, numbers, source))


def is_guess(header: Mapping[str, Any]) -> bool:
    """Return whether a game with this header is scored with numbers that nobody has confirmed; a name that is a guess
    (a colour's) changes no score."""
    keys = header.get("provisional")
    return isinstance(keys, list) and any(_has_number(_under(header.get("edition", {}), str(key))) for key in keys)


def _under(value: Any, key: str) -> Any:
    """Return what stands under a dotted key; None where nothing does."""
    for part in key.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and part.isdecimal() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def _has_number(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_number, value.values()))
    if isinstance(value, list):
        return any(map(_has_number, value))
    return isinstance(value, int | float)


def questions(game: str) -> Form | None:
    """Return what the owner of a game is asked of its pieces; None where the rulebook says it all."""
    found = registry.find(game)
    return next((form for form in found.forms(_state(game)) if form.printed), None)


def answered(game: str, filled: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    """Return the edition that the filled questions make, and whether whoever filled them insists on doubtful numbers;
    raise a RuleError where one is missing."""
    form = questions(game)
    if form is None:
        raise refuse("every number of {game} is in its rulebook", game=registry.find(game).title)
    entered = registry.find(game).entered(_state(game), {**filled, "do": form.do})
    return dict(entered["edition"]), bool(entered.get("sure"))


def _state(game: str) -> Any:
    """Return a game just begun with what is shipped, so that it asks what it would ask."""
    found, header = registry.find(game), shipped(game).header
    return found.noted(found.begin(_PLAYERS[: found.players.start], found.options(), printed(game)), header)


def doubts(game: str, numbers: Mapping[str, Any], source: str) -> tuple[Message, ...]:
    """Return what in these numbers can hardly be true; raise an EditionError where no game can be played with them."""
    found = registry.find(game)
    try:
        edition = msgspec.convert(numbers, found.edition)
        state = found.begin(_PLAYERS[: found.players.start], found.options(), edition)
    except msgspec.ValidationError as error:
        key, reason = malformed.told(error)
        inside = "edition" if key is None else f"edition.{key}"
        raise EditionError(say("{source}: {key}: {reason}", source=source, key=inside, reason=reason)) from None
    except HeaderError as error:
        raise EditionError(
            say("{source}: {key}: {reason}", source=source, key=error.key, reason=error.message)
        ) from None
    return found.doubts(state)
