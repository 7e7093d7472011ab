"""A stranger's game on the base of claims, in a folder outside the package: it states what is its own, and is checked,
printed, taught, read, entered by hand and corrected."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.people_at_table import People
from support.replayed import replayed
from support.served_table import ServedTable
from support.strangers import GAMES, looking_in
from support.turns_seen import cards

from companion.cli import main
from companion.game import mat_layouts, registry
from companion.table.evening import Equipment
from companion.table.requests import Answer, Correct, NewGame, Undo
from companion.table.signals import Key, ZoneLook
from vision.layout import Grid, load
from web.app import create_app

HEADER = {"record": 1, "game": "ferries", "players": ["Ana", "Rui"]}


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with looking_in(GAMES):
        yield


def claim(player: str, place: str) -> dict[str, Any]:
    return {"do": "claim", "player": player, "place": place}


def passing(player: str) -> dict[str, Any]:
    return {"do": "pass", "player": player}


def test_a_record_is_judged_with_its_options() -> None:
    routes = claim("Ana", "Flores – Faial"), claim("Rui", "Faial – Pico"), claim("Ana", "São Jorge – Pico")
    judged = replayed(HEADER, *routes, passing("Rui"), claim("Ana", "Corvo – Flores"), passing("Rui"), passing("Ana"))
    assert judged.answers[3]["total"] == {"Ana": 9, "Rui": 5}
    assert judged.final["standings"][0] == {"player": "Ana", "score": 12, "rank": 1}
    assert judged.final["winners"] == ["Ana"]
    one_net = replayed({**HEADER, "options": {"net": True}}, *routes)
    assert one_net.status == 1
    assert one_net.error == "Ana: this route does not hang together with the others"
    first = {**HEADER, "first": "Rui", "colours": {"Ana": "green", "Rui": "red"}}
    assert replayed(first, claim("Rui", "Faial – Pico")).status == 0
    assert replayed(first, claim("Ana", "Faial – Pico")).status == 1


def test_its_mat_and_its_pieces_are_printed(tmp_path: Path) -> None:
    assert main(["print", "mat", "--game", "ferries", "--players", "3", "-o", str(tmp_path)]) == 0
    mat = load(tmp_path / "layout.toml")
    assert mat == mat_layouts.layout_for("ferries", 1)
    assert sum(zone.rows * zone.cols for zone in mat.zones if isinstance(zone, Grid)) == 28
    assert main(["print", "pieces", "--game", "ferries", "-o", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.iterdir()} >= {"ferries-mat-3.pdf", "ferries-pieces.pdf"}


def test_a_whole_game_is_read_at_the_simulated_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.bases.claims.practice.PASSES", 0.5)  # a short game, with ok where nothing is new
    assert main(["demo", "--once", "--game", "ferries", "--players", "2"]) == 0
    told = capsys.readouterr().out
    assert "1: 28 cells, " in told
    assert "the scores are the true table's" in told


def test_simulated_people_play_with_what_was_chosen_at_the_start() -> None:
    people, dice = People(), Random(3)
    chosen = {"net": True, "first": "2", "colours": {"1": "blue", "2": "red"}}
    assert people.ask(NewGame("ferries", ["Ana", "Rui"], chosen)).ok
    assert people.snapshot.game.options == chosen
    players = registry.manifest("ferries").people.sit_down(("Ana", "Rui"), 2, dice, True)
    assert players.act(people.snapshot, dice)
    assert players.truths()[0].event["player"] == "Rui"


def test_a_whole_game_is_entered_by_hand_on_the_page() -> None:
    table = ServedTable()
    client = create_app(table.door).test_client()
    client.get(f"/in/{table.session.key}", follow_redirects=True)
    assert "Who plays which pieces" in client.get("/new").text
    assert table.ask(NewGame("ferries", ["Ana", "Rui"], {"net": True, "first": "2"})).ok
    for seat, place in (("Rui", "Corvo – Flores"), ("Ana", "Pico – Santa Maria"), ("Rui", ""), ("Ana", "")):
        assert f"{seat} claims a place" in client.get("/").text
        event = {"do": "claim" if place else "pass", "seat": seat, **({"place": place} if place else {})}
        reply = client.post("/do", json={"do": "enter", "event": event}, headers={"Origin": "http://localhost"})
        assert reply.status_code == 200, reply.text
    snapshot = table.published[-1].snapshot
    assert snapshot.over
    assert snapshot.winners == ("Ana",)
    assert {seat.name: seat.score for seat in snapshot.seats} == {"Ana": 11, "Rui": 5}
    assert "Pico – Santa Maria" in client.get("/").text
    assert client.get("/history").status_code == 200


def sea(**lying: tuple[str, ...]) -> dict[str, ZoneLook]:
    """The map with what lies on some of its routes, by where they begin and end."""
    routes = {place.name: ("empty",) * place.spaces for place in registry.find("ferries").places}
    for ends, labels in lying.items():
        routes[ends.replace("_", " – ")] = labels
    return {name: cards(*map(_plain, labels), unsure=_unsure(labels)) for name, labels in routes.items()}


def _plain(label: str) -> str:
    return label.removesuffix("?")


def _unsure(labels: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(at for at, label in enumerate(labels) if label.endswith("?"))


def events(people: People) -> list[dict[str, Any]]:
    """What was played, without when it was and what the camera had read."""
    return [{key: line[key] for key in ("do", "player", "place") if key in line} for line in people.match.lines[1:]]


def test_turns_are_read_asked_about_corrected_and_undone() -> None:
    people = People(table=Equipment(pods=2, camera=True))
    assert people.ask(NewGame("ferries", ["Ana", "Rui"])).ok
    people.press(1, Key.OK)
    people.look(sea(Faial_Pico=("blue",)))
    assert len(people.match.lines) == 1  # it is not Rui's turn
    people.press(0, Key.OK)
    people.look(sea(Faial_Pico=("red",)))
    assert events(people) == [claim("Ana", "Faial – Pico")]
    people.press(1, Key.OK)
    people.look(sea(Faial_Pico=("red",), Graciosa_Terceira=("blue", "blue?")))
    (question,) = people.snapshot.questions
    assert str(question.text) == "Graciosa – Terceira, space 2: blue?"
    assert people.ask(Answer(question.id, "blue")).ok
    assert events(people)[1:] == [claim("Rui", "Graciosa – Terceira")]
    people.press(0, Key.OK)
    people.look(sea(Faial_Pico=("red?",), Graciosa_Terceira=("blue", "blue?")))
    assert events(people)[2:] == [passing("Ana")]
    people.press(1, Key.OK)
    people.look(sea(Faial_Pico=("red",), Graciosa_Terceira=("blue", "blue"), Corvo_Flores=("blue",)))
    assert events(people)[3:] == [claim("Rui", "Corvo – Flores")]
    refused = people.ask(Correct(4, "Corvo – Flores", 0, "green"))
    assert (refused.ok, str(refused.text)) == (False, "Rui: on Corvo – Flores must lie blue alone")
    corrected = people.ask(Correct(4, "Corvo – Flores", 0, "empty", confirm=True))
    assert corrected.ok, corrected.text
    assert events(people)[3:] == [passing("Rui")]
    assert people.snapshot.over
    assert [block.photo for block in people.snapshot.chapters[0].blocks] == [None, None]  # none is kept of a seat
    assert people.ask(Undo()).ok
    assert events(people)[3:] == [claim("Rui", "Corvo – Flores")]
