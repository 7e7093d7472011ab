"""What the command line says in common: the version, where data lie, the few sheets to try."""

import argparse
import importlib.metadata

import pytest

from companion import config
from companion.cli import main
from companion.commands import run, teach
from companion.commands.arguments import CAMERAS, asked_folder, asked_layout, layout_arguments
from vision import layout


def test_the_version_is_the_installed_one(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"companion {importlib.metadata.version('table-companion')}\n"


@pytest.mark.parametrize("command", ["run", "teach", "doctor"])
def test_every_camera_there_is_is_named_by_each_command_that_takes_one(command, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    with pytest.raises(SystemExit):
        main([command, "--help"])
    assert CAMERAS in capsys.readouterr().out


def test_what_is_wrong_in_a_walk_is_said_of_the_walk(capsys):
    with pytest.raises(SystemExit):
        main(["teach", "--walk", "--port", "99999"])
    assert capsys.readouterr().err.startswith("usage: companion teach --walk ")


@pytest.mark.parametrize("named", [["--pieces", "mine"], ["LABELS.json"]])
def test_a_walk_that_would_teach_elsewhere_than_was_asked_does_not_begin(named, capsys, monkeypatch):
    monkeypatch.setattr(run, "run", lambda _: 0)
    assert main(["teach", "--walk", *named]) == 2
    assert capsys.readouterr().err.startswith(f"{named[0]}: --walk teaches the set that games are read with")
    assert main(["teach", "--walk", "--data", "there"]) == 0


def test_a_set_is_taught_where_the_data_are_told_to_lie(tmp_path):
    parser = argparse.ArgumentParser()
    teach.arguments(parser)
    words = ["--practice", "--game", "shipshape"]
    assert asked_folder(parser.parse_args([*words, "--data", str(tmp_path / "here")])).is_relative_to(tmp_path / "here")
    (tmp_path / "companion.toml").write_text(f'data = "{(tmp_path / "there").as_posix()}"\n')
    named = parser.parse_args([*words, "--config", str(tmp_path / "companion.toml")])
    assert asked_folder(named).is_relative_to(tmp_path / "there")


def test_a_taught_set_is_found_by_its_game_where_the_data_lie(tmp_path, capsys):
    assert main(["pieces", "--game", "shipshape", "--data", str(tmp_path), "list"]) == 2
    assert str(tmp_path / "pieces" / "shipshape") in capsys.readouterr().err
    assert main(["read", "--game", "shipshape", "--data", str(tmp_path), "x.jpg"]) == 2
    assert str(tmp_path / "pieces" / "shipshape") in capsys.readouterr().err
    assert main(["pieces", "list"]) == 2
    assert "--game GAME" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["shipshape", "stingy", "alcatraz", "allaboard"])
def test_pictures_are_read_on_the_mat_that_is_printed_for_so_many_players(game, tmp_path):
    parser = argparse.ArgumentParser()
    layout_arguments(parser)
    asked = ["--game", game, "--players", "2", "--data", str(tmp_path)]
    assert main(["print", "mat", *asked, "-o", str(tmp_path)]) == 0
    assert asked_layout(parser.parse_args(asked)) == layout.load(tmp_path / "layout.toml")


@pytest.mark.parametrize("game", ["shipshape", "stingy", "alcatraz", "allaboard"])
def test_what_is_printed_to_try_is_a_few_sheets(game, tmp_path, capsys):
    assert main(["print", "pieces", "--try", "--game", game, "-o", str(tmp_path)]) == 0
    pages = int(capsys.readouterr().out.split(".pdf: ")[1].split()[0])
    assert 1 <= pages <= 3
    assert [file.name for file in tmp_path.iterdir()] == [f"{game}-try.pdf"]


def test_the_page_is_opened_in_a_browser_here_or_it_is_said_that_there_is_none(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(run.webbrowser, "open", lambda address: asked.append(address) or len(asked) == 1)
    run.opened("http://192.0.2.7:8000/in/abc")
    assert capsys.readouterr().out == ""
    run.opened("http://192.0.2.7:8000/in/abc")
    assert asked == ["http://192.0.2.7:8000/in/abc"] * 2
    assert "No browser was found here" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--pieces", ""], "--pieces: it names no folder"),
        (["--game", "shipshape", "--players", "0"], "0 docks: a mat has 1 to 6"),
    ],
)
def test_what_names_nothing_is_refused_in_one_line(words, why, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "labels.json").write_text('{"pictures": [], "complete": false}')
    assert main(["teach", *words, "--data", str(tmp_path / "data"), "labels.json"]) == 2
    said = capsys.readouterr().err
    assert why in said
    assert said.count("\n") == 1
    assert {each.name for each in tmp_path.iterdir()} <= {"labels.json", "data"}


def test_a_configuration_that_nobody_may_look_for_is_told_where_it_is_needed_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(config, "SYSTEM_FILE", str(tmp_path / "none.toml"))
    monkeypatch.setenv(
        "XDG_CONFIG_HOME", str(tmp_path / ("x" * 300))
    )  # to look there is an error, as where one may not
    assert main(["pieces", "--pieces", str(tmp_path / "none"), "list"]) == 2
    assert "none" in capsys.readouterr().err
    assert main(["pieces", "--game", "shipshape", "list"]) == 2
    said = capsys.readouterr().err
    assert "name a file that can be read" in said
    assert said.count("\n") == 1
