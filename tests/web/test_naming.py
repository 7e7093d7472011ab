"""What a piece can be named: kinds first, then what tells those of a kind apart."""

from web.naming import Choice, Kind, halves, kinds


def test_numbers_rise_within_their_kind_and_kinds_keep_their_order():
    found = kinds(("empty", "gold 10", "gold 2", "rat 1", "gold 2"))
    assert found == (
        Kind("empty", (Choice("empty", ""),)),
        Kind("gold", (Choice("gold 2", "2"), Choice("gold 10", "10"))),
        Kind("rat", (Choice("rat 1", "1"),)),
    )
    assert not any(kind.in_words for kind in found)


def test_two_words_are_a_kind_and_what_it_shows():
    (red, pirate) = kinds(("red bottle", "red coins", "pirate flag"))
    assert (red.name, [choice.text for choice in red.choices]) == ("red", ["bottle", "coins"])
    assert red.in_words
    assert halves(pirate.choices[0].label) == ("pirate", "flag")


def test_numbers_below_zero_come_first_and_are_printed_with_a_minus():
    (cats,) = kinds(("cat 2", "cat -3", "cat 1"))
    assert [choice.text for choice in cats.choices] == ["−3", "1", "2"]
    assert not cats.in_words
