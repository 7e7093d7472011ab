"""Alcatraz: a look at the reading area, corrections, rows and equal turns."""

from typing import Any

import pytest
from support.replayed import replayed

from companion.game import Asked, Awaited, Phase
from companion.game.match import Match
from companion.game.record import Line
from companion.games.alcatraz.game import GAME
from companion.games.alcatraz.pieces import OBJECTIVES
from companion.games.alcatraz.sighting import claimed, not_open, open_objectives, propose
from companion.games.alcatraz.state import State
from vision.observation import GridSeen, Reading


def seen(*labels: str, unsure: int | None = None) -> GridSeen:
    readings = tuple(
        Reading(label, 0.6 if at == unsure else 0.99, sure=at != unsure, ranking=((label, 0.6), ("cat 7", 0.3)))
        for at, label in enumerate(labels)
    )
    return GridSeen((readings,))


def test_three_cards_are_a_claim_of_the_one_who_counted_and_asked() -> None:
    look = {"claim": seen("cat -3", "cat 14", "cat 1")}
    assert propose(state_after(), look, Asked("Ana", 12)).event == {
        "do": "claim",
        "player": "Ana",
        "objective": 12,
        "cards": [-3, 14, 1],
    }
    assert "count" in str(propose(state_after(), look, Asked("Ana")).wrong)
    assert propose(state_after(), look, None).event is None


def test_two_cards_leave_a_place_empty() -> None:
    assert claimed("Ana", 12, seen("cat 5", "cat 7", "empty")).event == {
        "do": "claim",
        "player": "Ana",
        "objective": 12,
        "cards": [5, 7],
    }


def test_what_the_claimer_ticks_lies_over_the_card() -> None:
    found = claimed("Ana", 12, seen("cat 5", "cat 6", "empty"), [[], ["+1"]])
    assert found.event is not None
    assert found.event["cards"] == [5, {"card": 6, "overlays": ["+1"]}]


def test_what_is_ticked_over_a_card_that_is_not_there_is_told_and_scores_nothing() -> None:
    """Cards lie in the first and the third place; whoever ticks the third means the second card."""
    found = claimed("Ana", 9, seen("cat 4", "empty", "cat 4"), [[], [], ["+1"]])
    assert found.event is None
    assert str(found.wrong).startswith("something is ticked as laid over card 3; cards seen, counted from the left: 2")
    whole = claimed("Ana", 9, seen("cat 4", "empty", "cat 4"), [[], ["+1"], []])
    assert whole.event is not None


def test_objective_and_overlays_may_be_said_on_the_page_and_the_cards_read() -> None:
    look = {"claim": seen("cat -3", "cat 14", "cat 1")}
    asked = Asked("Ana", 4, {"objective": "13", "over 2": ["+1"], "over 3": ["sign", "-1"]})
    assert propose(state_after(), look, asked).event == {
        "do": "claim",
        "player": "Ana",
        "objective": 13,
        "cards": [-3, {"card": 14, "overlays": ["+1"]}, {"card": 1, "overlays": ["sign", "-1"]}],
    }
    absurd = propose(state_after(), look, Asked("Ana", 0, {"objective": "99", "over 1": 7}))
    assert "count the objective" in str(absurd.wrong)


@pytest.mark.parametrize(
    ("look", "says"),
    [
        (seen("cat 5", "empty", "empty"), "seen: 1"),
        (seen("empty", "empty", "empty"), "seen: 0"),
        (seen("cat 5", "objective 7", "empty"), "objective 7"),
    ],
)
def test_what_is_no_claim_is_said(look: GridSeen, says: str) -> None:
    found = claimed("Ana", 12, look)
    assert found.event is None
    assert says in str(found.wrong)


def test_a_doubtful_card_is_asked_about() -> None:
    strange = claimed("Ana", 12, seen("cat 5", "cat 0", "empty"))
    assert (strange.event, [doubt.cell for doubt in strange.doubts]) == (None, [1])
    found = claimed("Ana", 12, seen("cat 5", "cat 1", "empty", unsure=1))
    assert found.event is None
    assert [(doubt.zone, doubt.cell, doubt.likeliest) for doubt in found.doubts] == [("claim", 1, ("cat 1", "cat 7"))]


def test_an_objective_that_is_not_seen_open_is_only_a_warning() -> None:
    look = seen("objective 4", "objective 12", "objective 9")
    assert open_objectives(look) == (4, 12, 9)
    assert not_open(12, look) is None
    assert "7" in str(not_open(7, look))
    assert not_open(7, None) is None
    assert not_open(7, seen("objective 4", "objective 12", "objective 9", unsure=2)) is None  # it may be that one
    cards = seen("cat 3", "cat 4", "empty")
    claim = propose(state_after(), {"claim": cards, "objectives": look}, Asked("Ana", 7))
    assert claim.event is not None
    assert [str(remark) for remark in claim.remarks] == ["Objective 7 is not seen among 4, 12, 9"]
    assert propose(state_after(), {"claim": cards, "objectives": look}, Asked("Ana", 12)).remarks == ()


@pytest.mark.parametrize(("seat", "counts"), [("Rui", False), ("Ana", True)])
@pytest.mark.parametrize("after", [(), ({"do": "end_round"},)])
def test_the_cards_of_the_claim_before_are_counted_for_nobody_else(
    seat: str, counts: bool, after: tuple[dict[str, Any], ...]
) -> None:
    """Ana's 5 and 7 lie there since she claimed; now somebody presses ok for 10."""
    before = {"do": "claim", "player": "Ana", "objective": 9, "cards": [5, {"card": 7, "overlays": []}]}
    found = propose(state_after(before, *after), {"claim": seen("cat 5", "cat 7", "empty")}, Asked(seat, 10))
    assert (found.event is not None) == counts
    assert counts or str(found.wrong).startswith("These are the cards of Ana's claim")
    others = propose(state_after(before, *after), {"claim": seen("cat 7", "cat 5", "empty")}, Asked(seat, 10))
    assert others.event is not None


def test_a_claim_that_was_met_counts_once_however_often_ok_is_pressed() -> None:
    """Ana counts 12 once more, for she is not sure that it was read, or her neighbour asks for the look a moment later;
    had she said 10 before, she may say 12 now."""
    look, again = {"claim": seen("cat 5", "cat 7", "empty")}, Asked("Ana", 12)
    for asked in (again, Asked("Ana", 0, {"objective": "12"})):
        said = propose(state_after(met("Ana", 5, 7)), look, asked)
        assert (said.event, str(said.wrong)) == (None, "Ana's claim of objective 12 counts already")
    wrong = {"do": "claim", "player": "Ana", "objective": 10, "cards": [5, 7]}
    assert propose(state_after(wrong), look, again).event is not None


def test_a_claim_that_takes_the_last_cards_is_followed_by_the_circle_then_ok_ends_the_round() -> None:
    look, asked = {"claim": seen("cat -3", "cat 14", "cat 1")}, Asked("Rui", 12)
    before = state_after(met("Rui", 5, 7), first="Mia")
    claim = propose(before, look, asked)
    assert claim.more
    assert not propose(state_after(first="Mia"), look, asked).more  # a row of four
    assert not propose(before, look, Asked("Rui", 13)).more  # missed
    after = state_after(met("Rui", 5, 7), dict(claim.event or {}), first="Mia")
    assert propose(after, look, asked).event == {"do": "empty", "player": "Rui"}
    emptied = state_after(met("Rui", 5, 7), dict(claim.event or {}), {"do": "empty", "player": "Rui"}, first="Mia")
    assert propose(emptied, look, Asked("Ana")).event == {"do": "end_round"}
    assert GAME.awaits(emptied) == Awaited(("Ana", "Rui", "Mia"))  # Rui's ok ends it as well as anybody's
    assert GAME.awaits(state_after(*met_all(), first="Rui")) == Awaited(("Ana", "Mia"), counts=OBJECTIVES)


def test_the_last_in_turn_ends_the_round_with_ok_and_without_a_claim() -> None:
    emptied = met_all()
    known = state_after(*emptied, first="Rui")
    assert "one more turn for Mia, Ana; then the round ends" in led(known)
    assert propose(known, {}, Asked("Ana")).event == {"do": "end_round"}
    assert "count the objective first" in str(propose(known, {}, Asked("Mia")).wrong)
    unknown = state_after(*emptied)
    assert "then the round ends" in led(unknown)
    assert propose(unknown, {}, Asked("Mia")).event == {"do": "end_round"}
    assert "count the objective first" in str(propose(state_after(*emptied[:2]), {}, Asked("Ana")).wrong)


def test_no_ok_ends_a_round_while_a_circle_is_due() -> None:
    due = (met("Ana", 5, 7), *met_all(), met("Ana", -3, 14, 1))
    state = state_after(*due)
    assert led(state) == "Ana's row is empty: a circle"
    refused = propose(state, {}, Asked("Mia"))
    assert (refused.event, str(refused.wrong)) == (None, led(state))
    assert propose(state_after(*due, {"do": "empty", "player": "Ana"}), {}, Asked("Mia")).event == {"do": "end_round"}


def led(state: State) -> str:
    return str(GAME.lead(state, Phase.TURN, (), shared=False))


def notes(state: State) -> list[str]:
    return [str(note) for note in GAME.view(state).notes]


def test_after_a_claim_it_is_said_what_is_done_with_the_cards() -> None:
    assert notes(state_after())[0] == "Each looks at one card"
    assert "count the objective, turn up two or three neighbours" in notes(state_after())[1]
    assert notes(state_after(met("Ana", -3, 14, 1))) == [
        "Ana met 12: −3 + 14 + 1 = 12",
        "Ana: keep the 3 cards, lay one unseen at the right; open another objective",
    ]
    missed = {"do": "claim", "player": "Ana", "objective": 12, "cards": [3, 5, 1]}
    assert notes(state_after(missed)) == [
        "Ana missed 12: 3 + 5 + 1 = 9",
        "Ana: discard the 3 cards, lay 3 unseen at the right "
        "(did cards lie over them? undo, and tick those on the page)",
    ]
    ticked = {**missed, "cards": [{"card": 3, "overlays": ["+1"]}, 5, 1]}
    assert notes(state_after(ticked))[1] == "Ana: discard the 3 cards, lay 3 unseen at the right"
    last = [met("Ana", 5, 7, 1), met("Ana", 5, 7)]
    assert notes(state_after(*last))[1] == "Ana: keep the 2 cards; open another objective"


def test_more_cards_than_the_row_can_hold_are_remarked_on_and_counted_all_the_same() -> None:
    lines = [met("Ana", 5, 7, 1), met("Ana", 5, 7, 2)]
    state = state_after(*lines)
    assert notes(state)[2] == "By my count Ana had only 2 left in the row"
    assert state.points["Ana"] == 6
    assert notes(state_after(*lines, {"do": "empty", "player": "Ana"}))[:3] == notes(state)


# ---- rows and turns


def state_after(*lines: dict[str, Any], **notes: Any) -> State:
    header = {"record": 1, "game": "alcatraz", "players": ["Ana", "Rui", "Mia"], **notes}
    played = Match.replay(Line(at, line) for at, line in enumerate((header, *lines), 1))
    found: State = played.state
    return found


def met(player: str, *cards: int) -> dict[str, Any]:
    return {"do": "claim", "player": player, "objective": sum(cards), "cards": list(cards)}


def met_all() -> list[dict[str, Any]]:
    return [met("Rui", 5, 7), met("Rui", -3, 14, 1), met("Rui", 5, 7), {"do": "empty", "player": "Rui"}]


@pytest.mark.parametrize(("notes", "counts"), [({}, [4, 3, 0, 0]), ({"wild": True}, [5, 4, 2, 0])])
def test_a_row_loses_what_is_scored_and_gains_one_while_any_is_left(notes: dict[str, Any], counts: list[int]) -> None:
    lines = [met("Ana", 5, 7), met("Ana", -3, 14, 1), met("Ana", 5, 7)]
    assert [state_after(*lines[:n], **notes).left_in_row("Ana") for n in range(4)] == counts
    wrong = {"do": "claim", "player": "Ana", "objective": 4, "cards": [5, 7]}
    assert state_after(wrong, **notes).left_in_row("Ana") == counts[0]


def test_an_empty_row_is_announced_then_those_who_still_have_a_turn() -> None:
    lines = [met("Rui", 5, 7), met("Rui", -3, 14, 1), met("Rui", 5, 7)]
    assert "Rui's row is empty: a circle" in str(GAME.lead(state_after(*lines), Phase.TURN, (), shared=False))
    emptied = [*lines, {"do": "empty", "player": "Rui"}]
    assert state_after(*emptied).to_finish is None  # nobody knows who started
    assert "equally" in str(GAME.lead(state_after(*emptied), Phase.TURN, (), shared=False))
    assert state_after(*emptied, first="Ana").to_finish == ("Mia",)
    assert state_after(*emptied, first="Mia").to_finish == ()
    assert state_after(*emptied, first="Rui").to_finish == ("Mia", "Ana")
    assert state_after(*emptied, met("Mia", 5, 7), first="Rui").to_finish == ("Ana",)
    last = state_after(*emptied, met("Ana", 5, 7), first="Rui")
    assert "round 1 ends" in str(GAME.lead(last, Phase.TURN, (), shared=False))


def test_whose_ok_ends_the_round_is_said_once_it_does() -> None:
    def told(*lines: dict[str, Any], **notes: Any) -> list[str]:
        found = GAME.view(state_after(*lines, **notes)).notes
        return [str(note).partition(",")[0] for note in found if "ok without an objective ends" in str(note)]

    *claims, circle = met_all()
    assert told(*claims) == []  # the circle comes first
    assert told(*claims, circle) == ["When nobody claims any more"]
    assert told(*claims, circle, first="Ana") == ["When Mia claims nothing"]
    assert told(*claims, circle, first="Mia") == []  # all have had their turns: anybody's does
    assert told(*claims, circle, {"do": "end_round"}) == []


def test_a_circle_that_is_given_late_gives_nobody_another_turn() -> None:
    *claims, circle = met_all()
    late = (*claims, met("Mia", 5, 7), circle)
    assert state_after(*late, first="Rui").to_finish == ("Ana",)
    assert state_after(*late, first="Ana").to_finish == ()


def test_a_round_that_ended_without_a_circle_that_was_due_says_so_until_the_next_claim() -> None:
    def told(*lines: dict[str, Any]) -> bool:
        return any("without a circle: Rui. If so, undo" in str(note) for note in GAME.view(state_after(*lines)).notes)

    (*claims, circle), end = met_all(), {"do": "end_round"}
    assert told(*claims, end)
    assert told(end, *claims, end)  # the game is over
    assert not told(*claims)
    assert not told(*claims, circle, end)
    assert not told(*claims, end, met("Mia", 5, 7))


def test_a_circle_that_is_due_is_the_first_form_and_then_the_rounds_end() -> None:
    lines = [met("Rui", 5, 7), met("Rui", -3, 14, 1), met("Rui", 5, 7)]
    circle = GAME.forms(state_after(*lines, first="Mia"))
    assert (circle[0].do, circle[0].seat, circle[-1].do) == ("empty", "Rui", "end_round")
    assert sorted(form.seat for form in circle if form.do == "empty") == ["Ana", "Mia", "Rui"]
    ends = GAME.forms(state_after(*met_all(), first="Mia"))
    assert (ends[0].do, [form.do for form in ends].count("end_round")) == ("end_round", 1)


def test_the_next_round_starts_left_of_the_last_who_emptied_a_row() -> None:
    lines = [{"do": "empty", "player": "Mia"}, {"do": "empty", "player": "Ana"}, {"do": "end_round"}]
    state = state_after(*lines, first="Ana")
    assert state.starter == "Rui"
    assert "Rui starts" in str(GAME.lead(state, Phase.TURN, (), shared=False))
    assert state.left_in_row("Mia") == 4
    assert replayed({"record": 1, "game": "alcatraz", "players": ["Ana", "Rui", "Mia"]}, *lines).status == 0


@pytest.mark.parametrize("given", [("Ana", "Mia"), ("Mia", "Ana")])
def test_who_emptied_a_row_last_is_told_by_the_claims_though_circles_are_given_late(given: tuple[str, str]) -> None:
    """Mia, who started, empties her row, then Ana hers; both circles are given after that, in either order."""
    claims = [met(seat, 5, 7) for _ in range(3) for seat in ("Mia", "Ana")]
    circles = [{"do": "empty", "player": seat} for seat in given]
    assert state_after(*claims, *circles, {"do": "end_round"}, first="Mia").starter == "Rui"
