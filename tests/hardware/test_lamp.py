"""The lamp's light, by hand-turned time."""

import pytest

from hardware.lamp import FAST_S, ONCE_S, SLOW_S, LampPattern, Lamps, level


def blinks(pattern: LampPattern, until_s: float) -> int:
    """Count how often the lamp goes from dark to lit."""
    lit = [level(pattern, step / 1000) > 0.5 for step in range(int(until_s * 1000))]
    return sum(now and not before for before, now in zip([False, *lit], lit, strict=False))


def test_the_slow_blink_breathes_once_in_its_period() -> None:
    assert level(LampPattern.SLOW_BLINK, 0) == 0
    assert level(LampPattern.SLOW_BLINK, SLOW_S / 2) == pytest.approx(1)
    assert blinks(LampPattern.SLOW_BLINK, 3 * SLOW_S) == 3


def test_refused_is_three_fast_blinks_and_then_dark() -> None:
    assert blinks(LampPattern.REFUSED, 3.0) == 3
    assert level(LampPattern.REFUSED, 3 * FAST_S + 0.01) == 0


def test_the_double_blink_is_two_and_a_pause() -> None:
    assert blinks(LampPattern.DOUBLE_BLINK, 1.6) == 2
    assert level(LampPattern.DOUBLE_BLINK, 1.2) == 0


@pytest.mark.parametrize("pattern", LampPattern)
def test_every_level_can_be_shown(pattern: LampPattern) -> None:
    assert all(0 <= level(pattern, step / 100) <= 1 for step in range(500))


class Table:
    def __init__(self, count: int = 2) -> None:
        self.written: list[tuple[int, float]] = []
        self.lamps = Lamps(count, lambda seat, value: self.written.append((seat, value)))

    def now(self, seat: int) -> float:
        return next(value for index, value in reversed(self.written) if index == seat)


def test_a_flash_is_seen_over_a_steady_lamp_and_returns_to_it() -> None:
    table = Table()
    table.lamps.show(0, LampPattern.STEADY, 10.0)
    table.lamps.show(0, LampPattern.FLASH, 20.0)
    seen = []
    for step in range(30):
        table.lamps.tick(20.0 + step / 100)
        seen.append(table.now(0))
    assert 0.0 in seen, "a steady lamp must go dark for a moment"
    assert seen[-1] == 1.0


def test_what_stands_may_change_while_a_blink_is_shown() -> None:
    table = Table()
    table.lamps.show(1, LampPattern.REFUSED, 0.0)
    table.lamps.show(1, LampPattern.STEADY, 0.1)
    table.lamps.tick(ONCE_S[LampPattern.REFUSED] - 0.02)
    assert table.now(1) == 0.0
    table.lamps.tick(ONCE_S[LampPattern.REFUSED] + 0.01)
    assert table.now(1) == 1.0


def test_a_pattern_shown_again_goes_on_without_a_jolt() -> None:
    table = Table()
    table.lamps.show(0, LampPattern.SLOW_BLINK, 0.0)
    table.lamps.tick(1.0)
    assert table.now(0) == 1.0
    table.lamps.show(0, LampPattern.SLOW_BLINK, 1.0)
    assert table.now(0) == 1.0


def test_a_pin_is_written_only_on_a_change() -> None:
    table = Table(count=6)
    for step in range(100):
        table.lamps.tick(step / 50)
    assert len(table.written) == 6, "six lamps go dark once"
