"""Alcatraz: the rulebook's examples, what is refused, rounds, circles, ties and the third round."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.replayed import replayed

from companion.games.alcatraz.pieces import Overlay, Shown, padded

HEADER = {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui", "Mia"]}
END: dict[str, Any] = {"do": "end_round"}


def claim(player: str, objective: Any, *cards: Any) -> dict[str, Any]:
    return {"do": "claim", "player": player, "objective": objective, "cards": list(cards)}


def empty(player: str) -> dict[str, Any]:
    return {"do": "empty", "player": player}


def over(card: int, *overlays: str) -> dict[str, Any]:
    return {"card": card, "overlays": list(overlays)}


# ---- claims


def test_three_cards_that_make_twelve_are_three_points() -> None:
    judged = replayed(HEADER, claim("Ana", 12, -3, 14, 1))
    assert judged.last == {"line": 2, "ok": True, "sum": 12, "met": True, "points": 3}
    assert judged.scores() == {"Ana": 3, "Rui": 0, "Mia": 0}


def test_another_objective_than_the_one_announced_is_a_wrong_claim() -> None:
    judged = replayed(HEADER, claim("Ana", 12, 3, 5, 1))
    assert judged.last == {"line": 2, "ok": True, "sum": 9, "met": False, "points": 0}
    assert judged.scores()["Ana"] == 0


def test_overlays_are_no_points_and_apply_from_bottom_to_top() -> None:
    assert replayed(HEADER, claim("Ana", 7, over(3, "+1", "sign"), 11)).last["points"] == 2  # −4 + 11
    assert replayed(HEADER, claim("Ana", 9, over(3, "sign", "+1"), 11)).last["sum"] == 9  # −2 + 11
    assert replayed(HEADER, claim("Ana", 4, over(2), over(3, "-1", "sign", "sign"))).last["sum"] == 4


@pytest.mark.parametrize(
    ("cards", "refused"),
    [
        ([7, 2, -2], True),
        ([2, 7, -2], True),  # not neighbours of each other: still padding
        ([7, over(1, "-1")], True),  # a card made 0 by an overlay
        ([8, over(1, "sign")], False),
        ([3, 4], False),
    ],
)
def test_cards_that_are_only_there_for_their_points_are_refused(cards: list[Any], refused: bool) -> None:
    judged = replayed(HEADER, claim("Ana", 7, *cards))
    assert judged.status == (1 if refused else 0)
    assert replayed({**HEADER, "options": {"zero_padding": True}}, claim("Ana", 7, *cards)).last["met"] is True


def test_a_wrong_claim_may_hold_cards_that_sum_to_nothing() -> None:
    assert replayed(HEADER, claim("Ana", 8, 7, 2, -2)).last == {
        "line": 2,
        "ok": True,
        "sum": 7,
        "met": False,
        "points": 0,
    }


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (claim("Ana", 12, 12), "turned up: 1"),
        (claim("Ana", 12, 3, 3, 3, 3), "turned up: 4"),
        (claim("Ana", 12), "turned up: 0"),
        (claim("Ana", 3, 1, 2), "objective 3"),
        (claim("Ana", 15, 7, 8), "objective 15"),
        (claim("Ana", 12, 0, 12), "card 0"),
        (claim("Ana", 12, -4, 14), "card −4"),
        (claim("Ana", 12, 15, -3), "card 15"),
        (claim("Ana", 12, over(0, "+1"), 11), "card 0"),
        (claim("Ana", 12, over(5, "+2"), 11), "+2"),
        (claim("Ana", 12, over(5, "+1", "−1"), 11), "−1"),
        (claim("Eva", 12, 5, 7), "Eva"),
        (empty("Eva"), "Eva"),
        ({"do": "third_round"}, "round 2"),
        ({"do": "peek", "player": "Ana"}, "peek"),
    ],
)
def test_the_rules_refuse(line: dict[str, Any], says: str) -> None:
    judged = replayed(HEADER, line)
    assert (judged.status, judged.last["line"], judged.last["ok"]) == (1, 2, False)
    assert says in judged.error
    assert judged.final is not None


@pytest.mark.parametrize(
    "line",
    [
        claim("Ana", 12, 7.0, 5),
        claim("Ana", 12, True, 11),
        claim("Ana", 12, None, 12),
        claim("Ana", 12, "7", 5),
        claim("Ana", 12, [7], 5),
        claim("Ana", 12, {"card": 7}, 5),
        claim("Ana", 12, {"overlays": []}, 5),
        claim("Ana", 12, {"card": 7, "overlays": "+1"}, 5),
        claim("Ana", 12, {"card": 7, "overlays": [1]}, 5),
        claim("Ana", 12, {"card": 7, "overlays": None}, 5),
        claim("Ana", 12, {"card": 7.0, "overlays": []}, 5),
        claim("Ana", "12", 7, 5),
        claim("Ana", None, 7, 5),
        {"do": "claim", "player": "Ana", "objective": 12},
        {"do": "claim", "objective": 12, "cards": [7, 5]},
        {"do": "claim", "player": 1, "objective": 12, "cards": [7, 5]},
        {"do": "empty"},
        {"do": 1},
        {"player": "Ana"},
    ],
)
def test_what_is_wrong_in_form_is_unreadable(line: dict[str, Any]) -> None:
    judged = replayed(HEADER, line)
    assert judged.status == 2
    assert judged.final is None
    assert "line 2" in judged.complaint


def test_whatever_else_stands_in_a_card_is_kept_out_of_it() -> None:
    assert replayed(HEADER, claim("Ana", 12, {"card": 7, "overlays": [], "photo": "a"}, 5)).last["met"] is True


@pytest.mark.parametrize(
    "header",
    [
        {**HEADER, "options": {"zero_padding": 1}},
        {**HEADER, "options": {"wild": True}},
        {**HEADER, "options": None},
        {**HEADER, "edition": {"cards": 68}},
        {**HEADER, "players": ["Ana"]},
        {**HEADER, "players": ["A", "B", "C", "D", "E", "F"]},
    ],
)
def test_a_header_that_nobody_can_play_with_is_unreadable(header: dict[str, Any]) -> None:
    assert replayed(header).status == 2


# ---- rounds


def test_a_circle_once_a_round_and_no_claim_after_it() -> None:
    assert replayed(HEADER, empty("Rui")).last["circles"] == {"Ana": 0, "Rui": 1, "Mia": 0}
    assert "Rui" in replayed(HEADER, empty("Rui"), empty("Rui")).error
    assert "Rui" in replayed(HEADER, empty("Rui"), claim("Rui", 12, 5, 7)).error
    again = replayed(HEADER, empty("Rui"), END, claim("Rui", 12, 5, 7), empty("Rui"))
    assert again.status == 0
    assert again.last["circles"]["Rui"] == 2


def test_two_rounds_then_nothing_follows() -> None:
    played = [HEADER, claim("Ana", 12, 5, 7), END, claim("Mia", 12, -3, 14, 1), END]
    judged = replayed(*played)
    assert judged.answers[2] == {"line": 3, "ok": True, "round": 1, "scores": {"Ana": 2, "Rui": 0, "Mia": 0}}
    assert judged.last == {"line": 5, "ok": True, "round": 2, "scores": {"Ana": 2, "Rui": 0, "Mia": 3}}
    assert judged.final == {
        "game": "alcatraz",
        "over": True,
        "standings": [
            {"player": "Mia", "score": 3, "rank": 1},
            {"player": "Ana", "score": 2, "rank": 2},
            {"player": "Rui", "score": 0, "rank": 3},
        ],
        "winners": ["Mia"],
    }
    for line in (END, claim("Ana", 12, 5, 7), empty("Ana"), {"do": "third_round"}):
        assert replayed(*played, line).status == 1


def test_a_round_may_end_before_anything_happened() -> None:
    judged = replayed(HEADER, END, END)
    assert judged.final is not None
    assert judged.final["winners"] == ["Ana", "Rui", "Mia"]


def test_circles_break_a_tie_before_the_end_too() -> None:
    played = [HEADER, claim("Ana", 12, 5, 7), claim("Mia", 12, 5, 7), empty("Mia")]
    judged = replayed(*played)
    assert judged.ranks() == {"Mia": 1, "Ana": 2, "Rui": 3}
    assert judged.final is not None
    assert judged.final["winners"] == []


def test_points_and_circles_tied_at_the_top_may_play_a_third_round() -> None:
    tied = [HEADER, claim("Ana", 12, 5, 7), claim("Rui", 12, 5, 7), END, END]
    judged = replayed(*tied)
    assert judged.final is not None
    assert judged.final["winners"] == ["Ana", "Rui"]
    playing = replayed(*tied, {"do": "third_round"})
    assert playing.last == {"line": 6, "ok": True, "round": 3}
    assert playing.final is not None
    assert (playing.final["over"], playing.final["winners"]) == (False, [])
    ended = replayed(*tied, {"do": "third_round"}, claim("Mia", 12, -3, 14, 1), END)
    assert ended.last["round"] == 3
    assert ended.final is not None
    assert (ended.final["over"], ended.final["winners"]) == (True, ["Mia"])
    assert replayed(*tied, {"do": "third_round"}, END, {"do": "third_round"}).status == 1
    assert replayed(*tied, {"do": "third_round"}, {"do": "third_round"}).status == 1


def test_circles_that_decide_leave_no_third_round() -> None:
    played = [HEADER, claim("Ana", 12, 5, 7), claim("Rui", 12, 5, 7), empty("Rui"), END, END]
    assert "Rui has won" in replayed(*played, {"do": "third_round"}).error


def test_a_name_is_found_however_its_accents_are_written() -> None:
    header = {**HEADER, "players": ["Jo\u00e3o", "Rui"]}
    assert replayed(header, empty("Joa\u0303o")).last["circles"] == {"João": 1, "Rui": 0}


def test_notes_on_the_header_line_change_no_score() -> None:
    lines = [claim("Ana", 12, 5, 7), END]
    assert (
        replayed({**HEADER, "wild": True, "first": "Mia"}, *lines).answers
        == replayed({**HEADER, "wild": 7, "first": []}, *lines).answers
        == replayed(HEADER, *lines).answers
    )


# ---- properties

VALUES = st.lists(st.integers(-4, 15), min_size=2, max_size=3)


@given(VALUES)
def test_padding_is_found_just_where_some_cards_but_not_all_sum_to_nothing(values: list[int]) -> None:
    some = [c for n in range(1, len(values)) for c in combinations(values, n) if sum(c) == 0]
    assert bool(padded(values)) == bool(some)
    assert sum(padded(values)) == 0
    assert padded(values[::-1]) == () or some


@given(st.integers(-3, 14), st.lists(st.sampled_from(list(Overlay)), max_size=6))
def test_undoing_overlays_from_the_top_leads_back_to_the_card(card: int, overlays: list[Overlay]) -> None:
    opposite = {Overlay.MORE: Overlay.LESS, Overlay.LESS: Overlay.MORE, Overlay.SIGN: Overlay.SIGN}
    undone = (*overlays, *(opposite[overlay] for overlay in reversed(overlays)))
    assert Shown(card, undone).value == card
