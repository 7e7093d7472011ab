"""One companion at a time has a folder of games."""

import errno
import os
import re
import subprocess
import sys

import pytest
from support.playthroughs import playthroughs

from companion.cli import main
from companion.store.claim import NAME, FolderClaim, served
from companion.store.database import Store
from companion.store.errors import StoreError

ROOT = os.geteuid() == 0 if hasattr(os, "geteuid") else None  # elsewhere nobody is


def test_a_second_companion_on_the_folder_is_refused_in_one_sentence(tmp_path, capsys):
    first = FolderClaim(tmp_path)
    assert main(["run", "--camera", "none", "--data", str(tmp_path), "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert re.search(rf"is running on this folder already \(process {os.getpid()}\): end it first, or name", said)
    assert said.count("\n") == 1
    assert not (tmp_path / "games.db").exists()
    first.release()
    FolderClaim(tmp_path).release()


def test_who_only_reads_or_imports_is_let_in_beside_it(tmp_path):
    first = FolderClaim(tmp_path)
    Store(tmp_path / "games.db").close()
    record = playthroughs("alcatraz-2*")[0]
    assert main(["import", str(record), "--data", str(tmp_path)]) == 0
    first.release()


def test_the_folder_is_free_again_however_its_holder_ended(tmp_path):
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys; from pathlib import Path; from companion.store.claim import NAME, FolderClaim\n"
            "claim = FolderClaim(Path(sys.argv[1])); print('held', flush=True); sys.stdin.read()",
            str(tmp_path),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == b"held\n"
    with pytest.raises(StoreError, match=rf"process {holder.pid}\)"):
        FolderClaim(tmp_path)
    holder.kill()
    holder.communicate()
    FolderClaim(tmp_path).release()


@pytest.mark.skipif(ROOT is not False, reason="root may write anywhere")
def test_a_folder_that_can_not_be_written_says_so(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(StoreError, match="let the companion write"):
        FolderClaim(tmp_path)


@pytest.mark.skipif(ROOT is not True, reason="only root gives files away")
def test_what_root_makes_belongs_to_whom_the_folder_belongs(tmp_path):
    os.chown(tmp_path, 1234, 1234)
    FolderClaim(tmp_path).release()
    record = playthroughs("alcatraz-2*")[0]
    assert main(["import", str(record), "--data", str(tmp_path)]) == 0
    assert {path.stat().st_uid for path in tmp_path.rglob("*")} == {1234}


@pytest.mark.skipif(ROOT is None, reason="here files have no such rights")
def test_only_its_owner_reads_who_has_the_folder(tmp_path):
    claim = FolderClaim(tmp_path)
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    claim.release()


def test_it_says_where_its_page_is_until_it_is_released(tmp_path):
    assert served(tmp_path) is None
    claim = FolderClaim(tmp_path)
    assert served(tmp_path) is None
    for host in ("127.0.0.1", ""):
        claim.served_at(host, 8123)
        assert served(tmp_path) == (host, 8123)
    with pytest.raises(StoreError, match=rf"process {os.getpid()}\)"):
        FolderClaim(tmp_path)
    assert served(tmp_path) == ("", 8123)
    claim.release()
    assert served(tmp_path) is None


def test_on_a_full_disk_the_folder_is_claimed_all_the_same(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    claim = FolderClaim(tmp_path)
    claim.served_at("", 80)
    with pytest.raises(StoreError, match="is running on this folder already"):
        FolderClaim(tmp_path)
    claim.release()
