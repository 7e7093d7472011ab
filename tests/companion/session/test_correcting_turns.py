"""A piece that the camera misread in a turn is corrected: the turn is told anew from the same look, what came after is
replayed, what the camera had read stays in the record, and all of it survives undo and a restart."""

import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from support.people_at_table import People
from support.replayed import replayed
from support.served_table import ServedTable
from support.turns_seen import cards, tiles

from companion.game import RuleError
from companion.store.archive import as_record
from companion.store.database import Store
from companion.table.evening import Equipment
from companion.table.evidence import kept_look
from companion.table.requests import Answer, Correct, Enter, GoOn, Learn, NewGame, Redo, Undo
from companion.table.signals import Teach, Unteach, ZoneLook, source_of
from vision.observation import PiecesSeen
from web.contract import CellReading


def begun(game: str, store: Store | None = None, players: tuple[str, ...] = ("Ana", "Rui", "Mia")) -> People:
    people = People(store, Equipment(pods=0, camera=True))
    assert people.ask(NewGame(game, list(players))).ok
    return people


def said(people: People) -> list[str]:
    return [str(notice.text) for notice in people.snapshot.notices]


def play(people: People, seat: str, zones: dict[str, ZoneLook]) -> None:
    assert people.ask(GoOn(seat)).ok
    people.look(zones)


def recorded(people: People) -> Any:
    """The record as it is exported, judged like any other."""
    assert people.session.evening is not None
    text = as_record(people.store.game(people.session.evening.game_id))
    return replayed(*(json.loads(line) for line in text.splitlines()))


# ---- Captain Stingy: a tile lies there turn after turn

START = {
    "Ana": ("red coins", "red coins", "blue parrot", "blue parrot", "green diamond", "purple bottle"),
    "Rui": ("red diamond", "red diamond", "blue coins", "blue coins", "green parrot", "purple parrot"),
    "Mia": ("yellow coins", "yellow coins", "yellow parrot", "green coins", "purple coins", "orange bottle"),
}


def places(**more: tuple[str, ...]) -> dict[str, ZoneLook]:
    """Everybody's start tiles and what lies there besides."""
    return {f"place {n}": tiles(*START[seat], *more.get(seat, ())) for n, seat in enumerate(START, 1)}


def started(store: Store | None = None) -> People:
    """Everybody has laid six tiles, one after another, and Ana has drawn two."""
    people = begun("stingy", store)
    for number, seat in enumerate(START, 1):
        lying = {f"place {n}": tiles(*START[other]) for n, other in enumerate(START, 1) if n <= number}
        play(people, seat, {f"place {n}": lying.get(f"place {n}", tiles()) for n in (1, 2, 3)})
    play(people, "Ana", places(Ana=("red parrot", "orange coins")))
    assert [line["tiles"] for line in people.match.lines[4:]] == [["red parrot", "orange coins"]]
    return people


@pytest.fixture
def stingy() -> People:
    return started()


def test_a_misread_tile_of_the_last_draw_is_corrected_at_once(stingy: People) -> None:
    reply = stingy.ask(Correct(4, "place 1", 6, "orange diamond"))
    assert (reply.ok, str(reply.text)) == (True, "red parrot → orange diamond (Ana): no score changes")
    line = stingy.match.lines[4]
    assert sorted(line["tiles"]) == ["orange coins", "orange diamond"]
    assert line["seen"] == {"place 1": [*START["Ana"], "red parrot", "orange coins"]}
    assert line["at"]
    assert stingy.match.state.groups["Ana"]["orange diamond"] == 1
    assert recorded(stingy).status == 0
    assert "red parrot → orange diamond (Ana)" in said(stingy)[-1]


def test_what_it_was_read_as_first_stays_however_often_it_is_corrected(stingy: People) -> None:
    for label in ("orange diamond", "orange parrot", "red parrot"):
        assert stingy.ask(Correct(4, "place 1", 6, label)).ok
    assert stingy.match.lines[4]["seen"]["place 1"][6] == "red parrot"
    assert sorted(stingy.match.lines[4]["tiles"]) == ["orange coins", "red parrot"]


def test_a_correction_that_tells_no_legal_turn_says_why_and_changes_nothing(stingy: People) -> None:
    before = stingy.match.lines
    refused = stingy.ask(Correct(4, "place 2", 0, "green diamond"))
    assert not refused.ok
    refused = stingy.ask(Correct(4, "place 1", 6, "pink diamond"))
    assert str(refused.text) == "“pink diamond” is nothing that can lie there"
    refused = stingy.ask(Correct(4, "place 1", 6, "empty"))
    assert "draws" in str(refused.text)
    assert stingy.match.lines == before


def test_a_tile_is_corrected_where_it_was_seen_first_however_late_it_is_noticed(stingy: People) -> None:
    play(stingy, "Rui", places(Ana=("red parrot", "orange coins"), Rui=("green diamond", "red bottle")))
    asked = stingy.ask(Correct(5, "place 1", 6, "orange diamond"))  # it lay there already in event 4
    assert (asked.ok, asked.ask) == (False, "confirm")
    assert str(asked.text) == "red parrot → orange diamond (Ana): no score changes"
    assert stingy.ask(Correct(5, "place 1", 6, "orange diamond", confirm=True)).ok
    assert "orange diamond" in stingy.match.lines[4]["tiles"]
    assert "seen" not in stingy.match.lines[5]
    assert recorded(stingy).status == 0


def test_what_was_said_of_a_tile_holds_for_the_next_looks_while_it_lies_there(stingy: People) -> None:
    stingy.ask(Correct(4, "place 1", 6, "orange diamond"))
    play(
        stingy, "Rui", places(Ana=("red parrot", "orange coins"), Rui=("green diamond", "red bottle"))
    )  # misread again
    assert stingy.match.lines[5]["tiles"] == ["red bottle", "green diamond"]


def test_a_tile_laid_elsewhere_is_read_anew(stingy: People) -> None:
    stingy.ask(Correct(4, "place 1", 6, "orange diamond"))
    now = places(Rui=("green diamond", "red bottle"))
    now["place 1"] = tiles(*START["Ana"], "red parrot", "orange coins", moved_mm=9.0)
    play(stingy, "Rui", now)
    assert len(stingy.match.lines) == 5
    assert said(stingy)  # what the camera sees now is no turn


def test_what_can_not_follow_any_more_is_named_and_nothing_changes(stingy: People) -> None:
    trade = {"do": "trade", "seat": "Rui", "from": "Ana", "group": "red parrot", "given": [], "paid": "back"}
    assert stingy.ask(Enter(trade)).ok
    before = stingy.match.lines
    for confirm in (False, True):
        refused = stingy.ask(Correct(4, "place 1", 6, "orange diamond", confirm=confirm))
        assert not refused.ok
        assert refused.ask is None
        assert str(refused.text).startswith("Then step 5 (the trade) can't be: ")
        assert str(refused.text).endswith("Nothing was changed")
    assert stingy.match.lines == before
    assert not stingy.ask(Correct(5, "place 1", 6, "orange diamond")).ok  # entered by hand: nothing was read


def traded(people: People) -> None:
    """Rui takes Ana's red coins and gives his blue coins back, then draws, all seen in one look."""
    ana = (*START["Ana"][2:], "red parrot", "orange coins", "blue coins", "blue coins")
    rui = (
        "red diamond",
        "red diamond",
        "green parrot",
        "purple parrot",
        "red coins",
        "red coins",
        "red bottle",
        "green coins",
    )
    looks = places() | {"place 1": tiles(*ana, moved_mm=3), "place 2": tiles(*rui, moved_mm=3)}
    play(people, "Rui", looks)
    assert [line["do"] for line in people.match.lines[5:]] == ["trade", "take"]


def test_a_look_of_trade_and_draw_is_told_anew_as_a_whole(stingy: People) -> None:
    traded(stingy)
    reply = stingy.ask(Correct(5, "place 2", 6, "orange bottle"))
    assert reply.ok, reply.text
    trade, take = stingy.match.lines[5:]
    assert "seen" not in trade
    assert sorted(take["tiles"]) == ["green coins", "orange bottle"]
    assert take["seen"]["place 2"][6] == "red bottle"
    assert recorded(stingy).status == 0
    # named by the draw, it is the same look
    assert stingy.ask(Correct(6, "place 2", 6, "red bottle")).ok


def test_what_is_played_by_hand_instead_was_not_seen(stingy: People) -> None:
    stingy.ask(Undo())
    assert stingy.ask(Enter({"do": "take", "seat": "Ana", "tiles": ["red bottle", "blue bottle"]})).ok
    assert not stingy.ask(Correct(4, "place 1", 6, "orange diamond")).ok
    assert 4 not in stingy.store.looks("game-1")
    assert stingy.store.photo_of("game-1", 4, "place 1") is None


def test_half_a_look_taken_back_is_told_as_a_whole_again(stingy: People) -> None:
    traded(stingy)
    stingy.ask(Undo())
    assert stingy.ask(Correct(5, "place 2", 6, "orange bottle")).ok
    assert [line["do"] for line in stingy.match.lines[5:]] == ["trade", "take"]
    assert sorted(stingy.match.lines[6]["tiles"]) == ["green coins", "orange bottle"]
    assert stingy.store.game("game-1").lines == stingy.match.lines[1:]


def test_undone_and_played_again_it_can_still_be_corrected(stingy: People) -> None:
    stingy.ask(Undo())
    assert [look.line for look in stingy.snapshot.looks] == [1, 2, 3]
    stingy.ask(Redo())
    assert [look.line for look in stingy.snapshot.looks] == [1, 2, 3, 4]
    assert stingy.ask(Correct(4, "place 1", 6, "orange diamond")).ok
    stingy.ask(Undo())
    stingy.ask(Redo())
    assert "orange diamond" in stingy.match.lines[4]["tiles"]
    assert stingy.match.lines[4]["seen"]


def test_killed_and_started_again_it_is_as_it_was(tmp_path: Any) -> None:
    people = started(Store(tmp_path / "games.db"))
    assert people.ask(Correct(4, "place 1", 6, "orange diamond")).ok
    people.store.close()
    again = People(Store(tmp_path / "games.db"), Equipment(pods=0, camera=True))
    again.session.resume()
    again.wait(0.1)
    assert again.match.lines == people.match.lines
    shown = again.snapshot.looks[-1].zones[0].pieces
    assert [piece.label for piece in shown][6:] == ["orange diamond", "orange coins"]
    assert again.ask(Correct(4, "place 1", 7, "orange parrot")).ok
    assert sorted(again.match.lines[4]["tiles"]) == ["orange diamond", "orange parrot"]
    assert again.match.lines[4]["seen"]["place 1"][6:] == ["red parrot", "orange coins"]
    play(again, "Rui", places(Ana=("red parrot", "orange coins"), Rui=("green diamond", "red bottle")))
    assert again.match.lines[5]["tiles"] == ["red bottle", "green diamond"]


def test_only_what_is_new_is_shown_and_its_photo_kept_once(stingy: People) -> None:
    (*_, look) = stingy.snapshot.looks
    assert str(look.title) == "Ana: the tiles taken"
    assert [(zone.name, str(zone.title), zone.free) for zone in look.zones] == [("place 1", "Ana", True)]
    assert look.zones[0].photo.startswith("photo/game-1/4.")
    assert look.zones[0].photo.endswith("/place 1")
    assert stingy.store.photo_of("game-1", 4, "place 2") is None
    assert stingy.store.photo_of("game-1", 2, "place 2") == tiles(*START["Rui"]).picture
    assert [look.zones for look in stingy.snapshot.looks[:-1]] == [()] * 3
    assert stingy.session.evening is not None
    assert stingy.session.evening.looks[4].zones["place 2"].photo == 2


def test_only_the_host_corrects(stingy: People) -> None:
    assert stingy.ask(Correct(4, "place 1", 6, "orange diamond"), "stranger").ask == "pin"
    assert stingy.match.lines[4]["tiles"] == ["red parrot", "orange coins"]


@pytest.mark.parametrize(
    "wrong", [(0, "place 1", 0), (9, "place 1", 0), (4, "place 9", 0), (4, "place 1", 99), (4, "Ana", 0)]
)
def test_what_was_not_seen_can_not_be_corrected_nor_learnt(stingy: People, wrong: tuple[int, str, int]) -> None:
    reply = stingy.ask(Correct(*wrong, "red coins"))
    assert (reply.ok, reply.ask) == (False, None)
    assert reply.text is not None
    assert not stingy.ask(Learn(*wrong)).ok


# ---- what it teaches


def taught(people: People) -> list[Any]:
    return [lesson for effect in people.effects if isinstance(effect, Teach) for lesson in effect.lessons]


def test_a_doubtful_tile_that_was_answered_wrongly_teaches_what_it_is_once_the_turn_has_stood() -> None:
    people = begun("stingy")
    look = {f"place {n}": tiles() for n in (1, 2, 3)} | {"place 1": tiles(*START["Ana"], unsure=(2,))}
    play(people, "Ana", look)
    question = people.snapshot.questions[0]
    people.ask(Answer(question.id, "blue coins"))
    assert people.ask(Correct(1, "place 1", 2, "blue parrot")).ask is None
    assert taught(people) == []
    people.ask(GoOn("Rui"))
    (lesson,) = taught(people)
    assert (lesson.zone, lesson.cell, lesson.label, lesson.line) == ("place 1", 2, "blue parrot", 1)
    assert lesson.at_mm == (20.0 + 32 * 2, 25.0)
    assert lesson.picture == people.store.photo_of("game-1", 1, "place 1")
    people.look(look)
    people.ask(Undo())  # the correction
    assert Unteach("stingy", (lesson.source,)) in people.effects
    people.ask(Undo())  # the draw
    assert Unteach("stingy", (source_of("game-1", 1),)) in people.effects


def test_what_a_wrong_answer_taught_is_taken_back_though_the_tiles_were_found_in_another_order_since() -> None:
    people = begun("stingy")
    look = {f"place {n}": tiles() for n in (1, 2, 3)} | {"place 1": tiles(*START["Ana"], unsure=(2, 4))}
    play(people, "Ana", look)
    people.ask(Answer(people.snapshot.questions[0].id, "blue coins"))
    people.look(look | {"place 1": turned_about(look["place 1"])})
    people.ask(Answer(people.snapshot.questions[0].id, "green diamond"))
    people.ask(GoOn("Rui"))
    wrong = next(lesson for lesson in taught(people) if lesson.label == "blue coins")
    assert people.ask(Correct(1, "place 1", 3, "blue parrot")).ok
    assert Unteach("stingy", (wrong.source,)) in people.effects
    people.ask(GoOn("Rui"))
    assert [(lesson.label, lesson.source) for lesson in taught(people)[2:]] == [("blue parrot", wrong.source)]


def turned_about(look: ZoneLook) -> ZoneLook:
    """The same tiles where they lie, found in another order."""
    assert isinstance(look.seen, PiecesSeen)
    return replace(look, seen=PiecesSeen(look.seen.pieces[::-1]), boxes=look.boxes[::-1])


def test_an_answer_with_which_nothing_can_be_teaches_nothing() -> None:
    people = begun("alcatraz")
    look = {"objectives": cards("objective 12", "objective 9", "objective 4")}
    people.ask(Enter({"do": "look", "seat": "Ana", "objective": "12"}))
    people.look(look | {"claim": cards("cat 5", "cat 7", unsure=(1,))})
    assert people.ask(Answer(people.snapshot.questions[0].id, "empty")).ok
    assert "seen: 1" in said(people)[-1]
    people.ask(Enter({"do": "look", "seat": "Ana", "objective": "12"}))
    people.look(look | {"claim": cards("cat 5", "cat 7")})
    assert people.match.lines[1]["cards"] == [5, 7]
    people.ask(GoOn("Rui"))
    assert taught(people) == []


def test_what_the_camera_was_sure_of_is_learnt_only_on_wish(stingy: People) -> None:
    assert stingy.ask(Correct(4, "place 1", 6, "orange diamond")).ask == "teach"
    assert str(stingy.ask(Learn(4, "place 1", 6)).text) == "It is learnt once the turn has stood to the next ok"
    stingy.ask(GoOn("Rui"))
    assert [(lesson.label, lesson.wished, lesson.line) for lesson in taught(stingy)] == [("orange diamond", True, 4)]


# ---- Alcatraz: cards of a claim


def claim(people: People, *labels: str, counted: str = "12") -> None:
    reply = people.ask(Enter({"do": "look", "seat": "Ana", "objective": counted}))
    assert reply.ok, reply.text
    people.look({"objectives": cards("objective 12", "objective 9", "objective 4"), "claim": cards(*labels)})


def test_a_misread_card_of_a_claim_is_corrected_and_the_score_changes_once() -> None:
    people = begun("alcatraz")
    claim(people, "cat -3", "cat 14", "cat 7")
    assert people.match.state.points["Ana"] == 0
    reply = people.ask(Correct(1, "claim", 2, "cat 1"))
    assert str(reply.text) == "cat 7 → cat 1 (the cards of the claim): Ana 0 → 3"
    assert people.match.lines[1]["cards"] == [-3, 14, 1]
    assert people.match.lines[1]["objective"] == 12
    assert people.match.lines[1]["seen"] == {"claim": ["cat -3", "cat 14", "cat 7"]}
    assert recorded(people).final["standings"][0] == {"player": "Ana", "score": 3, "rank": 1}


def test_a_card_that_is_none_leaves_a_claim_of_two() -> None:
    people = begun("alcatraz")
    claim(people, "cat 5", "cat 7", "cat 3")
    assert people.ask(Correct(1, "claim", 2, "empty")).ok
    assert people.match.lines[1]["cards"] == [5, 7]


def test_an_open_objective_changes_no_event_but_is_noted() -> None:
    people = begun("alcatraz")
    claim(people, "cat 5", "cat 7", "empty")
    assert people.ask(Correct(1, "objectives", 1, "objective 6")).ok
    assert people.match.lines[1]["cards"] == [5, 7]
    assert people.match.lines[1]["seen"] == {"objectives": ["objective 12", "objective 9", "objective 4"]}


def test_a_look_in_which_nothing_was_new_is_not_shown() -> None:
    people = begun("alcatraz")
    claim(people, "cat 5", "cat 7", "empty", counted="9")
    claim(people, "cat 5", "cat 7", "empty")
    assert [look.line for look in people.snapshot.looks] == [1]
    assert people.snapshot.looks[0].zones
    assert people.ask(Correct(2, "claim", 1, "cat 8")).ok  # it can be corrected all the same
    assert people.match.lines[2]["cards"] == [5, 8]


def emptied(people: People) -> None:
    """Ana's third claim takes the last cards of her row: the look makes the claim and the circle."""
    pair = ["cat 5", "cat 7"]
    while people.match.lines[-1].get("do") != "empty":
        claim(people, *pair, "empty")
        pair.reverse()


@pytest.mark.parametrize("back", [2, 1])
def test_where_the_circle_was_no_circle_it_goes_with_the_correction(back: int) -> None:
    """Named by the claim, or by the circle that was none."""
    people = begun("alcatraz")
    emptied(people)
    steps = len(people.match.lines)
    assert people.ask(Correct(steps - back, "claim", 1, "cat 8")).ok
    assert len(people.match.lines) == steps - 1
    assert people.match.state.circles["Ana"] == 0
    assert people.store.game("game-1").lines == people.match.lines[1:]
    assert recorded(people).status == 0
    assert people.ask(Correct(steps - 2, "claim", 1, "cat 7")).ok
    assert people.match.lines[-1]["do"] == "empty"
    assert people.match.state.circles["Ana"] == 1
    assert people.store.game("game-1").lines == people.match.lines[1:]
    assert kept_look.steps(people.session.evening.looks, steps - 2) == 2


def test_once_the_game_has_gone_on_a_step_more_or_less_is_refused_in_words() -> None:
    people = begun("alcatraz")
    emptied(people)
    line = len(people.match.lines) - 2
    people.ask(Enter({"do": "claim", "seat": "Rui", "objective": "9", "card 1": "4", "card 2": "5"}))
    refused = people.ask(Correct(line, "claim", 1, "cat 8"))
    assert not refused.ok
    assert "would then be 1 instead of 2" in str(refused.text)


def test_the_page_is_handed_every_piece_with_its_picture() -> None:
    table = ServedTable(Equipment(pods=0, camera=True))
    assert table.ask(NewGame("alcatraz", ["Ana", "Rui"])).ok
    claim(table, "cat -3", "cat 14", "cat 7")
    picture = table.door.picture("piece/game-1/1/claim/2")
    assert picture is not None
    assert cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).shape == (184, 154, 3)
    wrong = ("piece/game-1/1/claim/3", "piece/game-1/1/claim/x", "piece/game-1/2/claim/0", "piece/none/1/claim/0")
    assert [table.door.picture(key) for key in wrong] == [None] * len(wrong)
    look = table.door.look("game-1", 1, "pt")
    assert look is not None
    assert [zone.title for zone in look.zones] == ["as cartas da declaração", "os objetivos abertos"]
    assert table.door.look("game-1", 2, "pt") is None
    assert table.door.look("none", 1, "pt") is None
    assert table.door.reading(1, "claim", 2) == CellReading("cat 7", True, ("cat 7", "cat 7"))
    assert table.door.reading(1, "claim", 9) is None


# ---- All aboard!: a boat and those aboard

BOATS = {
    "boat 1": ("boat 20", "empty"),
    "aboard 1": ("purple sloth", "purple moose", "red zebra"),
    "boat 2": ("boat 20", "empty"),
    "aboard 2": ("purple bear", "red sloth", "red giraffe"),
}


def sailed(**more: Any) -> People:
    people = begun("allaboard", players=("Ana", "Rui"))
    people.ask(GoOn())
    people.look({zone: more.get(zone.replace(" ", "_")) or cards(*labels) for zone, labels in BOATS.items()})
    assert len(people.match.lines) == 2
    return people


def test_a_boat_and_an_animal_are_corrected() -> None:
    people = sailed()
    reply = people.ask(Correct(1, "boat 1", 0, "boat 12"))
    assert reply.ok, reply.text
    assert people.match.lines[1]["boats"][0]["capacity"] == 12
    assert people.ask(Correct(1, "aboard 2", 2, "red lion")).ok
    assert people.match.lines[1]["boats"][1]["aboard"][2] == ["Rui", "lion"]
    assert people.match.lines[1]["seen"] == {"boat 1": ["boat 20", "empty"], "aboard 2": [*BOATS["aboard 2"]]}
    assert recorded(people).status == 0


def test_a_swap_wants_the_boat_beside_it_named_first() -> None:
    people = sailed(aboard_1=cards("purple mouse", "purple moose", "red zebra"))
    refused = people.ask(Correct(1, "aboard 1", 2, "red elephant"))
    assert not refused.ok
    assert "boat 1" in str(refused.text)
    assert people.ask(Correct(1, "boat 1", 1, "boat 16")).ok
    assert people.ask(Correct(1, "aboard 1", 2, "red elephant")).ok
    assert people.match.lines[1]["boats"][0]["replacement"] == 16


def test_a_card_that_is_there_twice_is_refused_as_in_play() -> None:
    people = sailed()
    refused = people.ask(Correct(1, "aboard 2", 2, "red zebra"))
    assert "is there 2 times" in str(refused.text)
    assert not refused.ok


def test_nothing_is_corrected_cell_by_cell_where_turns_are_read() -> None:
    with pytest.raises(RuleError, match="cell by cell"):
        sailed().match.game.corrected({"do": "sail"}, "Ana", 0, "red bear")
