"""What a piece can be named: kinds first, then what tells those of a kind apart."""

import re

from web.faces import FaceSheet, GameFaces
from web.naming import LabelButton, LabelKind, halves, kinds
from web.rendering import Renderer, environment


def test_numbers_rise_within_their_kind_and_kinds_keep_their_order():
    found = kinds(("empty", "gold 10", "gold 2", "rat 1", "gold 2"))
    assert found == (
        LabelKind("empty", (LabelButton("empty", ""),)),
        LabelKind("gold", (LabelButton("gold 2", "2"), LabelButton("gold 10", "10"))),
        LabelKind("rat", (LabelButton("rat 1", "1"),)),
    )
    assert not any(kind.in_words for kind in found)


def test_what_only_looks_like_a_number_is_a_word():
    (gold,) = kinds(("gold --5", "gold ²", "gold 2"))
    assert [choice.label for choice in gold.choices] == ["gold 2", "gold --5", "gold ²"]


def test_two_words_are_a_kind_and_what_it_shows():
    (red, pirate) = kinds(("red bottle", "red coins", "pirate flag"))
    assert (red.name, [choice.text for choice in red.choices]) == ("red", ["bottle", "coins"])
    assert red.in_words
    assert halves(pirate.choices[0].label) == ("pirate", "flag")


def test_numbers_below_zero_come_first_and_are_printed_with_a_minus():
    (cats,) = kinds(("cat 2", "cat -3", "cat 1"))
    assert [choice.text for choice in cats.choices] == ["−3", "1", "2"]
    assert not cats.in_words


def test_a_row_of_tiles_is_headed_by_their_colour_as_its_owner_calls_it():
    called = {"green bottle": "turquoise bottle", "green coins": "turquoise coins", "green bottle: kind": "turquoise"}

    def word(text):
        return called.get(text, text)

    assets = {"icons.svg": "/icons.svg"}
    drawn = GameFaces({"bottle": "<svg></svg>", "coins": "<svg></svg>"})
    renderer = Renderer(assets, lambda _language: word, FaceSheet({"pirates": drawn}, "/icons.svg"))
    rows = environment(assets).from_string(
        '{% from "macros.html" import choices with context %}{{ choices(labels, {}) }}'
    )
    labels = ["green bottle", "green coins", "orange bottle", "orange coins"]
    html = rows.render(labels=labels, word=word, _=str, **renderer.faces_of("pirates"))
    assert re.findall(r'role="group" aria-label="(\w+)"', html) == ["turquoise", "orange"]
    assert re.findall(r"number +t-(\w+)", html) == ["plain", "plain", "orange", "orange"]
    assert 'aria-label="turquoise bottle"' in html
