"""What the camera read of a score is kept with it: as it was read, as it counted, and whether a person had said so."""

import pytest
from support.people_at_table import BARE, People, by_hand, hold

from companion.language.message import say
from companion.session import kept_looks
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.table import requests
from companion.table.evidence import kept_look
from companion.table.signals import Key

UNSURE = hold("gold 2", "rat 3", "cannon 4", *["empty"] * 6, unsure=(0,))
RANKING = [["gold 2", 0.6], ["gold 9", 0.4]]


@pytest.fixture
def people(tmp_path):
    table = People(Store(tmp_path / "games.db"))
    table.begin("Ana", "Rui", "Mia")
    table.press(0, Key.OK)
    table.play_turn((7, 5, 3), BARE)
    table.play_turn((6, 4, 2), BARE)
    return table


def kept(people, seat):
    return people.store.readings_of("game-1", len(people.match.lines) - 1, seat)


def test_what_somebody_said_is_kept_as_said_and_what_counted_beside_what_was_read(people):
    people.play_turn((8, 9, 10), UNSURE)
    for question, label in zip(people.snapshot.questions, ("gold 9", "gold 2", "gold 2"), strict=True):
        assert people.ask(requests.Answer(question.id, label)).ok
    assert kept(people, "Ana")[0] == {
        "label": "gold 2",
        "sure": False,
        "ranking": RANKING,
        "counted": "gold 9",
        "said": True,
    }
    assert kept(people, "Rui")[0] == {"label": "gold 2", "sure": False, "ranking": RANKING, "said": True}
    assert set(kept(people, "Rui")[1]) == {"label", "sure", "ranking"}


def test_what_the_game_told_itself_is_kept_as_counted_and_nobody_said_it():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    below = ("cannon 4", "gold 5", "gold 1", "gold 5", "gold 3")
    people.see_docks(hold("rat 1", *["empty"] * 8))
    people.play_turn((7, 5, 3), hold("rat 1", *["empty"] * 5, "gold 5", "gold 3", "cannon 2"))
    people.play_turn((6, 4, 2), hold("rat 1", "empty", "empty", *below, "cannon 7", unsure=(8,)))
    people.play_turn((8, 9, 10), hold("contraband 4", "gold 2", "cannon 4", *below, "cannon 7", unsure=(8,)))
    cell = kept(people, "Ana")[8]
    assert (cell["label"], cell["counted"], "said" in cell) == ("cannon 7", "cannon 2", False)


def test_of_a_hold_that_people_entered_in_place_of_the_camera_no_reading_is_kept(people):
    people.play_turn((8, 9, 10), UNSURE)
    assert people.ask(by_hand("Ana", ["gold 1", *["empty"] * 8])).ok
    for question in people.snapshot.questions:
        assert people.ask(requests.Answer(question.id, "gold 2")).ok
    assert people.match.lines[-1]["cells"]["Ana"][0] == "gold 1"
    assert kept(people, "Ana") == []
    assert len(kept(people, "Rui")) == 9


def test_started_again_it_knows_what_was_read_and_said(people, tmp_path):
    people.play_turn((8, 9, 10), UNSURE)
    for question in people.snapshot.questions:
        people.ask(requests.Answer(question.id, "gold 9"))
    line = len(people.match.lines) - 1
    before = people.session.evening.looks[line].zones
    people.store.close()
    again = People(Store(tmp_path / "games.db"))
    again.session.resume()
    after = again.session.evening.looks[line].zones
    assert after.keys() == before.keys()
    for seat in after:
        assert kept_look.readings(after[seat]) == kept_look.readings(before[seat])
        assert [piece.label for piece in after[seat].pieces] == [piece.label for piece in before[seat].pieces]
        assert [piece.said for piece in after[seat].pieces] == [piece.said for piece in before[seat].pieces]
    witness = kept_looks.witness_of(again.session._table, line, "Ana", 0)
    assert (witness.read, witness.sure, witness.label, witness.zone) == ("gold 2", False, "gold 9", "dock 1")


def test_a_full_disk_keeps_no_game_from_being_taken_up(people, tmp_path, monkeypatch):
    people.store.close()
    again = People(Store(tmp_path / "games.db"))

    def full(*_):
        raise StoreError(say("the disk is full"))

    for name in ("set", "play", "together"):
        monkeypatch.setattr(again.store, name, full)
    again.session.resume()
    again.wait(0.2)
    assert again.match.lines == people.match.lines
    assert not any("the disk is full" in str(notice.text) for notice in again.snapshot.notices)
