"""`companion room`: what it says when it can't begin, and the demo with its own broker."""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest

from companion.cli import main
from companion.commands import room


def test_without_a_broker_it_says_what_to_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["room"]) == 2
    assert "--demo 40" in capsys.readouterr().err


@pytest.mark.parametrize("broker", ["host:port", ":1883", "host:0", "host:65536", "mqtt://host", "::1", "[::1]:"])
def test_a_broker_that_is_none_is_said(broker: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["room", "--broker", broker, "--data", str(tmp_path)]) == 2
    assert "write HOST or HOST:PORT" in capsys.readouterr().err


@pytest.mark.parametrize("tables", ["0", "-1", "52", "many"])
def test_a_demo_of_no_table_or_of_more_than_it_has_people_for_is_refused(
    tables: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["room", "--demo", tables])
    assert f"{tables} tables: a demo has 1 to 51" in capsys.readouterr().err


def test_its_page_is_announced_in_whatever_network_the_machine_is_by_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed = threading.Event()

    def follow(_announcement: object, _tell: object, stopped: threading.Event, find: Callable[[], str]) -> None:
        assert find() == "127.0.0.1"
        followed.set()
        stopped.wait()

    monkeypatch.setattr(room, "follow", follow)
    parser = argparse.ArgumentParser()
    room.arguments(parser)
    words = ["--broker", "127.0.0.1:1", "--data", str(tmp_path), "--host", "127.0.0.1", "--port", "0"]
    with ExitStack() as held:
        assert room._run(parser.parse_args(words), held, followed) == 0


@pytest.mark.slow
def test_the_demo_plays_by_itself_and_ends(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "companion",
        "room",
        "--demo",
        "3",
        "--port",
        "0",
        "--host",
        "127.0.0.1",
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ)
    assert running.stdout is not None
    port = re.search(r":(\d+)/", running.stdout.readline())
    assert port is not None
    deadline_s, there = time.monotonic() + 60, 0
    while there < 3:
        assert time.monotonic() < deadline_s
        with urlopen(f"http://127.0.0.1:{port[1]}/digest") as answer:
            tables = json.load(answer)["tables"].values()
        there = sum(table["presence"] == "there" and table["paired"] for table in tables)
    running.send_signal(signal.SIGINT)
    _, complaints = running.communicate(timeout=20)
    assert (running.returncode, complaints) == (0, "")
