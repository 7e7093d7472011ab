"""Games one after another take no more than the first; the longer runs are commands (docs/reliability.md)."""

import os

import pytest

from companion.machine import memory
from reliability.soak import Soak
from reliability.tally import Tally, count


def test_some_games_in_fast_motion_take_no_more(tmp_path):
    proof, found = Soak(1, tmp_path, warm=2), []
    try:
        for number in (0, 1, 2, 3):
            counts, wrong = proof.case(number)
            assert counts["events"] > 2
            found += wrong
    finally:
        proof.close()
    assert found == []


@pytest.mark.slow
def test_games_for_ten_minutes(tmp_path):
    memory.give_back_at_once(os.environ)
    tally, proof = Tally.load("soak"), Soak(1, tmp_path)
    try:
        count(tally, 1, proof.case, minutes=10, cases=500)
    finally:
        proof.close()
    assert tally.wrong == []
