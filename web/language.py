"""Which language a reader wants (RFC 9110, Accept-Language), and how the page says things in it."""

from collections.abc import Callable, Collection
from datetime import date
from pathlib import Path
from typing import Any, Protocol

from babel.dates import format_date, format_time
from babel.numbers import format_decimal, get_decimal_symbol
from flask import Request
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from web.moments import in_house

COOKIE = "language"
WORDS = Path(__file__).with_name("translations")
"""The catalogues of the page's own sentences, LANGUAGE/LC_MESSAGES/messages.po."""

Say = Callable[..., str]


class Translate(Protocol):
    """gettext, and ngettext where a plural is given: the English sentence for `count` in a language, its gaps open."""

    def __call__(self, text: str, plural: str = "", count: int = 1, /) -> str:
        """Return the sentence."""
        ...


def preferred(request: Request, known: Collection[str]) -> str:
    """Return which known language this device chose, else the best of what its browser asks for, else English."""
    chosen = request.cookies.get(COOKIE, "")
    return chosen if chosen in known else wished(request.headers.get("Accept-Language"), known) or "en"


def wished(header: str | None, known: Collection[str]) -> str | None:
    """Return which known language an Accept-Language header asks for most: "nl-BE, en;q=0.5" asks for Dutch,
    "pt-BR" for the Portuguese of Brazil and "pt-PT" for that without a country."""
    codes = {code.lower(): code for code in known}
    for tag, quality in parse_accept_header(header, LanguageAccept):
        asked = str(tag).lower().replace("-", "_")
        found = codes.get(asked) or codes.get(asked.partition("_")[0])
        if quality > 0 and found is not None:
            return found
    return None


def tag(language: str) -> str:
    """Return a language's tag as HTML writes it (BCP 47): "pt-BR"."""
    return language.replace("_", "-")


def speaker(translate: Translate) -> Say:
    """Return `say(text, **values)`: the sentence in a language with its {gaps} filled."""

    def say(text: str, /, **values: Any) -> str:
        said = translate(text)
        return said.format(**values) if values else said

    return say


def counter(translate: Translate) -> Say:
    """Return `say(one, more, count=…, **values)`: the sentence for that number, by the language's plural rule."""

    def say(one: str, more: str, /, *, count: int, **values: Any) -> str:
        return translate(one, more, count).format(count=count, **values)

    return say


def day(of: date, language: str) -> str:
    """Return a day as a reader writes it."""
    return format_date(of, locale=language)


def number(value: float, language: str, pattern: str | None = None) -> str:
    """Return a number as a reader writes it, with what decimals it has, or those of a pattern such as "0.0"."""
    return format_decimal(value, pattern, locale=language).replace("-", "−")


def separator(language: str) -> str:
    """Return what parts the cells of a CSV file where spreadsheets read it: no comma where that is the decimal mark."""
    return ";" if get_decimal_symbol(language) == "," else ","


def when(moment: str, language: str) -> str:
    """Return an ISO moment as a reader writes date and time, in this house's clock; what is none stands as it is."""
    at = in_house(moment)
    if at is None:
        return moment
    return f"{format_date(at, locale=language)}, {format_time(at, 'short', locale=language)}"
