"""Captain Stingy: sums of groups, and all legal returns best first."""

from itertools import combinations, islice
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.stingy.pieces import value
from companion.games.stingy.trading import Return, can_make, count_returns, legal_returns, total

GROUPS = st.lists(st.integers(1, 6), max_size=8).map(lambda counts: {f"t{at}": n for at, n in enumerate(counts)})
TAKEN = st.sampled_from([1, 3, 6, 10, 15, 20])


def every_set(groups: dict[str, int]) -> list[tuple[str, ...]]:
    return [tiles for count in range(len(groups) + 1) for tiles in combinations(groups, count)]


@given(GROUPS, st.integers(0, 60))
def test_a_sum_can_be_made_just_where_some_groups_make_it(groups: dict[str, int], wanted: int) -> None:
    assert can_make(groups, wanted) == any(total(groups, tiles) == wanted for tiles in every_set(groups))


@given(GROUPS, TAKEN, st.sets(st.integers(0, 7)))
def test_all_legal_returns_come_once_and_best_first(groups: dict[str, int], taken: int, done: set[int]) -> None:
    completing = {f"t{at}" for at in done}
    found = list(legal_returns(groups, taken, completing))
    legal = {frozenset(tiles) for tiles in every_set(groups) if total(groups, tiles) <= taken}
    assert len(found) == len(legal)
    assert {frozenset(back.groups) for back in found} == legal
    order = [(-back.total, -len(back.completes), len(back.groups)) for back in found]
    assert order == sorted(order)
    assert count_returns(groups, taken) == len(found)
    for back in found:
        assert back.total == total(groups, back.groups)
        assert set(back.completes) == completing & set(back.groups)


def test_nothing_may_always_go_back() -> None:
    assert list(legal_returns({}, 1)) == [Return((), 0)]


@pytest.mark.bench
def test_the_best_returns_of_thirty_groups_take_less_than_twenty_ms() -> None:
    groups = {f"t{at}": (1, 1, 2, 1, 3, 1, 2, 4, 1, 5)[at % 10] for at in range(30)}
    spent = []
    for _ in range(21):
        start = process_time()
        best: Any = list(islice(legal_returns(groups, 20, {"t2", "t6", "t29"}), 100))
        spent.append(process_time() - start)
    assert best[0].total == 20
    print(f"100 best of 30 groups: {sorted(spent)[10] * 1000:.1f} ms")
    assert sorted(spent)[10] < 0.020
    assert value(6) == 20
