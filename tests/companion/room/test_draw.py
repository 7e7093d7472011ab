"""The draw: properties that hold for any number of people, and what a small one comes to exactly."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.room import draw
from companion.room.draw import TableSize


def people(count: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(count))


@pytest.mark.parametrize(
    ("players", "seats", "tables", "drawn"),
    [
        (12, TableSize(2, 4, 6), 0, (4, 4, 4)),
        (10, TableSize(2, 4, 6), 0, (4, 3, 3)),
        (9, TableSize(2, 4, 5), 0, (5, 4)),
        (6, TableSize(2, 4, 6), 0, (3, 3)),
        (7, TableSize(2, 2, 2), 0, (2, 2, 2)),
        (3, TableSize(4, 4, 4), 0, ()),
        (11, TableSize(4, 4, 4), 0, (4, 4)),
        (10, TableSize(2, 4, 4), 2, (4, 4)),
        (10, TableSize(2, 4, 6), 2, (5, 5)),
        (0, TableSize(2, 4, 6), 0, ()),
    ],
)
def test_tables_are_as_large_as_can_be_wished(players, seats, tables, drawn):
    assert draw.sizes(players, seats, tables) == drawn


seats_of_games = st.tuples(st.integers(2, 6), st.integers(2, 6), st.integers(2, 6)).map(
    lambda three: TableSize(*sorted(three))
)


@given(st.integers(0, 120), seats_of_games, st.integers(0, 30))
def test_every_table_holds_as_many_as_may_sit_there_and_nobody_sits_out_who_need_not(players, seats, tables):
    drawn = draw.sizes(players, seats, tables)
    assert all(seats.least <= size <= seats.most for size in drawn)
    assert not tables or len(drawn) <= tables
    out = players - sum(drawn)
    assert out < seats.least or (tables and sum(drawn) == tables * seats.most) or seats.least * 2 > seats.most


@settings(max_examples=15, deadline=None)
@given(st.integers(4, 16), seats_of_games, st.integers(1, 3), st.randoms(use_true_random=False))
def test_a_swiss_round_seats_everybody_once(players, seats, rounds, chance):
    names, before = people(players), Counter()
    points = dict.fromkeys(names, 0.0)
    for _ in range(rounds):
        sizes = draw.sizes(players, seats)
        out = draw.byes(names, {}, players - sum(sizes))
        playing = [one for one in names if one not in out]
        tables = draw.swiss(playing, points, before, sizes, Random(chance.random()))
        assert sorted(one for table in tables for one in table) == sorted(playing)
        assert sorted(map(len, tables)) == sorted(sizes)
        before += draw.met(tables)
        for table in tables:
            points[table[0]] += 1


def play_swiss(count: int, seats: int, rounds: int, seed: int) -> tuple[Counter[frozenset[str]], list[float]]:
    names, before, chance = people(count), Counter[frozenset[str]](), Random(seed)
    points, spreads = dict.fromkeys(names, 0.0), []
    for _ in range(rounds):
        ranked = sorted(names, key=lambda one: -points[one])
        tables = draw.swiss(ranked, points, before, draw.sizes(count, TableSize(seats, seats, seats)), chance)
        before += draw.met(tables)
        spreads += [max(points[one] for one in table) - min(points[one] for one in table) for table in tables]
        for table in tables:
            for place, one in enumerate(sorted(table, key=lambda _: chance.random())):
                points[one] += len(table) - 1 - place
    return before, spreads


@pytest.mark.parametrize(("count", "seats", "rounds"), [(16, 2, 5), (24, 4, 4), (40, 4, 5), (42, 6, 2)])
def test_nobody_meets_anybody_twice_where_there_is_room(count, seats, rounds):
    for seed in range(3):
        before, _ = play_swiss(count, seats, rounds, seed)
        assert max(before.values()) == 1


def test_a_swiss_round_seats_people_of_near_points():
    _, spreads = play_swiss(64, 4, 4, 1)
    late = spreads[-16:]  # of the last round: points go from 0 to 9
    assert sum(late) / len(late) < 2


def pairs_of(names):
    """Yield all ways to seat people two by two."""
    if not names:
        yield ()
    for at in range(1, len(names)):
        for others in pairs_of(names[1:at] + names[at + 1 :]):
            yield ((names[0], names[at]), *others)


def test_a_swiss_round_of_few_is_as_near_as_it_can_be():
    names, found, best = people(8), Counter[int](), Counter[int]()
    for seed in range(12):
        chance, points, before = Random(seed), dict.fromkeys(names, 0.0), Counter[frozenset[str]]()

        def strain(tables, points=points, before=before):
            met_again = sum(before[frozenset(two)] for two in tables)
            return met_again, sum((points[one] - points[other]) ** 2 for one, other in tables)

        for _ in range(5):
            drawn = draw.swiss(sorted(names, key=lambda one: -points[one]), points, before, (2,) * 4, chance)
            for total, tables in ((found, drawn), (best, min(pairs_of(names), key=strain))):
                again, spread = strain(tables)
                total.update(again=again, spread=round(spread))
            before += draw.met(drawn)
            for two in drawn:
                points[chance.choice(two)] += 1.0
    assert found["again"] == best["again"]
    assert found["spread"] <= 1.05 * best["spread"]


def test_three_hundred_tables_are_drawn_while_people_wait():
    names = people(1200)
    before = Counter[frozenset[str]]()
    chance = Random(4)
    for _ in range(3):
        before += draw.met(draw.swiss(names, dict.fromkeys(names, 0.0), before, (4,) * 300, chance))
    assert max(before.values()) == 1


@pytest.mark.parametrize("count", [4, 6, 8, 14])
def test_in_a_round_robin_of_two_each_meets_each_once(count):
    names, before = people(count), Counter[frozenset[str]]()
    for _ in range(count - 1):
        before += draw.met(draw.round_robin(names, before, (2,) * (count // 2), Random(1)))
    assert before == Counter(frozenset(two) for two in combinations(names, 2))


def test_in_a_round_robin_of_four_people_meet_evenly():
    names, before = people(16), Counter[frozenset[str]]()
    for _ in range(5):
        before += draw.met(draw.round_robin(names, before, (4,) * 4, Random(2)))
    by_chance = Counter[frozenset[str]]()
    for seed in range(5):
        order = Random(seed).sample(names, 16)
        by_chance += draw.met([order[at : at + 4] for at in range(0, 16, 4)])
    assert len(before) > len(by_chance)
    assert max(before.values()) <= 2


def test_groups_are_dealt_to_and_fro():
    assert draw.groups(people(8), 4) == (("p0", "p3", "p4", "p7"), ("p1", "p2", "p5", "p6"))
    assert [len(group) for group in draw.groups(people(10), 4)] == [5, 5]
    assert draw.groups(people(2), 6) == (("p0", "p1"),)
    assert [len(group) for group in draw.groups(people(14), 4, 4)] == [5, 5, 4]
    assert [len(group) for group in draw.groups(people(6), 4, 4)] == [6]


def test_byes_go_to_who_had_fewest_then_to_the_last():
    names = people(5)
    assert draw.byes(names, {}, 1) == ("p4",)
    assert draw.byes(names, {"p4": 1}, 2) == ("p3", "p2")


def test_seats_go_round():
    sat = {"a": Counter({0: 1}), "b": Counter({1: 1})}
    assert draw.seated(("a", "b"), sat) == ("b", "a")
    assert draw.seated(("c", "a", "b"), sat) == ("c", "a", "b")
