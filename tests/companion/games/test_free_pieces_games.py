"""A stranger's game on the base of free pieces, in a folder outside the package: it states what is its own, and is
checked, printed, taught, read, entered by hand and corrected."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.people_at_table import People
from support.replayed import replayed
from support.served_table import ServedTable
from support.strangers import GAMES, looking_in
from support.turns_seen import tiles

from companion.bases.free_pieces import Tableau
from companion.cli import main
from companion.game import mat_layouts, registry
from companion.practice.patience import TRIES
from companion.practice.people import Ask, Press
from companion.table.evening import Equipment
from companion.table.requests import Add, Answer, Correct, Enter, GoOn, NewGame, Redo, Undo
from companion.table.signals import Key, Looked, ZoneLook
from vision.layout import Pieces, load
from web.app import create_app

HEADER = {"record": 1, "game": "orchard", "players": ["Ana", "Rui"]}
ANA = ["apple", "apple", "plum 1", "plum 4", "pear", "wasp"]  # 3 + 5 + 0 − 3
RUI = ["pear", "pear", "cherry", "cherry", "cherry", "basket"]  # 6 + 12
EQUAL = ["apple", "plum 2", "pear", "cherry"]  # 1 + 2 + 3 + 2, seven more on market day


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with looking_in(GAMES):
        yield


def counted(**pieces: list[str]) -> dict[str, Any]:
    return {"do": "count", "pieces": pieces}


# ---- the record


def test_a_record_is_judged_with_its_options() -> None:
    rounds = [counted(Ana=ANA, Rui=RUI), counted(Rui=EQUAL, Ana=EQUAL), counted(Ana=[], Rui=[])]
    judged = replayed(HEADER, *rounds)
    assert [answer["total"] for answer in judged.answers[1:4]] == [
        {"Ana": 5, "Rui": 18},
        {"Ana": 13, "Rui": 26},
        {"Ana": 13, "Rui": 26},
    ]
    assert judged.final["winners"] == ["Rui"]
    market = replayed({**HEADER, "options": {"market": True}}, *rounds)
    assert market.answers[3]["total"] == {"Ana": 20, "Rui": 33}
    assert replayed({**HEADER, "options": {"other": True}}).status == 2


def test_a_round_may_be_counted_seat_by_seat() -> None:
    judged = replayed(HEADER, counted(Rui=RUI), counted(Ana=ANA), counted(Ana=EQUAL))
    assert judged.answers[1]["counted"] == {"Rui": 6}
    assert judged.answers[2]["earned"] == {"Ana": 5, "Rui": 18}
    assert judged.answers[3]["counted"] == {"Ana": 4}


@pytest.mark.parametrize(
    ("pieces", "why"),
    [
        ({"Ana": ["apple"], "Rui": ["sea 2"]}, "Rui: “sea 2” is nothing that can lie there"),
        ({"Ana": ["empty"]}, "Ana: “empty” is nothing that can lie there"),
        ({"Ana": ["basket", "basket"]}, "Ana: 2 baskets: nobody carries two"),
        ({"Ana": ["plum 4"] * 2, "Rui": ["plum 4"] * 2}, "“plum 4” lies there 4 times, but there are 3"),
        ({"Eva": ["apple"]}, "nobody named “Eva” sits at this table"),
        ({}, "Ana is missing in this count"),
    ],
)
def test_what_cant_be_is_refused(pieces: dict[str, list[str]], why: str) -> None:
    judged = replayed(HEADER, {"do": "count", "pieces": pieces})
    assert judged.status == 1
    assert why in judged.error


def test_nobody_is_counted_twice_and_what_was_counted_before_is_not_there_again() -> None:
    assert "Ana has no part in this count now" in replayed(HEADER, counted(Ana=ANA), counted(Ana=ANA)).error
    scarce = replayed(HEADER, counted(Ana=["plum 4"] * 2), counted(Rui=["plum 4"] * 2))
    assert "“plum 4” lies there 4 times" in scarce.error
    assert replayed(HEADER, counted(Ana=["plum 4"] * 2, Rui=[]), counted(Ana=["plum 4"] * 2, Rui=[])).status == 0


def test_by_chance_nobody_has_what_others_have() -> None:
    manifest = registry.manifest("orchard")
    begun = manifest.game.begin(("Ana", "Rui"), manifest.game.options(), manifest.game.edition())
    state, _ = manifest.game.apply(begun, manifest.game.events({"Ana": ["wasp"] * 7 + ["plum 4"] * 2}))
    drawn = [manifest.legal.event(state, Random(seed))["pieces"]["Rui"] for seed in range(60)]
    assert max(pieces.count("plum 4") for pieces in drawn) == 1
    assert not any("wasp" in pieces for pieces in drawn)


def test_a_tableau_knows_its_kinds() -> None:
    tableau = Tableau(("red wheat", "wheat 2", "wheat 10", "wheat"))
    assert dict(tableau.kinds) == {"red wheat": 1, "wheat": 3}
    assert (tableau.many("wheat"), tableau.many("rye"), len(tableau)) == (3, 0, 4)
    assert tableau.numbers("wheat") == (2, 10, 0)


# ---- mat, pieces, camera


def test_its_mat_and_its_pieces_are_printed(tmp_path: Path) -> None:
    assert main(["print", "mat", "--game", "orchard", "--players", "4", "-o", str(tmp_path)]) == 0
    mat = load(tmp_path / "layout.toml")
    assert mat == mat_layouts.layout_for("orchard", 4)
    assert [zone.piece_mm for zone in mat.zones if isinstance(zone, Pieces)] == [(32.0, 48.0)] * 4
    assert main(["print", "pieces", "--game", "orchard", "-o", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.iterdir()} >= {"orchard-mat-4.pdf", "orchard-pieces.pdf"}
    (small,) = mat_layouts.layout_for("orchard", 1, 24.0).zones
    assert isinstance(small, Pieces)
    assert small.piece_mm == (24.0, 36.0)
    assert small.rect_mm[2:] == pytest.approx((6.1 * 24, 2.2 * 36))
    with pytest.raises(ValueError, match=r"it must be 16 to 64 mm wide"):
        mat_layouts.layout_for("orchard", 2, 100.0)
    with pytest.raises(ValueError, match="a mat has 1 to 6"):
        mat_layouts.layout_for("orchard", 7)


def test_a_whole_game_is_read_at_the_simulated_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--once", "--game", "orchard", "--players", "2"]) == 0
    told = capsys.readouterr().out
    assert "3: 19 cells, " in told
    assert "the scores are the true table's" in told


# ---- at the table


def table(shared: bool = False, camera: bool = True) -> People:
    people = People(table=Equipment(pods=2, camera=camera, one_area=shared))
    assert people.ask(NewGame("orchard", ["Ana", "Rui"])).ok
    return people


def look(people: People, *areas: ZoneLook) -> None:
    people.look({f"place {number}": area for number, area in enumerate(areas, 1)})


def line(people: People) -> str:
    people.wait(0.1)
    return str(people.snapshot.line)


def test_one_ok_counts_what_lies_before_everybody() -> None:
    people = table()
    assert line(people) == "Round 1, Ana, Rui: lay out your cards; one ok once all of it lies there"
    look(people, tiles(*ANA), tiles(*RUI))
    assert len(people.match.lines) == 1  # nobody has said that this is all
    people.press(1, Key.OK)
    look(people, tiles(*reversed(ANA)), tiles(*RUI))
    assert people.match.lines[1]["pieces"] == {"Ana": ANA, "Rui": RUI}
    assert line(people).startswith("Round 2")
    assert people.ask(Undo()).ok
    assert line(people).startswith("Round 1")


def test_what_is_unsure_is_asked_and_what_is_no_piece_is_said_to_be_none() -> None:
    people = table()
    assert people.ask(GoOn()).ok
    look(people, tiles(*ANA, "wasp", unsure=(0, 6)), tiles(*RUI))
    assert line(people) == "Ana, piece 1: apple?"
    assert people.ask(Answer(people.snapshot.questions[0].id, "cherry")).ok
    assert people.ask(Answer(people.snapshot.questions[0].id, "empty")).ok
    assert people.match.lines[1]["pieces"]["Ana"] == ["apple", "plum 1", "plum 4", "pear", "cherry", "wasp"]


def test_what_cant_be_is_said_and_counted_with_the_next_ok() -> None:
    people = table()
    assert people.ask(GoOn()).ok
    look(people, tiles(*ANA), tiles("basket", "basket"))
    assert [str(notice.text) for notice in people.snapshot.notices] == ["Rui: 2 baskets: nobody carries two"]
    assert people.ask(GoOn()).ok
    look(people, tiles(*ANA), tiles(*RUI))
    assert people.match.lines[1]["pieces"] == {"Ana": ANA, "Rui": RUI}


def test_one_tableau_by_hand_and_the_other_by_the_camera() -> None:
    people = table()
    assert [form.seat for form in people.snapshot.forms] == ["Ana", "Rui"]
    assert people.ask(Enter({"do": "count", "seat": "Ana", "pieces": ANA})).ok
    assert line(people) == "Round 1, Rui: lay out your cards, then press ok"
    assert [block.seat for block in people.snapshot.blocks] == ["Ana"]
    people.press(1, Key.OK)
    look(people, tiles("wasp"), tiles(*RUI))
    assert people.match.lines[2]["pieces"] == {"Rui": RUI}
    assert {seat.name: seat.score for seat in people.snapshot.seats} == {"Ana": 5, "Rui": 18}


def test_one_area_serves_all_in_turn() -> None:
    people = table(shared=True)
    assert line(people) == "Round 1, Ana: lay out your cards, then press ok"
    for seat, pieces in (("Ana", ANA), ("Rui", RUI)):
        people.wait(1)
        assert people.ask(GoOn(seat)).ok
        look(people, replace(tiles(*pieces), since_s=people.now_s))
    assert [each["pieces"] for each in people.match.lines[1:]] == [{"Ana": ANA}, {"Rui": RUI}]
    assert line(people) == "Round 2, Ana: lay out your cards, then press ok"
    seen = people.snapshot.looks[-1]
    assert (str(seen.title), [str(zone.title) for zone in seen.zones]) == ("Rui: the pieces", ["Rui"])
    assert people.ask(Correct(2, "place 1", 0, "cherry")).ok
    assert people.match.lines[2]["pieces"] == {"Rui": ["pear", "cherry", "cherry", "cherry", "cherry", "basket"]}


def photo(people: People, *labels: str) -> None:
    """Somebody has taken the picture that is wanted: these lie there, elsewhere on the picture each time."""
    people.wait(1)
    evening = people.session.evening
    assert evening is not None
    zones = {"place 1": replace(tiles(*labels), since_s=people.now_s)}
    people.step(Looked(people.now_s, evening.plan, zones, photo=f"{evening.photo_wanted}.2"))


def test_a_second_photo_of_the_same_pieces_is_told_before_it_is_anothers() -> None:
    people = People(table=Equipment(pods=2, camera=True, photos=True, one_area=True))
    assert people.ask(NewGame("orchard", ["Ana", "Rui"])).ok
    assert people.ask(GoOn("Ana")).ok
    photo(people, *ANA)
    assert people.match.lines[1]["pieces"] == {"Ana": ANA}
    assert people.ask(GoOn("Rui")).ok
    photo(people, *reversed(ANA))
    assert len(people.match.lines) == 2
    assert [str(notice.text).partition(":")[0] for notice in people.snapshot.notices] == [
        "This reads just as Ana's did"
    ]
    assert people.ask(GoOn("Rui")).ok
    photo(people, *ANA)
    assert people.match.lines[2]["pieces"] == {"Rui": ANA}, "it is really so"
    assert people.ask(GoOn("Ana")).ok
    photo(people, *RUI)
    assert people.match.lines[3]["pieces"] == {"Ana": RUI}


def test_a_reading_is_corrected_in_its_photo_and_what_was_missed_is_added() -> None:
    people = table()
    assert people.ask(GoOn()).ok
    look(people, tiles(*ANA), tiles(*RUI))
    assert people.ask(Correct(1, "place 1", 5, "apple")).ok
    assert people.ask(Add(1, "place 2", "cherry")).ok
    assert people.match.answers[1]["earned"] == {"Ana": 11, "Rui": 22}
    refused = people.ask(Correct(1, "place 2", 0, "basket"))
    assert not refused.ok
    assert "nobody carries two" in str(refused.text)
    assert people.ask(Undo()).ok
    assert people.match.answers[1]["earned"] == {"Ana": 11, "Rui": 18}
    assert people.ask(Redo()).ok


def test_what_was_missed_in_a_round_is_not_there_in_the_next() -> None:
    people = table()
    assert people.ask(GoOn()).ok
    look(people, tiles(*ANA), tiles(*RUI))
    assert people.ask(Add(1, "place 2", "wasp")).ok
    assert people.match.answers[1]["earned"] == {"Ana": 5, "Rui": 15}
    assert people.ask(GoOn()).ok
    look(people, tiles(*EQUAL, moved_mm=9), tiles(*EQUAL, moved_mm=9))
    assert people.match.lines[2]["pieces"] == {"Ana": EQUAL, "Rui": EQUAL}


def test_a_count_of_all_is_entered_whole() -> None:
    people = table(camera=False)
    assert people.ask(Enter(counted(Ana=ANA, Rui=RUI))).ok
    assert {seat.name: seat.score for seat in people.snapshot.seats} == {"Ana": 5, "Rui": 18}
    assert not people.ask(Enter({"do": "count", "seat": "Ana", "pieces": None})).ok


def test_people_lay_anew_what_was_not_taken_and_then_enter_it() -> None:
    at_table, dice = table(), Random(3)
    players = registry.manifest("orchard").people.sit_down(("Ana", "Rui"), 2, dice, True)
    assert Press(0, Key.OK) in players.act(at_table.snapshot, dice)
    (truth,) = players.truths()
    for told in range(1, TRIES + 1):
        assert players.act(at_table.snapshot, dice) == []
        assert at_table.ask(GoOn()).ok
        look(at_table, tiles("basket", "basket"), tiles())
        deeds = players.act(at_table.snapshot, dice)
        assert (Press(0, Key.OK) in deeds) == (told < TRIES)
    (deed,) = deeds
    assert isinstance(deed, Ask)
    assert at_table.ask(deed.request).ok
    assert at_table.match.lines[1]["pieces"] == truth.event["pieces"]
    assert len(players.laid(mat_layouts.layout_for("orchard", 2))) == sum(map(len, truth.cells.values()))


def test_a_whole_game_is_entered_by_hand_on_the_page() -> None:
    served = ServedTable()
    client = create_app(served.door).test_client()
    client.get(f"/in/{served.session.key}", follow_redirects=True)
    assert "Market day" in client.get("/new").text
    assert served.ask(NewGame("orchard", ["Ana", "Rui"], {"market": True})).ok
    assert client.get("/").text.count("enter the pieces by hand") == 2
    for pieces in ({"Ana": ANA, "Rui": RUI}, {"Ana": EQUAL, "Rui": EQUAL}, {"Rui": [], "Ana": RUI}):
        for seat, labels in pieces.items():
            event = {"do": "count", "seat": seat, "pieces": labels}
            reply = client.post("/do", json={"do": "enter", "event": event}, headers={"Origin": "http://localhost"})
            assert reply.status_code == 200, reply.text
            assert client.get("/").status_code == 200
    snapshot = served.published[-1].snapshot
    assert snapshot.over
    assert {seat.name: seat.score for seat in snapshot.seats} == {"Ana": 5 + 15 + 18, "Rui": 18 + 15}
    assert snapshot.winners == ("Ana",)
    assert client.get("/history").status_code == 200
