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
