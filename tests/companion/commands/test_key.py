"""The machine's key on paper: a card whose code says what the terminal would print."""

import argparse
import shlex
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands import key
from companion.commands.run import next_key
from companion.machine.mdns import own_address
from companion.prints.key_card import key_card
from companion.prints.raster import picture
from companion.session import entering
from companion.store.claim import FolderClaim
from companion.store.database import Store
from companion.store.errors import StoreError

KEY = "ABCDEFGHIJ"


@pytest.fixture
def asked(tmp_path):
    """Return what asks for a card of a table whose key is kept."""
    with closing(Store(tmp_path / "games.db")) as store:
        store.set(entering.KEY, KEY)

    def of(*said):
        parser = argparse.ArgumentParser()
        key.arguments(parser)
        return key.run(parser.parse_args(["--data", str(tmp_path), *said]))

    return of


@pytest.mark.parametrize("folder", ["table-companion", "table-companion/simulated", "with a blank"])
def test_what_is_said_at_the_start_prints_the_key_of_these_games(tmp_path, monkeypatch, capsys, folder):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    data = tmp_path / folder
    data.mkdir(parents=True)
    with closing(Store(data / "games.db")) as store:
        store.set(entering.KEY, KEY)
    said = shlex.split(next_key(data))
    assert (said == ["companion", "key"]) == (folder == "table-companion")
    assert main(said[1:]) == 0
    assert f"/in/{KEY.lower()}" in capsys.readouterr().out


def test_the_cards_code_is_the_address_with_the_key():
    drawn = picture(key_card(f"http://companion.local/in/{KEY.lower()}"), 12.0)
    said, *_ = cv2.QRCodeDetector().detectAndDecode(np.asarray(drawn))
    assert said == f"HTTP://COMPANION.LOCAL/IN/{KEY}"


def test_a_card_is_written_for_its_owner_alone(asked, tmp_path, capsys):
    file = tmp_path / "card.pdf"
    assert asked("--card", str(file)) == 0
    assert file.read_bytes().startswith(b"%PDF")
    assert file.stat().st_mode & 0o077 == 0
    assert KEY.lower() not in capsys.readouterr().out


def test_a_card_that_can_not_be_written_is_told(asked, tmp_path, capsys):
    assert asked("--card", str(tmp_path / "nowhere" / "card.pdf")) == 2
    assert "name a file that can be written" in capsys.readouterr().err


def test_before_the_first_start_there_is_no_key_and_it_says_so(tmp_path, capsys):
    assert main(["key", "--data", str(tmp_path / "new")]) == 1
    assert "start the companion once" in capsys.readouterr().err


@pytest.mark.parametrize("said", [(), ("--forget",)])
def test_whoever_may_not_look_there_is_told_who_may(asked, monkeypatch, capsys, said):
    there = Path.exists

    def refused(_):
        raise StoreError("let the companion write to this file and its folder")

    monkeypatch.setattr(key, "FolderClaim", refused)

    def exists(path):
        if path.name == "games.db":
            raise PermissionError(13, "Permission denied", str(path))  # as in a folder that is closed
        return there(path)

    monkeypatch.setattr(Path, "exists", exists)
    assert asked(*said) == 2
    assert "games.db: Permission denied; it is the service's own: `sudo companion key`" in capsys.readouterr().err


def test_the_printed_address_is_the_one_at_which_it_is_served(asked, tmp_path, capsys):
    file = tmp_path / "companion.toml"
    for more, number in (("", "127.0.0.1"), ('proxy = "127.0.0.1"\n', own_address())):
        file.write_text(f'[page]\nhost = "127.0.0.1"\n{more}')
        assert asked("--config", str(file)) == 0
        assert f"http://{number}:8000/in/" in capsys.readouterr().out


def test_the_printed_port_is_that_of_the_companion_that_runs(asked, tmp_path, capsys):
    claim = FolderClaim(tmp_path)
    claim.served_at("127.0.0.1", 8123)
    assert asked() == 0
    assert f"http://127.0.0.1:8123/in/{KEY.lower()}" in capsys.readouterr().out
    claim.release()
    assert asked() == 0
    assert ":8000/in/" in capsys.readouterr().out
