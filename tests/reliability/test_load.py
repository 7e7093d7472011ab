"""Phones at the table are served while a crowd does its worst; the longer runs are commands (docs/reliability.md)."""

import pytest

from reliability.load import Load
from reliability.tally import Tally, count

BUSY = 20.0  # whoever tests does other work beside it; before there was an admission, phones waited for 75 s


def test_phones_are_served_beside_seven_hundred_slow_requests(tmp_path):
    counts, wrong = Load(1, tmp_path, seconds=1.0, patience=BUSY).case(3)
    assert wrong == []
    assert counts["slow: page"] > 2


@pytest.mark.slow
def test_crowds_for_ten_minutes(tmp_path):
    tally = Tally.load("load")
    count(tally, 1, Load(1, tmp_path, patience=BUSY).case, minutes=10)
    assert tally.wrong == []
