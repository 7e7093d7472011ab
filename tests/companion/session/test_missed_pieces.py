"""A tile that the camera did not find is added where it lies in the photo, and counts while it lies there; one that it
made up is said to be none. The turn is told anew like after any correction."""

import json
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from support.people_at_table import People
from support.replayed import replayed
from support.served_table import ServedTable
from support.turns_seen import PLACE, cards, tiles

from companion.store.archive import as_record
from companion.store.database import Store
from companion.table.evening import Equipment
from companion.table.requests import Add, Answer, Correct, Enter, GoOn, Learn, NewGame, Redo, Undo
from companion.table.signals import Teach, ZoneLook

START = {
    "Ana": ("red coins", "red coins", "blue parrot", "blue parrot", "green diamond", "green diamond"),
    "Rui": ("red diamond", "red diamond", "blue coins", "blue coins", "green parrot", "purple parrot"),
    "Mia": ("yellow coins", "yellow coins", "yellow parrot", "green coins", "purple coins", "orange bottle"),
}
DRAWN = ("red parrot", "orange coins")
SPOT = (84 / 210, 65 / 135)  # right of what Ana drew
TAPPED = (80 / 210, 69 / 135)  # not quite in its middle


def places(**more: tuple[str, ...]) -> dict[str, ZoneLook]:
    return {f"place {n}": tiles(*START[seat], *more.get(seat, ())) for n, seat in enumerate(START, 1)}


def play(people: People, seat: str, zones: dict[str, ZoneLook]) -> None:
    assert people.ask(GoOn(seat)).ok
    people.look(zones)


def started(people: People) -> People:
    """Everybody has laid six tiles, and Ana has drawn three, of which the camera found two."""
    assert people.ask(NewGame("stingy", ["Ana", "Rui", "Mia"])).ok
    for number, seat in enumerate(START, 1):
        lying = {f"place {n}": tiles(*START[other]) for n, other in enumerate(START, 1) if n <= number}
        play(people, seat, {f"place {n}": lying.get(f"place {n}", tiles()) for n in (1, 2, 3)})
    play(people, "Ana", places(Ana=DRAWN))
    assert people.match.lines[4]["tiles"] == [*DRAWN]
    return people


@pytest.fixture
def people() -> People:
    return started(People(table=Equipment(pods=0, camera=True)))


def record_of(people: People) -> Any:
    assert people.session.evening is not None
    return [json.loads(line) for line in as_record(people.store.game(people.session.evening.game_id)).splitlines()]


def next_draw(people: People, **zones: ZoneLook) -> list[str]:
    """Rui draws two; what the camera sees of Ana's place is as it was, or as `zones` say."""
    lying = places(Ana=DRAWN, Rui=("green diamond", "red bottle"))
    play(people, "Rui", lying | {name.replace("_", " "): look for name, look in zones.items()})
    return list(people.match.lines[5]["tiles"]) if len(people.match.lines) > 5 else []


def test_a_tile_that_was_missed_is_added_and_the_turn_told_anew(people: People) -> None:
    reply = people.ask(Add(4, "place 1", "orange bottle", SPOT))
    assert (reply.ok, str(reply.text), reply.ask) == (True, "orange bottle added (Ana): no score changes", None)
    line = people.match.lines[4]
    assert sorted(line["tiles"]) == ["orange bottle", "orange coins", "red parrot"]
    assert line["seen"] == {"place 1": [*START["Ana"], *DRAWN]}  # what the camera had read, and nothing else
    assert replayed(*record_of(people)).status == 0
    shown = people.snapshot.looks[-1].zones[0].pieces[-1]
    assert (shown.label, shown.found, shown.sure) == ("orange bottle", False, True)


def test_a_tile_that_there_was_none_is_taken_out_again(people: People) -> None:
    assert people.ask(Add(4, "place 1", "orange bottle", SPOT)).ok
    assert people.ask(Correct(4, "place 1", 6, "empty")).ok  # the camera had made this one up
    assert sorted(people.match.lines[4]["tiles"]) == ["orange bottle", "orange coins"]
    assert people.match.lines[4]["seen"] == {"place 1": [*START["Ana"], *DRAWN]}
    assert people.ask(Correct(4, "place 1", 6, "red parrot")).ok
    assert people.ask(Correct(4, "place 1", 8, "empty")).ok  # nor is there what was added
    assert sorted(people.match.lines[4]["tiles"]) == ["orange coins", "red parrot"]
    assert replayed(*record_of(people)).status == 0


def test_while_the_camera_does_not_find_it_it_counts_in_later_turns(people: People) -> None:
    assert people.ask(Add(4, "place 1", "orange bottle", TAPPED)).ok
    assert sorted(next_draw(people)) == ["green diamond", "red bottle"]
    assert people.session.evening is not None
    assert people.session.evening.looks[5].zones["place 1"].photo == 4  # nothing is new there
    undone = people.ask(Undo())
    assert undone.ok
    assert people.ask(Redo()).ok
    assert people.match.state.groups["Ana"]["orange bottle"] == 1


def test_once_the_camera_finds_it_it_is_not_counted_twice(people: People) -> None:
    assert people.ask(Add(4, "place 1", "orange bottle", TAPPED)).ok
    assert next_draw(people, place_1=tiles(*START["Ana"], *DRAWN, "orange bottle"))
    assert [piece.found for piece in people.session.evening.looks[5].zones["place 1"].pieces] == [True] * 9


def test_what_was_added_anywhere_is_what_the_camera_finds_by_that_name(people: People) -> None:
    assert people.ask(Add(4, "place 1", "orange bottle")).ok
    assert sorted(people.match.lines[4]["tiles"]) == ["orange bottle", "orange coins", "red parrot"]
    assert next_draw(people, place_1=tiles(*START["Ana"], *DRAWN, "orange bottle"))
    assert people.ask(Correct(4, "place 1", 8, "orange parrot", confirm=True)).ok
    assert "orange parrot" in people.match.lines[4]["tiles"]


def photo(*tiles_at_mm: tuple[float, float], light: float = 1.0) -> bytes:
    """A place on which tiles lie that nobody finds: as light as the mat, with something dark drawn on them."""
    picture = np.full((270, 420, 3), 140, np.uint8)
    for x_mm, y_mm in tiles_at_mm:
        x, y = round(2 * x_mm), round(2 * y_mm)
        cv2.circle(picture, (x, y), 15, (60, 40, 40), 4)
        cv2.line(picture, (x - 12, y), (x + 12, y), (30, 30, 120), 5)
    return cv2.imencode(".jpg", np.clip(picture * light, 0, 255).astype(np.uint8))[1].tobytes()


def with_photo() -> tuple[People, ZoneLook]:
    """Everybody has laid six tiles; of Ana's three the camera finds two; a photo shows the third, which was added."""
    people = People(table=Equipment(pods=0, camera=True))
    assert people.ask(NewGame("stingy", ["Ana", "Rui", "Mia"])).ok
    for number, seat in enumerate(START, 1):
        lying = {f"place {n}": tiles(*START[other]) for n, other in enumerate(START, 1) if n <= number}
        play(people, seat, {f"place {n}": lying.get(f"place {n}", tiles()) for n in (1, 2, 3)})
    ana = tiles(*START["Ana"], *DRAWN)
    play(people, "Ana", places() | {"place 1": replace(ana, picture=photo((84, 65), (150, 100)))})
    assert people.ask(Add(4, "place 1", "orange bottle", SPOT)).ok
    return people, ana


@pytest.mark.parametrize(("there", "light"), [(True, 1.0), (True, 0.7), (False, 1.0), (False, 0.7)])
def test_whether_it_lies_there_still_is_told_by_the_photo(there: bool, light: float) -> None:
    people, ana = with_photo()
    now = photo((84, 65), (150, 100), light=light) if there else photo((150, 100), light=light)
    drawn = next_draw(people, place_1=replace(ana, picture=now))
    assert bool(drawn) == there
    if not there:
        assert [str(notice.text) for notice in people.snapshot.notices]  # says that a tile of Ana's is gone


def test_what_is_taken_away_is_gone_also_where_something_is_corrected_while_the_camera_looks() -> None:
    people, ana = with_photo()
    rui = (*START["Rui"], "orange bottle", "green bottle", "red bottle")
    lying = places() | {"place 1": replace(ana, picture=photo((150, 100))), "place 2": tiles(*rui, unsure=(8,))}
    play(people, "Rui", lying)
    assert people.ask(Correct(3, "place 3", 5, "green bottle", confirm=True)).ok
    people.look(lying)
    assert people.ask(Answer(people.snapshot.questions[0].id, "red bottle")).ok
    assert [(line["do"], line.get("group")) for line in people.match.lines[5:]] == [
        ("trade", "orange bottle"),
        ("take", None),
    ]


def test_it_is_there_after_a_restart(tmp_path: Any) -> None:
    people = started(People(Store(tmp_path / "games.db"), Equipment(pods=0, camera=True)))
    assert people.ask(Add(4, "place 1", "orange bottle", TAPPED)).ok
    people.store.close()
    again = People(Store(tmp_path / "games.db"), Equipment(pods=0, camera=True))
    again.session.resume()
    again.wait(0.1)
    assert again.match.lines == people.match.lines
    assert next_draw(again)


def test_in_an_earlier_turn_what_it_changes_is_said_first(people: People) -> None:
    assert next_draw(people)
    asked = people.ask(Add(4, "place 1", "orange bottle", SPOT))
    assert (asked.ok, asked.ask) == (False, "confirm")
    assert "orange bottle" not in people.match.lines[4]["tiles"]
    assert people.ask(Add(4, "place 1", "orange bottle", SPOT, confirm=True)).ok
    assert "orange bottle" in people.match.lines[4]["tiles"]
    assert people.session.evening.looks[5].zones["place 1"].pieces[-1].label == "orange bottle"
    assert replayed(*record_of(people)).status == 0


def test_what_can_not_follow_any_more_is_named_and_nothing_changes(people: People) -> None:
    take = {"do": "take", "seat": "Rui", "tiles": ["orange bottle", "orange bottle"]}
    assert people.ask(Enter(take)).ok
    before = people.match.lines
    refused = people.ask(Add(4, "place 1", "orange bottle", SPOT, confirm=True))
    assert not refused.ok
    assert "Nothing was changed" in str(refused.text)
    assert people.match.lines == before


@pytest.mark.parametrize(
    "wrong",
    [
        Add(4, "place 1", "orange bottle", (20 / 210, 25 / 135)),  # a tile lies there
        Add(4, "place 1", "orange bottle", (1.2, 0.5)),
        Add(4, "place 1", "pink bottle", SPOT),
        Add(4, "place 9", "orange bottle", SPOT),
        Add(0, "place 1", "orange bottle", SPOT),
        Add(9, "place 1", "orange bottle", SPOT),
        Add(1, "place 1", "orange bottle", SPOT, confirm=True),  # everybody starts with six
    ],
)
def test_what_can_not_lie_there_is_refused_in_words(people: People, wrong: Add) -> None:
    before = people.match.lines
    reply = people.ask(wrong)
    assert not reply.ok
    assert str(reply.text)
    assert people.match.lines == before


def test_only_the_host_adds(people: People) -> None:
    assert people.ask(Add(4, "place 1", "orange bottle", SPOT), "stranger").ask == "pin"
    assert "orange bottle" not in people.match.lines[4]["tiles"]


def test_what_the_camera_did_not_find_teaches_nothing(people: People) -> None:
    assert people.ask(Add(4, "place 1", "orange bottle", SPOT)).ok
    assert people.ask(Correct(4, "place 1", 8, "orange parrot")).ask is None
    assert not people.ask(Learn(4, "place 1", 8)).ok
    people.ask(GoOn("Rui"))
    assert [effect for effect in people.effects if isinstance(effect, Teach)] == []


def test_in_a_row_of_cards_the_empty_place_itself_is_corrected() -> None:
    people = People(table=Equipment(pods=0, camera=True))
    assert people.ask(NewGame("alcatraz", ["Ana", "Rui"])).ok
    assert people.ask(Enter({"do": "look", "seat": "Ana", "objective": "12"})).ok
    people.look(
        {"objectives": cards("objective 12", "objective 9", "objective 4"), "claim": cards("cat 5", "cat 7", "empty")}
    )
    assert not people.ask(Add(1, "claim", "cat 1", (0.9, 0.5))).ok
    assert people.ask(Correct(1, "claim", 2, "cat 1")).ok
    assert people.match.lines[1]["cards"] == [5, 7, 1]


def test_the_page_is_handed_a_picture_of_the_place() -> None:
    table = ServedTable(Equipment(pods=0, camera=True))
    started(table)
    picture = table.door.picture(f"piece/game-1/4/place 1/{SPOT[0]:.4f},{SPOT[1]:.4f}")
    assert picture is not None
    height, width = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR).shape[:2]
    assert (height, width) == pytest.approx((4 * PLACE.piece_mm[1], 4 * PLACE.piece_mm[0]), abs=2)
    wrong = ("1.2,0.5", "a,b", "0.1", ",", f"{20 / 210},{25 / 135}")
    assert [table.door.picture(f"piece/game-1/4/place 1/{where}") for where in wrong] == [None] * len(wrong)


def test_a_tile_that_is_misread_for_sure_again_and_again_is_asked_about_once(people: People) -> None:
    misread = tiles("blue diamond", *START["Ana"][1:], *DRAWN)
    assert next_draw(people, place_1=misread) == []
    (question,) = people.snapshot.questions
    assert question.likeliest == ("blue diamond", "red coins")
    assert people.ask(Answer(question.id, "red coins")).ok
    assert sorted(people.match.lines[5]["tiles"]) == ["green diamond", "red bottle"]
    drawn = {"Ana": DRAWN, "Rui": ("green diamond", "red bottle"), "Mia": ("blue bottle", "red bottle")}
    play(people, "Mia", places(**drawn) | {"place 1": misread})
    assert sorted(people.match.lines[6]["tiles"]) == ["blue bottle", "red bottle"]


@pytest.mark.parametrize(("said", "again"), [("red coins", 0), ("empty", 1)])
def test_what_was_answered_is_not_asked_again_once_the_whole_draw_lies_there(
    people: People, said: str, again: int
) -> None:
    doubtful = tiles(*START["Ana"], *DRAWN, unsure=(0,))
    assert next_draw(people, place_1=doubtful, place_2=tiles(*START["Rui"], "red bottle")) == []
    assert people.ask(Answer(people.snapshot.questions[0].id, said)).ok
    assert people.snapshot.notices
    drawn = next_draw(people, place_1=doubtful)
    assert len(people.snapshot.questions) == again  # who said that there is none may have been wrong
    assert sorted(drawn) == ([] if again else ["green diamond", "red bottle"])
