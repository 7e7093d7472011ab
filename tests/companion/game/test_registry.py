"""The registry: games from folders and packages; what can't be used is left out in words, and nothing else suffers."""

import json
import sys
from pathlib import Path

import pytest
from support.served_table import ServedTable
from support.strangers import looking_in, put, sticks_of_the_page

from companion.cli import main
from companion.game import registry
from companion.game.manifest import CONTRACT
from companion.machine import health
from companion.store.archive import take_in
from companion.table.requests import TakeUp
from web.app import create_app

SHIPPED = ("alcatraz", "allaboard", "shipshape", "stingy")
STICKS = sticks_of_the_page()
RECORD = (
    b'{"record":1,"game":"sticks","players":["Ana","Rui"],"edition":{"heap":5}}\n'
    b'{"do":"take","player":"Ana","sticks":3}\n{"do":"take","player":"Rui","sticks":2}\n'
)


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("import nothing_of_that_name", "it can't be imported (ModuleNotFoundError: No module named"),
        ("def broken(:", "it can't be imported (SyntaxError"),
        ("raise SystemExit(3)", "it can't be imported (SystemExit: 3)"),
        ("", "it offers no MANIFEST"),
        ("MANIFEST = 3", "it offers no MANIFEST"),
        (STICKS.replace("contract=1", "contract=99"), f"for version 99 of the contract, this companion has {CONTRACT}"),
        (STICKS.replace('name = "sticks"', 'name = "stones"'), "it calls itself “stones”"),
        (STICKS.replace('    name = "sticks"\n', ""), "it calls itself “None”"),
        (STICKS.replace("game=Sticks()", "game=Sticks"), "it hands over a class: write Sticks(), with brackets"),
        (STICKS.replace('"Sticks"', "None").replace('name = "sticks"', 'name = "broken"'), "it has no title"),
        (
            STICKS.replace("range(2, 5)", "4").replace('name = "sticks"', 'name = "broken"'),
            "it is for 4 players: write range(2, 5) where two to four play",
        ),
        (
            STICKS.replace("range(2, 5)", "range(5, 2)").replace('name = "sticks"', 'name = "broken"'),
            "it is for range(5, 2) players: write range(2, 5)",
        ),
    ],
)
def test_a_game_that_cannot_be_used_is_left_out_and_said(tmp_path: Path, code: str, why: str) -> None:
    put(tmp_path, "broken", code)
    put(tmp_path, "sticks", STICKS)
    with looking_in(tmp_path):
        assert registry.names() == (*SHIPPED[:3], "sticks", "stingy")
        (out,) = registry.left_out()
        assert (out.name, out.source) == ("broken", str(tmp_path))
        assert why in str(out.why)
        (said,) = health.games(registry.left_out())
        assert said.state == health.ATTENTION
        assert str(said.text).startswith(f"broken ({tmp_path}) is left out: it ")
    assert registry.left_out() == ()


@pytest.mark.parametrize(
    "where", ["        return State(", "    def own_words(self, filled):\n", "            return ()"]
)
def test_a_game_whose_code_fails_leaves_the_pages_of_all_as_they_are(tmp_path: Path, where: str) -> None:
    failing = STICKS.replace("    def begin(", "    def own_words(self, filled):\n        return {}\n\n    def begin(")
    fails = "        nothing = {}['a stick']\n"
    put(tmp_path, "sticks", failing.replace(where, fails + where if where.endswith("(") else f"{where}\n{fails}"))
    with looking_in(tmp_path):
        assert registry.left_out() == ()
        table = ServedTable()
        client = create_app(table.door).test_client()
        assert {client.get(page).status_code for page in ("/", "/new", "/new?game=sticks")} == {200}
        table.begin("Ana", "Rui", "Mia")
        asked = {one.game: one.problem for one in table.door.numbers("en")}
        assert "allaboard" in asked
        assert asked.get("sticks", "its code fails (KeyError: 'a stick')") == "its code fails (KeyError: 'a stick')"


def test_what_lies_beside_a_games_pictures_and_is_none_stops_nothing(tmp_path: Path) -> None:
    icons = put(tmp_path, "sticks", STICKS) / "icons"
    icons.mkdir()
    (icons / "stick.svg").write_text("<svg/>", encoding="utf-8")
    (icons / "._stick.svg").write_bytes(b"\x00\x05\x16\x07\xb0")
    (icons / "folder.svg").mkdir()
    with looking_in(tmp_path):
        assert registry.pictures("sticks") == {"stick": "<svg/>"}
        assert create_app(ServedTable().door).test_client().get("/").status_code == 200


def test_a_taken_name_stays_whose_it_was(tmp_path: Path) -> None:
    put(tmp_path, "shipshape", STICKS)
    with looking_in(tmp_path):
        assert registry.names() == SHIPPED
        assert registry.find("shipshape").title == "ShipShape"
        assert [(out.name, str(out.why)) for out in registry.left_out()] == [
            ("shipshape", "another game has that name already")
        ]


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with looking_in(tmp_path / "none"):
        assert registry.names() == SHIPPED
        assert [str(out.why) for out in registry.left_out()] == ["there is no such folder"]


def test_an_installed_package_brings_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(tmp_path, "table_of_sticks", STICKS)
    (tmp_path / "table_of_stones.py").write_text(STICKS.replace('"sticks"', '"stones"'), encoding="utf-8")
    info = tmp_path / "table_of_sticks-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: table-of-sticks\nVersion: 1.0\n", encoding="utf-8")
    points = "[table_companion.games]\nsticks = table_of_sticks:MANIFEST\nstones = table_of_stones\n"
    (info / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with looking_in():
        assert registry.find("sticks").title == "Sticks"
        assert registry.folder("sticks").joinpath("__init__.py").is_file()
        (out,) = registry.left_out()
        assert (out.name, out.source) == ("stones", "table-of-sticks")
        assert str(out.why) == "it is a single file: make it a folder with an __init__.py"
    for name in ("table_of_sticks", "table_of_stones"):
        del sys.modules[name]


@pytest.mark.parametrize("configured", [True, False])
def test_the_folder_is_named_by_the_configuration_or_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, configured: bool
) -> None:
    put(tmp_path / "games", "sticks", STICKS)
    record, file = tmp_path / "sticks.jsonl", tmp_path / "table-companion" / "companion.toml"
    record.write_bytes(RECORD)
    if configured:
        file.parent.mkdir()
        file.write_text(f"games = {json.dumps(str(tmp_path / 'games'))}\n", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with looking_in():
        assert main(["replay", str(record)]) == (0 if configured else 2)
    with looking_in():
        assert main(["--games", str(tmp_path / "games"), "replay", str(record)]) == 0
    assert "sticks" in capsys.readouterr().err or configured


def test_a_played_game_whose_package_is_gone_stays_as_text(tmp_path: Path) -> None:
    put(tmp_path, "sticks", STICKS)
    table = ServedTable()
    with looking_in(tmp_path):
        game_id = take_in(table.store, RECORD)
        running = take_in(table.store, RECORD.rpartition(b'{"do"')[0])
    client = create_app(table.door).test_client()
    assert "sticks" in client.get("/history").text
    assert client.get("/players").status_code == 200
    told = client.get(f"/game/{game_id}")
    assert told.status_code == 200
    assert "{&#34;do&#34;:&#34;take&#34;,&#34;player&#34;:&#34;Rui&#34;,&#34;sticks&#34;:2}" in told.text
    assert client.get(f"/record/{game_id}").data == RECORD
    assert b"Rui" in client.get(f"/table/{game_id}").data
    assert client.get(f"/game/{game_id}/1").status_code == 404
    reply = table.ask(TakeUp(running))
    assert reply is not None
    assert not reply.ok
    assert "no game is called “sticks”" in str(reply.text)
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("min(3, state.heap)", "min(1, state.heap)"),
        ("players = range(2, 5)", "players = range(3, 5)"),
        ("return state.heap == 0", "return state.heap <= 2"),
        ("heap: int = 15", "sticks: int = 15"),
        ("        return after, {", "        nothing = {}['a stick']\n        return after, {"),
        ("        return View(", "        nothing = {}['a stick']\n        return View("),
    ],
)
def test_a_played_game_that_was_changed_since_stays_as_text(tmp_path: Path, old: str, new: str) -> None:
    put(tmp_path / "before", "sticks", STICKS)
    table = ServedTable()
    with looking_in(tmp_path / "before"):
        game_id = take_in(table.store, RECORD)
    assert old in STICKS
    put(tmp_path / "now", "sticks", STICKS.replace(old, new))
    with looking_in(tmp_path / "now"):
        client = create_app(table.door).test_client()
        told = client.get(f"/game/{game_id}")
        assert told.status_code == 200
        assert "This game was changed since it was played" in told.text
        assert "{&#34;do&#34;:&#34;take&#34;,&#34;player&#34;:&#34;Rui&#34;,&#34;sticks&#34;:2}" in told.text
        assert client.get(f"/record/{game_id}").data == RECORD
        assert b"Rui" in client.get(f"/table/{game_id}").data
        for page in ("keepsake", "film"):
            assert client.get(f"/{page}/{game_id}").status_code in (403, 404)
        assert client.get(f"/game/{game_id}/1").status_code == 404
        assert client.get("/history").status_code == client.get("/players").status_code == 200
