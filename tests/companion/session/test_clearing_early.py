"""Who clears a hold away before the last crate lies: what lay there when they were done is scored."""

import pytest
from support.people_at_table import BARE, People, hold, still

from companion.table import requests
from companion.table.signals import Key, ZoneLook
from companion.table.snapshot import Step

TWO_CRATES = hold("gold 2", "gold 3", "cannon 5", "cannon 1", "gold 5", "contraband 4", *["empty"] * 3)
THREE = hold("gold 2", "gold 3", "cannon 5", "cannon 1", "gold 5", "contraband 4", "gold 1", "cannon 9", "gold 0")
CLEARED = hold("rat 1", *["empty"] * 8)


@pytest.fixture
def people():
    """In the third turn of a voyage Mia takes first, then Rui and Ana."""
    table = People()
    table.begin("Ana", "Rui", "Mia")
    table.press(0, Key.OK)
    table.play_turn((3, 5, 7), BARE)
    table.play_turn((2, 4, 6), TWO_CRATES)
    table.reveal((8, 9, 10))
    return table


def show(people, ana, rui, mia):
    """The docks lie so for a while; what is as it was when the turn began has not changed; a ZoneLook
    is shown as it is."""
    since_s = people.now_s
    docks = {
        f"dock {number}": seen if isinstance(seen, ZoneLook) else still(seen, since_s, changed=seen != TWO_CRATES)
        for number, seen in enumerate((ana, rui, mia), 1)
    }
    people.look(docks)
    people.wait(2.1)
    people.look(docks)


def test_a_hold_that_is_cleared_before_the_last_crate_lies_is_scored_as_it_lay(people):
    show(people, TWO_CRATES, TWO_CRATES, THREE)
    show(people, TWO_CRATES, THREE, THREE)
    show(people, TWO_CRATES, THREE, CLEARED)
    show(people, THREE, THREE, CLEARED)
    assert people.snapshot.step is Step.SCORE
    assert people.match.lines[-1]["cells"]["Mia"] == [reading.label for reading in THREE.readings]
    assert people.match.lines[-1]["cells"]["Rui"] == people.match.lines[-1]["cells"]["Ana"]


def test_what_is_laid_there_after_all_is_scored(people):
    turned = hold("gold 2", "gold 3", "cannon 5", "cannon 1", "gold 5", "contraband 4", "gold 0", "cannon 9", "gold 1")
    show(people, TWO_CRATES, THREE, THREE)
    show(people, TWO_CRATES, THREE, CLEARED)
    show(people, THREE, THREE, turned)
    assert people.match.lines[-1]["cells"]["Mia"] == [reading.label for reading in turned.readings]


def test_a_hold_that_is_cleared_by_who_has_not_laid_yet_is_waited_for(people):
    show(people, TWO_CRATES, THREE, THREE)
    show(people, CLEARED, THREE, THREE)
    assert people.snapshot.step is Step.REVEAL
    assert people.session.evening.waiting == ("Ana",)


def test_a_crate_that_was_laid_where_another_fell_off_is_not_waited_for_in_silence(people):
    fallen = hold("gold 2", "empty", "cannon 5", "cannon 1", "gold 5", "contraband 4", "gold 1", "cannon 9", "gold 0")
    show(people, TWO_CRATES, THREE, THREE)
    show(people, fallen, THREE, THREE)
    assert people.snapshot.stall is None
    since_s = people.now_s
    people.wait(21)
    people.look({f"dock {n}": still(seen, since_s) for n, seen in enumerate((fallen, THREE, THREE), 1)})
    assert str(people.snapshot.stall.text) == "I don't see Ana's crate. Does it lie there?"
    people.ask(requests.GoOn("Ana"))
    assert people.snapshot.step is Step.ASK


def test_goods_that_are_gone_are_asked_about_where_somebody_says_that_all_lies(people):
    gone = hold("gold 2", "empty", "cannon 5", "cannon 1", "gold 5", "contraband 4", "gold 1", "cannon 9", "gold 0")
    show(people, TWO_CRATES, THREE, THREE)
    show(people, gone, THREE, THREE)
    people.press(0, Key.OK)
    assert people.snapshot.step is Step.ASK
    (question,) = people.snapshot.questions
    assert (question.seat, question.cell, question.likeliest) == ("Ana", 1, ("empty", "gold 3"))
    people.ask(requests.Answer(question.id, "empty"))
    assert people.match.lines[-1]["cells"]["Ana"][1] == "empty"


def test_a_hold_that_is_cleared_away_after_an_undo_is_read_as_it_lay(people):
    show(people, THREE, THREE, THREE)
    scored = people.match.lines[-1]
    people.ask(requests.Undo())
    show(people, *(still(THREE, people.now_s, changed=False),) * 3)
    show(people, still(THREE, people.now_s, changed=False), still(THREE, people.now_s, changed=False), CLEARED)
    assert people.snapshot.step is Step.LOOK  # nothing was put right
    people.press(0, Key.OK)
    assert people.match.lines[-1] == scored


def test_what_is_put_right_after_an_undo_is_read(people):
    show(people, THREE, THREE, THREE)
    people.ask(requests.Undo())
    show(people, *(still(THREE, people.now_s, changed=False),) * 3)
    moved = hold("gold 2", "gold 3", "cannon 5", "cannon 1", "gold 5", "contraband 4", "empty", "cannon 9", "gold 0")
    show(people, still(THREE, people.now_s - 9, changed=False), still(THREE, people.now_s - 9, changed=False), moved)
    assert people.match.lines[-1]["cells"]["Mia"] == [reading.label for reading in moved.readings]


def test_a_hold_that_is_cleared_away_after_a_restart_is_scored_as_it_lay(people):
    for _ in range(2):
        show(people, TWO_CRATES, TWO_CRATES, THREE)
    again = People(people.store)
    again.ask(requests.Pin(again.session.pin))
    again.ask(requests.TakeUp(people.session.evening.game_id))
    lies = {seen: still(seen, again.now_s, changed=False) for seen in (TWO_CRATES, THREE)}
    show(again, lies[TWO_CRATES], lies[TWO_CRATES], lies[THREE])
    show(again, THREE, lies[TWO_CRATES], lies[THREE])
    show(again, THREE, THREE, CLEARED)
    assert again.snapshot.step is Step.SCORE
    assert again.match.lines[-1]["cells"]["Mia"] == [reading.label for reading in THREE.readings]
