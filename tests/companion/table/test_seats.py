"""Who sits where, by the seconds: how long a seat is claimed."""

import pytest

from companion.table.seats import SeatClaim, Seating

NOW_S = 1000.0


@pytest.fixture
def claimed():
    seating = Seating(let_in=("phone", "tablet")).sit("phone", "Ana", has_pod=True, at_s=NOW_S)
    assert seating is not None
    assert seating.claims == {"Ana": SeatClaim("phone", NOW_S)}
    assert not seating.holds("phone", "Ana")
    return seating


@pytest.mark.parametrize("after_s", [0.0, 59.9, 60.0])
def test_a_claim_waits_a_minute_for_its_pods_ok(claimed, after_s):
    assert claimed.lapse(NOW_S + after_s) is claimed
    seated = claimed.confirm("Ana", NOW_S + after_s)
    assert seated is not None
    assert seated.seats_of("phone") == ("Ana",)
    assert seated.claims == {}


@pytest.mark.parametrize("after_s", [60.1, 3600.0])
def test_after_that_the_ok_gives_the_seat_to_nobody(claimed, after_s):
    assert claimed.confirm("Ana", NOW_S + after_s) is None
    assert claimed.lapse(NOW_S + after_s).claims == {}


def test_only_claims_whose_time_is_up_lapse_and_a_new_one_begins_its_own_minute(claimed):
    both = claimed.sit("tablet", "Rui", has_pod=True, at_s=NOW_S + 30)
    assert both is not None
    assert set(both.lapse(NOW_S + 61).claims) == {"Rui"}
    again = both.sit("phone", "Ana", has_pod=True, at_s=NOW_S + 59)
    assert again is not None
    assert set(again.lapse(NOW_S + 91).claims) == {"Ana"}


def test_a_seat_that_is_given_back_is_claimed_by_nobody_else(claimed):
    back = claimed.held_by("Ana", "tablet")
    assert (back.held, back.claims) == ({"Ana": "tablet"}, {})
    assert back.confirm("Ana", NOW_S + 1) is None
    assert back.held_by("Ana", "").held == {}


def test_the_newest_claim_of_a_seat_gets_it(claimed):
    later = claimed.sit("tablet", "Ana", has_pod=True, at_s=NOW_S + 1)
    assert later is not None
    seated = later.confirm("Ana", NOW_S + 2)
    assert seated is not None
    assert seated.held == {"Ana": "tablet"}


def test_a_guest_takes_the_place_of_no_phone_that_is_let_in_and_waits():
    waiting = Seating().admit("let in").sit("let in", "Ana", has_pod=True, at_s=NOW_S)
    assert waiting.sit("guest", "Ana", has_pod=True, at_s=NOW_S + 1) is None
    assert waiting.confirm("Ana", NOW_S + 2).held == {"Ana": "let in"}
    later = waiting.sit("guest", "Ana", has_pod=True, at_s=NOW_S + 61)
    assert later.claims["Ana"].device == "guest"
    assert later.sit("let in", "Ana", has_pod=True, at_s=NOW_S + 62).claims["Ana"].device == "let in"


def test_a_guest_takes_no_other_guests_place_and_where_two_ask_the_ok_lets_neither_in():
    waiting = Seating().sit("guest", "Ana", has_pod=True, at_s=NOW_S)
    assert waiting.sit("stranger", "Ana", has_pod=True, at_s=NOW_S + 1) is None
    assert waiting.confirm("Ana", NOW_S + 8, held_s=NOW_S + 2).held == {"Ana": "guest"}
    contested = waiting.contest("stranger", "Ana", NOW_S + 1)
    assert contested.confirm("Ana", NOW_S + 8, held_s=NOW_S + 2) is None
    assert contested.sit("guest", "Ana", has_pod=True, at_s=NOW_S + 9) is None
    again = contested.sit("guest", "Ana", has_pod=True, at_s=NOW_S + 61)
    assert again.confirm("Ana", NOW_S + 70, held_s=NOW_S + 62).held == {"Ana": "guest"}
    let_in = contested.admit("let in").sit("let in", "Ana", has_pod=True, at_s=NOW_S + 9)
    assert let_in.contest("stranger", "Ana", NOW_S + 10) is let_in
    assert let_in.confirm("Ana", NOW_S + 11).held == {"Ana": "let in"}


def test_a_guest_waits_for_one_seat_at_a_time():
    waiting = Seating().sit("guest", "Ana", has_pod=True, at_s=NOW_S).sit("guest", "Rui", has_pod=True, at_s=NOW_S + 1)
    assert set(waiting.claims) == {"Rui"}


def test_a_seat_that_is_freed_is_claimed_no_more(claimed):
    assert claimed.free("Ana").confirm("Ana", NOW_S + 1) is None


@pytest.mark.parametrize("has_pod", [True, False])
def test_a_seat_that_somebody_holds_is_neither_taken_nor_claimed_by_another_device(has_pod):
    held = Seating(held={"Ana": "phone"})
    assert held.sit("thief", "Ana", has_pod, NOW_S) is None
    assert held.sit("phone", "Ana", has_pod, NOW_S) == held


def test_who_sits_where_is_read_as_it_was_written(claimed):
    seating = claimed.confirm("Ana", NOW_S).with_host("tablet")
    kept = seating.written("game-1")
    assert Seating.read(kept) == seating
    assert Seating.read(kept).at("game-1", kept).held == {"Ana": "phone"}
    assert Seating.read(kept).at("game-2", kept).held == {}
    assert Seating.read(None) == Seating()


def test_who_is_let_in_makes_the_table_old_and_another_host_joins_the_first():
    seating = Seating(new=True).admit("phone")
    assert not seating.new
    both = seating.with_host("phone").with_host("tablet")
    assert both.hosts == {"phone", "tablet"}
    assert Seating.read(both.written("game-1")) == both
