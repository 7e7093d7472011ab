"""Damaged stores start; the longer runs are commands (docs/reliability.md)."""

import pytest

from reliability.corruption import Corruption
from reliability.tally import Tally, count


def test_a_few_damaged_stores_start_and_no_whole_game_is_lost(tmp_path):
    tally = Tally.load("corruption", tmp_path / "results")
    count(tally, 1, Corruption(1, tmp_path).case, minutes=1, cases=12)
    assert tally.wrong == []
    assert tally.sum()["stores mended"] > 0


@pytest.mark.slow
def test_damaged_stores_for_ten_minutes(tmp_path):
    tally = Tally.load("corruption")
    count(tally, 1, Corruption(1, tmp_path).case, minutes=10, cases=1000)
    assert tally.wrong == []


def test_a_run_goes_on_where_its_seed_stopped_and_adds_up(tmp_path):
    done = []

    def case(number):
        done.append(number)
        return {"even": number % 2 == 0, "most of all": number % 3}, ["three"] if number == 3 else []

    for cases in (2, 5):
        count(Tally.load("toy", tmp_path, of="abc"), 7, case, minutes=1, cases=cases)
    count(Tally.load("toy", tmp_path, of="abc"), 8, case, minutes=1, cases=1)
    tally = Tally.load("toy", tmp_path, of="abc")
    assert done == [0, 1, 2, 3, 4, 0]
    assert tally.wrong == ["seed 7 case 3: three"]
    assert {key: tally.sum()[key] for key in ("cases", "wrong", "even", "most of all")} == {
        "cases": 6,
        "wrong": 1,
        "even": 4,
        "most of all": 2,
    }
    assert Tally.load("toy", tmp_path, of="another").sum()["cases"] == 0
