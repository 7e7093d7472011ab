"""Ok in a turn, by pod or page: who may ask for a look, what is said while the camera looks, what a question shows."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from support.people_at_table import People, reading, still
from support.served_table import ServedTable

from companion.game.look import Proposal
from companion.language.message import untranslated
from companion.table.evening import Equipment
from companion.table.evidence.placement import around, boxes
from companion.table.requests import Answer, Enter, GoOn, NewGame, Redo, Undo
from companion.table.signals import Key, Looked, Refuse, Stillness, ZoneLook
from companion.table.snapshot import Step, worded
from vision.layout import Grid, Pieces
from vision.observation import GridSeen, Piece, PiecesSeen, Unseen


def begun(game: str, players: list[str], table: Equipment | None = None) -> People:
    people = People(table=table or Equipment(pods=0, camera=True))
    assert people.ask(NewGame(game, players)).ok
    return people


def line(people: People) -> str:
    return str(worded(people.snapshot, untranslated).line)


def row(*labels: str, unsure: int | None = None) -> GridSeen:
    return GridSeen((tuple(reading(label, at != unsure, "red fox") for at, label in enumerate(labels)),))


BOATS = {
    "boat 1": row("boat 20", "empty"),
    "aboard 1": row("purple sloth", "purple moose", "red zebra"),
    "boat 2": row("boat 20", "empty"),
    "aboard 2": row("purple bear", "red sloth", "red giraffe"),
}


def lying(zones: dict[str, GridSeen]) -> dict[str, ZoneLook]:
    return {name: still(seen, 90.0) for name, seen in zones.items()}


def test_anybody_lets_the_boats_sail_from_the_page() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    assert people.snapshot.can_go_on
    assert people.ask(GoOn()).ok
    assert "The camera looks" in line(people)
    assert not people.snapshot.can_go_on
    people.look(lying(BOATS))
    assert len(people.match.lines) == 2
    assert "2" in str(people.snapshot.where)


@pytest.mark.parametrize(("elephant", "again"), [("purple elephant", False), ("purple bear", True)])
def test_what_was_answered_is_not_asked_again_once_the_boat_lies_that_was_to_be_drawn(
    elephant: str, again: bool
) -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    aboard = ("purple mouse", elephant, "red zebra")
    zones = BOATS | {"aboard 1": row(*aboard, unsure=1 if again else None)}
    zones["aboard 2"] = row("purple sloth", "red sloth", "red giraffe", unsure=None if again else 2)
    assert people.ask(GoOn()).ok
    people.look(lying(zones))
    assert people.ask(Answer(people.snapshot.questions[0].id, "purple elephant" if again else "red giraffe")).ok
    assert "frightens" in str(people.snapshot.notices[-1].text)
    people.wait(1)
    people.look(lying(zones) | {"boat 1": ZoneLook(Stillness.MOVING)})
    people.wait(1)
    assert people.ask(GoOn()).ok
    people.wait(0.1)
    people.look(lying(zones | {"boat 1": row("boat 12", "boat 16")}))
    assert len(people.snapshot.questions) == again  # who said that it is an elephant may have been wrong
    assert len(people.match.lines) == (1 if again else 2)


def test_what_was_told_of_a_round_is_told_no_more_once_that_is_taken_back() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    for _ in range(2):
        assert people.ask(GoOn()).ok
        people.look(lying(BOATS))
    assert [str(notice.text) for notice in people.snapshot.notices] == [
        "Ana's sloth has sailed in an earlier round already"
    ]
    assert people.ask(Undo()).ok
    assert [str(notice.text) for notice in people.snapshot.notices] == ["Taken back: the sailing"]
    assert people.ask(Redo()).ok
    assert [str(notice.text) for notice in people.snapshot.notices] == ["Played again: the sailing"]


def test_a_place_that_can_not_be_read_is_said_a_while_after_somebody_asked() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    moving = lying(BOATS) | {"boat 1": ZoneLook(Stillness.MOVING, unclear_s=people.now_s - 60)}
    assert people.ask(GoOn()).ok
    people.wait(0.1)
    people.look(moving)
    assert people.snapshot.stall is None  # it was asked for only now
    assert not people.snapshot.can_look  # whoever asked on and on would wait the longer, and nothing would be said
    people.wait(20)
    people.look(moving)
    assert str(people.snapshot.stall.text).startswith("I can't read boat 1: ")


def test_a_mat_without_a_place_for_every_boat_is_said() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    people.ask(GoOn())
    people.look(lying({zone: BOATS[zone] for zone in ("boat 1", "aboard 1")}))
    assert "no place for boat 2: lay the one for 2 boats" in str(people.snapshot.notices[-1].text)


def test_who_draws_for_the_ghost_is_all_the_same() -> None:
    people = begun("stingy", ["Ana", "Rui"])
    assert not people.snapshot.can_go_on  # Ana lays her own tiles
    assert people.snapshot.can_look
    for seat, tiles in {"Ana": ["red coins"] * 5 + ["blue coins"], "Rui": ["red diamond"] * 6}.items():
        people.ask(Enter({"do": "take", "player": seat, "tiles": tiles}))
    people.wait(0.2)
    assert people.snapshot.can_go_on


@pytest.mark.parametrize("game", ["stingy", "alcatraz", "allaboard"])
def test_without_a_camera_no_look_is_offered(game: str) -> None:
    people = begun(game, ["Ana", "Rui"], Equipment(pods=0, camera=False))
    assert (people.snapshot.can_look, people.snapshot.can_go_on) == (False, False)


def test_whose_claim_it_is_matters_so_nobody_else_asks_for_it() -> None:
    people = begun("alcatraz", ["Ana", "Rui"])
    assert not people.snapshot.can_go_on
    assert not people.ask(GoOn()).ok


def test_the_wrong_pod_is_refused_and_all_read_why() -> None:
    people = begun("stingy", ["Ana", "Rui", "Mia"], Equipment(pods=3, camera=True))
    people.press(1, Key.OK)
    assert Refuse(1) in people.effects
    assert "not Rui's turn" in str(people.snapshot.notices[-1].text)
    assert people.session.evening is not None
    assert people.session.evening.asked is None


def test_what_is_in_the_way_is_said_while_a_look_is_awaited_and_not_before() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    hand = ZoneLook(Stillness.COVERED, 90.0, False, None, Unseen("a hand covers it"))
    people.look({**lying(BOATS), "aboard 2": hand})
    before = people.snapshot.notes
    assert not [note for note in before if "camera" in str(note)]
    people.ask(GoOn())
    people.look({**lying(BOATS), "aboard 2": hand, "boat 2": hand})
    assert [str(note) for note in people.snapshot.notes if note not in before] == ["The camera: a hand covers it"]
    people.look(lying(BOATS))
    assert len(people.match.lines) == 2


# ---- what a question shows


def test_a_cell_s_box_has_a_little_around_it_and_stays_inside() -> None:
    grid = Grid("aboard 1", (10, 10, 300, 100), 1, 3)
    box = boxes(grid, BOATS["aboard 1"])[1]
    assert box == pytest.approx((1 / 3, 0.0, 2 / 3, 1.0))
    assert around(box, BOATS["aboard 1"]) == pytest.approx((0.85 / 3, 0.0, 2.15 / 3, 1.0))


def test_a_free_piece_s_box_is_around_its_middle() -> None:
    zone = Pieces("place 1", (100, 50, 200, 100), (20, 20))
    seen = PiecesSeen((Piece(reading("red coins"), (200, 100), 30), Piece(reading("red coins"), (101, 51), 0)))
    found = boxes(zone, seen)
    assert found == (pytest.approx((0.45, 0.4, 0.55, 0.6)), pytest.approx((-0.045, -0.09, 0.055, 0.11)))
    assert [around(box, seen) for box in found] == [
        pytest.approx((0.4, 0.3, 0.6, 0.7)),
        pytest.approx((0, 0, 0.105, 0.21)),
    ]
    with pytest.raises(TypeError, match="cells"):
        boxes(Grid("claim", (0, 0, 1, 1), 1, 3), seen)


def test_a_question_in_a_turn_shows_the_very_card() -> None:
    people = ServedTable()
    people.ask(NewGame("allaboard", ["Ana", "Rui"]))
    people.ask(GoOn())
    picture = np.zeros((90, 300, 3), np.uint8)
    picture[:, 200:] = 255  # the third card is white
    jpeg = bytes(cv2.imencode(".jpg", picture)[1])
    doubtful = {**BOATS, "aboard 2": row("purple bear", "red sloth", "red giraffe", unsure=2)}
    where = boxes(Grid("aboard 2", (0, 0, 300, 90), 1, 3), doubtful["aboard 2"])
    looks: dict[str, Any] = lying(doubtful)
    looks["aboard 2"] = replace(looks["aboard 2"], picture=jpeg, boxes=where)
    people.look(looks)
    assert people.snapshot.step is Step.ASK
    shown = people.door.picture(people.snapshot.questions[0].picture)
    assert shown is not None
    card = cv2.imdecode(np.frombuffer(shown, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert card.shape == (90, 115)
    assert card[:, 30:].mean() > 240
    assert people.door.picture(people.snapshot.questions[0].picture[:-1] + "x") is None


def test_another_card_in_the_same_place_is_another_question() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    people.ask(GoOn())
    looks = lying({**BOATS, "aboard 2": row("purple bear", "red sloth", "red giraffe", unsure=2)})
    people.look({**looks, "aboard 2": replace(looks["aboard 2"], picture=b"the first card")})
    first = people.snapshot.questions[0]
    people.look({**looks, "aboard 2": ZoneLook(Stillness.MOVING)})
    looks = lying({**BOATS, "aboard 2": row("purple bear", "red sloth", "red monkey", unsure=2)})
    people.look({**looks, "aboard 2": replace(looks["aboard 2"], picture=b"another card")})
    second = people.snapshot.questions[0]
    late = people.ask(Answer(first.id, "red giraffe"))
    assert (late.ok, str(late.text)) == (False, "This question has been settled already")
    assert len(people.match.lines) == 1
    assert people.ask(Answer(second.id, "red giraffe")).ok
    assert len(people.match.lines) == 2


def test_a_picture_from_before_ok_that_is_read_only_after_it_does_not_count() -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    taken_s = people.now_s
    people.wait(1.0)
    people.ask(GoOn())
    assert people.session.evening is not None
    early = {**BOATS, "aboard 2": row("purple bear", "red sloth", "red monkey")}
    people.step(Looked(taken_s, people.session.evening.plan, lying(early)))
    assert len(people.match.lines) == 1
    people.look(lying(BOATS))
    assert ["Rui", "giraffe"] in people.match.lines[1]["boats"][1]["aboard"]


def test_ok_pressed_once_more_while_the_camera_looks_takes_back_nothing_that_was_said() -> None:
    people = begun("alcatraz", ["Ana", "Rui"], Equipment(pods=2, camera=True))
    people.ask(Enter({"do": "look", "seat": "Ana", "objective": "12", "over 1": ["-1"]}))
    people.press(0, Key.OK)
    people.look(lying({"objectives": row("objective 12", "empty", "empty"), "claim": row("cat 7", "cat 6", "empty")}))
    assert people.match.lines[1]["cards"] == [{"card": 7, "overlays": ["-1"]}, 6]
    assert people.match.state.points["Ana"] == 2


CLAIM = {"objectives": row("objective 12", "empty", "empty"), "claim": row("cat 7", "cat 5", "empty")}


def test_whoever_counted_an_objective_and_claims_nothing_takes_the_count_back_and_ends_the_round() -> None:
    people = begun("alcatraz", ["Ana", "Rui"], Equipment(pods=2, camera=True))
    people.ask(Enter({"do": "empty", "seat": "Ana"}))
    people.press(1, Key.ADD)
    assert "counts 4" in str(people.snapshot.seats[1].status)
    people.press(1, Key.ADD, held_s=1.1)
    people.press(1, Key.OK)
    people.look(lying(CLAIM))
    assert people.match.lines[-1]["do"] == "end_round"


def test_what_another_counts_while_the_camera_looks_is_counted_on_after_it() -> None:
    """Rui begins to count 9 for the next claim before Ana's has been read."""
    people = begun("alcatraz", ["Ana", "Rui", "Mia"], Equipment(pods=3, camera=True))
    people.press(2, Key.ADD)  # and claims nothing
    for _ in range(9):
        people.press(0, Key.ADD)
    people.press(0, Key.OK)
    for _ in range(3):
        people.press(1, Key.ADD)
    people.press(0, Key.OK)  # once more, for it takes a while
    people.look(lying(CLAIM))
    assert people.match.lines[1]["player"] == "Ana"
    assert [str(seat.status) for seat in people.snapshot.seats] == ["None", "counts 6", "None"]
    for _ in range(3):
        people.press(1, Key.ADD)
    people.press(1, Key.OK)
    people.wait(0.1)
    people.look(lying({**CLAIM, "claim": row("cat 4", "cat 5", "empty")}))
    assert people.match.state.points == {"Ana": 2, "Rui": 2, "Mia": 0}


def test_anothers_ok_without_an_objective_takes_no_claim_back_that_the_camera_looks_for() -> None:
    """A row is empty, so that such an ok would end the round: Rui's claim would be lost with it."""
    people = begun("alcatraz", ["Ana", "Rui", "Mia"], Equipment(pods=3, camera=True))
    people.ask(Enter({"do": "empty", "seat": "Ana"}))
    for _ in range(9):
        people.press(1, Key.ADD)
    people.press(1, Key.OK)
    people.press(2, Key.OK)
    assert Refuse(2) in people.effects
    assert str(people.snapshot.notices[-1].text) == "The camera looks for Rui just now: press ok again then"
    people.look(lying(CLAIM))
    assert (people.match.lines[-1]["do"], people.match.lines[-1]["player"]) == ("claim", "Rui")
    people.press(2, Key.OK)
    people.look(lying(CLAIM))
    assert people.match.lines[-1]["do"] == "end_round"


def test_anothers_ok_with_an_objective_takes_no_cards_that_the_camera_reads_for_a_claim() -> None:
    """Rui counts his own objective and presses ok before Ana's cards, which lie there, are read."""
    people = begun("alcatraz", ["Ana", "Rui"], Equipment(pods=2, camera=True))
    for pod in (0, 1):
        _counts_nine(people, pod)
    assert str(people.snapshot.notices[-1].text) == "The camera looks for Ana just now: press ok again then"
    people.look(lying(CLAIM))
    assert [line.get("player") for line in people.match.lines[1:]] == ["Ana"]


def test_a_claim_of_which_nothing_comes_for_a_while_keeps_nobody_from_claiming() -> None:
    people = begun("alcatraz", ["Ana", "Rui"], Equipment(pods=2, camera=True))
    for pod in (0, 1):
        _counts_nine(people, pod)
        people.wait(20.0)
    people.look(lying(CLAIM))
    assert [line.get("player") for line in people.match.lines[1:]] == ["Rui"]


def _counts_nine(people: People, pod: int) -> None:
    for _ in range(9):
        people.press(pod, Key.ADD)
    people.press(pod, Key.OK)


def test_who_emptied_the_row_last_may_end_the_round_like_anybody() -> None:
    people = People(table=Equipment(pods=2, camera=True))
    assert people.ask(NewGame("alcatraz", ["Ana", "Rui"], {"first": "1"})).ok
    people.ask(Enter({"do": "empty", "seat": "Rui"}))
    assert "All have had equally many turns: round 1 ends" in line(people)
    assert people.snapshot.can_go_on
    people.press(1, Key.OK)
    people.look(lying(CLAIM))
    assert people.match.lines[-1]["do"] == "end_round"


def test_what_the_rules_say_of_a_move_that_was_seen_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    people = begun("allaboard", ["Ana", "Rui"])
    short = Proposal({"do": "sail", "boats": []})
    monkeypatch.setattr(type(people.match.game), "propose", lambda *given: short if given[3] else Proposal(None))
    assert people.ask(GoOn()).ok
    people.look(lying(BOATS))
    assert len(people.match.lines) == 1
    assert "boats" in str(people.snapshot.notices[-1].text)


# ---- one reading area for all in turn


def test_whose_tiles_are_laid_on_the_one_reading_area_is_said_and_when() -> None:
    shared = Equipment(pods=0, camera=True, one_area=True)
    people = begun("stingy", ["Ana", "Rui"], shared)
    assert line(people) == "Ana: take 6 tiles and lay them open, alike together; all on the reading area"
    hands = {"Ana": ["red coins"] * 4 + ["blue coins"] * 2, "Rui": ["red diamond"] * 5 + ["blue parrot"]}
    hands["Stingy Ghost"] = ["green diamond"] * 5 + ["blue parrot"]
    for seat, tiles in hands.items():
        assert people.ask(Enter({"do": "take", "player": seat, "tiles": tiles})).ok
    people.wait(0.2)
    assert line(people) == (
        "Ana: trade and draw 2 tiles, or draw up to 3 tiles without a trade; "
        "then lay all tiles of Ana on the reading area; after a trade say it on the page"
    )
    trade = {"do": "trade", "player": "Ana", "from": "Rui", "group": "blue parrot", "back": []}
    assert people.ask(Enter(trade)).ok
    people.wait(0.2)
    assert line(people) == "Ana: draw 2 tiles; then lay all tiles of Ana on the reading area"
    without = begun("stingy", ["Ana", "Rui"])
    assert "reading area" not in line(without)
    blind = begun("stingy", ["Ana", "Rui"], replace(shared, camera=False))
    assert "reading area" not in line(blind)


@pytest.mark.parametrize("table", [{}, {"camera": True}, {"camera": True, "photos": True}])
def test_what_needs_no_look_waits_for_none(table: dict[str, bool]) -> None:
    """Alcatraz: a circle is given, and a round ends, without anybody's picture of the table, and without a camera."""
    people = begun("alcatraz", ["Ana", "Rui"], Equipment(pods=2, **table))
    for first, second in ((5, 7), (7, 5), (5, 7)):
        claim = {"do": "claim", "player": "Rui", "objective": 12, "cards": [first, second]}
        assert people.ask(Enter(claim)).ok
    assert line(people) == "Rui's row is empty: a circle"
    people.press(1, Key.OK)
    assert (people.match.lines[-1]["do"], people.match.lines[-1]["player"]) == ("empty", "Rui")
    assert "ok without an objective ends the round" in str(worded(people.snapshot, untranslated).notes)
    people.press(0, Key.OK)
    assert people.match.lines[-1]["do"] == "end_round"
    assert people.session.evening.photo_wanted == ""
    people.press(0, Key.ADD)
    people.press(0, Key.OK)  # a claim is looked at
    assert people.match.lines[-1]["do"] == "end_round"
    assert bool(people.session.evening.asked) == bool(table)
