"""A real Mosquitto in a folder of its own, at a free port. Where it is not installed, its tests say that they are
skipped; `tests/system_packages.sh` installs it on Debian as root."""

import shutil
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.ports import free_port

BINARY = shutil.which("mosquitto") or next((one for one in ("/usr/sbin/mosquitto",) if Path(one).exists()), None)
needed = pytest.mark.skipif(BINARY is None, reason="Mosquitto is not installed: apt-get install mosquitto")


class Mosquitto:
    """See the module. `persistent`: what it has kept is there again after a restart. `within` begins its command, which
    may lead into a network of its own, where it listens at every address."""

    def __init__(self, folder: Path, *lines: str, persistent: bool = False, within: Sequence[str] = ()) -> None:
        self.port, self._within = free_port(), within
        host = "0.0.0.0" if within else "127.0.0.1"
        self.file = folder / "mosquitto.conf"
        folder.chmod(0o777)
        kept = ["persistence true", f"persistence_location {folder}/", "autosave_interval 1"] if persistent else []
        anonymous = [] if any("allow_anonymous" in line for line in lines) else ["allow_anonymous true"]
        self.file.write_text("\n".join([f"listener {self.port} {host}", *anonymous, "user root", *kept, *lines, ""]))
        self._running: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        assert BINARY is not None
        self._running = subprocess.Popen(
            [*self._within, BINARY, "-c", str(self.file)], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        assert self._running.stderr is not None
        said = []
        for line in self._running.stderr:
            said.append(line)
            if line.rstrip().endswith("running"):
                self._reader = threading.Thread(target=self._running.stderr.read, daemon=True)
                self._reader.start()  # or the broker waits for somebody who reads
                return
        raise AssertionError("".join(said))

    @property
    def pid(self) -> int:
        """The process."""
        assert self._running is not None
        return self._running.pid

    def kill(self) -> None:
        """End it as a power cut does."""
        if self._running is not None:
            self._running.kill()
            self._running.wait()
            self._reader.join()
            if self._running.stderr is not None:
                self._running.stderr.close()
            self._running = None
