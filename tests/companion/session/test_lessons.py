"""A correction made in play teaches once the score has stood to the next bid; undo takes it back; it can be switched
off; one that contradicts what the camera was sure of asks first."""

import itertools
from dataclasses import replace

import pytest
from support.people_at_table import LADEN, VOYAGE, People, by_hand, hold, reading, still

from companion.game import Phase
from companion.language.message import say
from companion.session import learning
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.evidence.kept_look import KeptLook, kept_zone
from companion.table.signals import Key, Teach, Untaught, Unteach, source_of
from vision.observation import Piece, PiecesSeen

UNSURE = hold("gold 2", "rat 3", "cannon 4", *["empty"] * 6, unsure=(0,))


@pytest.fixture
def people():
    table = People()
    table.begin("Ana", "Rui", "Mia")
    return table


def voyage(people, seen=LADEN):
    people.press(0, Key.OK)
    for cards in ((7, 5, 3), (6, 4, 2)):
        people.play_turn(cards, LADEN)
    people.play_turn((8, 9, 10), seen)


def next_bid(people):
    people.press(0, Key.OK)
    people.play_turn((1, 2, 4), LADEN)


def taught(people):
    return [lesson for effect in people.effects if isinstance(effect, Teach) for lesson in effect.lessons]


def unsure(people):
    """Play a voyage whose first cells had been in doubt before, too, and answer every question."""
    people.press(0, Key.OK)
    for cards in VOYAGE:
        people.play_turn(cards, UNSURE)
    while people.snapshot.questions:
        people.ask(requests.Answer(people.snapshot.questions[0].id, "gold 9"))
    return len(people.match.lines) - 1


def test_what_was_in_doubt_teaches_at_the_next_bid_and_not_before(people):
    line = unsure(people)
    people.press(0, Key.OK)
    assert taught(people) == []
    people.play_turn((1, 2, 4), LADEN)
    assert [(one.whose, one.cell, one.label, one.line) for one in taught(people)] == [
        (seat, 0, "gold 9", line) for seat in ("Ana", "Rui", "Mia")
    ]
    people.play_turn((5, 6, 7), LADEN)
    assert len(taught(people)) == 3


def test_a_correction_of_a_doubtful_cell_teaches_in_place_of_the_answer(people):
    line = unsure(people)
    assert people.ask(requests.Correct(line, "Ana", 0, "gold 3")).ask is None
    next_bid(people)
    assert [one.label for one in taught(people) if one.whose == "Ana"] == ["gold 3"]


def test_a_correction_of_what_the_camera_was_sure_of_asks_first(people):
    voyage(people)
    line = len(people.match.lines) - 1
    reply = people.ask(requests.Correct(line, "Ana", 0, "gold 3"))
    assert (reply.ok, reply.ask) == (True, "teach")
    assert people.match.lines[line]["cells"]["Ana"][0] == "gold 3"
    assert people.match.lines[line]["seen"]["Ana"][0] == "gold 2"
    next_bid(people)
    assert taught(people) == []


def test_asked_and_wished_it_teaches(people):
    voyage(people)
    line = len(people.match.lines) - 1
    people.ask(requests.Correct(line, "Ana", 0, "gold 3"))
    assert people.ask(requests.Learn(line, "Ana", 0)).ok
    next_bid(people)
    (lesson,) = taught(people)
    assert (lesson.label, lesson.wished) == ("gold 3", True)


def test_put_right_again_there_is_nothing_to_learn(people):
    voyage(people)
    line = len(people.match.lines) - 1
    people.ask(requests.Correct(line, "Ana", 0, "gold 3"))
    people.ask(requests.Learn(line, "Ana", 0))
    assert people.ask(requests.Correct(line, "Ana", 0, "gold 2")).ask is None
    next_bid(people)
    assert taught(people) == []
    assert Unteach("shipshape", (f"{source_of('game-1', line)}Ana/0",)) in people.effects


@pytest.mark.parametrize("wrong", [(0, "Ana", 0), (99, "Ana", 0), (1, "Ana", 0), (-1, "Nobody", 3), (5, "Ana", 9)])
def test_what_has_no_picture_can_not_be_learnt(people, wrong):
    voyage(people)
    assert not people.ask(requests.Learn(*wrong)).ok


def test_undo_before_the_next_bid_takes_it_back(people):
    line = unsure(people)
    people.ask(requests.Undo())
    people.ask(requests.Redo())
    next_bid(people)
    assert taught(people) == []
    assert Unteach("shipshape", (source_of("game-1", line),)) in people.effects


def test_what_is_to_be_taken_back_is_known_to_the_next_start_until_nothing_is_left(people):
    line = unsure(people)
    next_bid(people)
    while len(people.match.lines) > line:
        people.ask(requests.Undo())
    assert Unteach("shipshape", (source_of("game-1", line),)) in untaught_at_the_start(people.store)
    for each in untaught_at_the_start(people.store):
        people.step(Untaught(people.now_s, each.sources))
    assert untaught_at_the_start(people.store) == []


def untaught_at_the_start(store):
    again = People(store)
    again.session.resume()
    again.wait(0.1)
    return [effect for effect in again.effects if isinstance(effect, Unteach)]


def test_undo_of_what_came_after_leaves_it(people):
    unsure(people)
    people.press(0, Key.OK)
    people.ask(requests.Undo())
    next_bid(people)
    assert len(taught(people)) == 3


def test_undo_far_back_takes_back_what_was_taught_already(people):
    line = unsure(people)
    next_bid(people)
    while len(people.match.lines) > line:
        assert people.ask(requests.Undo()).ok
    assert Unteach("shipshape", (source_of("game-1", line),)) in people.effects


def test_the_last_score_teaches_when_another_game_begins(people):
    unsure(people)
    assert taught(people) == []
    people.begin("Ana", "Rui", "Mia")
    assert {one.game_id for one in taught(people)} == {"game-1"}


def test_an_answer_by_slip_that_was_put_right_before_the_score_teaches_nothing(people):
    people.press(0, Key.OK)
    for cards in VOYAGE:
        people.play_turn(cards, UNSURE)
    slips = [(question.seat, question.id) for question in people.snapshot.questions[:2]]
    for _, question in slips:
        people.ask(requests.Answer(question, "gold 9"))
    for seat in ("Ana", "Rui", "Mia"):
        assert people.ask(by_hand(seat, ["gold 1", *["empty"] * 8])).ok
    assert "cells" in people.match.lines[-1]
    next_bid(people)
    assert taught(people) == []


def to_the_end(people):
    """Play until the game is over, without a tie; every question is answered."""
    turns = itertools.count()
    while not people.match.over:
        match people.session.evening.phase:
            case Phase.CHANCE:
                people.press(0, Key.OK)
            case Phase.BIDS:
                turn = next(turns)
                people.reveal([1 + (turn + 3 * seat) % 10 for seat in range(3)])
            case _:
                people.see_docks(UNSURE)
        while people.snapshot.questions:
            people.ask(requests.Answer(people.snapshot.questions[0].id, "gold 9"))
    return len(people.match.lines) - 1


def test_the_last_score_of_a_game_teaches_at_once_and_so_does_what_is_corrected_then(people):
    line = to_the_end(people)
    assert line in {one.line for one in taught(people)}
    before = len(taught(people))
    people.ask(requests.Correct(line, "Ana", 0, "gold 3"))
    assert [one.label for one in taught(people)[before:]] == ["gold 3"]
    people.ask(requests.Correct(line, "Ana", 1, "gold 3"))
    assert people.ask(requests.Learn(line, "Ana", 1)).text == say("It is being learnt")
    assert [(one.label, one.wished) for one in taught(people)[before + 1 :]] == [("gold 3", True)]


def test_what_waits_teaches_when_another_game_is_taken_up(people):
    unsure(people)
    people.store.begin("older", "2026-11-20", {"record": 1, "game": "shipshape", "players": ["Ana", "Rui"]}, "seed")
    assert people.ask(requests.TakeUp("older")).ok
    assert len(taught(people)) == 3


def test_switched_off_nothing_teaches_or_asks(people):
    assert people.ask(requests.Teaching(False)).ok
    line = unsure(people)
    assert people.ask(requests.Correct(line, "Ana", 1, "rat 9")).ask is None
    next_bid(people)
    assert taught(people) == []


def test_switched_off_nothing_can_be_wished(people):
    voyage(people)
    line = len(people.match.lines) - 1
    assert people.ask(requests.Correct(line, "Ana", 1, "rat 9")).ask == "teach"
    people.ask(requests.Teaching(False))
    wished = people.ask(requests.Learn(line, "Ana", 1))
    assert (wished.ok, str(wished.text)) == (False, "Corrections teach nothing")


def test_nothing_that_is_said_in_a_practice_teaches(people):
    assert people.ask(requests.NewGame("shipshape", ["Ana", "Rui", "Mia"], practice=True)).ok
    line = unsure(people)
    assert people.ask(requests.Correct(line, "Ana", 1, "rat 9")).ask is None
    assert not people.ask(requests.Learn(line, "Ana", 1)).ok
    next_bid(people)
    people.begin("Ana", "Rui", "Mia")
    assert taught(people) == []
    unsure(people)
    next_bid(people)
    assert len(taught(people)) == 3


def test_switched_off_what_waits_is_forgotten_and_on_again_the_next_teaches(people):
    unsure(people)
    people.ask(requests.Teaching(False))
    people.ask(requests.Teaching(True))
    next_bid(people)
    assert taught(people) == []


def test_the_switch_is_the_hosts_and_is_kept(people):
    assert people.ask(requests.Teaching(False), "stranger").ask == "pin"
    people.ask(requests.Teaching(False))
    assert not learning.is_on(people.store, default=True)


def test_a_configuration_may_begin_with_it_off():
    people = People(table=Equipment(pods=6, camera=True, teach=False))
    people.begin("Ana", "Rui", "Mia")
    unsure(people)
    next_bid(people)
    assert taught(people) == []
    people.ask(requests.Teaching(True))
    assert learning.is_on(people.store, default=False)


def test_what_the_camera_said_of_every_cell_is_kept_with_the_score(people):
    voyage(people)
    line = len(people.match.lines) - 1
    kept = people.store.readings_of("game-1", line, "Rui")
    assert len(kept) == 9
    assert kept[0] == {"label": "gold 2", "sure": True, "ranking": [["gold 2", 0.999], ["gold 9", 0.001]]}
    assert people.store.readings_of("game-1", 1, "Rui") == []


def test_a_hold_that_people_entered_has_no_reading_of_the_cameras():
    people = People(table=Equipment(pods=6, camera=False))
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.play_unseen(VOYAGE)
    for seat in ("Ana", "Rui", "Mia"):
        assert people.ask(by_hand(seat, ["gold 1", *["empty"] * 8])).ok
    line = len(people.match.lines) - 1
    assert "cells" in people.match.lines[line]
    assert people.store.readings_of("game-1", line, "Ana") == []


def test_a_piece_lying_free_teaches_from_its_place_at_the_next_ok(people):
    people.ask(requests.NewGame("stingy", ["Ana", "Rui", "Mia"], {}))
    look = still(PiecesSeen((Piece(reading("red bottle", sure=False), (50.0, 60.0), 0.0),)), people.now_s)
    table = learning.answered(people.session._table, "place 1", 0, "red parrot", look)
    assert learning.stood(table) == table  # nothing was played by it yet
    (waiting,) = table.playing.lessons
    assert (waiting.zone, waiting.label, waiting.at_mm) == ("place 1", "red parrot", (50.0, 60.0))


def test_of_free_pieces_what_does_not_count_where_it_lies_teaches_nothing(people):
    people.ask(requests.NewGame("stingy", ["Ana", "Rui", "Mia"], {}))
    seen = PiecesSeen((Piece(reading("red bottle", sure=False), (50.0, 60.0), 0.0),) * 2)
    table = people.session._table
    for number, label in enumerate(("red parrot", "red bottle")):
        table = learning.answered(table, "place 1", number, label, still(seen, people.now_s))
    first = table.playing.match.lines[0]
    played = replace(table.playing.match, lines=(first, {"do": "take"}))
    counted = kept_zone(still(seen, people.now_s), {0: "red bottle", 1: "red bottle"}, 1, ())
    table = table.with_evening(replace(table.playing, match=played, looks={1: KeptLook(1, zones={"place 1": counted})}))
    (effect,) = [each for each in learning.stood(table).effects if isinstance(each, Teach)]
    assert [lesson.label for lesson in effect.lessons] == ["red bottle"]
