"""Copies of the room's file: kept where something is new, and put in the place of one that is damaged or gone."""

from pathlib import Path

import pytest
from support.rooms import Rig, Table

from companion.commands import room
from companion.room import copies
from companion.store.errors import StoreError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A room's file with one result, of which there is a copy."""
    path = tmp_path / "room.db"
    rig = Rig(path)
    finish(rig, "g1")
    assert copies.keep(path) == tmp_path / "copies" / "room-000001.db"
    assert copies.keep(path) is None
    rig.stop()
    return path


def finish(rig: Rig, *games: str) -> None:
    table = Table(rig, "t1", rig.hall.admit("t1"))
    table.birth()
    for game in games:
        table.finish(game, {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()


def damage(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:2048] + b"x" * 8192)


def test_a_whole_file_stays_as_it_is(path: Path) -> None:
    before = path.read_bytes()
    assert copies.restore(path) is None
    assert path.read_bytes() == before


def test_an_empty_file_without_copies_is_a_new_room(tmp_path: Path) -> None:
    (tmp_path / "room.db").touch()
    assert copies.restore(tmp_path / "room.db") is None


def test_a_copy_is_its_owners_alone_and_there_are_seven(path: Path) -> None:
    rig = Rig(path)
    for number in range(8):
        rig.book.note("2026", "Eva", str(number))
        assert copies.keep(path) is not None
    rig.stop()
    kept = sorted((path.parent / "copies").iterdir())
    assert [file.name for file in kept] == [f"room-{number:06}.db" for number in range(3, 10)]
    assert {file.stat().st_mode & 0o777 for file in kept} == {0o600}


def test_what_is_put_back_is_its_owners_alone_from_the_first_byte(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int] = []

    def copied(source: Path, to: Path) -> None:
        modes.append(to.stat().st_mode & 0o777)
        to.write_bytes(source.read_bytes())

    path.unlink()
    monkeypatch.setattr(copies.shutil, "copyfile", copied)
    assert copies.restore(path) is not None
    assert modes == [0o600]


@pytest.mark.parametrize("how", ["damaged", "gone", "empty", "empty of sense"])
def test_the_newest_whole_copy_takes_the_place(path: Path, how: str, capsys: pytest.CaptureFixture[str]) -> None:
    (path.parent / "copies" / "room-000002.db").write_bytes(b"half a copy")
    (path.parent / "copies" / "room-000003.db").touch()
    if how == "gone":
        path.unlink()
    elif how == "damaged":
        damage(path)
    else:
        path.write_bytes(b"" if how == "empty" else b"no database at all" * 99)
    found = path.read_bytes() if path.exists() else None
    book = room._opened(path)
    assert [game.result.game for game in book.games()] == ["g1"]
    assert "room-000001.db" in book.changes()[0].what
    book.close()
    assert "room-000001.db" in capsys.readouterr().err
    aside = path.parent / "damaged" / "room-1.db"
    assert (aside.read_bytes() if aside.exists() else None) == found


def test_of_damaged_files_as_they_were_found_the_last_two_are_kept(path: Path) -> None:
    log = path.with_name("room.db-wal")
    found = []
    for number in range(4):
        damage(path)
        log.write_bytes(b"log %d" % number)
        found.append(path.read_bytes() + b"%d" % number)
        path.write_bytes(found[-1])
        assert copies.restore(path) is not None
        assert not log.exists()
    aside = path.parent / "damaged"
    kept = {file.name.removesuffix("-shm") for file in aside.iterdir()}
    assert kept == {"room-3.db", "room-3.db-wal", "room-4.db", "room-4.db-wal"}
    assert [(aside / f"room-{number}.db").read_bytes() for number in (3, 4)] == found[2:]
    assert (aside / "room-4.db-wal").read_bytes() == b"log 3"


def test_tables_tell_again_what_a_copy_lacks(path: Path) -> None:
    rig = Rig(path)
    finish(rig, "g1", "g2")
    rig.stop()
    damage(path)
    room._opened(path).close()
    rig.start()
    assert len(rig.book.games()) == 1
    finish(rig, "g1", "g2")
    assert len(rig.book.games()) == 2
    rig.stop()


def test_a_damaged_file_without_a_copy_is_said_and_left_as_it_is(path: Path) -> None:
    (path.parent / "copies" / "room-000001.db").unlink()
    damage(path)
    found = path.read_bytes()
    with pytest.raises(StoreError, match="set this one aside"):
        copies.restore(path)
    assert path.read_bytes() == found
