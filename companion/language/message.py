"""What a person reads: an English sentence with named gaps, and what fills them.

Rules, session and vision speak in messages; only the edges (screens, page, terminal) make words of them. The English
text is the key of the gettext catalogues, so `say("{seat}: hold {number}", seat="Ana", number=3)` is found by
`pybabel extract -k say -k say_count:1,2` and needs no catalogue of its own in English.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

DECIMAL = "{whole}.{part}"  # a number with its decimals, as a language writes it

Value = "str | int | float | Message | tuple[Value, ...]"


class Translate(Protocol):
    """A catalogue's gettext, and its ngettext where a `plural` is given: the sentence for `count` in one language."""

    def __call__(self, text: str, plural: str = "", count: int = 1, /) -> str:
        """Return the English sentence, its {gaps} still open, in that language."""
        ...


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with gaps. `values` holds texts, numbers, further messages, or tuples of these (said as a list).
    `plural` is what is said in place of `text` for other counts than one, where the value "count" decides."""

    text: str
    values: Mapping[str, Any] = field(default_factory=dict)
    plural: str = ""

    def __str__(self) -> str:
        return english(self)


def say(text: str, /, **values: Any) -> Message:
    """Return the message `text` with its gaps filled by `values`."""
    return Message(text, values)


def say_count(one: str, more: str, /, *, count: int, **values: Any) -> Message:
    """Return the message `one` or `more`, as the plural rule of the reader's language says: "1 crate", "2 crates"."""
    return Message(one, {"count": count, **values}, more)


def name(text: str) -> Message:
    """Return a message that is no sentence but a proper name: it is shown as it stands, in every language."""
    return Message("{name}", {"name": text})


class Reasoned(Protocol):
    """What says why something can't be, as the camera's and the devices' code does: an English sentence with gaps."""

    @property
    def why(self) -> str:
        """The sentence."""
        ...

    @property
    def values(self) -> Mapping[str, object]:
        """What fills its gaps."""
        ...


def because(problem: Reasoned) -> Message:
    """Return why something can't be as a message, to be said in the reader's language."""
    return Message(problem.why, problem.values)


def english(message: Message) -> str:
    """Return the message in English."""
    return words(message, untranslated)


def untranslated(text: str, plural: str = "", count: int = 1, /) -> str:
    """Return the sentence as it stands: the `Translate` of English."""
    return plural if plural and count != 1 else text


def words(message: Message, translate: Translate) -> str:
    """Return the message in the language of `translate`, which is a catalogue's gettext."""
    filled = {key: _word(value, translate) for key, value in message.values.items()}
    if not message.text:
        return ""
    if message.plural:
        return _filled(translate(message.text, message.plural, message.values["count"]), filled)
    return _filled(translate(message.text), filled)


def _filled(sentence: str, values: Mapping[str, str]) -> str:
    """Return a sentence with its gaps filled; as it stands where one has no value, for somebody waits for it."""
    try:
        return sentence.format_map(values)
    except (LookupError, ValueError, AttributeError):
        return sentence


def renamed(translate: Translate, called: Mapping[str, Message]) -> Translate:
    """Return `translate`, but for texts that are `called` otherwise (texts and names without gaps)."""
    if not called:
        return translate

    def said(text: str, plural: str = "", count: int = 1, /) -> str:
        return words(called[text], translate) if text in called else translate(text, plural, count)

    return said


def _word(value: Any, translate: Translate) -> str:
    if isinstance(value, Message):
        return words(value, translate)
    if isinstance(value, tuple | list):
        return ", ".join(_word(part, translate) for part in value)
    if isinstance(value, int | float) and value < 0:
        return "−" + _word(-value, translate)
    if isinstance(value, float):
        whole, point, part = f"{value:g}".partition(".")
        return translate(DECIMAL).format(whole=whole, part=part) if point else whole
    return str(value)


def pack(message: Message) -> dict[str, Any]:
    """Return the message as a JSON-ready value; `unpack(pack(m)) == m`."""
    packed = {"say": message.text, "with": {key: _packed(value) for key, value in message.values.items()}}
    return {**packed, "plural": message.plural} if message.plural else packed


def unpack(value: Mapping[str, Any]) -> Message:
    """Return the message that `pack` made this value of."""
    values = {key: _unpacked(part) for key, part in value["with"].items()}
    return Message(value["say"], values, value.get("plural", ""))


def _packed(value: Any) -> Any:
    if isinstance(value, Message):
        return pack(value)
    if isinstance(value, tuple | list):
        return [_packed(part) for part in value]
    return value


def _unpacked(value: Any) -> Any:
    if isinstance(value, Mapping):
        return unpack(value)
    if isinstance(value, list):
        return tuple(_unpacked(part) for part in value)
    return value
