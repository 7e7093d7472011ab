"""The installer for a Pi, with what it asks of the system stood in for: a full disk loses no game and leaves the
companion running. `make test-install` runs all of it in a system of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "systemd" / "install.sh"
STANDS_IN = {
    "id": "echo 0",
    "apt-cache": 'echo "Package: $2"',
    "dpkg": "echo arm64",
    "dpkg-query": "printf 'ii '",
    "getent": "",
    "usermod": "",
    "systemctl": 'echo "systemctl $*" >>"$LOG"',
    "sync": 'echo sync >>"$LOG"',
    "install": 'for last; do :; done; [ "$1" != -d ] || mkdir -p "$last"',
    "python3": 'for last; do :; done; mkdir -p "$last/bin"; cd "$last/bin"; ln -s /bin/true pip; ln -s pip companion',
}
FULL = """case "$*" in
    "-a "*) for last; do :; done; mkdir "$last"; echo cut >"$last/games.db"; exit 1 ;;
esac
exec /bin/cp "$@"
"""


class Pi:
    """A system below a folder, on which version `one` is installed and has games."""

    def __init__(self, folder: Path) -> None:
        self.root, self.bin = folder / "root", folder / "bin"
        source = self.root / "src" / "systemd"
        source.mkdir(parents=True)
        for file in SCRIPT.parent.iterdir():
            shutil.copy(file, source)
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            (self.root / "src" / name).touch()
        for name in ("companion", "vision", "hardware", "web"):
            (self.root / "src" / name).mkdir()
        self.script = source / "install.sh"
        text = self.script.read_text()
        for path in ("/opt/", "/var/lib/", "/etc/table-companion", "/etc/systemd/", "/usr/local/bin/", "/run/systemd/"):
            text = text.replace(path, f"{self.root}{path}")
        self.script.write_text(text)
        for name in ("opt/table-companion/releases", "etc/systemd/system", "usr/local/bin", "run/systemd/system"):
            (self.root / name).mkdir(parents=True)
        self.bin.mkdir()
        for name, text in STANDS_IN.items():
            self.stands_in(name, text)
        self.log = folder / "log"
        self.data = self.root / "var/lib/table-companion"
        self.data.mkdir(parents=True)
        self.app = self.root / "opt/table-companion"
        self.one = self.app / "releases" / "one"
        self.one.mkdir()
        (self.one / "systemd").mkdir()
        for file in SCRIPT.parent.iterdir():
            shutil.copy(file, self.one / "systemd")
        (self.app / "current").symlink_to(self.one)
        (self.data / "games.db").write_text("games")

    def stands_in(self, name: str, text: str) -> None:
        """Let a program be this one."""
        (self.bin / name).write_text(f"#!/bin/sh\n{text}\n")
        (self.bin / name).chmod(0o755)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the installer."""
        self.log.write_text("")
        path = f"{self.bin}:{os.environ['PATH']}"
        variables = {**os.environ, "PATH": path, "LOG": str(self.log)}
        command = ["sh", str(self.script), "--no-devices", *words]
        return subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=60)

    @property
    def started_last(self) -> bool:
        """Whether the service was started after it was stopped."""
        asked = self.log.read_text()
        return asked.rfind("systemctl restart companion.service") > asked.rfind("systemctl stop")


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    if sys.platform != "linux":
        pytest.skip("it is for a Pi")
    return Pi(tmp_path)


def test_an_upgrade_keeps_a_copy_of_the_games_and_going_back_brings_them_again(pi: Pi) -> None:
    done = pi.run()
    assert done.returncode == 0, done.stderr
    assert (pi.app / "current").resolve() != pi.one
    _, _, after = pi.log.read_text().partition("systemctl stop")
    assert "sync" in after.partition("systemctl restart")[0]  # before it is switched to: the power may go then
    (pi.data / "games.db").write_text("games since")
    done = pi.run("rollback")
    assert done.returncode == 0, done.stderr
    assert (pi.app / "current").resolve() == pi.one
    assert (pi.data / "games.db").read_text() == "games"
    assert [file.read_text() for file in pi.data.parent.glob("*.after-*/games.db")] == ["games since"]


def test_an_upgrade_without_room_for_the_copy_says_so_and_what_was_installed_runs_on(pi: Pi) -> None:
    pi.stands_in("cp", FULL)
    done = pi.run()
    assert (done.returncode, "make room on the disk" in done.stderr) == (1, True)
    assert (pi.app / "current").resolve() == pi.one
    assert [file.name for file in (pi.app / "releases").iterdir()] == ["one"]
    assert [file.name for file in pi.data.parent.iterdir()] == ["table-companion"]
    assert pi.started_last


def test_going_back_without_room_changes_nothing(pi: Pi) -> None:
    assert pi.run().returncode == 0
    two = (pi.app / "current").resolve()
    (pi.data / "games.db").write_text("games since")
    pi.stands_in("cp", FULL)
    done = pi.run("rollback")
    assert (done.returncode, "nothing was changed" in done.stderr) == (1, True)
    assert (pi.app / "current").resolve() == two
    assert (pi.data / "games.db").read_text() == "games since"
    assert sorted(file.name for file in pi.data.parent.iterdir()) == ["table-companion", "table-companion.before"]
    assert pi.started_last


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[page]\nname = "games"  # as in games.local\n\n[room]\nname = "Table 1"\n', "games"),
        ('[room]\nname = "Table 1"\n\n[page]\nport = 80\n', "companion"),
    ],
)
def test_it_names_the_pages_address_and_nothing_that_a_room_calls_the_table(pi: Pi, text: str, name: str) -> None:
    file = pi.root / "etc/table-companion/companion.toml"
    file.parent.mkdir(parents=True)
    file.write_text(text)
    assert f"it runs: open http://{name}.local/ on a phone\n" in pi.run().stdout


def test_where_the_pages_port_is_taken_the_sockets_log_is_shown_that_says_so(pi: Pi) -> None:
    pi.stands_in("systemctl", 'case "$*" in "restart companion.socket") exit 1 ;; esac')
    pi.stands_in(
        "journalctl", 'case "$*" in *"--unit companion.socket"*) echo "0.0.0.0:80: Address already in use" ;; esac'
    )
    done = pi.run()
    assert (done.returncode, "0.0.0.0:80: Address already in use" in done.stdout) == (1, True)
    assert "the version before runs again" in done.stderr
