"""The owner's guide can't go stale: its pictures are drawn of what the program uses, its commands are understood, and
what it says to tap stands on the page, in each language.

`PYTHONPATH=.:tests python tests/companion/test_owner_guide.py` draws the pictures anew.
"""

import argparse
import importlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from support.catalogues import catalogue, forms
from support.owner_pictures import DRAWN, SEEN, alike

from companion.cli import COMMANDS

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
GUIDES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "owner").glob("*.md")}
KEYS = {"add", "ok"}  # a pod's, called so in every language


def on_the_page(language: str) -> set[str]:
    """All that the page says in a language."""
    said: set[str] = set()
    for english, other in catalogue(ROOT / "web" / "translations", "es" if language == "en" else language).items():
        said.update(forms(english if language == "en" else other))
    return said


def test_there_is_one_in_each_language() -> None:
    assert set(GUIDES) == {"en", "es", "nl", "pt"}


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_is_what_the_program_draws_now(name: str) -> None:
    assert (IMAGES / name).read_text(encoding="utf-8") == DRAWN[name]()
    ElementTree.parse(IMAGES / name)


@pytest.mark.slow
@pytest.mark.parametrize("name", SEEN)
def test_a_picture_looks_as_it_is_seen_now(name: str) -> None:
    assert alike((IMAGES / name).read_bytes(), SEEN[name]())


@pytest.mark.parametrize("language", GUIDES)
def test_what_it_says_to_tap_stands_on_the_page(language: str) -> None:
    tapped = {" ".join(words.split()) for words in re.findall(r"(?<!\*)\*([^*|]+)\*(?!\*)", GUIDES[language])}
    assert len(tapped) > 10
    assert tapped - KEYS - on_the_page(language) == set()


@pytest.mark.parametrize("language", GUIDES)
def test_its_commands_are_understood(language: str) -> None:
    lines = re.findall(r"^    companion (.+)$", GUIDES[language], re.MULTILINE)
    assert len(lines) == 3
    for name, *words in (line.split() for line in lines):
        parser = argparse.ArgumentParser()
        importlib.import_module(COMMANDS[name][0]).arguments(parser)
        parser.parse_args(words)


@pytest.mark.parametrize("language", GUIDES)
def test_each_language_says_as_much_and_shows_the_same(language: str) -> None:
    def shape(text: str) -> tuple[object, ...]:
        marks = (r"^#+", r"^\|", r"^    .+$", r"\]\([^)]+\)", r"`[^`]+`")
        found = [re.findall(mark, text, re.MULTILINE) for mark in marks]
        return (*found[:4], sorted(found[4]))

    assert shape(GUIDES[language]) == shape(GUIDES["en"])
    for link in re.findall(r"\]\(([^)#:]+)\)", GUIDES[language]):
        assert (ROOT / "docs" / "owner" / link).exists(), link


if __name__ == "__main__":
    for picture, draw in DRAWN.items():
        (IMAGES / picture).write_text(draw(), encoding="utf-8")
    for picture, take in SEEN.items():
        (IMAGES / picture).write_bytes(take())
