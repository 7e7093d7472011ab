"""A game with a mat from a folder outside the package, as `companion new-game` writes it: checked, printed, taught,
read by the camera and entered by hand, with nothing else touched."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.people_at_table import People, reading, still
from support.served_table import ServedTable
from support.strangers import GAMES, blocks_of_the_page, looking_in
from support.walking_people import Walkers

import companion
from companion.cli import main
from companion.commands import new_game
from companion.evaluation import conformance
from companion.game import mat_layouts, registry
from companion.language.catalogue import LANGUAGES, translator
from companion.table.evening import Equipment
from companion.table.requests import NewGame
from companion.table.signals import Key
from vision.layout import load
from vision.observation import GridSeen
from web.app import create_app

NAME = "three_in_a_row"
SAMPLES = Path(companion.__file__).parent / "samples"
SHIPPED = ("alcatraz", "allaboard", "shipshape", "stingy")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("games")
    with looking_in():
        assert main(["--games", str(folder), "new-game", NAME]) == 0
        registry.forget()
        yield folder


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """Return the code of a game that stands on no base, to be spoilt before anybody looks for it."""
    with looking_in(tmp_path):
        shutil.copytree(GAMES / "three_tiles", tmp_path / "spoilt", ignore=shutil.ignore_patterns("__pycache__"))
        for file in (tmp_path / "spoilt").glob("*.py"):
            file.write_text(file.read_text(encoding="utf-8").replace("three_tiles", "spoilt"), encoding="utf-8")
        yield tmp_path / "spoilt" / "game.py"


def test_it_is_there_under_its_own_name(games: Path) -> None:
    assert registry.names() == (*SHIPPED, NAME)
    assert registry.left_out() == ()
    assert registry.find(NAME).title == "Three in a row"
    code = "".join(file.read_text(encoding="utf-8") for file in games.rglob("*.py"))
    assert not any(word in code for word in ("sample_game", "Sample game", "SampleGame"))


def test_nothing_is_wrong_with_it(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-game", NAME]) == 0
    assert "nothing is wrong" in capsys.readouterr().out


def test_its_mat_and_its_pieces_are_printed(games: Path, tmp_path: Path) -> None:
    assert main(["print", "mat", "--game", NAME, "--players", "2", "-o", str(tmp_path)]) == 0
    assert load(tmp_path / "layout.toml") == mat_layouts.layout_for(NAME, 2)
    assert main(["print", "pieces", "--game", NAME, "-o", str(tmp_path)]) == 0
    assert {file.name for file in tmp_path.iterdir()} >= {f"{NAME}-mat-2.pdf", f"{NAME}-pieces.pdf"}


def test_its_pieces_are_taught_by_the_walk(games: Path, tmp_path: Path) -> None:
    assert NAME in registry.taught_by_walk()
    assert Walkers(tmp_path, NAME, seats=2).taught() == {f"tile {n}" for n in range(1, 10)} | {"empty"}


def test_a_whole_game_is_read_at_the_simulated_table(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--once", "--game", NAME, "--players", "2"]) == 0
    assert "the scores are the true table's" in capsys.readouterr().out


def test_a_whole_game_is_entered_by_hand_on_the_page(games: Path) -> None:
    table = ServedTable()
    client = create_app(table.door).test_client()
    client.get(f"/in/{table.session.key}", follow_redirects=True)
    assert "Three in a row" in client.get("/new").text
    assert table.ask(NewGame(NAME, ["Ana", "Rui"])).ok
    for number in (3, 4):
        for seat in ("Ana", "Rui"):
            tiles = ["tile 4", "tile 4", f"tile {number + (seat == 'Rui')}"]
            event = {"do": "cells", "seat": seat, "labels": tiles}
            reply = client.post("/do", json={"do": "enter", "event": event}, headers={"Origin": "http://localhost"})
            assert reply.status_code == 200, reply.text
            assert client.get("/").status_code == 200
    assert {seat.name: seat.score for seat in table.published[-1].snapshot.seats} == {"Ana": 33, "Rui": 35}
    assert table.published[-1].snapshot.over
    assert table.published[-1].snapshot.winners == ("Rui",)
    assert client.get("/history").status_code == 200


def test_each_round_waits_for_everybody_to_say_so(games: Path) -> None:
    people = People(table=Equipment(pods=2, camera=True))
    assert people.ask(NewGame(NAME, ["Ana", "Rui"])).ok
    for round_over in (1, 2):
        for pod in (0, 1):
            tiles = GridSeen((tuple(reading(f"tile {round_over + pod}") for _ in range(3)),))
            zones = {f"place {number}": still(tiles, people.now_s) for number in (1, 2)}
            people.wait(2.5)
            people.look(zones)
            assert len(people.match.lines) == round_over
            people.press(pod, Key.OK)
        people.wait(0.5)
        people.look(zones)
        assert len(people.match.lines) == round_over + 1
    assert people.match.lines[2]["cells"] == {"Ana": ["tile 3"] * 3, "Rui": ["tile 3"] * 3}


@pytest.mark.parametrize("shape", new_game.SHAPES[1:])
def test_a_game_of_another_shape_is_written_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: str) -> None:
    monkeypatch.setattr(conformance, "GAMES", 5)
    with looking_in(tmp_path):
        assert main(["--games", str(tmp_path), "new-game", "beach", "--shape", shape]) == 0
        registry.forget()
        assert registry.find("beach").title == "Beach"
        assert conformance.check("beach") == ()
    code = (tmp_path / "beach" / "__init__.py").read_text(encoding="utf-8")
    assert not any(word in code for word in ("sample_game", "Sample game", "SampleGame"))


@pytest.mark.slow
@pytest.mark.parametrize("shape", new_game.SHAPES[1:])
def test_a_whole_game_of_another_shape_is_read_at_the_simulated_table(tmp_path: Path, shape: str) -> None:
    with looking_in(tmp_path):
        assert main(["--games", str(tmp_path), "new-game", "beach", "--shape", shape]) == 0
        registry.forget()
        assert main(["demo", "--once", "--game", "beach", "--players", "2"]) == 0


@pytest.mark.parametrize("shape", new_game.SHAPES)
def test_its_people_play_with_the_printed_numbers_of_its_folder(shape: str, tmp_path: Path) -> None:
    with looking_in(tmp_path):
        assert main(["--games", str(tmp_path), "new-game", "beach", "--shape", shape]) == 0
        code = tmp_path / "beach" / "__init__.py"
        struct = "import msgspec\n\n\nclass Edition(msgspec.Struct, frozen=True):\n    most: int\n\n\nclass BeachGame("
        text = code.read_text(encoding="utf-8").replace("class BeachGame(", struct)
        code.write_text(text.replace("    task = ", "    edition = Edition\n    task = "), encoding="utf-8")
        (tmp_path / "beach" / "edition.toml").write_text("[edition]\nmost = 7\n", encoding="utf-8")
        registry.forget()
        people = People(table=Equipment(pods=2, camera=True))
        assert people.ask(NewGame("beach", ["Ana", "Rui"])).ok
        players = registry.manifest("beach").people.sit_down(("Ana", "Rui"), 2, Random(1), True)
        assert players.act(people.snapshot, Random(1))
        assert players._state.edition.most == 7


def test_it_speaks_every_language(games: Path) -> None:
    said = {language: translator(language)("tiles 1 and 9 don't lie together") for language in LANGUAGES}
    assert len(set(said.values())) == len([language for language in LANGUAGES if "_" not in language])


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ('"{seat} lays"', '"{seat} puts down"', "words missing in pt: “{seat} puts down”"),
        ("return (*TILES, EMPTY)", "return (*TILES,)", "the teach walk teaches what labels does not name: empty"),
        ('f"place {state.seats', 'f"seat {state.seats', "has no zone “seat 1”"),
        ("None if self.over(state) else Awaited", "Awaited", "awaits must be None when the game is over"),
        ("== ROUNDS * len", "== 99 * len", "does not end"),
        ('filled.get("tiles")}', 'tuple(filled["tiles"])}', "raises KeyError"),
        ("ranked(state.seats.names,", "ranked(state.seats.names[1:],", "standings must rank every seat once"),
        ("tile.split()[1]) for", "tile.split()[2]) for", "IndexError in game.py, line"),
        ('"{seat} lays"', '"{seat} lays {count}"', "nothing fills {count} in “{seat} lays {count}”"),
        ('"{seat} lays"', '"{seat} lays }"', "nothing fills a lone brace in “{seat} lays }”"),
        ("return (*TILES, EMPTY)", "return (*TILES, EMPTY, TILES[0])", "labels names “tile 1” twice"),
    ],
)
def test_what_is_wrong_is_found(own: Path, monkeypatch: pytest.MonkeyPatch, good: str, bad: str, said: str) -> None:
    monkeypatch.setattr(conformance, "GAMES", 2)
    monkeypatch.setattr(conformance, "MOST_TRIES", 30)
    text = own.read_text(encoding="utf-8")
    assert good in text
    own.write_text(text.replace(good, bad), encoding="utf-8")
    registry.forget()
    found = conformance.check("spoilt")
    assert any(said in sentence for sentence in found), found


@pytest.mark.parametrize("game", SHIPPED)
def test_nothing_is_wrong_with_the_games_that_are_shipped(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "GAMES", 5)
    assert conformance.check(game) == ()


@pytest.mark.parametrize("shape", new_game.SHAPES)
@pytest.mark.parametrize("name", ["part", "true", "sample_game"])
def test_whatever_it_is_called_it_runs(name: str, shape: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "GAMES", 2)
    with looking_in(tmp_path):
        assert main(["--games", str(tmp_path), "new-game", name, "--shape", shape]) == 0
        registry.forget()
        assert conformance.check(name) == ()


def test_what_it_says_to_do_names_the_folder_that_was_given(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table-companion").mkdir()
    (tmp_path / "table-companion" / "companion.toml").write_text('games = "elsewhere"\n', encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with looking_in():
        assert main(["--games", str(tmp_path / "my games"), "new-game", "stones"]) == 0
    assert f'companion --games "{tmp_path / "my games"}" check-game stones' in capsys.readouterr().out


@pytest.mark.parametrize("name", ["Three", "3tiles", "class", "three tiles", "../three", "_", "__init__"])
def test_a_name_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    with looking_in():
        assert main(["--games", str(tmp_path), "new-game", name]) == 2
    assert "take small letters, digits and _" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_taken_name_or_no_folder_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with looking_in():
        assert main(["--games", str(tmp_path), "new-game", "stingy"]) == 2
        assert "there is a game called “stingy” already" in capsys.readouterr().err
        assert main(["new-game", "stones"]) == 2
        assert "in which folder?" in capsys.readouterr().err
        assert main(["check-game", "stones"]) == 2
        assert "no game is called “stones”" in capsys.readouterr().err


@pytest.mark.parametrize("shape", new_game.SHAPES)
def test_the_page_builds_the_sample_as_it_is(shape: str) -> None:
    code = (SAMPLES / shape / "__init__.py").read_text(encoding="utf-8")
    assert code in blocks_of_the_page()


def test_the_page_quotes_a_game_on_no_base_as_it_is() -> None:
    code = "\n".join(file.read_text(encoding="utf-8") for file in (GAMES / "three_tiles").glob("*.py"))
    plain = [line.strip() for line in code.splitlines()]
    quoted = [block for block in blocks_of_the_page() if not block.startswith('"""')]
    assert len(quoted) == 3
    for block in quoted:
        lines = [line.strip() for line in block.splitlines()]
        assert any(plain[at : at + len(lines)] == lines for at in range(len(plain))), block
