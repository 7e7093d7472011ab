"""A key that sticks: what it shows passes."""

from support.people_at_table import People

from companion.game.sealed_bids import HOLD_S
from companion.session.keys import JOIN_HELD_S, JOIN_SHOWN_S, STUCK_S
from companion.table import requests
from companion.table.signals import Key, Pressed
from companion.table.snapshot import Step


def test_an_ok_that_sticks_shows_how_to_join_for_a_while_and_no_longer():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.step(Pressed(0, Key.OK, True, people.now_s))
    people.wait(JOIN_HELD_S + 0.2)
    assert people.snapshot.show_join
    people.wait(STUCK_S + JOIN_SHOWN_S)
    assert not people.snapshot.show_join
    people.press(1, Key.OK, held_s=JOIN_HELD_S + 0.2)  # it is another pod's wish still
    assert people.snapshot.show_join


def test_an_add_that_sticks_keeps_nobody_from_drawing():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.step(Pressed(0, Key.ADD, True, people.now_s))
    assert people.session.evening.counted == {"Ana": 1}
    people.wait(HOLD_S + 0.2)
    people.press(1, Key.OK)
    assert people.snapshot.step is Step.BIDS


def test_an_add_that_sticks_takes_back_no_number_that_is_locked_nor_another_s():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.ADD)
    people.press(1, Key.ADD)
    people.press(1, Key.OK)
    people.press(0, Key.ADD)
    people.step(Pressed(1, Key.ADD, True, people.now_s))
    people.wait(5)
    assert people.session.evening.counted == {"Ana": 2, "Rui": 1}


def test_a_card_can_be_bid_by_phone_while_the_add_of_its_pod_sticks():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.ask(requests.Sit("Ana"), "phone")
    people.press(0, Key.OK)
    people.step(Pressed(0, Key.ADD, True, people.now_s))
    people.wait(20)
    assert people.ask(requests.Choose("Ana", 7), "phone").ok
    assert people.ask(requests.Lock("Ana"), "phone").ok
    people.wait(20)
    people.step(Pressed(0, Key.ADD, False, people.now_s))
    assert people.session.evening.bidding.ballot("Ana").locked


def test_an_ok_that_was_down_before_a_guest_asked_lets_nobody_in():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.step(Pressed(0, Key.OK, True, people.now_s))  # it sticks, or is held to be shown how to join
    people.wait(1)
    assert people.ask_as(requests.Sit("Ana"), "guest").ok
    people.wait(STUCK_S)
    assert people.snapshot.seats[0].device == "pod"
    people.step(Pressed(0, Key.OK, False, people.now_s))
    people.press(0, Key.OK, held_s=JOIN_HELD_S + 0.2)
    assert people.snapshot.seats[0].device == "both"
