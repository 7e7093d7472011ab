"""What was shown, once faces are forgotten."""

from companion.game.tally import Tally
from companion.games.alcatraz.teach import WALK


def test_a_piece_whose_face_has_another_name_was_shown_and_two_that_were_one_are_one():
    looks = {"holds": {"rat 1//rat 2": 1, "rat 3//rat 2": 2}, "cards": {"rat 3": 1}}
    tally = Tally(looks, {"dock 1": ("rat 3", None, "rat 2")})
    names = {"rat 3": "rat 1"}
    now = tally.renamed(names, lambda look: "/".join(names.get(label, label) for label in look.split("/")))
    assert now.most == {"holds": {"rat 1//rat 2": 2}, "cards": {"rat 1": 1}}
    assert now.ground == {"dock 1": ("rat 1", None, "rat 2")}


def test_a_face_with_another_name_is_counted_in_that_one_s_group_if_the_game_knows_it():
    tally = Tally({"cat": {"cat 3": 1, "cat 4": 1, "cat 5": 1}, "objective": {"objective 5": 1}})
    names = {"cat 3": "objective 5", "cat 4": "cat 9", "cat 5": "cat fiv"}
    assert WALK.renamed(tally, names).most == {"cat": {"cat 9": 1}, "objective": {"objective 5": 1}}
    assert WALK.renamed(tally, {}) == tally


def test_a_piece_that_shows_a_forgotten_face_was_not_shown():
    looks = {"holds": {"rat 1//rat 2": 1, "rat 1//rat 1": 2}, "boats": {"boat 3/4": 1, "boat 9": 1}, "cards": {}}
    tally = Tally(looks, {"dock 1": ("rat 2", None)})
    known = tally.among({"rat 1", "boat 3/4"})
    assert known.most == {"holds": {"rat 1//rat 1": 2}, "boats": {"boat 3/4": 1}, "cards": {}}
    assert known.ground == tally.ground
    assert tally.among({"rat 1", "rat 2", "boat 3/4", "boat 9"}) == tally
