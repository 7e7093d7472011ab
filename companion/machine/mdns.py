"""Says on the local network where the page is: NAME.local by mDNS, and the address by number. A Pi starts before its
Wi-Fi has given it an address, and may be given another one later: then both are said anew."""

import ipaddress
import logging
import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from zeroconf import Error, NonUniqueNameException, ServiceInfo, Zeroconf

from companion.machine import facts

log = logging.getLogger("companion")
LOOPBACK, LOOPBACK_6 = "127.0.0.1", "::1"
LOOK_EVERY_S = 5.0
EVERYWHERE = ("", "*", "0.0.0.0")  # served at all addresses of this machine …
EVERYWHERE_6 = "::"  # … and at all that IPv6 gives it
ENDED_S = 3.0  # the name is taken back in this time, or the network forgets it by itself


def own_address(served_at: str = "") -> str:
    """Return this machine's address in the network that phones are in; nothing is sent to find it. Where no way leads
    out, as in a Wi-Fi of its own, it is the first that there is; without a network LOOPBACK. A page that is served at
    one address alone is found there and nowhere else."""
    where = served_at.strip("[]")
    if where == EVERYWHERE_6:
        return _own_address_6()
    if where not in EVERYWHERE:
        with suppress(OSError, UnicodeError):
            return str(socket.getaddrinfo(where, None, type=socket.SOCK_STREAM)[0][4][0])
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # a documentation address (RFC 5737): connecting a datagram socket sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return next(iter(facts.addresses()), LOOPBACK)


def _own_address_6() -> str:
    with suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
        probe.connect(("2001:db8::1", 9))  # a documentation address, too (RFC 3849)
        return str(probe.getsockname()[0])
    return LOOPBACK_6


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's to itself, which no phone reaches."""
    return ipaddress.ip_address(address.partition("%")[0]).is_loopback


class Announcement:
    """NAME.local, at one address at a time. Where that can't be it says so in the log, and the page stays reachable by
    number."""

    def __init__(self, name: str, port: int) -> None:
        self._name, self._port = name, port
        self._zeroconf: Zeroconf | None = None
        self._taken = self._announced = False

    @property
    def by_name(self) -> str:
        """The page's address by name; empty where another machine in this network has the name."""
        return "" if self._taken else self._url(f"{self._name}.local")

    @property
    def announced(self) -> bool:
        """Whether the network knows the name, and as this machine's."""
        return self._announced

    def by_number(self, address: str) -> str:
        """Return the page's address by number."""
        return self._url(address)

    def _url(self, host: str) -> str:
        named = f"[{host}]" if ":" in host else host
        return f"http://{named}/" if self._port == 80 else f"http://{named}:{self._port}/"

    def open(self, address: str) -> None:
        """Announce the name at this address, and at no other any more; at loopback there is nobody to tell."""
        self.close()
        self._taken = False
        if is_loopback(address):
            return
        try:
            info = ServiceInfo(
                "_http._tcp.local.",
                f"{self._name}._http._tcp.local.",
                addresses=[ipaddress.ip_address(address).packed],
                port=self._port,
                server=f"{self._name}.local.",
            )
            self._zeroconf = Zeroconf(interfaces=[address])
            self._zeroconf.register_service(info)
            self._announced = True
        except (OSError, ValueError, RuntimeError, Error) as error:  # an adapter may just have gone
            self._taken = isinstance(error, NonUniqueNameException)
            why = str(error) or "another machine has it"
            log.warning("the name %s.local can't be announced (%s): join by number", self._name, why)

    def close(self) -> None:
        """Take the name back."""
        self._announced = False
        if self._zeroconf is not None:
            with suppress(OSError, Error):  # its network may be gone
                self._zeroconf.close()
            self._zeroconf = None


def follow(
    announcement: Announcement,
    tell: Callable[[str], None],
    stopped: threading.Event,
    find: Callable[[], str] = own_address,
    every_s: float = LOOK_EVERY_S,
    named: Callable[[], None] = lambda: None,
) -> None:
    """Until `stopped`, announce the name at this machine's address and tell it, at first and whenever it is another
    one; then take the name back. `named` is called whenever the network has heard the name."""
    known = None
    while not stopped.is_set():
        address = find()
        if address != known:
            known = address
            tell(address)
            shown = announcement.by_name
            announcement.open(address)
            if announcement.by_name != shown:  # another machine has the name: only the number leads here
                tell(address)
            if announcement.announced:
                named()
        stopped.wait(every_s)
    announcement.close()
