"""The case file: kept durably, at most two hundred, gone with their game, read back from one file."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.store.cases import MOST, Case, CaseCell, CaseFile, CasesError, read
from companion.store.database import Store

CASE = Case(
    1,
    "shipshape",
    "game-1",
    "2026-11-23T10:00:00+00:00",
    5,
    "dock 1",
    0,
    (CaseCell("gold 2", True, "rat 2"),),
    b"\xff\xd8jpeg",
)


def test_a_case_is_read_back_as_it_was_kept_for_its_owner_alone(tmp_path: Path) -> None:
    CaseFile(tmp_path / "cases").keep(CASE)
    assert CaseFile(tmp_path / "cases").all() == (CASE,)
    assert [file.stat().st_mode & 0o777 for file in (tmp_path / "cases").iterdir()] == [0o600]


def test_the_same_zone_of_the_same_event_is_one_case(tmp_path: Path) -> None:
    kept = CaseFile(tmp_path)
    kept.keep(CASE)
    kept.keep(replace(CASE, at="2026-11-23T10:05:00+00:00"))
    assert [case.at for case in kept.all()] == ["2026-11-23T10:05:00+00:00"]


def test_each_zone_of_an_event_is_a_case_in_a_file_of_the_folder(tmp_path: Path) -> None:
    kept = CaseFile(tmp_path / "cases")
    for zone in ("dock 1", "dock 2", "../dock"):
        kept.keep(replace(CASE, zone=zone))
    assert {case.zone for case in kept.all()} == {"dock 1", "dock 2", "../dock"}
    names = {file.name for file in (tmp_path / "cases").iterdir()}
    assert names == {"game-1-5-dock_1.json", "game-1-5-dock_2.json", "game-1-5-___dock.json"}


def test_what_really_lies_in_a_cell_is_told_of_that_cell_alone() -> None:
    two = replace(CASE, cells=CASE.cells * 2)
    assert [cell.truth for cell in two.with_truth(1, "gold 3").cells] == [CASE.cells[0].truth, "gold 3"]


def test_of_more_than_the_most_the_oldest_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.cases.MOST", 3)
    kept = CaseFile(tmp_path)
    for minute in range(5):
        kept.keep(replace(CASE, line=minute, at=f"2026-11-23T10:0{minute}:00+00:00"))
    assert [case.line for case in kept.all()] == [4, 3, 2]
    kept.keep(replace(CASE, line=5, at="1970-01-01T00:00:00+00:00"))  # by a clock that was set back
    assert [case.line for case in kept.all()] == [4, 3, 5]
    assert MOST == 200


def test_what_is_handed_on_is_one_file_and_says_where_it_is_wrong(tmp_path: Path) -> None:
    kept = CaseFile(tmp_path / "cases")
    kept.keep(CASE)
    kept.keep(replace(CASE, line=6))
    file = tmp_path / "cases.jsonl"
    file.write_bytes(kept.whole())
    assert {case.line for case in read(file)} == {5, 6} == {case.line for case in read(tmp_path / "cases")}
    file.write_bytes(kept.whole() + b'{"version": 1}\n')
    with pytest.raises(CasesError, match="line 3: this is no case"):
        read(file)
    file.write_bytes(kept.whole().replace(b'"version":1', b'"version":9'))
    with pytest.raises(CasesError, match="of version 9, this companion knows 1; update it"):
        read(file)
    with pytest.raises(CasesError, match="No such file"):
        read(tmp_path / "nothing")
    with file.open("wb") as much:
        much.truncate(64 * 1024 * 1024 + 1)
    with pytest.raises(CasesError, match="larger than 64 MB; give fewer cases"):
        read(file)


def test_a_file_that_is_torn_hides_no_other_case(tmp_path: Path) -> None:
    kept = CaseFile(tmp_path)
    kept.keep(CASE)
    (tmp_path / "torn.json").write_bytes(b'{"version": 1, "ga')
    assert kept.all() == (CASE,)


def test_a_game_that_is_deleted_takes_its_cases_along(tmp_path: Path) -> None:
    store = Store(tmp_path / "games.db")
    kept = CaseFile(tmp_path / "cases")
    for game in ("game-1", "other"):
        store.begin(game, "2026-11-23", {"record": 1, "game": "shipshape", "players": ["Ana", "Rui"]}, "seed")
        kept.keep(replace(CASE, game_id=game))
    store.delete("game-1")
    assert [case.game_id for case in kept.all()] == ["other"]
    store.close()
