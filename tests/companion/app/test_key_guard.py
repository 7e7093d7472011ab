"""Keys that chatter or stick: the table stays quick, and people are told."""

import time

import pytest
from support.people_at_table import People

from companion.app import key_guard
from companion.app.key_guard import KeyGuard
from companion.app.service import Leaves, Service
from companion.config import Folders
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.seats import MACHINE
from companion.table.signals import Chattered, Key, Pressed
from hardware.pods import PodKey, ScriptedPods


def heard(guard, edges, at_s, apart_s=0.0, which=(0, PodKey.OK)):
    return [guard.heard(*which, pressed, at_s + number * apart_s) for number, pressed in enumerate(edges)]


def test_a_hand_is_heard_however_fast_it_is():
    edges = [True, False] * 40
    assert heard(KeyGuard(), edges, 0.0, 1 / 20) == edges  # ten presses a second for four seconds


def test_a_loose_contact_is_let_go_and_dropped_until_it_lies_still():
    guard = KeyGuard()
    passed = [one for one in heard(guard, [True, False] * 2500, 0.0, 0.0005) if one is not None]
    assert len(passed) < 100
    assert passed == [True, False] * (len(passed) // 2)
    assert heard(guard, [True, False], 2.5 + key_guard.QUIET_S) == [True, False]


def test_one_loose_key_silences_no_other():
    guard = KeyGuard()
    heard(guard, [True, False] * 2500, 0.0)
    assert heard(guard, [True, False], 0.0, which=(0, PodKey.ADD)) == [True, False]
    assert heard(guard, [True, False], 0.0, which=(1, PodKey.OK)) == [True, False]


def test_a_key_that_chattered_is_told_of_for_a_while():
    guard = KeyGuard()
    assert guard.health([], 0.0) == ()
    heard(guard, [True, False] * 100, 0.0, which=(2, PodKey.ADD))
    (told,) = guard.health([], 5.0)
    assert str(told.text) == "add of pod 3 chattered, and was not heard meanwhile: its wire may be loose"
    assert guard.health([], key_guard.LOOSE_TOLD_S + 1) == ()


def test_a_key_that_sticks_is_told_of_and_for_a_while_after_it_is_free():
    guard = KeyGuard()
    stuck = {(1, PodKey.OK)}
    assert guard.health(stuck, 0.0) == ()
    (told,) = guard.health(stuck, 20.0)
    assert str(told.text).startswith("ok of pod 2 has been down for 20 s")
    (after,) = guard.health([], 30.0)
    assert str(after.text) == "ok of pod 2 was down for 20 s, and is free again: does it stick?"
    assert guard.health(stuck, 40.0) == (after,)  # pressed, and no longer than others press
    assert guard.health([], 20.0 + key_guard.STUCK_TOLD_S) == ()


def test_a_key_that_sticks_for_long_is_told_of_by_the_minute_for_each_word_wakes_every_page():
    guard = KeyGuard()
    said = {str(guard.health({(1, PodKey.OK)}, now_s)) for now_s in range(0, 3600, 10)}
    assert len(said) < 70


@pytest.mark.parametrize("key", PodKey)
def test_a_bid_that_a_loose_contact_counted_or_locked_is_forgotten_and_that_is_said(key):
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.bid(1, 5)
    people.press(0, Key.ADD)
    guard = KeyGuard(lambda pod, which, at_s: people.step(Chattered(pod, Key(which), at_s)))
    for down in [True, False] * 40:
        passed = guard.heard(0, key, down, people.now_s)
        if passed is not None:
            people.step(Pressed(0, Key(key), passed, people.now_s))
    assert people.session.evening.bidding.ballot("Ana").chosen == ()
    assert people.session.evening.bidding.awaited == ("Ana", "Mia")
    assert "Ana's pod chattered" in str(people.snapshot.notices[-1].text)


def test_a_decoy_that_chatters_after_the_lock_unlocks_nothing():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.bid(0, 5)
    people.step(Chattered(0, Key.ADD, people.now_s))
    assert people.session.evening.bidding.ballot("Ana").locked
    assert people.snapshot.notices == ()


def test_what_a_loose_contact_counted_in_place_of_chance_is_forgotten():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.ADD)
    assert people.session.evening.counted == {"Ana": 1}
    people.step(Chattered(0, Key.ADD, people.now_s))
    assert people.session.evening.counted == {}
    people.step(Chattered(5, Key.ADD, people.now_s))  # where nobody sits


@pytest.fixture
def running(tmp_path):
    pods = ScriptedPods(6)
    service = Service(Folders(tmp_path), Leaves(pods), Equipment(pods=6))
    service.start()
    yield service, pods
    service.stop()


def test_five_thousand_edges_keep_no_request_waiting(running):
    service, pods = running
    assert service.submit(MACHINE, requests.NewGame("shipshape", ["Ana", "Rui", "Mia"])).ok
    assert service.submit(MACHINE, requests.GoOn()).ok
    for _ in range(2500):
        pods.press(0, PodKey.OK)
        pods.release(0, PodKey.OK)
    began_s = time.process_time()  # what a queue of edges takes is this process's own time
    assert service.submit(MACHINE, requests.ShowJoin()).ok
    assert time.process_time() - began_s < 0.5


def test_a_key_that_stuck_before_the_start_is_told_of_too(tmp_path, monkeypatch):
    monkeypatch.setattr("companion.app.health_thread.VITALS_S", 0.01)
    monkeypatch.setattr("companion.app.health_thread.VITALS_LEAST_S", 0.01)
    monkeypatch.setattr("companion.app.health_thread.ANSWERING_S", 0.01)
    monkeypatch.setattr(key_guard, "STUCK_S", 0.1)
    pods = ScriptedPods(6)
    pods.press(4, PodKey.OK)
    service = Service(Folders(tmp_path), Leaves(pods), Equipment(pods=6))
    service.start()
    try:
        number, deadline = -1, time.monotonic() + 30
        while not any("ok of pod 5" in str(part.text) for part in service.feed.latest[1].snapshot.health):
            assert time.monotonic() < deadline
            number = service.feed.wait(number, 0.2)
    finally:
        service.stop()
