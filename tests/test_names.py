"""A name stands for one thing: whoever reads it in one wing knows it in the others."""

from support import figures

SAME = {
    "Cases",  # what the page states and what fills it
    "Translate",  # stated twice: the page knows nobody
    "Pin",  # given at a table, given in a room
    *("Practice", "Players"),  # each base of games has its own
}


def test_no_two_classes_have_one_name_unless_they_are_the_same_thing() -> None:
    assert figures.standing_twice(dict(figures.modules(figures.ROOT))) == SAME
