"""Which language a reader wants, and the page's own words in it, read straight from the .po catalogues."""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from babel.dates import format_date, format_time
from babel.messages.pofile import read_po
from flask import Request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

LANGUAGES: Mapping[str, str] = {"en": "English", "pt": "Português", "nl": "Nederlands", "es": "Español"}
COOKIE = "language"
FOLDER = Path(__file__).with_name("translations")

Say = Callable[..., str]


def preferred(request: Request) -> str:
    """Return the language this device chose, else the best of what its browser asks for, else English."""
    chosen = request.cookies.get(COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return wished(request.headers.get("Accept-Language"), LANGUAGES) or "en"


def wished(header: str | None, known: Collection[str]) -> str | None:
    """Return which known language an Accept-Language header asks for most: "nl-BE, en;q=0.5" asks for Dutch."""
    asked = parse_accept_header(header, LanguageAccept)
    tags = (str(tag).lower().partition("-")[0] for tag, quality in asked if quality > 0)
    return next((tag for tag in tags if tag in known), None)


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """Return English sentence → sentence in `language`; empty for English and for a language without a catalogue."""
    path = FOLDER / language / "LC_MESSAGES" / "messages.po"
    if not path.exists():
        return {}
    with path.open("rb") as file:
        messages = read_po(file, locale=language)
    return {str(message.id): str(message.string) for message in messages if message.id and message.string}


def speaker(language: str) -> Say:
    """Return `say(text, **values)`: the sentence in `language` with its {gaps} filled."""
    words = catalogue(language)

    def say(text: str, /, **values: Any) -> str:
        said = words.get(text, text)
        return said.format(**values) if values else said

    return say


def when(moment: str, language: str) -> str:
    """Return an ISO moment as a reader writes date and time, in this house's clock; what is none stands as it is."""
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return moment
    if at.tzinfo is not None:
        at = at.astimezone()
    return f"{format_date(at, locale=language)}, {format_time(at, 'short', locale=language)}"
