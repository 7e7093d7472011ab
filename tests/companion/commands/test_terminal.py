"""Whoever reads no further, as `| head`, ends a command without a word, and no service."""

import io
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest

from companion.cli import main
from companion.commands import doctor, run
from companion.commands.terminal import read_or_not
from hardware.pods import ScriptedPods

FORMATS = Path(__file__).parents[2] / "formats"


@contextmanager
def unread():
    """Standard output is a pipe that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w", encoding="utf-8") as out, mock.patch.object(sys, "stdout", out):
        yield


@pytest.mark.parametrize("words", [["--version"], ["replay", "--help"], ["check-game", "--help"]])
def test_a_command_ends_without_a_word(words, capfd):
    with unread():
        assert main(words) == 0
    assert capfd.readouterr().err == ""


@contextmanager
def unread_at_once():
    """As `unread`, and nothing waits to be printed, as with PYTHONUNBUFFERED or after some kilobytes."""
    read, write = os.pipe()
    os.close(read)
    with (
        io.TextIOWrapper(os.fdopen(write, "wb", 0), encoding="utf-8", write_through=True) as out,
        mock.patch.object(sys, "stdout", out),
    ):
        yield


def test_what_a_command_says_when_it_is_done_is_no_fault_of_its_own(tmp_path, capfd):
    kept = FORMATS / "records" / "stingy-2.jsonl"
    at = ["--data", str(tmp_path)]
    for words in (
        ["import", str(kept), *at],
        ["export", *at],
        ["print", "calibration", "-o", str(tmp_path)],
        ["pieces", "--pieces", str(FORMATS / "sets" / "stingy-taught"), "list"],
    ):
        with unread_at_once():
            assert main(words) == 0
        assert capfd.readouterr().err == ""
    assert main(["export", *at]) == 0
    assert "stingy" in capfd.readouterr().out


def test_whoever_breaks_a_command_off_is_told_of_no_fault(tmp_path, monkeypatch, capfd):
    def pressed(*_):
        raise KeyboardInterrupt

    file = tmp_path / "companion.toml"
    file.write_text("[pods]\ncount = 2\n")
    monkeypatch.setattr(doctor, "GpioPods", lambda pins: ScriptedPods(len(pins)))
    monkeypatch.setattr(doctor, "press_each", pressed)
    assert main(["doctor", "--wiring", "--config", str(file)]) == 130
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_where_nothing_can_be_printed_that_is_said_in_one_line(unbuffered, tmp_path):
    record = tmp_path / "game.jsonl"
    record.write_text('{"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"]}\n')
    command = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main())", "replay"]
    around = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*command, str(record)], stdout=full, stderr=subprocess.PIPE, text=True, env=around, check=False
        )
    assert done.returncode == 2
    assert done.stderr == "No space left on device: not all could be printed or written\n"


def test_what_went_wrong_is_still_said(capfd):
    with unread():
        assert main(["replay", "/nowhere"]) == 2
    assert "name a file that can be read" in capfd.readouterr().err


def test_a_fault_is_not_lost_with_what_nobody_read():
    with unread(), pytest.raises(ValueError, match="a fault"), read_or_not():
        print("words")
        raise ValueError("a fault")


def test_without_a_terminal_it_does_its_work(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["export", "--data", str(tmp_path)]) == 0


class Running:
    """What `companion run` holds, with what was asked of it."""

    port, silent, people, found = 8000, False, None, ("a camera",)

    def __init__(self):
        self.asked = []
        self.session = SimpleNamespace(key="AB", pin="123456")
        self.leaves, self.folders = SimpleNamespace(display=None), SimpleNamespace(data=Path("games"))
        self.supervisor = SimpleNamespace(run=lambda *_: SimpleNamespace(join=lambda _: None))

    def __getattr__(self, name):
        return lambda *_: self.asked.append(name) or True


def test_a_service_goes_on_until_a_signal_ends_it(monkeypatch):
    running = Running()
    signals = {}
    monkeypatch.setattr("signal.signal", signals.__setitem__)
    monkeypatch.setattr(run, "LISTEN_EVERY_S", 0.0)
    monkeypatch.setattr(run, "follow", lambda *_, **__: None)
    running.ready = lambda _: signals[signal.SIGTERM](15, None)
    page = SimpleNamespace(name="table", wifi="")
    with unread():
        run._serve(running, running, SimpleNamespace(page=page), running, running, host="", page="", here=False)
    assert running.asked.index("start") < running.asked.index("stopping") < running.asked.index("stop")


@pytest.mark.parametrize("command", [["run", "--camera", "none"], ["room", "--demo", "1"]])
@pytest.mark.parametrize("host", ["", "a..b", "192.0.2.7"])
def test_a_host_that_is_none_of_this_machine_is_told(command, host, tmp_path, capsys):
    assert main([*command, "--data", str(tmp_path), "--host", host, "--port", "0"]) == 2
    assert capsys.readouterr().err == (
        f'host "{host}": this is no address of this machine; name one with --host, or 0.0.0.0 for all of them\n'
    )


@pytest.mark.parametrize("port", ["70000", "-1", "a", "٣"])
def test_a_port_that_is_none_is_told(port, tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["run", "--data", str(tmp_path), f"--port={port}"])
    assert f"{port} is no port: name a number from 0 to 65535" in capsys.readouterr().err
