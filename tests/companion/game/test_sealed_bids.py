"""Sealed bids, key by key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.game import sealed_bids as bids
from companion.game.sealed_bids import Bidding, Response

HAND = frozenset(range(1, 11))


def bidding(*seats, hand=HAND, drawn=()):
    return Bidding(dict.fromkeys(seats, hand), frozenset(drawn))


def count(state, seat, times, at_s=0.0):
    for _ in range(times):
        state, _ = bids.add_pressed(state, seat, at_s)
        state = bids.add_released(state, seat, at_s + 0.1)
    return state


@pytest.mark.parametrize(("times", "chosen"), [(1, 1), (10, 10), (11, 1), (23, 3)])
def test_add_counts_to_ten_and_wraps(times, chosen):
    assert count(bidding("Ana"), "Ana", times).ballot("Ana").chosen == chosen


def test_add_held_for_a_second_starts_again_at_nothing():
    state, _ = bids.add_pressed(count(bidding("Ana"), "Ana", 4), "Ana", 5.0)
    assert bids.add_released(state, "Ana", 5.9).ballot("Ana").chosen == 5
    assert bids.add_released(state, "Ana", 6.0).ballot("Ana").chosen == 0
    assert bids.ok(bids.add_released(state, "Ana", 6.0), "Ana", 6.1)[1] is Response.REFUSED


def test_nothing_counted_and_a_spent_card_are_refused():
    state = bidding("Ana", hand=HAND - {3})
    assert bids.ok(state, "Ana", 0.0)[1] is Response.REFUSED
    assert bids.ok(count(state, "Ana", 3), "Ana", 0.0)[1] is Response.REFUSED
    assert bids.ok(count(state, "Ana", 4), "Ana", 0.0)[1] is Response.FLASH


def test_after_the_lock_add_is_a_decoy():
    state, _ = bids.ok(count(bidding("Ana", "Rui"), "Ana", 4), "Ana", 0.0)
    after = count(state, "Ana", 5)
    assert after == state
    assert bids.add_pressed(state, "Ana", 1.0)[1] is Response.FLASH


def test_the_reveal_waits_from_the_last_lock_and_an_unlock_holds_it():
    state = bidding("Ana", "Rui")
    state, _ = bids.ok(count(state, "Ana", 4), "Ana", 1.0)
    assert not bids.ready(state, 99.0)
    state, _ = bids.ok(count(state, "Rui", 2), "Rui", 2.0)
    assert not bids.ready(state, 3.49)
    assert bids.ready(state, 3.5)
    held, _ = bids.ok(state, "Ana", 3.4)
    assert not bids.ready(held, 99.0)
    again, _ = bids.ok(held, "Ana", 5.0)
    assert not bids.ready(again, 6.4)
    assert bids.reveal(again) == {"Ana": 4, "Rui": 2}


def test_bids_stay_closed_while_somebody_has_not_locked():
    state, _ = bids.ok(count(bidding("Ana", "Rui"), "Ana", 4), "Ana", 1.0)
    with pytest.raises(ValueError, match="Rui has not locked"):
        bids.reveal(state)


def test_a_drawn_seat_is_neither_awaited_nor_revealed_here():
    state, _ = bids.ok(count(bidding("Ana", "Cap'n", drawn=["Cap'n"]), "Ana", 4), "Ana", 1.0)
    assert state.awaited == ()
    assert bids.reveal(state) == {"Ana": 4}
    assert bids.add_pressed(state, "Cap'n", 1.0)[0] == state


@given(st.lists(st.sampled_from(["add", "ok"]), max_size=40), st.integers(1, 10))
def test_whatever_is_pressed_a_locked_card_is_in_hand(keys, missing):
    state = bidding("Ana", "Rui", hand=HAND - {missing})
    for moment, key in enumerate(keys):
        if key == "add":
            state = count(state, "Ana", 1, float(moment))
        else:
            state, _ = bids.ok(state, "Ana", float(moment))
        ballot = state.ballot("Ana")
        assert not ballot.locked or ballot.chosen in HAND - {missing}
        assert str(ballot.chosen) not in repr(state).replace("locked", "")
