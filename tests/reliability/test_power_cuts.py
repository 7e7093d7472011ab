"""Evenings whose power is cut keep every promise; the longer runs are commands (docs/reliability.md)."""

import os

import pytest
from power.disk import why_not

from reliability.power_cuts import MUTANTS, PowerCuts, planted
from reliability.tally import Tally, count

REASON = why_not()
pytestmark = pytest.mark.skipif(bool(REASON), reason=f"POWER CAN'T BE CUT HERE: {REASON}")


def test_an_evening_cut_here_and_there_keeps_every_promise():
    counts, wrong = PowerCuts(1, cuts=15).case(0)
    assert wrong == []
    assert counts["things that were promised"] > 50


@pytest.mark.slow
def test_evenings_cut_for_ten_minutes_keep_every_promise():
    tally = Tally.load("power")
    count(tally, 1, PowerCuts(1).case, minutes=10)
    assert tally.wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MUTANTS)
def test_a_planted_fault_is_found_within_a_minute_of_a_processor(name):
    before = os.times()
    with planted(name):
        _, wrong = PowerCuts(1, cuts=40).case(0)
    assert wrong != []
    assert sum(os.times()[:4]) - sum(before[:4]) < 60
