"""Catalogues of translations (gettext): an English sentence → the same in another language, read from .po files.

A folder of translations holds `LANGUAGE/LC_MESSAGES/messages.po`. The companion's own is known from the start; those of
the page and the games are added by whoever knows them, as gettext binds its text domains. A country's catalogue holds
only what it says otherwise than its language: what `pt_BR` lacks is said as in `pt`.
"""

import logging
from collections.abc import Callable, Mapping
from functools import cache
from gettext import NullTranslations
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from companion.language.message import Translate

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "pt": "Português",
    "pt_BR": "Português (Brasil)",
    "nl": "Nederlands",
    "es": "Español",
}
"""Code → what the language calls itself."""

T = TypeVar("T")
log = logging.getLogger("companion")
FOLDER = Path(__file__).with_name("translations")
_folders = [FOLDER]


def add(*folders: Path) -> None:
    """Let the words of more folders be known; what an earlier folder says, no later one says otherwise."""
    new = [folder for folder in folders if folder not in _folders]
    if new:
        _folders.extend(new)
        _translations.cache_clear()


def translator(language: str) -> Translate:
    """Return what turns an English sentence, its {gaps} still open, into one of `language`; English where none is."""

    def translate(text: str, plural: str = "", count: int = 1, /) -> str:
        if not text:  # there a catalogue keeps its own header
            return ""
        found = _translations(language.replace("-", "_"))
        return found.ngettext(text, plural, count) if plural else found.gettext(text)

    return translate


@cache
def _translations(language: str) -> NullTranslations:
    found: Translations | None = None
    for folder in _folders if language in LANGUAGES else ():
        more = _readable(folder / language / "LC_MESSAGES" / "messages.po", read)
        if more is not None:
            found = more if found is None else more.merge(found)
    said = found or NullTranslations()
    wider = language.rpartition("_")[0]
    if wider:
        said.add_fallback(_translations(wider))
    return said


def known(language: str) -> frozenset[str]:
    """Return every English sentence that is said in a language."""
    found: set[str] = set()
    for folder in _folders:
        for message in _readable(folder / language / "LC_MESSAGES" / "messages.po", _messages) or ():
            found |= {message.id} if isinstance(message.id, str) else set(message.id)
    return frozenset(found)


def _readable(file: Path, read_it: Callable[[Path], T]) -> T | None:
    """Return what is read of a .po file; None where there is none, or it is none: others' words are said all the
    same."""
    try:
        return read_it(file) if file.is_file() else None
    except (OSError, ValueError, LookupError) as error:  # LookupError: a character set that nobody knows
        log.warning("%s can't be read as gettext in UTF-8: %s", file, error)
        return None


def _messages(file: Path) -> Catalog:
    with file.open("rb") as text:
        return read_po(text, locale=file.parts[-3])


def read(file: Path) -> Translations:
    """Return the translations of a .po file, LANGUAGE/LC_MESSAGES/messages.po."""
    compiled = BytesIO()
    write_mo(compiled, _messages(file))
    compiled.seek(0)
    return Translations(compiled)
