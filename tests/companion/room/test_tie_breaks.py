"""Tie-breaks: each criterion by a small example worked out by hand, and what holds for all."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from companion.room.tie_breaks import Criterion, Finish, Scoring, standings


def outcome(*ranked: str, scores: tuple[int, ...] = ()) -> tuple[Finish, ...]:
    """A table as people finished: "a", "b=c" shares a place."""
    finishes, rank = [], 1
    for names in ranked:
        sharing = names.split("=")
        finishes += [Finish(name, rank) for name in sharing]
        rank += len(sharing)
    if scores:
        return tuple(Finish(one.player, one.rank, score) for one, score in zip(finishes, scores, strict=True))
    return tuple(finishes)


def ranked(outcomes, *order: Criterion, players: str = "abcd", byes=None, **scoring) -> list[tuple[int, str]]:
    places = standings(tuple(players), outcomes, byes or {}, Scoring(order=order, **scoring))
    return [(place.rank, place.player) for place in places]


def test_a_point_for_each_beaten_and_half_for_a_tie():
    places = standings(tuple("abcd"), [outcome("a", "b=c", "d")], {}, Scoring())
    assert [(one.player, *one.values) for one in places] == [
        ("a", 3),
        ("b", Fraction(3, 2)),
        ("c", Fraction(3, 2)),
        ("d", 0),
    ]
    assert [one.rank for one in places] == [1, 2, 2, 4]


def test_points_by_place_are_shared_by_who_shares_the_place():
    scoring = Scoring(points=(5, 3, 1), bye=Fraction(2))
    places = standings(tuple("abcde"), [outcome("a=b", "c", "d")], {"e": 1}, scoring)
    assert {one.player: one.values[0] for one in places} == {"a": 4, "b": 4, "c": 1, "d": 0, "e": 2}


def test_wins_part_whom_points_left_together():
    outcomes = [outcome("a", "c", "b"), outcome("b", "a"), outcome("c=d")]  # a 2, b 1, c 1½, d ½
    assert ranked(outcomes, Criterion.POINTS) == [(1, "a"), (2, "c"), (3, "b"), (4, "d")]
    assert ranked(outcomes, Criterion.WINS) == [(1, "a"), (1, "b"), (1, "c"), (1, "d")]
    assert ranked(outcomes[:2], Criterion.WINS, Criterion.POINTS) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]


def test_head_to_head_looks_at_those_who_are_tied_alone():
    outcomes = [outcome("b", "a"), outcome("a", "c"), outcome("d", "b")]
    assert ranked(outcomes, Criterion.POINTS, players="abc") == [(1, "a"), (1, "b"), (3, "c")]
    assert ranked(outcomes, Criterion.POINTS, Criterion.HEAD_TO_HEAD, players="abc") == [(1, "b"), (2, "a"), (3, "c")]
    ring = [outcome("a", "b"), outcome("b", "c"), outcome("c", "a")]
    assert ranked(ring, Criterion.POINTS, Criterion.HEAD_TO_HEAD, players="abc") == [(1, "a"), (1, "b"), (1, "c")]


def test_whom_one_has_beaten_counts_what_they_have():
    outcomes = [outcome("a", "b"), outcome("b", "c"), outcome("d", "c")]  # a 1, b 1, c 0, d 1
    assert ranked(outcomes, Criterion.BEATEN) == [(1, "a"), (2, "b"), (2, "c"), (2, "d")]


def test_opponents_count_on_average_so_that_large_tables_give_nothing():
    outcomes = [outcome("a", "b", "c"), outcome("d", "e"), outcome("b", "d")]
    places = standings(tuple("abcde"), outcomes, {}, Scoring(order=(Criterion.OPPONENTS,)))
    values = {one.player: one.values[0] for one in places}
    # points: a 2, b 1+1=2, c 0, d 1, e 0
    assert values == {"a": 1, "b": 1, "c": 2, "d": 1, "e": 1}


def test_the_score_is_summed():
    outcomes = [outcome("a", "b", scores=(10, 8)), outcome("b", "a", scores=(30, 2))]
    assert ranked(outcomes, Criterion.POINTS, Criterion.SCORE, players="ab") == [(1, "b"), (2, "a")]


def test_a_bye_gives_its_points_and_meets_nobody():
    places = standings(
        tuple("ab"), [], {"b": 1}, Scoring(bye=Fraction(1), order=(Criterion.POINTS, Criterion.OPPONENTS))
    )
    assert [(one.player, one.values) for one in places] == [("b", (1, 0)), ("a", (0, 0))]


tables = st.lists(st.permutations("abcdef").map(lambda order: outcome(*order[:4])), max_size=5)
orders = st.lists(st.sampled_from(Criterion), min_size=1, max_size=6, unique=True).map(tuple)


@given(tables, orders)
def test_each_has_one_place_and_a_criterion_more_parts_and_never_turns(outcomes, order):
    players = tuple("abcdef")
    places = standings(players, outcomes, {}, Scoring(order=order))
    assert sorted(one.player for one in places) == [*players]
    coarse = {one.player: one.rank for one in standings(players, outcomes, {}, Scoring(order=order[:-1]))}
    fine = {one.player: one.rank for one in places}
    assert all(coarse[one] <= coarse[other] for one in players for other in players if fine[one] < fine[other])
    assert all((one.rank == other.rank) == (one.values == other.values) for one in places for other in places)


@given(tables)
def test_all_points_of_a_table_are_given_whoever_ties(outcomes):
    given_points = sum(one.values[0] for one in standings(tuple("abcdef"), outcomes, {}, Scoring()))
    assert given_points == 6 * len(outcomes)  # 3 + 2 + 1 at a table of four
