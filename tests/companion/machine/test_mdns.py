"""The page's name and number in the network: said where phones are, and anew when the address is another one."""

import os
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from zeroconf import EventLoopBlocked, NonUniqueNameException, ServiceInfo, Zeroconf

from companion.machine import mdns
from companion.machine.mdns import LOOPBACK, Announcement, follow, own_address


class NoWayOut(socket.socket):
    """A machine without a router: nothing outside can be reached."""

    def connect(self, address: object) -> None:
        raise OSError(101, "Network is unreachable", address)


def test_in_a_wifi_of_its_own_the_number_is_the_one_that_phones_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", NoWayOut)
    monkeypatch.setattr(mdns.facts, "addresses", lambda: ("10.42.0.1",))
    assert own_address() == "10.42.0.1"
    monkeypatch.setattr(mdns.facts, "addresses", lambda: ())
    assert own_address() == LOOPBACK


@pytest.mark.parametrize(
    ("served_at", "found"),
    [
        ("", "10.42.0.1"),
        ("0.0.0.0", "10.42.0.1"),
        ("127.0.0.1", LOOPBACK),
        ("10.9.0.7", "10.9.0.7"),
        ("a..b", "10.42.0.1"),
        ("*", "10.42.0.1"),
        ("::1", "::1"),
        ("[::1]", "::1"),
        ("::", "::1"),
    ],
)
def test_a_page_at_one_address_alone_is_found_there(
    monkeypatch: pytest.MonkeyPatch, served_at: str, found: str
) -> None:
    monkeypatch.setattr(socket, "socket", NoWayOut)
    monkeypatch.setattr(mdns.facts, "addresses", lambda: ("10.42.0.1",))
    assert own_address(served_at) == found


def test_an_address_of_ipv6_stands_in_brackets() -> None:
    assert Announcement("companion", 8000).by_number("fd00::7") == "http://[fd00::7]:8000/"


def test_an_adapter_that_has_just_gone_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(**_: object) -> None:
        raise RuntimeError("No adapter found for IP address fd00::7")

    monkeypatch.setattr(mdns, "Zeroconf", none)
    announcement = Announcement("companion", 8000)
    announcement.open("fd00::7")
    assert not announcement.announced
    assert "can't be announced (No adapter found for IP address fd00::7): join by number" in caplog.text


def test_at_loopback_nothing_is_announced(caplog: pytest.LogCaptureFixture) -> None:
    for address in ("127.0.0.1", "127.0.0.2", "::1"):
        announcement = Announcement("companion", 8000)
        announcement.open(address)
        assert (announcement.announced, caplog.records) == (False, [])


class Kept(Announcement):
    """It announces to nobody, and remembers where it would."""

    def __init__(self) -> None:
        super().__init__("companion", 80)
        self.at: list[str | None] = []

    def open(self, address: str) -> None:
        self.at.append(address)
        self._announced = address != LOOPBACK

    def close(self) -> None:
        self.at.append(None)


def test_a_machine_that_gets_its_address_late_is_announced_then_and_one_that_gets_another_again() -> None:
    stopped, announcement = threading.Event(), Kept()
    addresses = iter([LOOPBACK, LOOPBACK, "192.168.1.7", "192.168.1.7", "10.42.0.1"])
    told: list[str] = []

    def tell(address: str) -> None:
        told.append(address)
        if address == "10.42.0.1":
            stopped.set()

    named: list[str | None] = []
    follow(
        announcement,
        tell,
        stopped,
        lambda: next(addresses),
        every_s=0.0,
        named=lambda: named.append(announcement.at[-1]),
    )
    assert named == ["192.168.1.7", "10.42.0.1"]
    assert told == [LOOPBACK, "192.168.1.7", "10.42.0.1"]
    assert announcement.at == [LOOPBACK, "192.168.1.7", "10.42.0.1", None]


def test_the_port_is_said_where_it_must_be_typed() -> None:
    usual, other = Announcement("companion", 80), Announcement("companion", 8000)
    assert (usual.by_name, usual.by_number("10.0.0.7")) == ("http://companion.local/", "http://10.0.0.7/")
    assert (other.by_name, other.by_number("10.0.0.7")) == ("http://companion.local:8000/", "http://10.0.0.7:8000/")


def found(name: str, timeout_ms: int) -> ServiceInfo | None:
    """Ask the network, as somebody who has heard of nothing yet."""
    asking = Zeroconf(interfaces=[own_address()])
    try:
        return asking.get_service_info("_http._tcp.local.", f"{name}._http._tcp.local.", timeout=timeout_ms)
    finally:
        asking.close()


def test_the_genuine_name_is_found_at_its_address_until_it_is_taken_back() -> None:
    if own_address() == LOOPBACK:
        pytest.skip("this machine is in no network")
    with ThreadPoolExecutor(
        1
    ) as own:  # zeroconf takes a thread's loop for its own, and a browser's test leaves one here
        own.submit(announced_and_taken_back).result()


def announced_and_taken_back() -> None:
    name = f"companion-test-{os.getpid()}"
    announcement = Announcement(name, 8123)
    announcement.open(own_address())
    there = found(name, 5000)
    assert there is not None
    assert announcement.announced
    assert (there.server, there.port, there.parsed_addresses()) == (f"{name}.local.", 8123, [own_address()])
    announcement.close()
    announcement.close()
    assert not announcement.announced
    assert found(name, 700) is None


def test_where_it_cannot_be_announced_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(**_: object) -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr(mdns, "Zeroconf", refuse)
    announcement = Announcement("companion", 80)
    announcement.open("192.0.2.77")
    announcement.close()
    assert "the name companion.local can't be announced ([Errno 19] No such device)" in caplog.text


def test_where_another_machine_has_the_name_only_the_number_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Taken:
        def register_service(self, _info: ServiceInfo) -> None:
            raise NonUniqueNameException

        def close(self) -> None:
            pass

    monkeypatch.setattr(mdns, "Zeroconf", lambda **_: Taken())
    stopped, announcement = threading.Event(), Announcement("companion", 80)
    told: list[str] = []

    def tell(_address: str) -> None:
        told.append(announcement.by_name)
        if len(told) == 2:
            stopped.set()

    named: list[str] = []
    ours = partial(named.append, announcement.by_name)
    follow(announcement, tell, stopped, lambda: "192.0.2.77", every_s=0.0, named=ours)
    assert told == ["http://companion.local/", ""]
    assert named == []
    assert "companion.local can't be announced (another machine has it): join by number" in caplog.text


@pytest.mark.parametrize("name", ["", "x" * 64, "two\nlines"])
def test_a_name_that_cannot_be_one_is_said_in_the_log_and_ends_nothing(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    announcement = Announcement(name, 80)
    announcement.open("192.0.2.77")
    announcement.close()
    assert f"the name {name}.local can't be announced" in caplog.text


def test_a_name_that_cannot_be_taken_back_in_time_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Blocked:
        def register_service(self, info: ServiceInfo) -> None:
            pass

        def close(self) -> None:
            raise EventLoopBlocked

    monkeypatch.setattr(mdns, "Zeroconf", lambda **_: Blocked())
    announcement = Announcement("companion", 80)
    announcement.open("192.0.2.77")
    announcement.close()
