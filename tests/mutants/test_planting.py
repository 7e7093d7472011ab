"""Mutants: where they are planted, what is left alone, and that the interval of a share is told."""

import pytest

from mutants.__main__ import AREAS, ROOT, wilson
from mutants.planting import faults, planted

SOURCE = '''
"""Docs: 1 + 1."""
import x
LIMIT: int = 3

@cached(4)
def f(a: "5", b=True):
    """Docs."""
    if a < LIMIT and b:
        raise refuse("no {n}", n=6)
    log.info("%d", 7)
    a += min(a, -b)
    return a
'''


def test_each_kind_of_fault_is_planted_and_what_people_read_is_left_alone() -> None:
    assert [(fault.line, fault.what) for fault in sorted(faults(SOURCE), key=lambda one: (one.line, one.what))] == [
        (4, "3 → 4"),
        (7, "True → False"),
        (9, "And → Or"),
        (9, "Lt → LtE"),
        (9, "if → if not"),
        (10, "left out"),
        (12, "-x → x"),
        (12, "left out"),
        (12, "min → max"),
        (13, "return None"),
    ]


def test_a_mutant_differs_from_its_source_in_its_fault_alone() -> None:
    (turned,) = (fault for fault in faults(SOURCE) if fault.what == "Lt → LtE")
    plain = planted(SOURCE, turned).replace("a <= LIMIT", "a < LIMIT").splitlines()
    (other,) = (fault for fault in faults(SOURCE) if fault.what == "min → max")
    assert plain == planted(SOURCE, other).replace("max(a, -b)", "min(a, -b)").splitlines()
    for fault in faults(SOURCE):
        compile(planted(SOURCE, fault), "mutant", "exec")
        assert planted(SOURCE, fault).splitlines() != plain, fault.what


def test_every_area_has_modules_and_tests() -> None:
    for area in AREAS:
        assert any(list(ROOT.glob(module)) for module in area.modules), area.name
        assert any((ROOT / test).exists() for test in area.tests), area.name


def test_the_interval_of_a_share_is_wilsons() -> None:
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert wilson(10, 10)[1] == pytest.approx(1.0)
