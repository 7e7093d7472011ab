"""A message's English sentence in another language, read straight from the .po catalogues."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

LANGUAGES = ("en", "pt", "nl", "es")
FOLDER = Path(__file__).with_name("translations")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return English sentence → sentence in `language`; empty for English and for a language without a catalogue."""
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    if language not in LANGUAGES or not path.exists():
        return {}
    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    return {str(message.id): str(message.string) for message in messages if message.id and message.string}


def translator(language: str) -> Callable[[str], str]:
    """Return what turns an English sentence, its {gaps} still open, into one of `language`; English where none is."""
    words = catalogue(language)
    return lambda text: words.get(text, text)
