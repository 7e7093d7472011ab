"""The session leads three people through voyages; every promise of the evening is played here by hand-turned time."""

import json
import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from support.people_at_table import BARE, LADEN, VOYAGE, People, by_hand, hold, still
from support.playthroughs import playthrough

from companion.language.catalogue import translator
from companion.language.message import say, words
from companion.showing import projection
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import (
    PIN_SHOWN_S,
    Flash,
    Key,
    Looked,
    PinShown,
    Pressed,
    Refuse,
    Stillness,
    Teach,
    ZoneLook,
)
from companion.table.snapshot import Step, packed
from vision.observation import Unseen


@pytest.fixture
def people():
    table = People()
    table.begin("Ana", "Rui", "Mia")
    return table


def started_again(people, folder):
    """The power goes, and comes back."""
    people.store.close()
    again = People(Store(folder / "games.db"))
    again.session.resume()
    again.wait(0.1)
    return again


def to_last_crates(people):
    """The bids of a voyage's third turn are turned up."""
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), LADEN)
    people.play_turn((6, 4, 2), LADEN)
    people.reveal((8, 9, 10))


def to_score(people):
    people.press(0, Key.OK)
    for cards in VOYAGE:
        people.play_turn(cards, LADEN)


def test_ok_draws_the_holds_and_bids_open(people):
    assert people.snapshot.step is Step.DRAW
    assert "9 crates" in str(people.snapshot.line)
    people.press(0, Key.OK)
    assert people.snapshot.step is Step.BIDS
    assert all(str(seat.mark).startswith("hold ") for seat in people.snapshot.seats)


def test_people_who_deal_themselves_count_their_holds_on_their_pods(people):
    for pod, number in enumerate((3, 1, 5)):
        for _ in range(number):
            people.press(pod, Key.ADD)
        people.press(pod, Key.OK)
    assert people.match.answers[-1] == {"holds": {"Ana": 3, "Rui": 1, "Mia": 5}}


def test_who_has_locked_a_counted_hold_and_counts_a_bid_too_early_sees_that_it_does_not_count(people):
    people.press(0, Key.ADD)
    assert people.effects[-1] == Flash(0)
    people.press(0, Key.OK)
    people.press(0, Key.ADD)
    assert people.effects[-1] == Refuse(0)
    assert people.session.evening.counted == {"Ana": 1}


def test_equal_counted_holds_are_refused_in_words_and_counted_again(people):
    for pod in range(3):
        people.press(pod, Key.ADD)
        people.press(pod, Key.OK)
    assert len(people.match.lines) == 1
    assert "hold 1 is dealt twice" in str(people.snapshot.notices[-1].text)
    people.press(0, Key.OK)
    assert people.snapshot.step is Step.BIDS


def test_a_hold_counted_by_mistake_is_taken_back_by_holding_the_key(people):
    people.press(2, Key.ADD)
    assert "waiting for Ana, Rui, Mia" in str(people.snapshot.line)
    assert str(people.snapshot.seats[2].mark) == "hold 1"
    people.press(2, Key.ADD, held_s=1.1)
    people.press(0, Key.OK)
    assert people.snapshot.step is Step.BIDS


def test_the_capns_hold_is_counted_on_any_pod_once_all_have_locked():
    people = People()
    people.begin("Ana", "Rui")
    for pod, number in enumerate((3, 1)):
        for _ in range(number):
            people.press(pod, Key.ADD)
        people.press(pod, Key.OK)
    assert "Count the hold of Cap'n Happen Stance" in str(people.snapshot.line)
    people.press(1, Key.ADD)
    people.press(0, Key.ADD)
    people.press(0, Key.OK)
    assert people.match.answers[-1] == {"holds": {"Ana": 3, "Rui": 1, "Cap'n Happen Stance": 2}}


def test_the_display_is_told_which_hold_is_whose_until_somebody_has_locked(people):
    people.press(0, Key.OK)
    assert people.snapshot.dealt
    people.bid(0, 7)
    assert not people.snapshot.dealt


def test_six_know_who_shares_their_stack_before_they_bid():
    people = People()
    people.begin("Ana", "Rui", "Mia", "Teo", "Eva", "Ivo")
    together = "Two groups, a stack each: Ana, Rui, Mia / Teo, Eva, Ivo"
    assert [str(note) for note in people.snapshot.notes] == [together]
    people.press(0, Key.OK)
    assert [str(note) for note in people.snapshot.notes] == [together]


def test_the_reveal_comes_a_second_and_a_half_after_the_last_lock(people):
    people.press(0, Key.OK)
    for pod, card in enumerate((7, 5, 3)):
        people.bid(pod, card)
    people.wait(1.3)
    assert people.snapshot.reveal is None
    people.wait(0.3)
    assert people.snapshot.reveal.order == (("Ana", "Rui", "Mia"),)


def test_an_unlock_before_the_reveal_holds_it(people):
    people.press(0, Key.OK)
    for pod, card in enumerate((7, 5, 3)):
        people.bid(pod, card)
    people.wait(1.0)
    people.press(1, Key.OK)
    people.wait(5.0)
    assert people.snapshot.reveal is None
    assert [str(seat.status) for seat in people.snapshot.seats] == ["locked", "choosing", "locked"]
    people.press(1, Key.OK)
    people.wait(1.6)
    assert people.snapshot.reveal.cards == {"Ana": 7, "Rui": 5, "Mia": 3}


@pytest.mark.parametrize("down_s", [1.4, 1.6])
def test_an_ok_that_comes_too_late_to_unlock_does_not_say_that_the_crate_lies(people, down_s):
    people.press(0, Key.OK)
    for pod, card in enumerate((7, 5, 3)):
        people.bid(pod, card)
    people.wait(down_s)
    people.press(0, Key.OK, held_s=0.2)
    assert people.session.evening.waiting == ("Ana", "Rui", "Mia")
    assert Refuse(0) in people.effects
    people.wait(1.0)
    people.press(0, Key.OK)
    assert people.session.evening.waiting == ("Rui", "Mia")


def test_an_ok_that_meets_the_score_draws_no_holds_for_the_next_voyage(people):
    to_last_crates(people)
    lying = {f"dock {n}": still(LADEN, people.now_s) for n in (1, 2, 3)}
    people.wait(2.0)
    people.step(Pressed(1, Key.OK, True, people.now_s))  # it lies there
    people.wait(0.1)
    people.look(lying)
    assert people.snapshot.step is Step.SCORE
    people.step(Pressed(1, Key.OK, False, people.now_s))
    assert people.snapshot.step is Step.SCORE
    people.press(1, Key.OK)
    assert people.snapshot.step is Step.BIDS


def test_an_ok_that_went_down_while_the_picture_was_read_that_makes_the_score_draws_nothing(people):
    to_last_crates(people)
    since_s = people.now_s
    people.wait(2.1)
    seen = Looked(people.now_s, people.session.evening.plan, {f"dock {n}": still(LADEN, since_s) for n in (1, 2, 3)})
    people.wait(0.5)  # it is read
    people.step(Pressed(1, Key.OK, True, people.now_s))  # it lies there
    people.wait(0.1)
    people.step(seen)
    people.step(Pressed(1, Key.OK, False, people.now_s))
    assert people.snapshot.step is Step.SCORE
    assert people.effects[-1] == Refuse(1)


def test_who_counts_before_bids_are_awaited_sees_that_it_does_not_count(people):
    people.press(0, Key.OK)
    people.reveal((7, 5, 3))
    people.press(0, Key.ADD)
    assert people.effects[-1] == Refuse(0)
    people.see_docks(LADEN)
    people.press(0, Key.ADD)
    assert people.effects[-1] == Flash(0)
    assert people.session.evening.bidding.ballot("Ana").chosen == (1,)


def test_a_card_that_is_not_in_hand_is_refused_by_the_lamp(people):
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), LADEN)
    people.bid(0, 7)
    assert Refuse(0) in people.effects
    assert str(people.snapshot.seats[0].status) == "choosing"


def test_nobody_presses_anything_at_the_end_of_a_voyage(people):
    to_score(people)
    assert people.snapshot.step is Step.SCORE
    scores = people.match.answers[-1]["scores"]
    assert scores["Ana"]["gold"] == 2
    assert scores["Ana"]["rats"] == 3
    assert "Clear the holds, 9 new crates" in str(people.snapshot.line)
    assert people.snapshot.look == ""  # a picture that was read for it is read no more


def test_somebody_who_waits_a_minute_before_the_last_crate_is_named_and_waited_for(people):
    to_last_crates(people)
    since = people.now_s
    looks = {"dock 1": still(LADEN, since), "dock 2": still(LADEN, since, changed=False), "dock 3": still(LADEN, since)}
    people.look(looks)
    people.wait(60)
    people.look(looks)
    assert len(people.match.states[-1].scores) == 0
    assert "Rui" in str(people.snapshot.line)
    assert "Ana" not in str(people.snapshot.line)
    people.look({**looks, "dock 2": still(LADEN, people.now_s)})
    people.wait(2.1)
    people.look({**looks, "dock 2": still(LADEN, people.now_s - 2.1)})
    assert people.snapshot.step is Step.SCORE


def test_ok_on_the_pod_says_that_it_lies_as_it_should(people):
    to_last_crates(people)
    people.look({f"dock {n}": still(LADEN, people.now_s, changed=False) for n in (1, 2, 3)})
    for pod in (2, 1, 0):
        people.press(pod, Key.OK)
    assert people.snapshot.step is Step.SCORE


def unsure_voyage(people):
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    unsure = hold("gold 2", "rat 3", "cannon 4", *["empty"] * 6, unsure=(0,))
    people.play_turn((8, 9, 10), unsure)


def test_what_is_unsure_is_asked_and_settled_in_one_request(people):
    unsure_voyage(people)
    assert people.snapshot.step is Step.ASK
    assert len(people.snapshot.questions) == 3
    question = people.snapshot.questions[0]
    assert str(question.text) == "Ana, top left: gold 2?"
    assert question.likeliest == ("gold 2", "gold 9")
    for question in people.snapshot.questions:
        assert people.ask(requests.Answer(question.id, "gold 9"), "anybody").ok
    assert people.match.lines[-1]["cells"]["Mia"][0] == "gold 9"
    assert people.snapshot.step is Step.SCORE


@pytest.mark.parametrize("add_s", [0.1, 0.3])
def test_an_ok_that_meets_anothers_add_is_no_yes_to_what_nobody_has_read(people, add_s):
    unsure_voyage(people)
    people.wait(1.0)
    keys = [(0.2, 1, Key.OK, True), (add_s, 2, Key.ADD, True), (0.4, 1, Key.OK, False)]
    for at_s, pod, key, down in sorted(keys):
        people.step(Pressed(pod, key, down, people.now_s + at_s))
    assert str(people.snapshot.line) == "Ana, top left: gold 9?"
    people.wait(1.0)
    people.press(1, Key.OK)
    assert str(people.snapshot.line) == "Rui, top left: gold 2?"


def test_an_ok_is_no_yes_to_the_reading_that_a_phones_answer_elsewhere_brought_back(people):
    unsure_voyage(people)
    people.press(2, Key.ADD)
    people.wait(1.0)
    assert str(people.snapshot.line) == "Ana, top left: gold 9?"
    people.step(Pressed(1, Key.OK, True, people.now_s))
    other = people.snapshot.questions[1]
    assert people.ask(requests.Answer(other.id, "gold 2")).ok
    assert str(people.snapshot.line) == "Ana, top left: gold 2?"
    people.step(Pressed(1, Key.OK, False, people.now_s + 0.1))
    assert str(people.snapshot.line) == "Ana, top left: gold 2?"
    assert people.effects[-1] == Refuse(1)


def test_add_offers_the_next_reading_and_ok_on_any_pod_says_yes(people):
    unsure_voyage(people)
    people.press(2, Key.ADD)
    assert str(people.snapshot.line) == "Ana, top left: gold 9?"
    people.wait(0.4)
    people.press(1, Key.OK)
    assert str(people.snapshot.line) == "Rui, top left: gold 2?"


def test_ok_says_yes_to_no_question_that_nobody_can_have_read(people):
    unsure_voyage(people)
    people.press(1, Key.OK)  # somebody thought that the camera must be told to look
    assert str(people.snapshot.line) == "Ana, top left: gold 2?"
    people.wait(0.4)
    people.press(1, Key.OK)
    people.press(1, Key.OK)  # twice, out of habit
    assert str(people.snapshot.line) == "Rui, top left: gold 2?"
    people.wait(0.4)
    people.press(1, Key.OK)
    assert str(people.snapshot.line) == "Mia, top left: gold 2?"


def test_a_covered_dock_is_said_in_words(people):
    to_last_crates(people)
    rest = {f"dock {n}": still(LADEN, people.now_s, changed=False) for n in (2, 3)}
    people.look({"dock 1": ZoneLook(Stillness.COVERED, why=Unseen("a hand is in view")), **rest})
    assert any("a hand over Ana's place" in str(note) for note in people.snapshot.notes)


def told(people, **zones):
    """Return what is not seen, in words, once the camera has looked at these zones; "" where all is well."""
    people.look({name.replace("_", " "): look for name, look in zones.items()})
    return "" if people.snapshot.stall is None else str(people.snapshot.stall.text)


def test_a_crate_that_the_camera_cannot_tell_is_asked_for_after_a_while_and_ok_says_that_it_lies(people):
    people.press(0, Key.OK)
    people.reveal((7, 5, 3))
    seat = people.session.evening.acting[0]
    zone = people.session.evening.zone_of(seat).replace(" ", "_")
    rest = {f"dock_{n}": still(LADEN, people.now_s, changed=False) for n in (1, 2, 3)}
    unclear = {**rest, zone: replace(rest[zone], unclear_s=people.now_s)}
    people.wait(19)
    assert told(people, **unclear) == ""
    people.wait(2)
    assert told(people, **rest) == ""  # it was seen that nothing was laid: people think
    assert told(people, **unclear) == f"I don't see {seat}'s crate. Does it lie there?"
    people.press(people.match.seats.index(seat), Key.OK)
    assert seat not in people.session.evening.acting
    assert told(people, **unclear) == ""


@pytest.mark.parametrize("stillness", [Stillness.MOVING, Stillness.COVERED, Stillness.STILL])
def test_a_hold_that_can_not_be_read_for_the_score_is_said_after_a_while(people, stillness):
    to_last_crates(people)
    people.see_docks(None)
    unread = ZoneLook(stillness, people.now_s, unclear_s=people.now_s)
    rest = {f"dock_{n}": still(LADEN, people.now_s) for n in (2, 3)}
    assert told(people, dock_1=unread, **rest) == ""
    people.wait(21)
    note = told(people, dock_1=unread, **rest)
    assert note.startswith("I can't read")
    assert note.endswith("or enter it by hand")


def test_undo_takes_the_score_back_and_the_camera_waits_for_a_change_or_ok(people):
    to_score(people)
    assert people.ask(requests.Undo()).ok
    same = {f"dock {n}": still(LADEN, people.now_s - 60, changed=False) for n in (1, 2, 3)}
    people.look(same)
    people.wait(5)
    people.look(same)
    assert len(people.match.state.scores) == 0
    assert people.snapshot.step is Step.LOOK  # the crates lie there: nobody takes one again
    assert people.snapshot.look  # a picture of a folder is acted on …
    people.press(1, Key.OK)
    assert len(people.match.state.scores) == 1


def test_bids_taken_back_are_bid_again_without_taking_crates_again(people):
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), LADEN)
    people.play_turn((6, 4, 2), LADEN)
    people.play_turn((8, 9, 10), LADEN)
    assert people.ask(requests.Undo()).ok
    assert people.ask(requests.Undo()).ok
    assert people.snapshot.step is Step.BIDS
    assert people.ask(requests.Redo()).ok
    assert people.snapshot.step is Step.LOOK  # the score can still be played again: the crates lie there
    assert people.ask(requests.Undo()).ok
    people.reveal((10, 9, 8))
    assert people.snapshot.step is Step.REVEAL


def test_a_game_deleted_while_crates_are_taken_leaves_nothing_behind(people):
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), LADEN)
    game = people.session.evening.game_id
    assert people.store.setting(f"taking {game}")
    assert people.ask(requests.Delete(game)).ok
    people.wait(1)
    assert people.store.setting(f"taking {game}") is None


def test_undo_and_redo_any_number_of_steps(people):
    to_score(people)
    states = people.match.states
    for _ in range(len(states) - 1):
        assert people.ask(requests.Undo()).ok
    assert not people.ask(requests.Undo()).ok
    for _ in range(len(states) - 1):
        assert people.ask(requests.Redo()).ok
    assert not people.ask(requests.Redo()).ok
    assert people.match.states == states


def test_only_the_host_may_undo_and_the_pin_makes_a_host(people):
    to_score(people)
    reply = people.ask(requests.Undo(), "stranger")
    assert (reply.ok, reply.ask) == (False, "pin")
    assert not people.ask(requests.Pin("nope"), "stranger").ok
    assert people.ask(requests.Pin(people.session.pin), "stranger").ok
    assert people.ask(requests.Undo(), "stranger").ok


def test_after_five_wrong_pins_the_right_one_waits_for_half_a_minute(people):
    for _ in range(5):
        assert not people.ask(requests.Pin("nope"), "stranger").ok
    assert not people.ask(requests.Pin(people.session.pin), "stranger").ok
    people.wait(29.5)
    assert not people.ask(requests.Pin(people.session.pin), "stranger").ok
    people.wait(1)
    assert people.ask(requests.Pin(people.session.pin), "stranger").ok


def test_wrong_pins_of_strangers_keep_no_phone_at_the_table_waiting_and_the_wait_is_told(people):
    people.ask(requests.Sit("Mia"), "phone of Mia")
    people.press(2, Key.OK)
    for guess in range(20):
        assert not people.ask(requests.Pin("nope"), f"stranger {guess}").ok
    assert (
        str(people.ask(requests.Pin("nope"), "stranger").text) == "Too many wrong PINs: none is taken for another 30 s"
    )
    assert people.ask(requests.Pin(people.session.pin), "phone of Mia").ok


def test_wrong_pins_of_guests_keep_no_host_waiting_who_is_let_in_and_has_no_seat(people):
    people.let_in("the host's new phone")
    for guess in range(20):
        assert not people.ask_as(requests.Pin("nope"), f"guest {guess}").ok
    assert not people.ask_as(requests.Pin(people.session.pin), "guest").ok
    assert people.ask_as(requests.Pin(people.session.pin), "the host's new phone").ok


def test_whoever_is_let_in_with_one_phone_after_the_other_has_no_fresh_guesses(people):
    for guess in range(20):
        assert not people.ask(requests.Pin("nope"), f"let in {guess}").ok
    assert not people.ask(requests.Pin(people.session.pin), "let in").ok
    assert people.ask_as(requests.Pin(people.session.pin), "guest").ok


def test_a_free_seat_gives_no_fresh_guesses_to_one_device_after_the_other(people):
    for guess in range(5):
        people.ask(requests.Sit("Mia"), f"stranger {guess}")
        people.press(2, Key.OK)
        assert not people.ask(requests.Pin("nope"), f"stranger {guess}").ok
        people.ask(requests.Leave("Mia"), f"stranger {guess}")
    people.ask(requests.Sit("Mia"), "stranger 5")
    people.press(2, Key.OK)
    assert not people.ask(requests.Pin(people.session.pin), "stranger 5").ok


def test_a_table_s_own_pin_has_six_digits(people):
    assert len(people.session.pin) == 6
    assert people.session.pin.isdecimal()


def test_a_correction_of_an_earlier_voyage_shows_first_and_keeps_the_holds_as_dealt(people):
    to_score(people)
    line = len(people.match.lines) - 1
    people.press(0, Key.OK)
    dealt = people.match.state.holds
    ask = people.ask(requests.Correct(line, "Mia", 0, "gold 9"))
    assert (ask.ok, ask.ask) == (False, "confirm")
    assert "Mia 0 → 6" in str(ask.text)
    assert people.match.lines[line]["cells"]["Mia"][0] == "gold 2"
    assert people.ask(requests.Correct(line, "Mia", 0, "gold 9", confirm=True)).ok
    assert people.match.state.holds == dealt
    assert people.match.lines[line]["seen"]["Mia"][0] == "gold 2"
    again = people.store.game(people.session.evening.game_id)
    assert again.lines == people.match.lines[1:]


def test_killed_and_started_again_it_goes_on_where_it_was(tmp_path):
    people = People(Store(tmp_path / "games.db"))
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), LADEN)
    people.bid(0, 4)
    again = started_again(people, tmp_path)
    assert again.match.lines == people.match.lines
    assert again.match.state == people.match.state
    assert [str(seat.status) for seat in again.snapshot.seats] == ["choosing"] * 3
    assert "every bid must be locked once more" in str(again.snapshot.notices[-1].text)


def test_killed_while_the_camera_looks_people_are_told_to_ask_once_more(tmp_path):
    people = People(Store(tmp_path / "games.db"), Equipment(pods=0, camera=True))
    people.ask(requests.NewGame("allaboard", ["Ana", "Rui"]))
    people.ask(requests.GoOn())
    assert people.snapshot.step is Step.TURN
    again = started_again(people, tmp_path)
    assert again.snapshot.can_go_on
    assert [str(notice.text) for notice in again.snapshot.notices] == [
        "The camera had not finished looking: ask it to look once more"
    ]
    once_more = started_again(again, tmp_path)  # nobody waits for a look by now
    assert once_more.snapshot.notices == ()


def test_who_has_asked_the_camera_once_more_is_not_told_to(tmp_path):
    people = People(Store(tmp_path / "games.db"), Equipment(pods=0, camera=True))
    people.ask(requests.NewGame("allaboard", ["Ana", "Rui"]))
    people.ask(requests.GoOn())
    again = started_again(people, tmp_path)
    assert again.snapshot.notices
    again.ask(requests.GoOn())
    assert again.snapshot.notices == ()


def full_disk(*_):
    raise StoreError(say("the disk is full"))


def test_an_event_and_how_the_game_stands_are_kept_together_or_not_at_all(people, monkeypatch):
    game = people.session.evening.game_id

    with monkeypatch.context() as patch:
        patch.setattr(people.store, "finish", full_disk)
        assert "not counted" in str(people.ask(requests.GoOn()).text)
    assert (len(people.match.lines), people.store.game(game).lines) == (1, ())
    assert people.ask(requests.GoOn()).ok
    with monkeypatch.context() as patch:
        patch.setattr(people.store, "finish", full_disk)
        assert "not counted" in str(people.ask(requests.Undo()).text)
    assert (len(people.match.lines), len(people.store.game(game).lines)) == (2, 1)


@pytest.mark.parametrize("what", ["photo", "readings"])
def test_a_score_is_kept_with_all_that_it_was_read_from_or_not_at_all(people, monkeypatch, what):
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), LADEN)
    people.play_turn((6, 4, 2), LADEN)
    with monkeypatch.context() as patch:
        patch.setattr(people.store, what, full_disk)
        people.play_turn((8, 9, 10), LADEN)
        assert people.snapshot.step is Step.REVEAL
    lines = people.store.game(people.session.evening.game_id).lines
    assert [line["do"] for line in lines] == ["holds", "bids", "bids", "bids"]
    people.see_docks(LADEN)
    assert people.snapshot.step is Step.SCORE


def test_a_key_that_is_let_go_while_the_disk_is_full_is_let_go(people, monkeypatch):
    people.step(Pressed(0, Key.OK, True, people.now_s))
    with monkeypatch.context() as patch:
        patch.setattr(people.store, "play", full_disk)
        people.step(Pressed(0, Key.OK, False, people.now_s + 0.1))
    people.wait(3)
    assert not people.snapshot.show_join


def test_a_full_disk_is_told_once_however_long_it_is_full(people, monkeypatch):
    people.press(0, Key.OK)
    with monkeypatch.context() as patch:
        patch.setattr(people.store, "play", full_disk)
        people.reveal((7, 5, 3))
        told = people.snapshot.number
        people.wait(2.0)
        assert people.snapshot.number == told
        assert [str(notice.text) for notice in people.snapshot.notices] == [
            "Not kept, so not counted: the disk is full"
        ]
    people.wait(0.2)
    assert people.snapshot.step is Step.REVEAL


def test_killed_while_crates_are_taken_it_waits_for_those_that_do_not_lie_yet(tmp_path):
    people = People(Store(tmp_path / "games.db"))
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.reveal((7, 5, 3))
    people.press(0, Key.OK)
    again = started_again(people, tmp_path)
    assert str(again.snapshot.line) == "Rui: take the top crate, then Mia"
    again.ask(requests.GoOn())
    again.play_turn((6, 4, 2), LADEN)
    again.reveal((8, 9, 10))
    again.ask(requests.GoOn())  # all crates lie; killed before they were read
    third = started_again(again, tmp_path)
    third.look({f"dock {n}": still(LADEN, third.now_s, changed=False) for n in (1, 2, 3)})
    assert third.snapshot.step is Step.SCORE


def test_a_game_that_was_left_for_another_is_taken_up_where_its_people_were(people):
    left = people.session.evening.game_id
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), LADEN)
    people.begin("Eva", "Ivo", "Teo")
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), LADEN)
    assert people.ask(requests.TakeUp(left)).ok
    assert people.snapshot.step is Step.BIDS
    assert people.match.seats == ("Ana", "Rui", "Mia")


def test_taking_up_the_game_that_is_on_the_table_changes_nothing(people):
    people.press(0, Key.OK)
    people.bid(0, 7)
    before, notices = people.session.evening, people.snapshot.notices
    assert before.bidding.ballot("Ana").locked
    assert people.ask(requests.TakeUp(before.game_id)).ok
    assert people.session.evening == before
    assert people.snapshot.notices == notices


def test_started_again_it_goes_on_with_the_game_on_the_table_not_with_one_begun_later(tmp_path):
    people = People(Store(tmp_path / "games.db"))
    people.begin("Ana", "Rui", "Mia")
    on_the_table = people.session.evening.game_id
    people.begin("Eva", "Ivo", "Teo")
    assert people.ask(requests.TakeUp(on_the_table)).ok
    again = started_again(people, tmp_path)
    assert again.match.seats == ("Ana", "Rui", "Mia")
    again.ask(requests.Delete(on_the_table))
    assert started_again(again, tmp_path).match.seats == ("Eva", "Ivo", "Teo")


def test_started_again_what_was_entered_of_the_holds_is_not_asked_for_again(tmp_path):
    crates = ["gold 2", "rat 3", "cannon 4", *["empty"] * 6]
    people = People(Store(tmp_path / "games.db"), Equipment(pods=6, camera=False))
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.GoOn())
    people.play_unseen(VOYAGE)
    assert people.ask(by_hand("Ana", crates)).ok
    people.store.close()
    again = People(Store(tmp_path / "games.db"), Equipment(pods=6, camera=False))
    again.session.resume()
    assert again.session.evening.waiting == ("Rui", "Mia")
    assert again.ask(by_hand("Rui", crates)).ok
    assert again.ask(by_hand("Mia", crates)).ok
    assert again.match.game.cells(again.match.lines[-1])["Ana"] == crates
    again.ask(requests.Undo())
    assert again.session.evening.waiting == ("Ana", "Rui", "Mia")


def finished(folder: Path) -> People:
    """A whole game after another that nobody ended; a phone sits at it."""
    header, *events = [json.loads(line) for line in playthrough("alcatraz-2-zero_padding_on").read_text().splitlines()]
    people = People(Store(folder / "games.db"), Equipment(camera=False))
    people.begin("Eva", "Ivo", "Teo")
    assert people.ask(requests.NewGame("alcatraz", header["players"], header["options"])).ok
    assert people.ask(requests.Sit(header["players"][0]), "phone").ok
    for event in events:
        assert people.ask(requests.Enter({key: value for key, value in event.items() if key != "at"})).ok
    return people


def test_started_again_a_game_that_is_just_over_lies_there_with_its_scores(tmp_path):
    people = finished(tmp_path)
    people.store.close()
    again = People(Store(tmp_path / "games.db"), Equipment(camera=False))
    again.session.resume()
    again.wait(0.1)
    assert again.snapshot.over
    assert (again.snapshot.seats, again.snapshot.winners) == (people.snapshot.seats, people.snapshot.winners)
    assert again.published[-1].own["phone"].seats == people.published[-1].own["phone"].seats
    assert again.ask(requests.Undo()).ok
    assert not again.snapshot.over


def test_started_again_on_another_day_an_unfinished_game_comes_before_one_that_is_over(tmp_path):
    people = finished(tmp_path)
    people.store.close()
    again = People(Store(tmp_path / "games.db"))
    again.session._chance = replace(again.session._chance, now=lambda: "2026-11-27T20:00:00Z")
    again.session.resume()
    assert again.match.seats == ("Eva", "Ivo", "Teo")


@pytest.mark.parametrize(
    "free", [lambda people: people.ask(requests.Free("Ana")), lambda people: people.ask(requests.Leave("Ana"), "phone")]
)
def test_whoever_takes_a_seat_over_does_not_see_what_was_locked_there(free):
    people = People(table=Equipment(camera=True))
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.GoOn())
    people.ask(requests.Sit("Ana"), "phone")
    people.ask(requests.Choose("Ana", 7), "phone")
    assert people.ask(requests.Lock("Ana"), "phone").ok
    assert free(people).ok
    assert people.ask(requests.Sit("Ana"), "another phone").ok
    (seat,) = people.published[-1].own["another phone"].seats
    assert (seat.chosen, seat.locked) == ((), False)
    assert [str(seat.status) for seat in people.snapshot.seats] == ["choosing"] * 3


def test_what_is_locked_is_what_the_page_offered_to_lock():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.GoOn())
    people.ask(requests.Sit("Ana"), "phone")
    people.press(0, Key.OK)
    ask = partial(people.ask, device="phone")

    def ballot():
        return people.session.evening.bidding.ballot("Ana")

    assert ask(requests.Choose("Ana", 3)).ok
    assert ask(requests.Choose("Ana", 7)).ok  # tapped before, but it came later
    assert not ask(requests.Lock("Ana", cards=[3])).ok
    assert not ballot().locked
    people.press(0, Key.ADD)  # the pod counts on
    assert not ask(requests.Lock("Ana", cards=[7])).ok
    assert not ask(requests.Lock("Ana", cards=[8])).ok  # what a pod counted is not for a phone to guess
    assert not ballot().locked
    assert ask(requests.Choose("Ana", 3)).ok
    for _ in range(2):  # on another page of this phone, too, that does not know of it yet
        assert ask(requests.Lock("Ana", cards=[3])).ok
        assert (ballot().chosen, ballot().locked) == ((3,), True)
    for _ in range(2):
        assert ask(requests.Lock("Ana", cards=[])).ok
        assert not ballot().locked


def test_a_game_that_another_phone_has_deleted_is_not_taken_up_and_only_who_wished_it_is_told(people):
    reply = people.ask(requests.TakeUp("gone"))
    assert str(reply.text) == "This game can't be taken up: no stored game has the id gone"
    assert not people.snapshot.notices


def test_a_game_that_another_phone_has_deleted_is_gone_as_wished_and_nobody_is_told_of_a_fault(people):
    people.begin("Eva", "Ivo", "Teo")
    assert people.ask(requests.Delete("game-1")).ok
    assert people.ask(requests.Delete("game-1")).ok
    assert not people.snapshot.notices


def test_a_game_that_can_not_be_deleted_stays_on_the_table(people, monkeypatch):
    monkeypatch.setattr(people.store, "delete", full_disk)
    assert not people.ask(requests.Delete(people.session.evening.game_id)).ok
    assert people.snapshot.game is not None


def test_started_again_it_knows_its_host_and_its_phones(tmp_path):
    people = People(Store(tmp_path / "games.db"), Equipment(camera=True))
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.Sit("Rui"), "phone")
    people.store.close()
    again = People(Store(tmp_path / "games.db"), Equipment(camera=True))
    again.session.resume()
    assert again.ask(requests.Undo()).ask != "pin"
    assert again.ask(requests.Undo(), "phone").ask == "pin"
    assert not again.ask(requests.Sit("Rui"), "another phone").ok
    again.ask(requests.GoOn())
    assert again.ask(requests.Choose("Rui", 4), "phone").ok


def test_the_ok_that_locks_a_counted_bid_gives_no_phone_the_seat(people):
    people.press(0, Key.OK)
    for _ in range(7):
        people.press(0, Key.ADD)
    assert people.ask(requests.Sit("Ana"), "phone").ok
    people.press(0, Key.OK)
    assert people.published[-1].own["phone"].seats == ()
    assert not people.ask(requests.Choose("Ana", 1), "phone").ok
    people.bid(1, 5)
    people.bid(2, 3)
    people.wait(1.6)
    assert people.snapshot.reveal.cards["Ana"] == 7


def test_a_claim_that_no_pod_confirms_is_shown_for_a_minute_and_then_forgotten(people):
    people.press(0, Key.OK)
    assert people.ask(requests.Sit("Ana"), "phone").ok
    people.wait(59.5)
    assert [seat.claiming for seat in people.snapshot.seats] == [True, False, False]
    people.wait(1)
    assert not any(seat.claiming for seat in people.snapshot.seats)
    people.press(0, Key.OK)
    assert people.published[-1].own["phone"].seats == ()


def test_another_games_seats_are_nobodys_and_its_host_is_a_host(tmp_path):
    people = People(Store(tmp_path / "games.db"))
    people.begin("Ana", "Rui", "Mia")
    first = people.match
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.Delete("game-2"))
    again = People(people.store)
    again.session.resume()
    assert again.match.lines == first.lines
    assert not again.session._table.seating.held
    assert str(again.ask_as(requests.Undo(), "host-device").text) == "there is nothing to undo"


def test_what_is_taken_back_is_said_in_the_games_words(people):
    people.press(0, Key.OK)
    people.ask(requests.Undo())
    assert str(people.snapshot.notices[-1].text) == "Taken back: the holds"
    people.ask(requests.Redo())
    assert str(people.snapshot.notices[-1].text) == "Played again: the holds"


@pytest.mark.parametrize("key", Key)
@pytest.mark.parametrize("cover", [requests.ShowJoin(), requests.ShowPin()])
def test_a_key_answers_no_question_while_the_display_shows_something_else(cover, key):
    people = People(table=Equipment(pods=3, camera=True, display=True))
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    for cards in VOYAGE:
        people.play_turn(cards, hold("gold 2", "rat 3", *["empty"] * 7, unsure=(1,)))
    people.wait(1)
    assert people.ask(cover).ok
    people.wait(1)
    people.press(1, key)
    assert Refuse(1) in people.effects
    assert people.session.evening.offered == 0
    assert len(people.snapshot.questions) == 3
    assert not people.snapshot.show_join
    people.wait(PIN_SHOWN_S)
    people.press(1, Key.OK)
    assert len(people.snapshot.questions) == 2


def test_guests_are_shown_the_pin_once_a_minute_and_the_display_shows_the_game_again():
    people = People(table=Equipment(pods=3, display=True))
    people.begin("Ana", "Rui", "Mia")
    assert people.ask_as(requests.ShowPin(), "guest").ok
    for guest in range(3):
        people.wait(10)
        people.effects.clear()
        assert not people.ask_as(requests.ShowPin(), f"guest {guest}").ok
        assert people.effects == []
    assert people.ask(requests.ShowPin(), "let in").ok
    assert PinShown() in people.effects
    people.wait(31)
    assert people.ask_as(requests.ShowPin(), "guest").ok


def test_without_a_display_the_pin_is_said_to_stand_elsewhere():
    people = People(table=Equipment(display=False))
    people.begin("Ana", "Rui", "Mia")
    reply = people.ask(requests.ShowPin())
    assert not reply.ok
    assert "There is no display" in str(reply.text)


def test_the_capn_draws_when_the_last_person_locks_and_the_same_again_after_an_undo():
    people = People()
    people.begin("Ana", "Rui")
    people.press(0, Key.OK)
    people.play_turn((7, 5), LADEN)
    card = people.match.lines[-1]["cards"]["Cap'n Happen Stance"]
    people.ask(requests.Undo())
    people.play_turn((6, 4), LADEN)
    assert people.match.lines[-1]["cards"]["Cap'n Happen Stance"] == card


def test_a_pod_seat_is_claimed_by_its_ok_and_given_back_to_the_same_phone(people):
    people.press(0, Key.OK)
    assert people.ask(requests.Sit("Ana"), "phone").ok
    assert people.session.step is not None
    assert people.published[-1].own["phone"].waiting == "Ana"
    people.press(0, Key.OK)
    hand = people.published[-1].own["phone"].seats[0]
    assert (hand.seat, hand.hand) == ("Ana", tuple(range(1, 11)))
    assert not people.ask(requests.Sit("Ana"), "thief").ok
    assert people.ask(requests.Choose("Ana", 4), "phone").ok
    assert people.ask(requests.Lock("Ana"), "phone").ok
    assert not people.ask(requests.Choose("Ana", 5), "thief").ok


def test_without_a_camera_holds_are_entered_by_hand():
    people = People(table=Equipment(pods=0, camera=False))
    people.begin("Ana", "Rui", "Mia")
    assert people.ask(requests.GoOn()).ok
    for seat in ("Ana", "Rui", "Mia"):
        assert people.ask(requests.Sit(seat), seat).ok
    for turn in VOYAGE:
        for seat, card in zip(("Ana", "Rui", "Mia"), turn, strict=True):
            assert people.ask(requests.Choose(seat, card), seat).ok
            assert people.ask(requests.Lock(seat), seat).ok
        people.wait(1.6)
        assert people.ask(requests.GoOn()).ok
    assert {form.do for form in people.snapshot.forms} == {"cells"}
    assert str(people.snapshot.line) == "There is no camera: enter the squares on the page (Ana, Rui, Mia)"
    assert not people.snapshot.can_go_on
    assert not people.ask(requests.GoOn()).ok
    assert not people.ask(requests.GoOn("Ana")).ok
    for seat in ("Ana", "Rui", "Mia"):
        assert people.ask(by_hand(seat, ["gold 2", "rat 3", "cannon 4", *["empty"] * 6])).ok
    assert people.snapshot.step is Step.SCORE


@pytest.mark.parametrize(
    ("labels", "why"),
    [
        (["gold 2"] * 8, "Squares to be entered: 9, not 8"),
        (["gold 2"] * 8 + ["a sock"], "“a sock” is nothing that can lie there"),
        ("gold 2", "Squares to be entered: 9, not 0"),
    ],
)
def test_a_hold_entered_by_hand_that_is_none_is_refused_in_words(labels, why):
    people = People(table=Equipment(pods=6, camera=False))
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.play_unseen(VOYAGE)
    reply = people.ask(requests.Enter({"do": "cells", "seat": "Ana", "labels": labels}))
    assert (reply.ok, str(reply.text)) == (False, why)
    assert not people.ask(by_hand("nobody", ["gold 2"] * 9)).ok
    assert {form.seat for form in people.snapshot.forms} == {"Ana", "Rui", "Mia"}


def test_a_camera_that_comes_in_the_middle_of_a_voyage_is_taken_up():
    people = People(table=Equipment(pods=6, camera=False))
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.play_unseen(VOYAGE)
    assert people.ask(by_hand("Ana", ["gold 2", "rat 3", "cannon 4", *["empty"] * 6])).ok
    before = people.snapshot
    people.step(Looked(people.now_s, 1, problem=Unseen("there is no camera yet"), camera=False))
    assert people.snapshot is before
    lying = {f"dock {n}": still(BARE, people.now_s, changed=False) for n in (1, 2, 3)}
    people.look(lying)
    assert str(people.snapshot.notices[-1].text) == "There is a camera now: it looks at the table from here on"
    assert len(people.match.state.scores) == 0  # nobody said yet that the camera sees all of it
    people.press(1, Key.OK)
    assert people.snapshot.step is Step.SCORE
    assert people.match.lines[-1]["cells"]["Ana"][0] == "gold 2"
    assert people.match.lines[-1]["cells"]["Rui"][0] == "rat 1"


def test_nobody_can_count_a_pods_keys_along_on_a_page_nor_see_what_was_locked_there(people):
    people.press(0, Key.OK)
    people.ask(requests.Sit("Ana"), "phone")
    people.press(0, Key.OK)
    before = len(people.published)
    for _ in range(7):
        people.press(0, Key.ADD)
    assert len(people.published) == before
    people.press(0, Key.OK)
    mine = people.published[-1].own["phone"].seats[0]
    assert (mine.locked, mine.chosen) == (True, ())


def test_no_bid_is_anywhere_before_the_reveal(tmp_path, caplog):
    """Snapshot, devices, what is stored, log, repr of the evening: none tells a 9 from a 4 before all have locked."""
    caplog.set_level("DEBUG")
    seen = []
    for card in (9, 4):
        path = tmp_path / f"{card}.db"
        people = People(Store(path))
        people.begin("Ana", "Rui", "Mia")
        people.press(0, Key.OK)
        for _ in range(card):
            people.press(0, Key.ADD, held_s=0.1)
        people.press(0, Key.OK)
        people.bid(1, 3)
        snapshot = json.dumps(packed(people.snapshot))
        number = f'"number": {people.snapshot.number},'
        own = {device: replace(own, key="") for device, own in people.published[-1].own.items()}
        files = b"".join(Path(str(path) + end).read_bytes() for end in ("", "-wal") if Path(str(path) + end).exists())
        for name in ("pin", "key"):
            people.store.set(name, "")  # each table has its own, as each store has a name
        people.store._db.execute("UPDATE checksum SET digest = '' WHERE kind = 'store'")
        with sqlite3.connect(path) as stored:
            rows = list(stored.iterdump())
        stored.close()
        secret = repr(people.session.evening.bidding)
        seen.append((snapshot.replace(number, ""), own, len(files), rows, caplog.text, secret))
    assert seen[0] == seen[1]
    assert caplog.text == ""
    assert "9" not in seen[0][-1]


@pytest.mark.parametrize(
    ("players", "why"),
    [
        (["Ana"], "this game is for 2 to 6"),
        ([f"P{n}" for n in range(7)], "this game is for 2 to 6"),
        (["Ana", "Ana"], "two players are called “Ana”"),
        (["Ana", ""], "a player's name is empty"),
    ],
)
def test_a_game_that_cannot_begin_says_why_and_the_running_one_stays(people, players, why):
    reply = people.ask(requests.NewGame("shipshape", players))
    assert not reply.ok
    assert why in str(reply.text)
    assert people.match.lines[0]["players"] == ["Ana", "Rui", "Mia"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"flags": True}, "regel 1, sleutel “options.flags”: niemand kent deze sleutel"),
        ({"capn": 7}, "regel 1, sleutel “options.capn”: het moet waar of onwaar zijn, niet een heel getal"),
    ],
)
def test_what_is_wrong_in_form_is_said_in_the_reader_s_language(people, options, said):
    reply = people.ask(requests.NewGame("shipshape", ["Ana", "Rui", "Mia"], options))
    assert words(reply.text, translator("nl")) == said


def test_what_people_settled_teaches_once_the_score_has_stood_to_the_next_bid(people):
    unsure_voyage(people)
    for question in people.snapshot.questions:
        people.ask(requests.Answer(question.id, "gold 9"))
    assert not [effect for effect in people.effects if isinstance(effect, Teach)]
    people.press(0, Key.OK)
    people.play_turn((1, 2, 4), LADEN)
    (taught,) = [effect for effect in people.effects if isinstance(effect, Teach)]
    assert [(lesson.zone, lesson.cell, lesson.label) for lesson in taught.lessons] == [
        ("dock 1", 0, "gold 9"),
        ("dock 2", 0, "gold 9"),
        ("dock 3", 0, "gold 9"),
    ]


def test_what_is_kept_is_taught_though_it_could_not_be_shown(people, monkeypatch):
    unsure_voyage(people)
    for question in people.snapshot.questions:
        people.ask(requests.Answer(question.id, "gold 9"))
    people.press(0, Key.OK)
    shown = projection.snapshot

    def failing(evening, *others):
        if evening is not None and evening.match.lines[-1]["do"] == "bids":
            raise ValueError("this can't be shown")
        return shown(evening, *others)

    monkeypatch.setattr(projection, "snapshot", failing)
    with pytest.raises(ValueError, match="can't be shown"):
        people.play_turn((1, 2, 4), LADEN)
    people.wait(0.1)
    assert len([effect for effect in people.effects if isinstance(effect, Teach)]) == 1


def test_undo_takes_the_lessons_back_too(people):
    unsure_voyage(people)
    for question in people.snapshot.questions:
        people.ask(requests.Answer(question.id, "gold 9"))
    people.ask(requests.Undo())
    people.ask(requests.Redo())
    people.press(0, Key.OK)
    people.play_turn((1, 2, 4), LADEN)
    assert not [effect for effect in people.effects if isinstance(effect, Teach)]


def test_one_dock_serves_a_small_table_in_turn(people):
    people.press(0, Key.OK)
    for cards in VOYAGE:
        people.reveal(cards)
        people.look({"dock 1": still(None, people.now_s, changed=False)})
        assert str(people.snapshot.key) == "it lies there"
        assert people.ask(requests.GoOn()).ok
    people.look({"dock 1": still(None, people.now_s, changed=False)})
    people.press(0, Key.OK)
    assert Refuse(0) in people.effects
    for pod, gold in enumerate(("gold 1", "gold 2", "gold 3")):
        assert "lay your hold on the dock" in str(people.snapshot.line)
        people.look({"dock 1": still(hold(gold, *["empty"] * 8), people.now_s)})
        people.press(pod, Key.OK)
    assert people.match.lines[-1]["cells"]["Mia"][0] == "gold 3"
    assert people.match.lines[-1]["cells"]["Ana"][0] == "gold 1"


def test_a_count_that_is_added_to_for_a_second_is_taken_back(people):
    for held_s, left in ((0.9, {"Ana": 2}), (1.0, {})):
        people.press(0, Key.ADD, held_s=0.1)
        people.step(Pressed(0, Key.ADD, True, people.now_s))
        people.step(Pressed(0, Key.ADD, False, people.now_s + held_s))
        assert people.session.evening.counted == left
        people.now_s += 2


def test_a_pod_counts_its_bid_as_the_key_goes_down(people):
    people.press(0, Key.OK)
    people.step(Pressed(0, Key.ADD, True, people.now_s))
    assert people.session.evening.bidding.ballots["Ana"].counted == 1
    people.step(Pressed(0, Key.ADD, False, people.now_s + 0.1))
    assert people.session.evening.bidding.ballots["Ana"].counted == 1


def test_what_moves_where_nobody_sits_is_nobodys(people):
    to_score(people)
    before = people.snapshot
    moving = replace(still(None, people.now_s), stillness=Stillness.MOVING)
    people.look({"dock 6": moving})
    assert people.snapshot.line == before.line


def test_a_camera_that_comes_before_any_game_looks_in_the_first(people):
    early = People(table=Equipment(pods=3))
    early.step(Looked(early.now_s, 0, {}))
    early.begin("Ana", "Rui", "Mia")
    assert early.session.evening.equipment.camera
