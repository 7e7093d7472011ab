"""ShipShape: the rulebook's examples, hands and ties, holds, what is refused, counts and properties."""

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.replayed import Judged, replayed

from companion.game import record
from companion.game.match import Match
from companion.games.shipshape.crew import Crew, groups, resolve
from companion.games.shipshape.pieces import CAPN, CREW_CARDS, square
from companion.games.shipshape.rules import allot
from companion.games.shipshape.scoring import score

THREE: dict[str, Any] = {"record": 1, "game": "shipshape", "players": ["Michele", "Rob", "Chris"]}
SEATS = ["Michele", "Rob", "Chris"]
EMPTY = ["empty"] * 9


def holds(voyage: int, *numbers: int, seats: list[str] = SEATS) -> dict[str, Any]:
    return {"do": "holds", "voyage": voyage, "numbers": dict(zip(seats, numbers, strict=True))}


def drawn(voyage: int, *numbers: int) -> dict[str, Any]:
    return {"do": "holds", "voyage": voyage, "numbers": list(numbers)}


def bids(*cards: int, seats: list[str] = SEATS) -> dict[str, Any]:
    return {"do": "bids", "cards": dict(zip(seats, cards, strict=True))}


def read(*cells: list[str], seats: list[str] = SEATS) -> dict[str, Any]:
    return {"do": "read", "cells": dict(zip(seats, cells, strict=True))}


def hold_of(*squares: str) -> list[str]:
    return [*squares, *EMPTY[len(squares) :]]


TURNS = [bids(1, 2, 3), bids(4, 5, 6), bids(7, 8, 9)]
TO_READ = [THREE, holds(1, 3, 1, 5), *TURNS]


def coins(judged: Judged, part: str) -> dict[str, int]:
    return {seat: parts[part] for seat, parts in judged.last["scores"].items()}


# ---- scoring


def test_cannons_less_the_lowest_of_the_table() -> None:
    judged = replayed(*TO_READ, read(hold_of("cannon 9", "cannon 4"), hold_of("cannon 12"), hold_of("cannon 3")))
    assert coins(judged, "cannon_coins") == {"Michele": 10, "Rob": 9, "Chris": 0}


def test_the_highest_contraband_is_seized_and_so_are_two_tied_for_it() -> None:
    judged = replayed(*TO_READ, read(hold_of("contraband 10"), hold_of("contraband 4"), hold_of("gold 1")))
    assert coins(judged, "contraband_coins") == {"Michele": 0, "Rob": 4, "Chris": 0}
    judged = replayed(*TO_READ, read(hold_of("contraband 7"), hold_of("contraband 4"), hold_of("contraband 7")))
    assert coins(judged, "contraband_coins") == {"Michele": 0, "Rob": 4, "Chris": 0}


def test_a_rat_or_an_empty_square_leaves_no_full_ship() -> None:
    full = ["gold 0"] * 9
    judged = replayed(*TO_READ, read(full, [*full[:8], "empty"], [*full[:8], "rat 0"]))
    assert coins(judged, "full_ship") == {"Michele": 8, "Rob": 0, "Chris": 0}


def test_rats_offset_the_rest_of_a_voyage_which_never_pays_less_than_nothing() -> None:
    judged = replayed(
        *TO_READ,
        read(hold_of("rat 9", "cannon 4"), hold_of("gold 5", "rat 7", "cannon 6"), hold_of("gold 2", "cannon 1")),
    )
    assert coins(judged, "gold_coins") == {"Michele": -9, "Rob": -2, "Chris": 2}
    assert coins(judged, "voyage") == {"Michele": 0, "Rob": 3, "Chris": 2}
    assert coins(judged, "coins") == {"Michele": 0, "Rob": 3, "Chris": 2}


@pytest.mark.parametrize(
    "cell", ["gold", "gold  2", "gold 02", "gold 100", "gold -1", "Gold 2", "empty 0", "", "gold ٣"]
)
def test_what_cannot_lie_in_a_hold_is_refused(cell: str) -> None:
    assert replayed(*TO_READ, read(hold_of(cell), EMPTY, EMPTY)).status == 1
    assert replayed(*TO_READ, read(hold_of("gold 99"), EMPTY, EMPTY)).status == 0


# ---- bids


def test_three_hands_of_ten_make_720_without_a_tie_270_with_a_pair_and_10_all_tied() -> None:
    tied = [len(resolve(dict(zip(SEATS, cards, strict=True)), SEATS).tied) for cards in product(CREW_CARDS, repeat=3)]
    assert (len(tied), tied.count(0), tied.count(2), tied.count(3)) == (1000, 720, 270, 10)


def test_tied_seats_bid_again_and_those_tied_twice_take_by_hold_at_the_end() -> None:
    tie = replayed(THREE, holds(1, 3, 1, 5), bids(7, 7, 3))
    assert tie.last == {"line": 3, "ok": True, "take": [["Chris"]], "tied": ["Michele", "Rob"], "turn_over": False}
    again = [THREE, holds(1, 3, 1, 5), bids(7, 7, 3)]
    settled = replayed(*again, bids(2, 9, seats=["Michele", "Rob"]))
    assert settled.last == {"line": 4, "ok": True, "take": [["Rob", "Michele"]], "tied": [], "turn_over": True}
    twice = replayed(*again, bids(2, 2, seats=["Michele", "Rob"]))
    assert twice.last == {"line": 4, "ok": True, "take": [["Michele", "Rob"]], "tied": [], "turn_over": True}


def test_three_tied_of_which_one_gets_loose() -> None:
    judged = replayed(THREE, holds(1, 3, 1, 5), bids(7, 7, 7), bids(2, 2, 4))
    assert judged.answers[2]["take"] == [[]]
    assert judged.last["take"] == [["Chris", "Michele", "Rob"]]


def test_six_bid_in_groups_of_three_that_shift() -> None:
    seats = list("ABCDEF")
    assert groups(seats, 1) == (tuple("ABC"), tuple("DEF"))
    assert groups(seats, 2) == (tuple("BCD"), tuple("EFA"))
    assert groups(seats, 3) == (tuple("CDE"), tuple("FAB"))
    header = {**THREE, "players": seats}
    judged = replayed(header, holds(1, *range(1, 7), seats=seats), bids(5, 4, 4, 5, 6, 7, seats=seats))
    assert judged.last["take"] == [["A"], ["F", "E", "D"]]
    assert judged.last["tied"] == ["B", "C"]


def test_a_group_without_ties_takes_nothing_while_the_other_bids_again() -> None:
    seats = list("ABCDEF")
    judged = replayed(
        {**THREE, "players": seats},
        holds(1, *range(1, 7), seats=seats),
        bids(5, 4, 4, 5, 6, 7, seats=seats),
        bids(1, 2, seats=["B", "C"]),
    )
    assert judged.last["take"] == [["C", "B"], []]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (bids(1, 2, 11), "Chris"),
        (bids(1, 2, 0), "Chris"),
        (bids(1, 2, seats=["Michele", "Rob"]), "Chris"),
        (bids(1, 2, 3, 4, seats=[*SEATS, "Eva"]), "Eva"),
        (read(EMPTY, EMPTY, EMPTY), "third turn"),
        (holds(1, 3, 1, 5), "already"),
    ],
)
def test_the_rules_refuse(line: dict[str, Any], says: str) -> None:
    judged = replayed(THREE, holds(1, 3, 1, 5), line)
    assert judged.status == 1
    assert says in judged.error


@pytest.mark.parametrize("card", [7.0, True, None, "7", [7]])
def test_a_card_that_is_no_whole_number_is_unreadable(card: Any) -> None:
    assert replayed(THREE, holds(1, 3, 1, 5), bids(1, 2, card)).status == 2


def test_a_card_is_spent_once_until_the_hand_comes_back() -> None:
    assert "not in hand" in replayed(THREE, holds(1, 3, 1, 5), bids(1, 2, 3), bids(1, 4, 5)).error


def test_a_hand_of_one_takes_the_whole_discard_pile_back() -> None:
    crew = Crew()
    for spent, card in enumerate(range(1, 9), 1):
        crew = crew.spend(card)
        assert (len(crew.hand), len(crew.discards)) == (10 - spent, spent)
    assert crew.refills(9)
    assert crew.spend(9) == Crew()


@given(st.lists(st.integers(0, 9), max_size=40))
def test_hand_and_discards_are_always_ten_cards_and_the_hand_never_of_one(choices: list[int]) -> None:
    crew = Crew()
    for choice in choices:
        hand = sorted(crew.hand)
        crew = crew.spend(hand[choice % len(hand)])
        assert crew.hand | crew.discards == CREW_CARDS
        assert not crew.hand & crew.discards
        assert len(crew.hand) >= 2


# ---- holds and the Cap'n


def test_most_coins_get_the_highest_hold_and_the_lower_hold_before_wins_a_tie() -> None:
    judged = replayed(*TO_READ, read(hold_of("gold 5"), hold_of("gold 5"), hold_of("gold 9")), drawn(2, 2, 6, 4))
    assert judged.last["holds"] == {"Michele": 2, "Rob": 4, "Chris": 6}


@pytest.mark.parametrize(
    ("line", "status"),
    [
        (drawn(1, 1, 2, 3), 1),
        (holds(1, 1, 2, 2), 1),
        (holds(1, 0, 2, 3), 1),
        (holds(1, 7, 2, 3), 1),
        (holds(2, 1, 2, 3), 1),
        (holds(1, 1, 2, seats=["Michele", "Rob"]), 1),
        (bids(1, 2, 3), 1),
        (holds(1, 1, 2, True), 2),
        ({"do": "holds", "voyage": 1, "numbers": None}, 2),
        ({"do": "holds", "voyage": 1.0, "numbers": [1, 2, 3]}, 2),
        ({"do": "holds", "numbers": [1, 2, 3]}, 2),
    ],
)
def test_before_the_first_bids_only_holds_are_dealt(line: dict[str, Any], status: int) -> None:
    assert replayed(THREE, line).status == status


def test_the_capn_sits_down_with_two_and_with_five_where_wished() -> None:
    def seats(count: int, **options: bool) -> list[str]:
        header = {**THREE, "players": list("ABCDEF")[:count], "options": options}
        return list(replayed(header).last["seats"])

    assert seats(2) == ["A", "B", CAPN]
    assert seats(5) == list("ABCDE")
    assert seats(5, capn=True) == [*"ABCDE", CAPN]
    assert seats(6, capn=True) == list("ABCDEF")
    assert seats(3, capn=True) == list("ABC")


def test_a_final_tie_goes_to_the_higher_hold_of_voyage_three_and_only_then() -> None:
    turns = iter(bids(k, k % 9 + 1, (k + 1) % 9 + 1) for k in range(1, 10))
    lines = [THREE]
    for voyage, numbers in enumerate(((3, 1, 5), (1, 2, 3), (4, 6, 2)), 1):
        lines += [holds(voyage, *numbers), next(turns), next(turns), next(turns)]
        lines += [read(hold_of("gold 2"), hold_of("gold 2"), hold_of("gold 1"))]
        if voyage < 3:
            assert replayed(*lines).ranks() == {"Michele": 1, "Rob": 1, "Chris": 3}
    judged = replayed(*lines)
    assert judged.scores() == {"Rob": 6, "Michele": 6, "Chris": 3}
    assert judged.ranks() == {"Rob": 1, "Michele": 2, "Chris": 3}
    assert judged.final is not None
    assert judged.final["winners"] == ["Rob"]
    assert replayed(*lines, holds(3, 4, 6, 2)).status == 1
    ended = Match.replay(record.lines("\n".join(map(json.dumps, lines)).encode())).state
    assert (ended.voyage, ended.over) == (3, True)


def test_hands_go_on_from_voyage_to_voyage() -> None:
    first = [*TO_READ, read(EMPTY, EMPTY, EMPTY), holds(2, 3, 1, 5)]
    assert "not in hand" in replayed(*first, bids(1, 1, 1)).error
    assert replayed(*first, bids(10, 10, 10)).last["tied"] == SEATS


# ---- properties

CARDS = st.lists(st.integers(1, 10), min_size=1, max_size=6)
SQUARE = st.one_of(
    st.just("empty"),
    st.builds("{} {}".format, st.sampled_from(["gold", "cannon", "contraband", "rat"]), st.integers(0, 99)),
)
TABLE = st.lists(st.lists(SQUARE, min_size=9, max_size=9), min_size=2, max_size=6)


@given(CARDS)
def test_takers_and_tied_part_the_bidders_and_takers_go_from_high_to_low(cards: list[int]) -> None:
    bidders = {f"seat {at}": card for at, card in enumerate(cards)}
    resolved = resolve(bidders, tuple(bidders))
    assert sorted([*resolved.take, *resolved.tied]) == sorted(bidders)
    taken = [bidders[seat] for seat in resolved.take]
    assert taken == sorted(set(taken), reverse=True)
    assert all(cards.count(bidders[seat]) > 1 for seat in resolved.tied)


@given(TABLE, st.randoms(use_true_random=False))
def test_permuting_the_seats_permutes_the_scores(table: list[list[str]], chance: Any) -> None:
    shown = {f"seat {at}": [square(label) for label in cells] for at, cells in enumerate(table)}
    order = chance.sample(sorted(shown), len(shown))
    assert score({seat: shown[seat] for seat in order}) == score(shown)


@given(TABLE, st.integers(0, 50))
def test_a_constant_added_to_all_cannons_changes_no_coins(table: list[list[str]], more: int) -> None:
    shown = {f"seat {at}": [square(label) for label in cells] for at, cells in enumerate(table)}
    extra = {seat: [*squares, square(f"cannon {more}")] for seat, squares in shown.items()}
    before, after = score(shown), score(extra)
    assert {s: v.cannon_coins for s, v in before.items()} == {s: v.cannon_coins for s, v in after.items()}
    assert {s: v.voyage for s, v in before.items()} == {s: v.voyage for s, v in after.items()}


@given(TABLE)
def test_a_voyage_never_costs_coins_and_someone_has_the_fewest_cannons(table: list[list[str]]) -> None:
    scores = score({f"seat {at}": [square(label) for label in cells] for at, cells in enumerate(table)})
    assert all(result.voyage >= 0 for result in scores.values())
    assert min(result.cannon_coins for result in scores.values()) == 0
    assert any(result.contraband_coins == 0 for result in scores.values())


@given(st.permutations(range(1, 7)), st.lists(st.integers(0, 5), min_size=3, max_size=6))
def test_allotted_holds_are_those_drawn_and_more_coins_never_get_a_lower_one(
    numbers: list[int], bounty: list[int]
) -> None:
    have = {f"seat {at}": coins for at, coins in enumerate(bounty)}
    before = dict(zip(have, numbers, strict=False))
    allotted = allot(numbers[: len(have)], have, before)
    assert sorted(allotted.values()) == sorted(numbers[: len(have)])
    for one, other in product(have, repeat=2):
        if (have[one], -before[one]) > (have[other], -before[other]):
            assert allotted[one] > allotted[other]
