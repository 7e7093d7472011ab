"""All four languages say everything that the page can say, with every gap filled."""

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from web.language import FOLDER, LANGUAGES, preferred, speaker, when

WEB = FOLDER.parent
OTHERS = [language for language in LANGUAGES if language != "en"]
ALIKE = {"Total", "Camera", "{count} s", "{count} min"}  # are the same words in another language


def said():
    """Return every sentence of the templates."""
    found = extract_from_dir(WEB, method_map=[("templates/**.html", "jinja2")], keywords={"_": None})
    return {message for _, _, message, _, _ in found}


def catalogue(language):
    with Path(FOLDER / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return {message.id: message.string for message in read_po(file, locale=language) if message.id}


def gaps(text):
    return sorted(re.findall(r"{(\w+)}", text))


def test_the_templates_say_something():
    assert len(said()) > 100


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_missing_and_nothing_is_left_over(language):
    assert set(catalogue(language)) == said()


@pytest.mark.parametrize("language", OTHERS)
def test_every_gap_is_kept(language):
    assert {text: gaps(words) for text, words in catalogue(language).items()} == {text: gaps(text) for text in said()}


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_stays_english(language):
    assert {text for text, words in catalogue(language).items() if words in ("", text)} <= ALIKE


def test_a_sentence_is_said_in_each_language():
    assert [speaker(language)("Stack {number}", number=2) for language in LANGUAGES] == [
        "Stack 2",
        "Pilha 2",
        "Stapel 2",
        "Pila 2",
    ]


@pytest.mark.parametrize(
    ("wanted", "given"),
    [
        ("pt-BR,pt;q=0.9", "pt"),
        ("nl-BE", "nl"),
        ("nl-BE, en;q=0.5", "nl"),
        ("fr, *;q=0.1", "en"),
        ("fr", "en"),
        ("fr, es;q=0.5", "es"),
        ("", "en"),
    ],
)
def test_the_browsers_wish_is_met_as_well_as_can_be(app, wanted, given):
    with app.test_request_context(headers={"Accept-Language": wanted}) as context:
        assert preferred(context.request) == given


def test_a_moment_is_written_as_the_reader_writes_it():
    assert when("2026-11-20T20:15:00", "nl") == "20 nov 2026, 20:15"
    assert when("some day", "nl") == "some day"
