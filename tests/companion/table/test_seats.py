"""Who sits where, by the seconds: how long a seat is claimed, and how many wrong PINs are heard before a pause."""

import pytest

from companion.table.seats import CLAIM_S, GUESSES, PAUSE_S, SeatClaim, Seating

PIN = "4711"
NOW_S = 1000.0


def guessed(times: int, seating: Seating | None = None, at_s: float = NOW_S) -> Seating:
    """Return the seating after so many wrong PINs."""
    seating = seating or Seating()
    for guess in range(times):
        seating, right = seating.try_pin(f"phone {guess}", "0000", PIN, at_s)
        assert not right
    return seating


def is_let_in(seating: Seating, at_s: float) -> bool:
    seating, right = seating.try_pin("phone", PIN, PIN, at_s)
    assert right == ("phone" in seating.hosts)
    return right


def test_five_guesses_end_in_half_a_minutes_pause_and_a_claim_waits_a_minute():
    assert (GUESSES, PAUSE_S, CLAIM_S) == (5, 30.0, 60.0)


def test_whoever_errs_less_often_than_the_limit_is_let_in_at_once():
    assert is_let_in(guessed(GUESSES - 1), NOW_S)


def test_after_the_last_guess_nobody_is_let_in_until_the_pause_is_over():
    seating = guessed(GUESSES)
    assert not is_let_in(seating, NOW_S)
    assert not is_let_in(seating, NOW_S + PAUSE_S - 0.1)
    assert is_let_in(seating, NOW_S + PAUSE_S)


def test_devices_share_one_count_so_that_more_phones_guess_no_faster():
    seating = guessed(GUESSES)  # each guess from another phone
    assert not is_let_in(seating, NOW_S + 1)


def test_a_guess_in_the_pause_neither_counts_nor_makes_it_longer():
    seating = guessed(3 * GUESSES, guessed(GUESSES), NOW_S + PAUSE_S / 2)
    assert is_let_in(seating, NOW_S + PAUSE_S)


def test_after_a_pause_and_after_the_right_pin_guesses_count_anew():
    after_pause = guessed(GUESSES - 1, guessed(GUESSES), NOW_S + PAUSE_S)
    assert is_let_in(after_pause, NOW_S + PAUSE_S)
    after_right, right = guessed(GUESSES - 1).try_pin("phone", PIN, PIN, NOW_S)
    assert right
    assert is_let_in(guessed(GUESSES - 1, after_right), NOW_S)


@pytest.fixture
def claimed():
    seating = Seating().sit("phone", "Ana", has_pod=True, at_s=NOW_S)
    assert seating is not None
    assert seating.claims == {"Ana": SeatClaim("phone", NOW_S + CLAIM_S)}
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


def test_the_newest_claim_of_a_seat_gets_it(claimed):
    later = claimed.sit("tablet", "Ana", has_pod=True, at_s=NOW_S + 1)
    assert later is not None
    seated = later.confirm("Ana", NOW_S + 2)
    assert seated is not None
    assert seated.held == {"Ana": "tablet"}


def test_a_seat_that_is_freed_is_claimed_no_more(claimed):
    assert claimed.free("Ana").confirm("Ana", NOW_S + 1) is None


@pytest.mark.parametrize("has_pod", [True, False])
def test_a_seat_that_somebody_holds_is_neither_taken_nor_claimed_by_another_device(has_pod):
    held = Seating(held={"Ana": "phone"})
    assert held.sit("thief", "Ana", has_pod, NOW_S) is None
    assert held.sit("phone", "Ana", has_pod, NOW_S) == held
