"""The game record: one JSON object a line, the header first. Text in, typed header and events out, and back.

What is kept is the line as it was written (`Line.value`), so keys that mean nothing to us survive import and export.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import isinf
from typing import Any

import msgspec

from companion.game import Game, Header, HeaderError, check_players, refuse, registry
from companion.language import malformed
from companion.language.message import Message, say

BOM = b"\xef\xbb\xbf"


class RecordError(ValueError):
    """A record that can't be read: the message names the line and, where there is one, the key."""

    def __init__(self, line: int, reason: Message, key: str | None = None) -> None:
        self.line = line
        if key is None:
            self.message = say("line {line}: {reason}", line=line, reason=reason)
        else:
            self.message = say('line {line}, key "{key}": {reason}', line=line, key=key, reason=reason)
        # What the record holds is quoted, line ends included, but a complaint is one line.
        super().__init__(" ".join(str(self.message).splitlines()))


@dataclass(frozen=True, slots=True)
class Line:
    """One object of a record as it stands there: its number in the file (blank lines count) and its value."""

    number: int
    value: dict[str, Any]


@dataclass(frozen=True)
class Start:
    """A checked header: the game, and its options and edition as the game's own structs."""

    game: Game[Any]
    header: Header
    state: Any


def lines(data: bytes) -> Iterator[Line]:
    """Yield the record's objects in order; raise a RecordError at the first line that is none."""
    for number, raw in enumerate(data.removeprefix(BOM).split(b"\n"), 1):
        text = raw.removesuffix(b"\r")
        if text.strip(b" "):
            yield Line(number, parse(text, number))


def whole_lines(data: bytes) -> bytes:
    """Return the record without a torn last line (no LF, not JSON): what a power cut may have left."""
    head, mark, tail = data.rpartition(b"\n")
    try:
        if tail.strip(b" "):
            parse(tail.removeprefix(BOM) if not mark else tail, 0)
    except RecordError:
        return head + mark
    return data


def parse(text: bytes, number: int) -> dict[str, Any]:
    """Return the JSON object in `text`, which is line `number` of its record; raise a RecordError if it is none."""
    try:
        value = _JSON.decode(text.decode("utf-8"))
    except json.JSONDecodeError as error:  # its own words count lines, too: always 1 here
        raise RecordError(number, _no_json(f"{error.msg}, character {error.pos + 1}")) from None
    except (UnicodeDecodeError, _NumberError) as error:
        raise RecordError(number, _no_json(str(error))) from None
    except RecursionError:
        raise RecordError(number, _no_json("lists or objects stand within each other too deeply")) from None
    except ValueError:  # Python's own bound on the digits of a whole number
        raise RecordError(number, _no_json("a number in it has too many digits")) from None
    if not isinstance(value, dict):
        raise RecordError(number, say("this is not a JSON object"))
    return value


def _no_json(reason: str) -> Message:
    return say("this is not JSON ({reason})", reason=reason)


class _NumberError(ValueError):
    """What stands for a number is none that can be kept."""


def _no_constant(text: str) -> Any:
    raise _NumberError(f"{text} is no number")


_JSON = json.JSONDecoder(parse_constant=_no_constant)  # made once: of the time of a replay it takes the most
_BEYOND = 10**309
"""What a float can't hold, as a number that JSON can: 1e999 reads as infinite, which is no JSON."""


def write(value: Mapping[str, Any]) -> str:
    """Return the line, without its LF, that says `value`."""
    text = json.dumps(_finite(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace").decode()


def _finite(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return (_BEYOND if value > 0 else -_BEYOND) if isinstance(value, float) and isinf(value) else value


def start(line: Line) -> Start:
    """Begin the game of a header line; anything wrong in it is a RecordError."""
    header: Header = _shaped(line, line.value, Header)
    if header.record != 1:
        version = say("this is record version {version}; this companion reads version 1", version=header.record)
        raise RecordError(line.number, version, "record")
    try:
        game = registry.find(header.game)
        check_players(header.players, game.players, game.added_seats)
        options = _shaped(line, header.options, game.options, "options")
        edition = _shaped(line, header.edition, game.edition, "edition")
        state = game.begin(header.players, options, edition)
        return Start(game, header, game.noted(state, line.value))
    except HeaderError as error:
        raise RecordError(line.number, error.message, error.key) from None


def event(game: Game[Any], line: Line) -> Any:
    """Return the line as one of the game's events; wrong form is a RecordError, an unknown `do` a RuleError."""
    if "do" not in line.value:
        raise RecordError(line.number, malformed.MISSING, "do")
    do = line.value["do"]
    if not isinstance(do, str):
        raise RecordError(line.number, say("it must be a text, not {value}", value=json.dumps(do)), "do")
    kinds = _kinds(game.events)
    if do not in kinds:
        raise refuse("nobody can “{do}” in {game}", do=do, game=game.title)
    return _shaped(line, line.value, kinds[do])


@cache
def _kinds(events: Any) -> Mapping[str, Any]:
    """Return a game's event structs (one, or a union of them) by their `do`."""
    return {kind.__struct_config__.tag: kind for kind in getattr(events, "__args__", (events,))}


def _shaped(line: Line, value: Any, shape: Any, inside: str | None = None) -> Any:
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        key, reason = malformed.told(error)
        if inside is not None:
            key = inside if key is None else f"{inside}.{key}"
        raise RecordError(line.number, reason, key) from None
