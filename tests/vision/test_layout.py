"""Layouts as text: colour patches, and what is said where one is wrong."""

import pytest

from vision.layout import Grid, Layout, LayoutError, Patch, dump, parse

PLAIN = Layout("area", (100.0, 80.0), (Grid("board", (10.0, 10.0, 60.0, 60.0), 2, 2),))
PATCHED = Layout("area", (100.0, 80.0), PLAIN.zones, (), (Patch("red", (2.0, 2.0, 5.0, 5.0), "#c03020"),))


def test_patches_are_parsed_and_dumped() -> None:
    assert parse(dump(PATCHED)) == PATCHED
    assert dump(PATCHED).startswith(dump(PLAIN))
    assert "patch" not in dump(PLAIN)


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ("#c03020", "red", r"patch\[0\].colour: it is “red”; write it as #rrggbb"),
        ("#c03020", "#c0302", r"patch\[0\].colour"),
        ("5.0, 5.0]", "0.0, 5.0]", r"patch\[0\].rect_mm: width and height must be above 0"),
        ('name = "red"', "", r"patch\[0\].name: it must be a text"),
        ("[[patch]]", "[patch]", r"patch: write it as \[\[patch\]\]"),
    ],
)
def test_a_patch_that_is_wrong_is_named(right: str, wrong: str, why: str) -> None:
    with pytest.raises(LayoutError, match=why):
        parse(dump(PATCHED).replace(right, wrong))


def test_two_patches_must_not_share_a_name() -> None:
    text = dump(PATCHED)
    with pytest.raises(LayoutError, match=r"patch\.name: “red” is used twice"):
        parse(text + text[text.index("[[patch]]") :])


FREE = """size_mm = [420.0, 290.0]
[[marker]]
id = 3
corner_mm = [12.0, -12.0]
size_mm = 28.0
[[zone]]
name = "squares"
kind = "grid"
rect_mm = [26.0, 88.0, 96.0, 92.0]
rows = 1
cols = 1
[[zone]]
name = "tiles"
kind = "pieces"
rect_mm = [0.0, 0.0, 420.0, 280.0]
piece_mm = [34.0, 33.0]
"""


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ("420.0, 290.0", "1e300, 290", r"^size_mm: it must be from -1000000 to 1000000"),
        ("420.0, 290.0", "9" * 400 + ", 290", r"^size_mm: it must be from"),
        ("420.0, 290.0", "1e-6, 290", r"^size_mm: it must be from 0.01"),
        ("420.0, 290.0", "9" * 5000 + ", 290", "^this is not TOML .a number in it has too many digits"),
        ("420.0, 290.0", "[" * 5000 + "]" * 5000, "^this is not TOML .lists stand within each other too deeply"),
        ("12.0, -12.0", "1e308, 12.0", r"marker\[0\].corner_mm: it must be from"),
        ("28.0", "1e-6", r"marker\[0\].size_mm: it must be from 0.01"),
        ("96.0, 92.0", "1e-9, 92.0", r"zone\[0\].rect_mm: it must be from 0.01"),
        ("96.0, 92.0", "1e9, 92.0", r"zone\[0\].rect_mm: it must be from"),
        ("96.0, 92.0", "96.0, 1.0", r"zone\[0\].rect_mm: a place there is more than 50 times as long as wide"),
        ("34.0, 33.0", "4.0, 300.0", r"zone\[1\].piece_mm: a place there is more than 50 times"),
        ("34.0, 33.0", "0.001, 0.001", r"zone\[1\].piece_mm: it must be from 0.01"),
        ("34.0, 33.0", "1.0, 1.0", r"zone\[1\].piece_mm: the zone is more than 150 pieces long"),
    ],
)
def test_numbers_that_no_table_has_are_named(right: str, wrong: str, why: str) -> None:
    with pytest.raises(LayoutError, match=why):
        parse(FREE.replace(right, wrong))


@pytest.mark.parametrize(
    ("usual", "unusual"),
    [("420.0, 290.0", "1, 1"), ("420.0, 290.0", "100000, 100000"), ("34.0, 33.0", "4, 4"), ("34.0, 33.0", "6, 200")],
)
def test_tables_that_are_merely_unusual_are_taken(usual: str, unusual: str) -> None:
    assert usual in FREE
    assert parse(FREE.replace(usual, unusual)).zones
