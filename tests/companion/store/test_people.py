"""People's colours and faces: kept durably, one photo each, and gone where they are deleted."""

import threading
from pathlib import Path

import pytest

from companion.store.people import PeopleFile, Person
from vision import durable


def files(folder: Path) -> list[str]:
    return sorted(file.suffix for file in folder.iterdir())


def test_what_was_chosen_is_read_back_for_its_owner_alone(tmp_path: Path) -> None:
    kept = PeopleFile(tmp_path)
    assert kept.change("Ana", colour="#d9534f", face="123")
    assert kept.photo("Ana", b"jpeg")
    kept.show_everywhere(on=True)
    again = PeopleFile(tmp_path).now
    assert again.people["Ana"].face == "123"
    assert again.everywhere
    assert PeopleFile(tmp_path).photo_of(again.people["Ana"].photo) == b"jpeg"
    assert {file.stat().st_mode & 0o777 for file in tmp_path.iterdir()} == {0o600}


def test_another_photo_takes_the_place_of_the_first(tmp_path: Path) -> None:
    kept = PeopleFile(tmp_path)
    kept.photo("Ana", b"first")
    old = kept.now.people["Ana"].photo
    kept.photo("Ana", b"second")
    assert kept.photo_of(old) is None
    assert files(tmp_path) == [".jpg", ".json"]


def test_what_is_deleted_is_gone_everywhere(tmp_path: Path) -> None:
    kept = PeopleFile(tmp_path)
    for name in ("Ana", "Rui"):
        kept.change(name, face="444")
        kept.photo(name, name.encode())
    kept.forget_photo("Rui")
    kept.forget("Ana")
    assert kept.now.people == {"Rui": Person("", "444", "")}
    assert files(tmp_path) == [".json"]
    assert b"Ana" not in (tmp_path / "people.json").read_bytes()


def test_of_a_torn_or_newer_file_nothing_is_shown_and_no_key_opens_a_file(tmp_path: Path) -> None:
    (tmp_path / "people.json").write_bytes(b'{"version": 9, "people": {"Ana": {}}}')
    assert PeopleFile(tmp_path).now.people == {}
    (tmp_path / "people.json").write_bytes(b'{"version": 1, "peo')
    assert PeopleFile(tmp_path).now.people == {}
    assert PeopleFile(tmp_path).photo_of("people.json") is None
    assert PeopleFile(tmp_path).photo_of("") is None


@pytest.mark.parametrize("told", [b'{"version": 9, "people": {"Ana": {"photo": "0f"}}}', b'{"version": 1, "peo'])
def test_what_cant_be_read_is_never_written_over(told: bytes, tmp_path: Path) -> None:
    (tmp_path / "people.json").write_bytes(told)
    (tmp_path / "0f.jpg").write_bytes(b"of Ana")
    kept = PeopleFile(tmp_path)
    for change in (
        lambda: kept.change("Rui", face="123"),
        lambda: kept.photo("Rui", b"jpeg"),
        lambda: kept.show_everywhere(on=True),
    ):
        with pytest.raises(OSError, match="of a newer companion; move it away"):
            change()
    assert (tmp_path / "people.json").read_bytes() == told
    assert files(tmp_path) == [".jpg", ".json"]


@pytest.mark.parametrize("mended", [None, b'{"version": 1, "people": {"Ana": {"face": "444"}}}'])
def test_once_what_cant_be_read_is_mended_or_moved_away_all_may_choose(mended: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "people.json"
    file.write_bytes(b'{"version": 1, "peo')
    kept = PeopleFile(tmp_path)
    assert kept.unread == file
    file.unlink()
    if mended is not None:
        file.write_bytes(mended)
    kept.change("Rui", face="123")
    assert kept.unread is None
    assert [*PeopleFile(tmp_path).now.people] == ([] if mended is None else ["Ana"]) + ["Rui"]


def test_what_was_cut_short_of_the_file_of_all_is_removed(tmp_path: Path) -> None:
    kept = PeopleFile(tmp_path)
    kept.change("Ana", face="123")
    (tmp_path / "people.jsonq1.part").write_bytes(b'{"version": 1, "people": {"Ana"')
    kept.forget("Ana")
    assert files(tmp_path) == [".json"]
    (tmp_path / "people.jsonq2.part").write_bytes(b'{"version": 1, "people": {"Ana"')
    (tmp_path / "people.json.bak").write_bytes(b"somebody's own copy")
    assert PeopleFile(tmp_path).now.people == {}
    assert files(tmp_path) == [".bak", ".json"]


def test_a_photo_that_was_cut_short_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = PeopleFile(tmp_path)
    kept.photo("Ana", b"jpeg")

    def full(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(kept, "_write", full)
        with pytest.raises(OSError, match="full"):
            kept.photo("Ana", b"another")
    assert files(tmp_path) == [".jpg", ".json"]
    for cut in ("0123456789abcdef.jpg", "0123456789abcdef.jpgx7.part"):  # the power went after it was written, or amid
        (tmp_path / cut).write_bytes(b"of somebody")
    assert PeopleFile(tmp_path).photo_of(kept.now.people["Ana"].photo) == b"jpeg"
    assert files(tmp_path) == [".jpg", ".json"]


def test_of_two_photos_at_once_one_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, write, first = PeopleFile(tmp_path), durable.write, []

    def slow(path: Path, data: bytes, *, mode: int = 0o644) -> None:
        write(path, data, mode=mode)
        if data == b"first":
            other = threading.Thread(target=kept.photo, args=("Ana", b"second"))
            first.append(other)
            other.start()
            other.join(0.05)

    monkeypatch.setattr(durable, "write", slow)
    kept.photo("Ana", b"first")
    first[0].join()
    assert kept.photo_of(kept.now.people["Ana"].photo) == b"second"
    assert files(tmp_path) == [".jpg", ".json"]


def test_there_is_room_for_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.people.MOST", 1)
    kept = PeopleFile(tmp_path)
    assert kept.change("Ana", face="000")
    assert not kept.change("Rui", face="000")
    assert not kept.photo("Rui", b"jpeg")
    assert files(tmp_path) == [".json"]
    assert kept.change("Ana", face="001")
