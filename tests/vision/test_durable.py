"""What is written is on the disk before its name is, and its name before the call returns."""

import os
import stat

import pytest
from support.syncs import Disk, promised

from vision import durable


def test_a_file_is_synced_before_it_is_named_and_its_folder_after(tmp_path, monkeypatch):
    disk = Disk(monkeypatch)
    durable.write(tmp_path / "a.txt", b"one")
    assert (tmp_path / "a.txt").read_bytes() == b"one"
    assert promised(disk.done, tmp_path / "a.txt")
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_new_folder_is_synced_into_those_around_it(tmp_path, monkeypatch):
    disk = Disk(monkeypatch)
    durable.folder(tmp_path / "one" / "two")
    assert disk.done == [("sync", tmp_path), ("sync", tmp_path / "one")]


def test_what_was_there_stays_where_writing_fails(tmp_path, monkeypatch):
    durable.write(tmp_path / "a.txt", b"one")

    def full(_handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        durable.write(tmp_path / "a.txt", b"two")
    assert (tmp_path / "a.txt").read_bytes() == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_who_may_read_a_file_stays_and_a_link_leads_where_it_led(tmp_path):
    durable.write(tmp_path / "a.txt", b"one", mode=0o600)
    (tmp_path / "link").symlink_to("a.txt")
    durable.write(tmp_path / "link", b"two")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a.txt").read_bytes() == b"two"
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o600


def test_what_is_no_file_is_written_as_it_is(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    durable.write(tmp_path / "pipe", b"one")
    assert os.read(reader, 10) == b"one"
    os.close(reader)


def test_more_is_put_behind_what_is_there(tmp_path, monkeypatch):
    durable.write(tmp_path / "a.txt", b"one\n")
    disk = Disk(monkeypatch)
    durable.append(tmp_path / "a.txt", b"two\n")
    assert (tmp_path / "a.txt").read_bytes() == b"one\ntwo\n"
    assert disk.done == [("sync", tmp_path / "a.txt")]
    durable.remove(tmp_path / "a.txt")
    durable.remove(tmp_path / "a.txt")
    assert disk.done[1:] == [("sync", tmp_path)]
