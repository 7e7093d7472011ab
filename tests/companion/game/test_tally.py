"""What was shown, once faces are forgotten."""

from companion.game.tally import Tally


def test_a_piece_that_shows_a_forgotten_face_was_not_shown():
    looks = {"holds": {"rat 1//rat 2": 1, "rat 1//rat 1": 2}, "boats": {"boat 3/4": 1, "boat 9": 1}, "cards": {}}
    tally = Tally(looks, {"dock 1": ("rat 2", None)})
    known = tally.among({"rat 1", "boat 3/4"})
    assert known.most == {"holds": {"rat 1//rat 1": 2}, "boats": {"boat 3/4": 1}, "cards": {}}
    assert known.ground == tally.ground
    assert tally.among({"rat 1", "rat 2", "boat 3/4", "boat 9"}) == tally
