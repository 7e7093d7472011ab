"""What breaks in a running service is told, and works again once it is mended; the longer runs are commands
(docs/reliability.md)."""

import pytest

from reliability.faults import FAULTS, Faults
from reliability.tally import Tally, count

BUSY = 5.0  # whoever tests does other work beside it


@pytest.mark.parametrize("number", [5, 8, 9, 10, 14, 16, 17, 18, 19, 20, 21, 22])
def test_a_fault_is_told_and_mended(tmp_path, number):
    proof = Faults(1, tmp_path, BUSY)
    try:
        counts, wrong = proof.case(number)
    finally:
        proof.close()
    assert wrong == []
    assert counts[f"{[*FAULTS][number]}: times"] == 1


@pytest.mark.slow
def test_faults_for_ten_minutes(tmp_path):
    tally, proof = Tally.load("faults"), Faults(1, tmp_path, BUSY)
    try:
        count(tally, 1, proof.case, minutes=10)
    finally:
        proof.close()
    assert tally.wrong == []
