"""A stranger's game on the grid base, in a folder outside the package: it states what is its own, and is checked,
printed, taught, read, entered by hand and corrected."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.replayed import replayed
from support.served_table import ServedTable
from support.strangers import GAMES, looking_in

from companion.bases.grid import EMPTY, Board
from companion.cli import main
from companion.game import mat_layouts, registry
from companion.table.requests import Correct, NewGame
from vision.layout import Grid, load
from web.app import create_app

HEADER = {"record": 1, "game": "kingdoms", "players": ["Ana", "Rui"]}
MEADOWS = ["castle", "meadow 2", "meadow 0", *["lake 0"] * 2, *["empty"] * 20]
PLAIN = [*["wheat 0"] * 12, "castle", *["wheat 0"] * 11, "wheat 1"]


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with looking_in(GAMES):
        yield


def read(ana: Any = MEADOWS, rui: Any = PLAIN) -> dict[str, Any]:
    return {"do": "read", "cells": {"Ana": ana, "Rui": rui}}


def test_a_record_is_judged_with_its_options() -> None:
    judged = replayed(HEADER, read())
    assert judged.answers[1]["earned"] == judged.answers[1]["total"] == {"Ana": 4, "Rui": 24}
    assert judged.final["winners"] == ["Rui"]
    chosen = {**HEADER, "options": {"middle": True, "harmony": True}}
    assert replayed(chosen, read()).answers[1]["earned"] == {"Ana": 4, "Rui": 39}
    assert replayed({**HEADER, "options": {"middle": "yes"}}, read()).status == 2
    assert replayed({**HEADER, "options": {"other": True}}, read()).status == 2


@pytest.mark.parametrize(
    "event",
    [
        read(ana=MEADOWS[1:]),
        read(ana=["lake 0", *MEADOWS[1:]]),
        read(ana=["castle", "castle", *MEADOWS[2:]]),
        read(ana=["castle", "sea 2", *MEADOWS[2:]]),
        {"do": "read", "cells": {"Ana": MEADOWS}},
        {"do": "read", "cells": {"Ana": MEADOWS, "Eva": MEADOWS}},
    ],
)
def test_what_cant_be_is_refused(event: dict[str, Any]) -> None:
    assert replayed(HEADER, event).status == 1


def test_its_choices_are_its_options() -> None:
    options = registry.find("kingdoms").options
    assert {field.name: field.default for field in msgspec.structs.fields(options)} == {
        "middle": False,
        "harmony": False,
    }


def test_its_mat_and_its_pieces_are_printed(tmp_path: Path) -> None:
    assert main(["print", "mat", "--game", "kingdoms", "--players", "4", "-o", str(tmp_path)]) == 0
    mat = load(tmp_path / "layout.toml")
    assert mat == mat_layouts.layout_for("kingdoms", 4)
    assert [(zone.rows, zone.cols, zone.turns) for zone in mat.zones if isinstance(zone, Grid)] == [(5, 5, 4)] * 4
    assert main(["print", "pieces", "--game", "kingdoms", "-o", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.iterdir()} >= {"kingdoms-mat-4.pdf", "kingdoms-pieces.pdf"}
    wide = mat_layouts.layout_for("kingdoms", 2, 40.0).zones[0].rect_mm
    assert wide[2] == 5 * 42.0
    with pytest.raises(ValueError, match=r"it must be 12.5 to 50 mm"):
        mat_layouts.layout_for("kingdoms", 2, 100.0)


def test_a_whole_game_is_read_at_the_simulated_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["demo", "--once", "--game", "kingdoms", "--players", "2"])  # how much is asked is a stranger's art's affair
    told = capsys.readouterr().out
    assert "1: 50 cells, " in told
    assert "0 sure but wrong" in told
    assert "the scores are the true table's" in told


def test_a_whole_game_is_entered_by_hand_on_the_page_and_corrected_there() -> None:
    table = ServedTable()
    client = create_app(table.door).test_client()
    client.get(f"/in/{table.session.key}", follow_redirects=True)
    assert "Middle kingdom" in client.get("/new").text
    assert table.ask(NewGame("kingdoms", ["Ana", "Rui"], {"harmony": True})).ok
    assert client.get("/").text.count("enter the squares by hand") == 2
    for seat, labels in (("Ana", MEADOWS), ("Rui", PLAIN)):
        event = {"do": "cells", "seat": seat, "labels": labels}
        reply = client.post("/do", json={"do": "enter", "event": event}, headers={"Origin": "http://localhost"})
        assert reply.status_code == 200, reply.text
    snapshot = table.published[-1].snapshot
    assert snapshot.over
    assert snapshot.winners == ("Rui",)
    assert client.get("/").status_code == 200
    assert client.get("/history").status_code == 200
    assert table.ask(Correct(snapshot.chapters[0].line, "Rui", 24, "wheat 0", confirm=True)).ok
    assert table.published[-1].snapshot.winners == ("Rui",)
    assert {seat.name: seat.score for seat in table.published[-1].snapshot.seats} == {"Ana": 4, "Rui": 5}


def test_a_board_knows_its_squares() -> None:
    board = Board(2, 3, ("wheat 2", "red wheat", EMPTY, "a 10", "b -1", "c"))
    assert board.beside(0) == (1, 3)
    assert board.beside(4) == (1, 3, 5)
    assert [board.kind(at) for at in range(6)] == ["wheat", "red wheat", EMPTY, "a", "b -1", "c"]
    assert [board.number(at) for at in range(6)] == [2, 0, 0, 10, 0, 0]
