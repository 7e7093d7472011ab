"""What is counted is drawn a row a colour where it has a picture, and named where its colour alone would tell it."""

from functools import partial

from web.faces import FaceSheet, GameFaces
from web.shown import Cell

DRAWN = GameFaces(dict.fromkeys(("coins", "parrot", "bottle", "flag"), "<svg></svg>"))
tallied = partial(FaceSheet({"pirates": DRAWN}, "/icons.svg").tallied, "pirates")


def cells(*kinds):
    return [Cell(kind, kind, "2") for kind in kinds]


def test_what_has_a_picture_stands_in_a_row_of_its_colour():
    rows, rest = tallied(cells("red coins", "red parrot", "blue coins", "pirate flag", "blue bottle", "left"))
    assert [(colour, [cell.kind for cell in alike]) for colour, alike in rows] == [
        ("red", ["red coins", "red parrot"]),
        ("blue", ["blue coins", "blue bottle"]),
    ]
    assert [cell.kind for cell in rest] == ["pirate flag", "left"]


def test_one_alone_of_its_colour_is_named():
    assert tallied(cells("red coins", "blue coins"))[0] == []
