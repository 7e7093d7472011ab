"""The real service, killed: what was answered is there; the longer runs are commands (docs/reliability.md)."""

import pytest

from reliability.kills import Kills
from reliability.tally import Tally, count


def test_what_was_answered_before_a_kill_is_there(tmp_path):
    kills = Kills(1, tmp_path)
    for number in range(2):
        counts, wrong = kills.case(number)
        assert wrong == []
        assert counts["kills"] == 1


@pytest.mark.slow
def test_kills_for_ten_minutes(tmp_path):
    tally = Tally.load("kills")
    count(tally, 1, Kills(1, tmp_path).case, minutes=10, cases=1000)
    assert tally.wrong == []
