"""A hold that changes after its score is read again; what a person said stands for a piece that did not change."""

from dataclasses import replace

import pytest
from support.people_at_table import BARE, LADEN, People, by_hand, hold, reading, still

from companion.session import rereading
from companion.session.laying import STILL_S
from companion.session.rereading import ScoredCell
from companion.table import requests
from companion.table.signals import Key, Stillness, ZoneLook
from vision.observation import Unseen


@pytest.fixture
def people():
    table = People()
    table.begin("Ana", "Rui", "Mia")
    return table


def scored_with_a_crate(people):
    """The last crate of a voyage shows gold 2, cannon 4 and contraband 4, and is scored."""
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    people.play_turn((8, 9, 10), hold("rat 1", "gold 2", "cannon 4", "contraband 4", *["empty"] * 5))


def change(people, seen):
    looks = {"dock 1": still(seen, people.now_s), "dock 2": still(LADEN, 0, changed=False)}
    people.look(looks)
    people.wait(2.1)
    people.look(looks)


def test_a_crate_turned_after_the_score_is_read_again_and_that_is_said(people):
    scored_with_a_crate(people)
    turned = hold("contraband 4", "gold 2", *["empty"] * 3, "cannon 4", *["empty"] * 3)
    change(people, turned)
    assert people.match.lines[-1]["cells"]["Ana"][0] == "contraband 4"
    assert people.match.lines[-1]["seen"]["Ana"][0] == "rat 1"
    assert people.match.state.scores[0]["Ana"].totals.rats == 0
    assert "Ana: something changed after the score; it was read again" in str(people.snapshot.notices[-1].text)
    change(people, hold("rat 1", "gold 2", "cannon 4", "contraband 4", *["empty"] * 5))  # turned back
    assert people.match.lines[-1]["cells"]["Ana"][0] == "rat 1"


def test_a_last_crate_that_is_laid_after_the_score_is_read_though_something_else_had_been_laid_before(people):
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    people.play_turn((8, 9, 10), hold("rat 1", "gold 2", "cannon 4", "contraband 4", *["empty"] * 5))  # the second one
    laid = ("gold 3", "gold 2", "cannon 4", "contraband 4", "gold 1", "cannon 6", *["empty"] * 3)
    change(people, hold(*laid))
    assert people.match.lines[-1]["cells"]["Ana"] == [*laid]
    assert "Ana: something changed after the score; it was read again" in str(people.snapshot.notices[-1].text)


def test_anothers_crate_that_is_piled_on_a_hold_as_the_table_is_cleared_changes_no_score(people):
    people.press(0, Key.OK)
    crates = ("gold 2", "gold 3", "gold 5"), ("cannon 1", "cannon 2", "cannon 7"), ("gold 4", "gold 0", "gold 6")
    first, second, third = ([one for crate in crates[:count] for one in crate] for count in (1, 2, 3))
    people.play_turn((7, 5, 3), hold(*first, *["empty"] * 6))
    people.play_turn((6, 4, 2), hold(*second, *["empty"] * 3))
    people.play_turn((8, 9, 10), hold(*third))
    lines = people.match.lines
    change(people, hold("contraband 5", "contraband 4", "contraband 1", *third[3:]))
    assert people.match.lines == lines
    assert not people.snapshot.notices


def test_a_photo_taken_anew_has_another_key_for_a_browser_keeps_what_it_fetched(people):
    scored_with_a_crate(people)
    first = people.snapshot.chapters[0].blocks[0].photo
    change(people, hold("contraband 4", "gold 2", *["empty"] * 3, "cannon 4", *["empty"] * 3))
    assert people.snapshot.chapters[0].blocks[0].photo != first


def test_a_turned_crate_that_is_not_read_for_sure_is_left_to_people(people):
    scored_with_a_crate(people)
    lines = people.match.lines
    for _ in range(2):
        change(people, hold("contraband 4", "gold 2", *["empty"] * 3, "cannon 4", *["empty"] * 3, unsure=(5,)))
    assert people.match.lines == lines
    assert [str(notice.text) for notice in people.snapshot.notices] == [
        "Ana: something changed after the score and can't be read for sure: correct it"
    ]


def test_a_turned_crate_beside_a_square_that_is_in_doubt_now_is_left_to_people(people):
    scored_with_a_crate(people)
    lines = people.match.lines
    turned = ("contraband 4", "gold 2", *["empty"] * 3, "cannon 4", "empty", "empty")
    change(people, hold(*turned, "rat 2", unsure=(8,)))
    assert people.match.lines == lines
    assert "can't be read for sure: correct it" in str(people.snapshot.notices[-1].text)


def test_a_turned_crate_that_the_rules_can_not_know_is_left_to_people_and_the_camera_goes_on(people, monkeypatch):
    scored_with_a_crate(people)
    lines = people.match.lines
    monkeypatch.setattr(type(people.match.game), "cleared", lambda *_, **__: False)
    change(people, hold("parrot", "gold 2", *["empty"] * 3, "cannon 4", *["empty"] * 3))
    assert people.match.lines == lines
    assert "can't be read for sure: correct it" in str(people.snapshot.notices[-1].text)


def test_nothing_is_said_of_holds_that_are_cleared_away(people):
    scored_with_a_crate(people)
    crate_gone = ("rat 1", "empty", "empty", "gold 7", "cannon 3", *["empty"] * 4)
    for left in (crate_gone, ("empty",) * 9):
        change(people, hold(*left, unsure=(3, 4)))
    assert not people.snapshot.notices


CRATED = ("rat 1", "gold 2", "cannon 4", "contraband 4", *["empty"] * 5)
TURNED = ("contraband 4", "gold 2", *["empty"] * 3, "cannon 4", *["empty"] * 3)


def last_crate(people, looks):
    """Two turns were played; in the third the docks come to look like this."""
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    people.reveal((8, 9, 10))
    since = people.now_s
    others = {"dock 2": still(BARE, since), "dock 3": still(BARE, since)}
    people.look({**looks(since), **others})
    people.wait(2.1)
    people.look({**looks(since), **others})


def test_the_picture_of_a_square_in_question_has_another_key_once_the_dock_is_read_anew(people):
    doubtful = hold(*CRATED, unsure=(1,))
    last_crate(people, lambda since: {"dock 1": still(doubtful, since, picture=b"first")})
    first = people.snapshot.questions[0]
    docks = {f"dock {n}": still(BARE, people.now_s - 3) for n in (2, 3)}
    people.look({"dock 1": still(doubtful, people.now_s - 3, picture=b"second"), **docks})
    again = people.snapshot.questions[0]
    assert again.picture != first.picture
    assert again.id != first.id  # nobody knows whether the same crate lies there


BELOW = ("cannon 4", "gold 5", "gold 1", "gold 5", "gold 3")  # squares 4 to 8 once two crates lie there


def third_crate(people, doubtful, third):
    """Two crates were laid in Ana's dock; as the third turn begins, square 9, a cannon 2, is read in doubt."""
    people.press(0, Key.OK)
    people.see_docks(hold("rat 1", *["empty"] * 8))
    people.play_turn((7, 5, 3), hold("rat 1", *["empty"] * 5, "gold 5", "gold 3", "cannon 2"))
    people.play_turn((6, 4, 2), hold("rat 1", "empty", "empty", *BELOW, doubtful, unsure=(8,)))
    people.play_turn((8, 9, 10), third)


def test_a_crate_is_turned_over_a_square_that_only_the_looks_before_tell(people):
    third = ("contraband 4", "gold 2", "cannon 4", *BELOW)
    third_crate(people, "cannon 7", hold(*third, "cannon 7", unsure=(8,)))
    assert people.match.lines[-1]["cells"]["Ana"] == [*third, "cannon 2"]
    turned = ("cannon 4", "gold 2", "contraband 4", *BELOW)
    change(people, hold(*turned, "cannon 7", unsure=(8,)))
    assert people.match.lines[-1]["cells"]["Ana"] == [*turned, "cannon 2"]


def test_a_crate_is_turned_away_from_a_square_that_was_in_doubt_before_it_was_laid(people):
    third = ("rat 1", "gold 2", "cannon 4", *BELOW, "contraband 4")
    third_crate(people, "cannon 2", hold(*third))
    assert people.match.lines[-1]["cells"]["Ana"] == list(third)
    turned = ("contraband 4", "gold 2", "cannon 4", *BELOW, "cannon 2")
    change(people, hold(*turned))
    assert people.match.lines[-1]["cells"]["Ana"] == list(turned)


def scored_with_a_word(people, cell, label):
    """The camera was not sure of a cell of Ana's last crate: somebody said what lies there."""
    last_crate(people, lambda since: {"dock 1": still(hold(*CRATED, unsure=(cell,)), since)})
    (question,) = people.snapshot.questions
    assert people.ask(requests.Answer(question.id, label)).ok


@pytest.mark.parametrize("unsure", [(1,), ()])
def test_what_somebody_answered_stands_when_the_crate_is_turned_around_it(people, unsure):
    scored_with_a_word(people, 1, "gold 9")
    change(people, hold(*TURNED, unsure=unsure))
    assert people.match.lines[-1]["cells"]["Ana"] == ["contraband 4", "gold 9", *TURNED[2:]]
    change(people, hold(*CRATED))  # turned back, and read again with what was said
    assert people.match.lines[-1]["cells"]["Ana"] == ["rat 1", "gold 9", *CRATED[2:]]


def test_what_somebody_corrected_stands_when_the_crate_is_turned_around_it(people):
    scored_with_a_crate(people)
    assert people.ask(requests.Correct(len(people.match.lines) - 1, "Ana", 1, "gold 9")).ok
    change(people, hold(*TURNED))
    assert people.match.lines[-1]["cells"]["Ana"] == ["contraband 4", "gold 9", *TURNED[2:]]
    assert people.match.lines[-1]["seen"]["Ana"] == list(CRATED)


def test_a_corrected_hold_in_which_nothing_moved_stays_as_it_was_said(people):
    scored_with_a_crate(people)
    assert people.ask(requests.Correct(len(people.match.lines) - 1, "Ana", 1, "gold 9")).ok
    lines = people.match.lines
    change(people, hold(*CRATED))
    change(people, hold(*CRATED, unsure=(1, 2)))
    assert people.match.lines == lines


def test_what_surely_lies_otherwise_now_takes_the_place_of_what_was_said_and_that_is_told(people):
    scored_with_a_word(people, 1, "gold 2")
    change(people, hold("gold 2", "empty", "cannon 4", "contraband 4", *["empty"] * 5))
    assert people.match.lines[-1]["cells"]["Ana"][:2] == ["gold 2", "empty"]
    assert str(people.snapshot.notices[-1].text) == "Ana: a square said to be “gold 2” now shows “empty”"


def test_a_piece_that_was_misread_once_is_not_believed_where_it_lies_now(people):
    scored_with_a_crate(people)
    assert people.ask(requests.Correct(len(people.match.lines) - 1, "Ana", 1, "gold 9")).ok
    lines = people.match.lines
    change(people, hold("rat 1", "empty", "cannon 4", "contraband 4", "gold 2", *["empty"] * 4))
    assert people.match.lines == lines
    assert "can't be read for sure: correct it" in str(people.snapshot.notices[-1].text)


def test_a_hold_that_people_entered_whole_is_never_overwritten(people):
    last_crate(people, lambda _: {"dock 1": ZoneLook(Stillness.COVERED, why=Unseen("a hand is in view"))})
    people.press(0, Key.OK)  # it lies as it should
    assert people.ask(by_hand("Ana", CRATED)).ok
    people.look({"dock 1": ZoneLook(Stillness.MOVING), "dock 2": still(BARE, 0), "dock 3": still(BARE, 0)})
    lines = people.match.lines
    assert lines[-1]["cells"]["Ana"] == list(CRATED)
    change(people, hold(*TURNED))
    assert people.match.lines == lines
    assert "can't be read for sure: correct it" in str(people.snapshot.notices[-1].text)


def test_clearing_the_table_after_the_score_is_not_read_as_a_change(people):
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    people.play_turn((8, 9, 10), LADEN)
    lines = people.match.lines
    lower = hold("rat 1", "gold 6", "cannon 3", "gold 1", *["empty"] * 5)  # what lay under the last two crates
    for cleared in (BARE, hold(*["empty"] * 9), hold(*["gold 7", "rat 2", "rat 1"] * 3), lower):
        looks = {f"dock {n}": still(cleared, people.now_s) for n in (1, 2, 3)}
        people.look(looks)
        people.wait(2.1)
        people.look(looks)
    assert people.match.lines == lines


def test_a_crate_that_comes_to_light_below_two_that_are_cleared_away_is_not_read_as_a_change(people):
    people.press(0, Key.OK)
    crates = ("gold 1", "gold 6", "cannon 3"), ("gold 2", "gold 3", "gold 7"), ("gold 2", "cannon 4", "contraband 4")
    first, second, last = (hold("rat 1", *crate, *["empty"] * 5) for crate in crates)
    for cards, seen in zip(((7, 5, 3), (6, 4, 2), (8, 9, 10)), (first, second, last), strict=True):
        people.play_turn(cards, seen)
    lines = people.match.lines
    assert lines[-1]["cells"]["Ana"][1:4] == [*crates[-1]]
    change(people, first)
    assert people.match.lines == lines


def stands(was, now):
    """What lies in one cell, and whether that is sure."""
    (found,) = rereading.standing([was], [now])
    return found.label, found.sure


SEEN, SAID = ScoredCell("gold 2", "gold 2", said=False), ScoredCell("gold 9", "gold 2", said=True)
ENTERED = ScoredCell("gold 2", None, said=True)


@pytest.mark.parametrize(
    ("was", "now", "found"),
    [
        (SEEN, reading("gold 2"), ("gold 2", True)),
        (SEEN, reading("gold 2", sure=False), ("gold 2", True)),  # it is what it was
        (SEEN, reading("rat 1"), ("rat 1", True)),
        (SEEN, reading("rat 1", sure=False), ("rat 1", False)),
        (SAID, reading("gold 2"), ("gold 9", True)),  # misread as before
        (SAID, reading("gold 9"), ("gold 9", True)),
        (SAID, reading("rat 1"), ("rat 1", True)),
        (SAID, reading("rat 1", sure=False), ("gold 9", True)),  # the word stands
        (ENTERED, reading("gold 2"), ("gold 2", True)),
        (ENTERED, reading("rat 1"), ("rat 1", False)),  # the piece or only the reading may be another
        (ENTERED, reading("rat 1", sure=False), ("gold 2", True)),
    ],
)
def test_what_lies_in_a_cell_now(was, now, found):
    assert stands(was, now) == found


def test_what_was_misread_in_one_cell_is_called_what_it_is_in_another_and_asked_about():
    found = rereading.standing([SAID, ScoredCell("empty", "empty", said=False)], [reading("empty"), reading("gold 2")])
    assert [(one.label, one.sure) for one in found] == [("empty", True), ("gold 9", False)]


def test_what_was_read_right_though_somebody_said_so_too_is_believed_elsewhere():
    agreed = ScoredCell("gold 2", "gold 2", said=True)
    found = rereading.standing(
        [agreed, ScoredCell("empty", "empty", said=False)], [reading("empty"), reading("gold 2")]
    )
    assert [(one.label, one.sure) for one in found] == [("empty", True), ("gold 2", True)]


@pytest.mark.parametrize(
    ("old", "was", "now", "lay"),
    [
        (reading("rat 1"), SEEN, reading("gold 2"), "rat 1"),  # the crate came later
        (reading("gold 2"), SAID, reading("gold 9"), "gold 9"),  # what people said was of what lay there already
        (reading("rat 1"), SAID, reading("gold 9"), "rat 1"),
        (reading("rat 1", sure=False), SEEN, reading("gold 2"), "gold 2"),  # deep, and in doubt then
        (reading("rat 1", sure=False), SEEN, reading("rat 4"), "rat 1"),
    ],
)
def test_what_lay_there_when_the_turn_began(old, was, now, lay):
    (found,) = rereading._lay([old], [was], [now])
    assert found.label == lay


def test_nothing_is_read_again_before_it_has_lain_still_nor_while_it_moves(people):
    scored_with_a_crate(people)
    lines = people.match.lines
    turned = still(hold(*TURNED), people.now_s)
    others = {"dock 2": still(LADEN, 0, changed=False)}
    people.look({"dock 1": turned, **others})
    people.now_s += STILL_S - 0.01
    people.look({"dock 1": turned, **others})
    people.look({"dock 1": replace(turned, stillness=Stillness.MOVING, since_s=0.0), **others})
    people.look({"dock 1": replace(turned, changed=False, since_s=0.0), **others})
    assert people.match.lines == lines
    people.now_s += 0.01
    people.look({"dock 1": turned, **others})
    assert people.match.lines[-1]["cells"]["Ana"] == list(TURNED)


def test_once_the_next_step_has_begun_no_score_is_read_again(people):
    scored_with_a_crate(people)
    assert people.ask(requests.GoOn()).ok  # the next voyage
    scored = people.match.lines[-2]
    change(people, hold(*TURNED))
    assert people.match.lines[-2] == scored
    assert "cells" not in people.match.lines[-1]


def test_a_hold_of_which_no_picture_is_kept_from_before_the_turn_is_left_to_people(people):
    scored_with_a_crate(people)
    evening = people.session.evening
    people.session._table = people.session._table.with_evening(replace(evening, before=()))
    lines = people.match.lines
    change(people, hold(*TURNED))
    assert people.match.lines == lines
    assert "can't be read for sure: correct it" in str(people.snapshot.notices[-1].text)


def test_two_holds_that_changed_are_both_read_again(people):
    scored_with_a_crate(people)
    for _ in range(2):
        people.look({f"dock {n}": still(hold(*TURNED), people.now_s - STILL_S) for n in (1, 2)})
    assert people.match.lines[-1]["cells"]["Ana"] == list(TURNED)
    assert people.match.lines[-1]["cells"]["Rui"] == list(TURNED)


@pytest.mark.parametrize(
    "seen",
    [hold(*TURNED, unsure=(5,)), None, hold("rat 1", *["empty"] * 8)],
    ids=["in doubt", "not read", "cleared away"],
)
def test_a_hold_that_is_not_read_again_keeps_no_other_from_it(people, seen):
    scored_with_a_crate(people)
    docks = {"dock 1": still(seen, people.now_s - STILL_S)}
    people.look({**docks, "dock 2": still(hold(*TURNED), people.now_s - STILL_S)})
    assert people.match.lines[-1]["cells"]["Ana"] == list(CRATED)
    assert people.match.lines[-1]["cells"]["Rui"] == list(TURNED)


def test_a_hold_with_a_piece_that_the_rules_do_not_know_keeps_no_other_from_it(people, monkeypatch):
    scored_with_a_crate(people)
    monkeypatch.setattr(type(people.match.game), "cleared", lambda *_, **__: False)
    docks = {"dock 1": still(hold("parrot", *TURNED[1:]), people.now_s - STILL_S)}
    people.look({**docks, "dock 2": still(hold(*TURNED), people.now_s - STILL_S)})
    assert people.match.lines[-1]["cells"]["Ana"] == list(CRATED)
    assert people.match.lines[-1]["cells"]["Rui"] == list(TURNED)


def test_of_a_hold_without_readings_people_said_each_square():
    assert rereading._scored(["gold 2"], ()) == [ENTERED]


def test_what_is_told_to_the_game_has_its_cells_where_they_were():
    seen = hold(*CRATED)
    assert seen.with_readings(seen.readings) == seen


def test_where_one_area_serves_all_in_turn_nothing_is_read_again(people):
    scored_with_a_crate(people)
    evening = people.session.evening
    one_area = replace(evening, equipment=replace(evening.equipment, one_area=True))
    people.session._table = people.session._table.with_evening(one_area)
    lines = people.match.lines
    turned = still(hold(*TURNED), people.now_s - STILL_S)
    table = people.session._table.with_evening(replace(one_area, zones={"dock 1": turned}))
    assert rereading.read_again(table, people.now_s).playing.match.lines == lines
    table = table.with_evening(replace(table.playing, equipment=evening.equipment))
    assert rereading.read_again(table, people.now_s).playing.match.lines != lines


def test_a_crate_turned_after_the_score_of_a_dock_unseen_before_it_is_left_to_people(people):
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    people.look({"dock 1": ZoneLook(Stillness.COVERED), "dock 2": still(BARE, 0), "dock 3": still(BARE, 0)})
    people.play_turn((8, 9, 10), hold(*CRATED))
    lines = people.match.lines
    assert lines[-1]["do"] == "read"
    change(people, hold("rat 1", "empty", "empty", "gold 7", "cannon 3", *["empty"] * 4))  # it is cleared away
    assert not people.snapshot.notices
    change(people, hold(*TURNED))
    assert people.match.lines == lines
    assert "Ana: something changed after the score and can't be read for sure" in str(people.snapshot.notices[-1].text)
