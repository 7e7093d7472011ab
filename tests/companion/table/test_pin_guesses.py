"""Wrong PINs: how long nobody is heard, and who waits for whom."""

from companion.table.pin_guesses import (
    FIRST_WAIT_S,
    FORGOTTEN_S,
    FREE,
    FREE_TOGETHER,
    LONGEST_WAIT_S,
    STRANGERS,
    PinGuesses,
)
from web.shown import Role

PIN = "471100"
NOW_S = 1000.0
ANA, RUI, LET_IN = (Role.SEAT, "Ana"), (Role.SEAT, "Rui"), (Role.LET_IN, "")


def guessed(times, guesses=None, at_s=NOW_S, whose=STRANGERS, device="phone"):
    """Return the guesses after so many wrong ones; of a device for each, where it has no name."""
    guesses = guesses or PinGuesses()
    for number in range(times):
        guesses, right, _ = guesses.guess(device or f"phone {number} {at_s}", whose, "000000", PIN, at_s)
        assert not right
    return guesses


def is_right(guesses, at_s, whose=STRANGERS, device="phone"):
    return guesses.guess(device, whose, PIN, PIN, at_s)[1]


def test_five_wrong_pins_wait_for_half_a_minute():
    assert (FREE, FIRST_WAIT_S) == (5, 30.0)
    assert is_right(guessed(FREE - 1), NOW_S)
    guesses = guessed(FREE)
    assert not is_right(guesses, NOW_S)
    assert guesses.guess("phone", STRANGERS, PIN, PIN, NOW_S + 10)[2] == FIRST_WAIT_S - 10
    assert not is_right(guesses, NOW_S + FIRST_WAIT_S - 0.1)
    assert is_right(guesses, NOW_S + FIRST_WAIT_S)


def test_each_further_wrong_pin_waits_twice_as_long_up_to_an_hour():
    guesses, at_s, waits = guessed(FREE), NOW_S, []
    for _ in range(9):
        wait_s = guesses.guess("phone", STRANGERS, PIN, PIN, at_s)[2]
        waits.append(wait_s)
        at_s += wait_s
        guesses = guessed(1, guesses, at_s)
    assert waits == [30, 60, 120, 240, 480, 960, 1920, 3600, LONGEST_WAIT_S]


def test_somebody_who_guesses_for_months_still_waits_an_hour():
    guesses, at_s = guessed(FREE), NOW_S
    for _ in range(1100):
        at_s += LONGEST_WAIT_S
        guesses = guessed(1, guesses, at_s)
    assert guesses.guess("phone", STRANGERS, PIN, PIN, at_s)[2] == LONGEST_WAIT_S


def test_a_guest_that_errs_keeps_no_other_guest_waiting():
    guesses = guessed(FREE)
    assert not is_right(guesses, NOW_S)
    assert is_right(guesses, NOW_S, device="another")


def test_a_guest_with_one_name_after_the_other_has_twenty_guesses_and_then_waits_as_long():
    assert FREE_TOGETHER == 20
    assert is_right(guessed(FREE_TOGETHER - 1, device=""), NOW_S)
    guesses = guessed(FREE_TOGETHER, device="")
    assert guesses.guess("one more", STRANGERS, PIN, PIN, NOW_S)[2] == FIRST_WAIT_S
    assert guesses.guess("one more", STRANGERS, PIN, PIN, NOW_S + FIRST_WAIT_S)[1]
    more = guessed(1, guesses, NOW_S + FIRST_WAIT_S, device="")
    assert more.guess("one more", STRANGERS, PIN, PIN, NOW_S + FIRST_WAIT_S)[2] == 2 * FIRST_WAIT_S


def test_ten_thousand_pins_take_more_than_a_year_also_with_ever_new_names():
    for device in ("phone", ""):
        guesses, at_s, tried = PinGuesses(), NOW_S, 0
        while tried < 400:
            guesses, _, wait_s = guesses.guess(device or f"phone {tried}", STRANGERS, "000000", PIN, at_s)
            at_s, tried = (at_s + wait_s, tried) if wait_s else (at_s, tried + 1)
        an_hour = (at_s - NOW_S) / 400
        assert 10_000 * an_hour > 365 * 24 * 3600
        assert len(guesses.wrong) < 40  # what is a day old is forgotten


def test_a_guess_while_nobody_is_heard_neither_counts_nor_makes_it_longer():
    guesses = guessed(15, guessed(FREE), NOW_S + FIRST_WAIT_S / 2)
    assert is_right(guesses, NOW_S + FIRST_WAIT_S)


def test_guests_guesses_keep_nobody_waiting_who_is_let_in_or_has_a_seat_and_a_seats_no_other():
    guesses = guessed(FREE, guessed(FREE_TOGETHER, device=""), whose=ANA, device="Ana's")
    assert not is_right(guesses, NOW_S)
    assert not is_right(guesses, NOW_S, ANA)
    assert is_right(guesses, NOW_S, RUI)
    assert is_right(guesses, NOW_S, LET_IN)


def test_a_device_that_is_let_in_or_takes_a_seat_has_no_fresh_guesses_by_that():
    guesses = guessed(FREE)
    assert not is_right(guesses, NOW_S, LET_IN)
    assert not is_right(guesses, NOW_S, ANA)


def test_the_right_pin_and_a_quiet_day_forget_the_wrong_ones():
    after_right, right, _ = guessed(FREE - 1).guess("phone", STRANGERS, PIN, PIN, NOW_S)
    assert right
    assert is_right(guessed(FREE - 1, after_right), NOW_S)
    later_s = NOW_S + FORGOTTEN_S + 1
    assert is_right(guessed(FREE - 1, guessed(FREE + 9), later_s), later_s)
