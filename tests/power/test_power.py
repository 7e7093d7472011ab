"""The harness has teeth: it finds what is lost where nobody syncs, and nothing where everybody does."""

import os
import sqlite3
import subprocess
from contextlib import ExitStack, closing, contextmanager
from random import Random

import pytest

from power import cuts
from power.cuts import Image, Log, Mark
from power.disk import PowerDisk, loop


def sectors(*values):
    return b"".join(bytes([value]) * cuts.SECTOR for value in values)


@contextmanager
def a_namespace():
    """Another program's mount namespace, which holds what is mounted now."""
    with subprocess.Popen(["unshare", "--mount", "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        program.stdin.write(b"-")
        program.stdin.flush()
        assert program.stdout.read(1) == b"-"  # it has its own mounts by now
        yield


def test_a_cut_keeps_all_that_was_flushed_and_any_sectors_of_the_rest(tmp_path):
    log = Log(
        sectors(0, 0, 0),
        ((0, 0, sectors(1)), (2, 512, sectors(2, 2))),
        (1,),
        (Mark(2, "one"), Mark(3, "two")),
        3,
    )
    image = Image(log, tmp_path / "image")
    found = set()
    for seed in range(60):
        for cut in (3, 0, 1):
            image.cut(cut, Random(seed))
            found.add((cut, (tmp_path / "image").read_bytes()[:: cuts.SECTOR]))
    assert {what for cut, what in found if cut == 0} == {bytes((0, 0, 0))}
    assert {what for cut, what in found if cut == 1} == {bytes((0, 0, 0)), bytes((1, 0, 0))}
    assert {what for cut, what in found if cut == 3} == {bytes((1, a, b)) for a in (0, 2) for b in (0, 2)}
    assert log.promised(2) == ("one",)
    assert log.promised(3) == ("one", "two")


@pytest.mark.parametrize(("synchronous", "loses"), [("FULL", False), ("NORMAL", True)])
def test_rows_that_were_acknowledged_without_a_sync_are_missed(synchronous, loses, power_disk, power_cuts):
    with power_disk as disk, closing(sqlite3.connect(disk.folder / "a.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute(f"PRAGMA synchronous = {synchronous}")
        db.execute("CREATE TABLE t (i)")
        os.sync()
        for number in range(40):
            db.execute("INSERT INTO t VALUES (?)", (number,))
            disk.mark(f"row {number}")
    lost = 0
    for cut in power_cuts(disk, count=20, seed=1):
        with closing(sqlite3.connect(cut.folder / "a.db")) as db:
            there = db.execute("SELECT 1 FROM sqlite_master WHERE name = 't'").fetchone()
            rows = db.execute("SELECT count(*) FROM t").fetchone()[0] if there else 0
        lost += rows < len(cut.promised)
    assert (lost > 0) is loses


def test_a_namespace_that_keeps_a_cut_mounted_does_not_show_it_again(power_disk, power_cuts):
    with power_disk as disk:
        for number in range(12):
            (disk.folder / str(number)).touch()
            os.sync()
            disk.mark(str(number))
    found = power_cuts(disk, count=8, seed=2)
    least = next(found)
    with a_namespace():
        for cut in found:
            assert all((cut.folder / number).exists() for number in cut.promised)
    assert len(least.promised) < len(cut.promised)


def test_a_disk_that_a_namespace_keeps_mounted_comes_to_its_end(power_disk, monkeypatch):
    monkeypatch.setattr("power.disk._PATIENCE_S", 0)
    with ExitStack() as later, power_disk as disk:
        later.enter_context(a_namespace())
        (disk.folder / "a").touch()
        disk.mark("one")
    assert [mark.text for mark in disk.log.marks] == ["one"]


def test_a_torn_superblock_is_put_right(power_scratch):
    disk = PowerDisk(power_scratch)
    with disk:
        (disk.folder / "a").write_text("kept")
    torn = bytearray(disk.log.base)
    torn[1024 + cuts.SECTOR : 2048] = bytes(cuts.SECTOR)
    (power_scratch / "image").write_bytes(torn)
    with loop(power_scratch / "image") as device, cuts.mounted(device, power_scratch / "found") as repaired:
        assert repaired
        assert (power_scratch / "found" / "lost+found").is_dir()
