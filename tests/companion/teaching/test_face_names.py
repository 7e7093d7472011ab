"""What a typed name becomes, and which names a game knows."""

import pytest

from companion.teaching.face_names import known_to, refused, tidied

KNOWN = ("gold 2", "Fish", "fish")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        (" gold   2 ", "gold 2"),
        ("gold\n2", "gold 2"),
        ("gold\u00a02", "gold 2"),
        ("\u200bgold\u00ad 2\ufeff", "gold 2"),
        ("\u202estorm\u0007 3\ud800", "storm 3"),
        ("GOLD  2", "gold 2"),
        ("fish", "fish"),
        ("FISH", "Fish"),
        ("Storm 3", "Storm 3"),
        ("ñandú 千", "ñandú 千"),
        ("\u200b \u2066", ""),
    ],
)
def test_a_name_is_kept_without_what_nobody_sees_and_as_the_game_spells_it(typed, name):
    assert tidied(typed, KNOWN) == name


def test_a_name_is_not_empty_and_fits_a_button():
    assert str(refused("")) == "A face's name must not be empty"
    assert str(refused("x" * 61)) == "A face's name must not be longer than 60 characters"
    assert refused("x" * 60) is None


def test_a_game_knows_what_its_walk_asks_for_though_few_players_have_it():
    assert {"green mouse", "boat 12", "boat 33", "empty"} <= set(known_to("allaboard"))
    assert len(known_to("allaboard")) == len(set(known_to("allaboard")))
