"""A practice game: played like any other, with a camera and without, it counts nothing and nothing of it is kept."""

import json

import pytest
from support.people_at_table import LADEN, VOYAGE, People
from support.playthroughs import playthrough

from companion.language.message import say
from companion.publishing.results import restated
from companion.publishing.state import state
from companion.store.database import Store
from companion.store.errors import StoreError
from companion.store.practice import SETTING, practised
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import Key

PLAYERS = ["Ana", "Rui", "Mia"]
ROOM = Equipment(pods=6, camera=True, room=True)


def practising(store: Store | None = None, table: Equipment | None = None) -> People:
    people = People(store, table)
    assert people.ask(requests.NewGame("shipshape", PLAYERS, practice=True)).ok
    return people


def voyage(people: People) -> None:
    people.press(0, Key.OK)
    for cards in VOYAGE:
        people.play_turn(cards, LADEN)


def by_hand() -> People:
    """A whole practice game without a camera."""
    header, *events = [json.loads(line) for line in playthrough("alcatraz-2-zero_padding_on").read_text().splitlines()]
    people = People(table=Equipment(pods=0, camera=False))
    asked = requests.NewGame("alcatraz", header["players"], header.get("options", {}), practice=True)
    assert people.ask(asked).ok
    for event in events:
        assert people.ask(requests.Enter({key: value for key, value in event.items() if key != "at"})).ok
    return people


def test_a_practice_is_shown_as_such_and_scores_like_a_game() -> None:
    people = practising()
    assert str(people.snapshot.where).startswith("Practice · Voyage 1 of 3")
    voyage(people)
    assert people.snapshot.game.practice
    assert people.snapshot.chapters[0].results
    assert people.snapshot.moment is not None


def test_nothing_of_it_is_left_once_the_host_has_ended_it() -> None:
    people = practising()
    voyage(people)
    line = len(people.match.lines) - 1
    assert people.store.readings_of("game-1", line, "Ana")
    assert not people.ask(requests.EndPractice(), "somebody").ok
    assert people.ask(requests.EndPractice()).ok
    assert people.snapshot.game is None
    assert people.store.games() == ()
    assert not people.store.readings_of("game-1", line, "Ana")
    assert [name for name in people.store.settings() if name == SETTING or name.startswith("taking")] == []
    assert not people.ask(requests.EndPractice()).ok


def test_without_a_camera_it_ends_and_leaves_nothing() -> None:
    people = by_hand()
    assert people.snapshot.over
    assert str(people.snapshot.where) == "Practice"
    assert people.ask(requests.EndPractice()).ok
    assert people.store.games() == ()


def test_another_game_takes_its_place_and_counts() -> None:
    people = practising()
    assert people.ask(requests.NewGame("shipshape", PLAYERS)).ok
    assert people.store.games() == ("game-2",)
    assert practised(people.store) == ""
    assert not people.snapshot.game.practice


def test_a_game_that_is_taken_up_takes_its_place() -> None:
    people = People()
    people.begin(*PLAYERS)
    assert people.ask(requests.NewGame("shipshape", PLAYERS, practice=True)).ok
    assert people.ask(requests.TakeUp("game-1")).ok
    assert people.store.games() == ("game-1",)
    assert not people.snapshot.game.practice


def test_another_game_is_deleted_in_the_middle_of_a_practice_and_the_practice_goes_on() -> None:
    people = People()
    people.begin(*PLAYERS)
    assert people.ask(requests.NewGame("shipshape", PLAYERS, practice=True)).ok
    assert {*people.store.games()} == {"game-1", "game-2"}
    assert people.ask(requests.Delete("game-1")).ok
    assert people.store.games() == ("game-2",)
    assert people.snapshot.game.practice
    assert people.ask(requests.Delete("game-2")).ok
    assert people.store.games() == ()
    assert people.snapshot.game is None


def test_what_cant_begin_ends_no_practice() -> None:
    people = practising()
    assert not people.ask(requests.NewGame("shipshape", ["Ana", "Ana"])).ok
    assert people.snapshot.game.practice
    assert people.store.games() == ("game-1",)


def test_after_a_restart_it_goes_on_as_a_practice() -> None:
    people = practising()
    voyage(people)
    again = People(people.store)
    again.session.resume()
    again.wait(0.1)
    assert again.snapshot.game.practice


@pytest.mark.parametrize("lost", [False, True], ids=["over", "lost to damage"])
def test_one_that_can_go_on_no_more_is_thrown_away_at_the_next_start(lost: bool) -> None:
    people = by_hand()
    if lost:
        people.store.delete("game-1")
    again = People(people.store)
    again.session.resume()
    assert people.store.games() == ()
    assert people.store.setting(SETTING) is None


def test_a_full_disk_keeps_no_start_from_going_on_and_it_is_thrown_away_later(monkeypatch: pytest.MonkeyPatch) -> None:
    people = by_hand()

    def full(*_: object) -> None:
        raise StoreError(say("the disk is full"))

    again = People(people.store)
    with monkeypatch.context() as patch:
        patch.setattr(people.store, "delete", full)
        again.session.resume()
    assert again.session.evening is None
    again.wait(0.1)
    assert people.store.games() == ()
    assert people.store.setting(SETTING) is None


def test_the_room_hears_nothing_of_it() -> None:
    people = practising(table=ROOM)
    voyage(people)
    assert people.store.outbox() == ()
    told = state(people.snapshot, "table")
    assert (told.game, told.title, told.seats, told.rounds) == ("", "", (), 0)
    assert not any(name in str(told) for name in PLAYERS)
    assert people.ask(requests.EndPractice()).ok
    people.begin(*PLAYERS)
    voyage(people)
    assert len(people.store.outbox()) == 1


def test_nor_after_damage() -> None:
    people = People(table=ROOM)
    people.begin(*PLAYERS)
    voyage(people)
    assert people.ask(requests.NewGame("shipshape", PLAYERS, practice=True)).ok
    voyage(people)
    restated(people.store, "2026-11-20T21:00:00Z", lambda: "anew", hidden=False)
    assert {row.game for row in people.store.outbox()} == {"game-1"}
