"""What people answered stays with its piece: through a picture that the camera missed, and however pieces are numbered
when they are read anew."""

import pytest
from support.people_at_table import LADEN, VOYAGE, People, hold, reading, still

from companion.camera.loop import RELIT
from companion.table import requests
from companion.table.evidence.carrying import carried, reads_alike
from companion.table.signals import Key, Looked, Stillness, ZoneLook
from vision.observation import Piece, PiecesSeen

UNSURE = hold("gold 2", "rat 3", "cannon 4", *["empty"] * 6, unsure=(0, 1))
DOCKS = tuple(f"dock {n}" for n in (1, 2, 3))


@pytest.fixture
def people():
    """People with six questions, of which three are answered."""
    table = People()
    table.begin("Ana", "Rui", "Mia")
    table.press(0, Key.OK)
    for cards in VOYAGE:
        table.play_turn(cards, UNSURE)
    for _ in range(3):
        table.ask(requests.Answer(table.snapshot.questions[0].id, "gold 9"))
    assert len(table.snapshot.questions) == 3
    return table


def lost(people, stillness=Stillness.UNSEEN):
    zones = {name: ZoneLook(stillness) for name in DOCKS}
    people.step(Looked(people.now_s, people.session.evening.plan, zones, RELIT))
    people.wait(1)


def seen_again(people, seen):
    since_s = people.now_s
    for look in (ZoneLook(Stillness.MOVING), still(None, since_s), still(seen, since_s)):
        people.look(dict.fromkeys(DOCKS, look))
        people.wait(2.2)


def test_a_picture_that_the_camera_missed_asks_nothing_again(people):
    lost(people)
    seen_again(people, UNSURE)
    assert len(people.snapshot.questions) == 3


def test_where_something_reads_otherwise_after_it_all_is_asked_again(people):
    lost(people)
    seen_again(people, hold("gold 2", "rat 3", "cannon 9", *["empty"] * 6, unsure=(0, 1)))
    assert len(people.snapshot.questions) == 6


@pytest.mark.parametrize("stillness", [Stillness.MOVING, Stillness.COVERED])
def test_what_a_hand_was_over_is_asked_again(people, stillness):
    lost(people, stillness)
    seen_again(people, UNSURE)
    assert len(people.snapshot.questions) == 6


def pieces(*placed):
    return PiecesSeen(tuple(Piece(reading(label, sure=False), at_mm, 0.0) for label, at_mm in placed))


BEFORE = pieces(("red bottle", (50.0, 60.0)), ("green coins", (90.0, 60.0)))
AGAIN = pieces(("green coins", (91.0, 60.5)), ("red bottle", (50.5, 59.0)))


def test_an_answer_stays_with_the_piece_at_its_place():
    assert carried({0: "red parrot"}, BEFORE, AGAIN) == {1: "red parrot"}
    assert carried({1: "red parrot"}, BEFORE, pieces(("green coins", (130.0, 60.0)))) == {}
    assert carried({2: "one that people told of"}, BEFORE, pieces(("red bottle", (50.0, 60.0)))) == {
        1: "one that people told of"
    }
    assert carried({0: "gold 9"}, LADEN, LADEN) == {0: "gold 9"}


def test_two_looks_read_alike_where_the_same_lies_at_the_same_places():
    assert reads_alike(BEFORE, AGAIN)
    assert not reads_alike(BEFORE, pieces(("red bottle", (50.0, 60.0))))
    assert not reads_alike(BEFORE, pieces(("red bottle", (90.0, 60.0)), ("green coins", (50.0, 60.0))))
    assert not reads_alike(BEFORE, pieces(("red bottle", (50.0, 60.0)), ("red bottle", (50.5, 60.0))))
