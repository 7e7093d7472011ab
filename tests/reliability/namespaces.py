"""Network namespaces: a broker's, and one for each who speaks to it, so that packets themselves get lost, in one
direction or both, and nobody is told (Linux, as root, with `ip` and `iptables`)."""

import ctypes
import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from itertools import count
from random import Random
from typing import TypeVar

T = TypeVar("T")
_CLONE_NEWNET = 0x40000000  # sched.h
_numbers = count()


def why_not() -> str:
    """Return why there can be no namespaces here; "" where there can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "this is not root"
    if not (shutil.which("ip") and shutil.which("iptables")):
        return "ip and iptables are not installed (apt-get install iproute2 iptables)"
    name = f"tc-{os.getpid()}-tried"
    try:
        _run("ip", "netns", "add", name)
        try:
            _run("ip", "netns", "exec", name, "iptables", "-A", "INPUT", "-i", "wire", "-j", "DROP")
        finally:
            _run("ip", "netns", "del", name)
    except subprocess.CalledProcessError as error:
        return str(error.stderr).strip() or str(error)
    return ""


class Branch:
    """One who speaks to the broker: a namespace with one wire to the broker's."""

    def __init__(self, hub: str, name: str, number: int) -> None:
        self._name = name
        self.host = f"10.213.{number}.1"  # the broker, seen from here
        _run("ip", "netns", "add", name)
        _run("ip", "link", "add", f"h{number}", "netns", hub, "type", "veth", "peer", "name", "wire", "netns", name)
        for where, wire, address in ((hub, f"h{number}", self.host), (name, "wire", f"10.213.{number}.2")):
            _run("ip", "-n", where, "address", "add", f"{address}/24", "dev", wire)
            _run("ip", "-n", where, "link", "set", wire, "up")
        _run("ip", "-n", name, "link", "set", "lo", "up")

    @property
    def command(self) -> list[str]:
        """What begins a command that is to run in here."""
        return ["ip", "netns", "exec", self._name]

    def here(self, do: Callable[[], T]) -> Callable[[], T]:
        """Return what does this in here, in a thread that does nothing else."""

        def done() -> T:
            handle = os.open(f"/run/netns/{self._name}", os.O_RDONLY)
            try:
                if ctypes.CDLL(None, use_errno=True).setns(handle, _CLONE_NEWNET) != 0:
                    raise OSError(ctypes.get_errno(), "setns", self._name)
            finally:
                os.close(handle)
            return do()

        return done

    def asked(self, do: Callable[[], T]) -> T:
        """Do something in here and return what came of it."""
        found: list[T] = []
        failed: list[OSError] = []
        work = self.here(do)

        def tried() -> None:
            try:
                found.append(work())
            except OSError as error:
                failed.append(error)

        thread = threading.Thread(target=tried)
        thread.start()
        thread.join()
        if failed:
            raise failed[0]
        return found[0]

    def part(self, rng: Random, play: Callable[[float], None], longest_s: float) -> None:
        """Lose all packets for a while, during which they play on."""
        self._lose(["INPUT", "OUTPUT"], rng, play, longest_s)

    def swallow(self, rng: Random, play: Callable[[float], None], longest_s: float) -> None:
        """Lose the packets of one direction for a while, during which they play on."""
        self._lose([rng.choice(["INPUT", "OUTPUT"])], rng, play, longest_s)

    def _lose(self, chains: list[str], rng: Random, play: Callable[[float], None], longest_s: float) -> None:
        rules = [[chain, "-i" if chain == "INPUT" else "-o", "wire", "-j", "DROP"] for chain in chains]
        for rule in rules:
            _run(*self.command, "iptables", "-A", *rule)
        play(rng.uniform(0.1, longest_s))
        for rule in rules:
            _run(*self.command, "iptables", "-D", *rule)

    def close(self) -> None:
        """Remove it, with its wire."""
        _run("ip", "netns", "del", self._name)


class Network:
    """A broker's namespace with so many branches."""

    def __init__(self, branches: int) -> None:
        name = f"tc-{os.getpid()}-{next(_numbers)}"
        self._hub = f"{name}-hub"
        _run("ip", "netns", "add", self._hub)
        self.branches = [Branch(self._hub, f"{name}-{number}", number) for number in range(branches)]

    @property
    def command(self) -> list[str]:
        """What begins a command that is to run where the broker is."""
        return ["ip", "netns", "exec", self._hub]

    def close(self) -> None:
        """Remove all of it."""
        for branch in self.branches:
            branch.close()
        _run("ip", "netns", "del", self._hub)


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True, text=True)
