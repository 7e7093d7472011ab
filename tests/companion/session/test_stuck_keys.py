"""A key that sticks: what it shows passes."""

from support.people_at_table import People

from companion.game.sealed_bids import HOLD_S
from companion.session.keys import GUEST_HELD_S, JOIN_HELD_S, JOIN_SHOWN_S, STUCK_REST_S, STUCK_S
from companion.table import requests
from companion.table.signals import Key, Pressed
from companion.table.snapshot import Step


def test_an_ok_that_sticks_shows_how_to_join_for_twelve_seconds_and_no_longer():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.step(Pressed(0, Key.OK, True, people.now_s))
    people.wait(JOIN_HELD_S + 0.2)
    assert people.snapshot.show_join
    people.wait(JOIN_SHOWN_S)
    assert not people.snapshot.show_join
    people.wait(30)
    assert not people.snapshot.show_join
    people.press(1, Key.OK, held_s=JOIN_HELD_S + 0.2)  # it is another pod's wish still
    assert people.snapshot.show_join


def test_an_ok_that_sticks_again_shows_nothing_any_more_until_it_was_well_for_ten_minutes():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK, held_s=STUCK_S + 5)
    people.wait(5)
    for _ in range(3):
        people.step(Pressed(0, Key.OK, True, people.now_s))
        people.wait(5)
        assert not people.snapshot.show_join
        people.step(Pressed(0, Key.OK, False, people.now_s))
    people.wait(STUCK_REST_S)
    people.press(0, Key.OK, held_s=JOIN_HELD_S + 0.2)
    assert people.snapshot.show_join


def test_an_ok_that_sticks_again_lets_no_guest_in():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK, held_s=STUCK_S + 5)
    assert people.ask_as(requests.Sit("Ana"), "guest").ok
    people.press(0, Key.OK, held_s=GUEST_HELD_S + 0.2)
    assert people.snapshot.seats[0].device == "pod"


def test_whoever_holds_ok_to_see_the_code_lets_no_guest_in_that_waits_for_it():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    assert people.ask_as(requests.Sit("Ana"), "stranger").ok
    people.press(0, Key.OK, held_s=GUEST_HELD_S - 0.5)
    assert people.snapshot.show_join
    assert people.snapshot.seats[0].device == "pod"


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
    people.press(0, Key.OK, held_s=GUEST_HELD_S + 0.2)
    assert people.snapshot.seats[0].device == "pod"  # it stuck just now
    people.wait(STUCK_REST_S)
    assert people.ask_as(requests.Sit("Ana"), "guest").ok
    people.press(0, Key.OK, held_s=GUEST_HELD_S + 0.2)
    assert people.snapshot.seats[0].device == "both"


def test_a_seat_whose_pod_is_dead_is_played_by_a_hosts_phone_without_its_ok():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.bid(0, 7)
    people.bid(2, 3)
    people.let_in("guest's")
    assert people.ask(requests.Sit("Rui"), "guest's").ok
    wanted = requests.Sit("Rui", confirm=True)
    assert people.ask(wanted, "guest's").ok  # waits on: who is no host needs the pod
    assert people.snapshot.seats[1].device == "pod"
    assert people.ask(wanted).ok  # a first tap waits for the pod, whatever it confirms
    asked = people.ask(requests.Sit("Rui"))
    assert (asked.ok, asked.ask) == (False, "confirm")
    assert people.snapshot.seats[1].device == "pod"
    assert people.ask(wanted).ok
    assert (people.snapshot.seats[1].device, people.snapshot.seats[1].claiming) == ("both", False)
    assert "without the pod's ok" in str(people.snapshot.notices[-1].text)
    assert people.ask(requests.Choose("Rui", 5)).ok
    assert people.ask(requests.Lock("Rui")).ok
    people.wait(1.6)
    assert people.snapshot.reveal.cards["Rui"] == 5
