"""What is kept of a look: photos of what is new, readings, and what stands behind a cell."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from support.people_at_table import BARE, People, by_hand, hold, still
from support.turns_seen import tiles

from companion.session import kept_looks
from companion.session.table import Table
from companion.table.evening import Equipment
from companion.table.evidence.kept_look import KeptPiece, KeptZone
from companion.table.requests import Answer, GoOn, NewGame, Redo, Undo
from companion.table.signals import Key, ZoneLook

SIX = ("red coins", "red coins", "blue parrot", "blue parrot", "green diamond", "green diamond")
OTHERS = ("red diamond", "red diamond", "blue coins", "blue coins", "green parrot", "purple parrot")
LAST = ("yellow coins", "yellow coins", "yellow parrot", "green coins", "purple coins", "orange bottle")
DRAWN = ("red parrot", "orange coins", "blue coins")


def lying(*more: str, seats: int = 3) -> dict[str, ZoneLook]:
    """What lies in each place once so many have laid, Ana with some tiles more."""
    rows = [tiles(*SIX, *more), tiles(*OTHERS), tiles(*LAST)]
    return {f"place {n}": row if n <= seats else tiles() for n, row in enumerate(rows, 1)}


def turn(people: People, seat: str, zones: dict[str, ZoneLook]) -> None:
    assert people.ask(GoOn(seat)).ok
    people.look(zones)


@pytest.fixture
def people() -> People:
    """Everybody has laid six tiles."""
    table = People(table=Equipment(pods=0, camera=True))
    assert table.ask(NewGame("stingy", ["Ana", "Rui", "Mia"])).ok
    for number, seat in enumerate(("Ana", "Rui", "Mia"), 1):
        turn(table, seat, lying(seats=number))
    assert len(table.match.lines) == 4
    return table


def kept(people: People, line: int) -> dict[str, int]:
    """With which event the photo of each place is kept, as the look of an event tells."""
    evening = people.session.evening
    assert evening is not None
    return {name: zone.photo for name, zone in evening.looks[line].zones.items()}


def photo(people: People, line: int, zone: str) -> bytes | None:
    return people.store.photo_of("game-1", line, zone)


def test_a_place_in_which_nothing_was_moved_is_kept_once(people: People) -> None:
    turn(people, "Ana", lying(*DRAWN))
    assert kept(people, 4) == {"place 1": 4, "place 2": 2, "place 3": 3}
    assert photo(people, 4, "place 1") == lying(*DRAWN)["place 1"].picture
    assert photo(people, 4, "place 2") is None


def test_a_turn_that_is_taken_back_and_seen_again_is_kept_with_its_photo(people: People) -> None:
    turn(people, "Ana", lying(*DRAWN))
    assert people.ask(Undo()).ok
    turn(people, "Ana", lying(*DRAWN))
    assert kept(people, 4)["place 1"] == 4
    assert photo(people, 4, "place 1") == lying(*DRAWN)["place 1"].picture


def test_a_turn_that_is_done_again_has_its_photo_still(people: People) -> None:
    turn(people, "Ana", lying(*DRAWN))
    assert people.ask(Undo()).ok
    assert people.ask(Redo()).ok
    assert kept(people, 4)["place 1"] == 4
    assert photo(people, 4, "place 1") == lying(*DRAWN)["place 1"].picture


def test_a_place_without_a_picture_is_kept_without_one(people: People) -> None:
    zones = lying(*DRAWN)
    turn(people, "Ana", {**zones, "place 1": replace(zones["place 1"], picture=None)})
    assert kept(people, 4)["place 1"] == 0
    assert photo(people, 4, "place 1") is None


def test_what_stands_behind_a_tile_is_the_look_in_which_it_was_laid(people: People) -> None:
    turn(people, "Ana", lying(*DRAWN))
    table = people.session._table
    drawn, before = (kept_looks.witness_of(table, 4, "place 1", cell) for cell in (6, 0))
    assert drawn is not None
    assert (drawn.line, drawn.zone, drawn.whose, drawn.label, drawn.read, drawn.sure) == (
        *(4, "place 1", "place 1"),
        *("red parrot", "red parrot", True),
    )
    assert drawn.picture == photo(people, 4, "place 1")
    assert drawn.at_mm == (20.0, 65.0)
    assert before is not None
    assert before.label == "red coins"
    for nothing in ((4, "place 1", 9), (4, "place 9", 0), (4, "place 1", -1), (0, "place 1", 0), (5, "place 1", 0)):
        assert kept_looks.witness_of(table, *nothing) is None, nothing


def test_behind_what_people_entered_stands_no_reading() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.play_unseen([(7, 5, 3), (6, 4, 2)])
    people.reveal((8, 9, 10))
    assert people.ask(GoOn()).ok
    for seat in ("Ana", "Rui", "Mia"):
        assert people.ask(by_hand(seat, [reading.label for reading in BARE.readings])).ok
    line = len(people.match.lines) - 1
    witness = kept_looks.witness_of(people.session._table, line, "Ana", 0)
    assert witness is not None
    assert (witness.label, witness.picture, witness.read, witness.sure) == ("rat 1", None, None, False)
    assert witness.zone == "dock 1"


@pytest.mark.parametrize(
    ("label", "picture", "old"),
    [("cat 7", b"kept", True), ("cat 7", b"taken anew", False), ("cat 8", b"kept", False), ("cat 7", None, False)],
)
def test_cards_are_as_they_were_where_reading_and_photo_are(label: str, picture: bytes | None, old: bool) -> None:
    def zone(label: str, photo: int) -> KeptZone:
        return KeptZone((KeptPiece(label, True, (), (0.0, 0.0, 1.0, 1.0)),), cols=1, photo=photo)

    kept = SimpleNamespace(photo_of=lambda *key: {("g", 3, "row"): b"kept"}[key])
    table = cast(Table, SimpleNamespace(kept=kept, playing=SimpleNamespace(game_id="g")))
    assert kept_looks._is_old(table, "row", zone("cat 7", 3), zone(label, 4), picture) is old


def test_a_score_is_kept_with_each_hold_s_photo_and_with_who_said_what() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    people.play_turn((7, 5, 3), BARE)
    people.play_turn((6, 4, 2), BARE)
    people.reveal((8, 9, 10))
    doubtful, since_s = hold("gold 2", *["empty"] * 8, unsure=(0,)), people.now_s
    docks = {
        "dock 1": still(doubtful, since_s, picture=b"Ana's"),
        "dock 2": still(BARE, since_s, picture=b"Rui's"),
        "dock 3": still(BARE, since_s, picture=None),
    }
    people.look(docks)
    people.wait(2.1)
    people.look(docks)
    (question,) = people.snapshot.questions
    assert people.ask(Answer(question.id, "gold 9")).ok
    line = len(people.match.lines) - 1
    assert [photo(people, line, seat) for seat in ("Ana", "Rui", "Mia")] == [b"Ana's", b"Rui's", None]
    evening = people.session.evening
    assert evening is not None
    said = {
        seat: [piece.said for piece in zone.pieces if piece.said] for seat, zone in evening.looks[line].zones.items()
    }
    assert said == {"Ana": ["gold 9"], "Rui": [], "Mia": []}
