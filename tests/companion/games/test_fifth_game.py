"""A fifth game is a fifth folder and nothing else: the one in `docs/adding-a-game.md`, played as it stands there."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.people_at_table import People
from support.replayed import replayed
from support.strangers import looking_in, put, sticks_of_the_page

from companion.cli import main
from companion.game import edition, mat_layouts, registry
from companion.language.message import untranslated
from companion.settings.installation import Premises
from companion.table.requests import Enter, NewGame
from companion.table.snapshot import worded

HEADER = {"record": 1, "game": "sticks", "players": ["Ana", "Rui"], "edition": {"heap": 5}}


@pytest.fixture(autouse=True)
def sticks(tmp_path: Path) -> Iterator[None]:
    """Put the page's game into a folder outside the package, and look there."""
    folder = put(tmp_path / "games", "sticks", sticks_of_the_page())
    with looking_in(folder.parent):
        yield


def take(player: str, sticks: Any) -> dict[str, Any]:
    return {"do": "take", "player": player, "sticks": sticks}


def test_it_is_found_by_being_there() -> None:
    assert "sticks" in registry.names()
    assert edition.shipped("sticks").header == {}


def test_its_records_are_judged_like_any_other() -> None:
    judged = replayed(HEADER, take("Ana", 3), take("Rui", 2))
    assert [answer.get("left") for answer in judged.answers] == [None, 2, 0]
    assert judged.final == {
        "game": "sticks",
        "over": True,
        "standings": [{"player": "Rui", "score": 1, "rank": 1}, {"player": "Ana", "score": 0, "rank": 2}],
        "winners": ["Rui"],
    }
    assert replayed(HEADER, take("Rui", 1)).status == 1
    assert replayed(HEADER, take("Ana", 4)).status == 1
    assert replayed(HEADER, take("Ana", 2.5)).status == 2
    assert replayed({**HEADER, "players": list("ABCDE")}).status == 2
    assert "absurd" not in str(edition.doubts("sticks", {"heap": 5}, "here"))
    assert edition.doubts("sticks", {"heap": 5000}, "here")


def test_without_a_mat_the_camera_finds_none_and_the_other_games_keep_theirs(tmp_path: Path) -> None:
    assert mat_layouts.candidates("sticks", 2) == ()
    with pytest.raises(ValueError, match="sticks has no mat"):
        mat_layouts.layout_for("sticks", 2)
    mats = Premises(tmp_path, tmp_path / "lens.toml").mats()
    assert {mat.name.split(",")[0] for mat in mats} >= {"ShipShape", "Alcatraz", "All aboard!"}


def test_an_evening_of_it_is_led_and_entered_by_hand() -> None:
    people = People()
    reply = people.ask(NewGame("sticks", ["Ana", "Rui"], {}))
    assert reply is not None
    assert reply.ok, reply.text
    people.ask(Enter({"do": "take", "seat": "Ana", "sticks": 3}))
    snapshot = worded(people.published[-1].snapshot, untranslated)
    assert snapshot.line == "Rui: take one to three of 12 sticks"
    assert snapshot.blocks[0].lines == ("12 sticks",)


def test_what_it_lacks_is_missed_by_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "sticks" not in registry.taught_by_walk()
    assert {"shipshape", "stingy", "alcatraz", "allaboard"} <= set(registry.taught_by_walk())
    for words, what in (
        (["print", "mat", "--game", "sticks", "--players", "2", "-o", str(tmp_path)], "sticks has no mat"),
        (["print", "pieces", "--game", "sticks", "-o", str(tmp_path)], "sticks has no practice pieces to print"),
        (["teach", "--practice", "--game", "sticks", "--pieces", str(tmp_path / "set")], "sticks has no"),
    ):
        assert main(words) == 2
        err = capsys.readouterr().err
        assert what in err
        assert err.count("\n") == 1


def test_it_is_played_by_simulated_people_who_enter_it_by_hand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--once", "--game", "sticks", "--players", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["good"]
    assert told["over"]
    assert len(told["winners"]) == 1
