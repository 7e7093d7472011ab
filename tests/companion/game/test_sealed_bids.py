"""Sealed bids, key by key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game.awaiting import Awaited, Bids
from companion.game.sealed_bids import Bidding, Response

HAND = tuple(range(1, 11))


def bidding(*seats, hand=HAND, drawn=(), many=1, counts=range(1, 11)):
    bids = Bids(dict.fromkeys(seats, hand), many, frozenset(drawn))
    return Bidding(Awaited(seats, bids=bids, counts=counts))


def without(card):
    return tuple(one for one in HAND if one != card)


def count(state, seat, times, at_s=0.0):
    for _ in range(times):
        state, _ = state.pressed(seat, at_s)
        state = state.released(seat, at_s + 0.1)
    return state


@pytest.mark.parametrize(("times", "chosen"), [(1, 1), (10, 10), (11, 1), (23, 3)])
def test_add_counts_to_ten_and_wraps(times, chosen):
    assert count(bidding("Ana"), "Ana", times).ballot("Ana").chosen == (chosen,)


def test_add_held_for_a_second_starts_again_at_nothing():
    state, _ = count(bidding("Ana"), "Ana", 4).pressed("Ana", 5.0)
    assert state.released("Ana", 5.9).ballot("Ana").chosen == (5,)
    assert state.released("Ana", 6.0).ballot("Ana").chosen == ()
    assert state.released("Ana", 6.0).ok("Ana", 6.1)[1] is Response.REFUSED


def test_nothing_counted_and_a_spent_card_are_refused():
    state = bidding("Ana", hand=without(3))
    assert state.ok("Ana", 0.0)[1] is Response.REFUSED
    assert count(state, "Ana", 3).ok("Ana", 0.0)[1] is Response.REFUSED
    assert count(state, "Ana", 4).ok("Ana", 0.0)[1] is Response.FLASH


def test_after_the_lock_add_is_a_decoy():
    state, _ = count(bidding("Ana", "Rui"), "Ana", 4).ok("Ana", 0.0)
    after = count(state, "Ana", 5)
    assert after == state
    assert state.pressed("Ana", 1.0)[1] is Response.FLASH


def test_the_reveal_waits_from_the_last_lock_and_an_unlock_holds_it():
    state = bidding("Ana", "Rui")
    state, _ = count(state, "Ana", 4).ok("Ana", 1.0)
    assert not state.ready(99.0)
    state, _ = count(state, "Rui", 2).ok("Rui", 2.0)
    assert not state.ready(3.49)
    assert state.ready(3.5)
    held, _ = state.ok("Ana", 3.4)
    assert not held.ready(99.0)
    again, _ = held.ok("Ana", 5.0)
    assert not again.ready(6.4)
    assert again.reveal() == {"Ana": (4,), "Rui": (2,)}


def test_bids_stay_closed_while_somebody_has_not_locked():
    state, _ = count(bidding("Ana", "Rui"), "Ana", 4).ok("Ana", 1.0)
    with pytest.raises(ValueError, match="Rui has not locked"):
        state.reveal()


def test_a_drawn_seat_is_neither_awaited_nor_revealed_here():
    state, _ = count(bidding("Ana", "Cap'n", drawn=["Cap'n"]), "Ana", 4).ok("Ana", 1.0)
    assert state.awaited == ()
    assert state.reveal() == {"Ana": (4,)}
    assert state.pressed("Cap'n", 1.0)[0] == state


def test_another_range_is_counted_from_its_first_number_and_wraps():
    state = bidding("Ana", hand=(0, 1, 2), counts=range(3))
    assert [count(state, "Ana", times).ballot("Ana").chosen for times in (1, 3, 4)] == [(0,), (2,), (0,)]
    assert count(state, "Ana", 1).ok("Ana", 0.0)[0].reveal() == {"Ana": (0,)}


def test_two_at_a_time_are_laid_aside_one_by_one_and_ok_locks_with_the_last():
    state = bidding("Ana", "Rui", hand=(3, 4, 4), many=2)
    state, first = count(state, "Ana", 4).ok("Ana", 0.0)
    assert (first, state.awaited) == (Response.FLASH, ("Ana", "Rui"))
    assert state.ok("Ana", 0.0)[1] is Response.REFUSED  # the second one is missing
    state, _ = count(state, "Ana", 4).ok("Ana", 0.0)
    assert state.awaited == ("Rui",)
    opened, _ = state.ok("Ana", 1.0)
    assert opened.ok("Ana", 2.0)[0].ballot("Ana") == state.ballot("Ana")
    assert count(opened, "Ana", 9).ok("Ana", 2.0)[0].ballot("Ana").chosen == (4, 3)
    state, _ = count(count(state, "Rui", 3).ok("Rui", 3.0)[0], "Rui", 4).ok("Rui", 3.0)
    assert state.reveal() == {"Ana": (4, 4), "Rui": (3, 4)}


def test_a_card_that_is_there_once_cannot_be_given_twice():
    state = bidding("Ana", hand=(3, 4), many=2)
    state, _ = count(state, "Ana", 3).ok("Ana", 0.0)
    assert count(state, "Ana", 3).ok("Ana", 0.0)[1] is Response.REFUSED
    assert count(state, "Ana", 4).ok("Ana", 0.0)[0].reveal() == {"Ana": (3, 4)}


def tapped(state, *cards):
    for card in cards:
        state, _ = state.choose("Ana", card)
    return state.ballot("Ana").chosen


def test_on_a_phone_the_newest_choice_takes_the_place_of_the_oldest():
    state = bidding("Ana", hand=(3, 4, 5), many=2)
    assert [tapped(state, *cards) for cards in ((3,), (3, 4), (3, 4, 5), (3, 3), (3, 9))] == [
        (3,),
        (3, 4),
        (4, 5),
        (3,),
        (3,),
    ]
    assert tapped(bidding("Ana", hand=(3, 3), many=2), 3, 3) == (3, 3)
    assert tapped(count(state, "Ana", 4), 5) == (5,)  # what a pod counted is not for a phone to see


def test_add_counts_on_from_what_was_tapped_on_a_phone():
    state, _ = bidding("Ana").choose("Ana", 4)
    assert count(state, "Ana", 1).ballot("Ana").chosen == (5,)
    two, _ = bidding("Ana", many=2).choose("Ana", 4)
    assert count(two, "Ana", 1).ballot("Ana").chosen == (4, 1)  # the second one is still to come
    both, _ = two.choose("Ana", 7)
    assert count(both, "Ana", 1).ballot("Ana").chosen == (4, 8)


@given(st.lists(st.sampled_from(["add", "ok"]), max_size=40), st.integers(1, 10))
def test_whatever_is_pressed_a_locked_card_is_in_hand(keys, missing):
    state = bidding("Ana", "Rui", hand=without(missing))
    for moment, key in enumerate(keys):
        if key == "add":
            state = count(state, "Ana", 1, float(moment))
        else:
            state, _ = state.ok("Ana", float(moment))
        ballot = state.ballot("Ana")
        assert not ballot.locked or set(ballot.chosen) <= {*without(missing)}
        assert "chosen" not in repr(state)
        assert not any(str(card) in repr(state.ballots) for card in ballot.chosen)
