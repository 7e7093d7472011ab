"""Says on the local network where the page is: NAME.local by mDNS, and the address by number."""

import logging
import socket

from zeroconf import NonUniqueNameException, ServiceInfo, Zeroconf

log = logging.getLogger("companion")


def own_address() -> str:
    """Return this machine's address in the network that phones are in; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # a documentation address (RFC 5737): connecting a datagram socket sends nothing
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class Announcement:
    """NAME.local for as long as it is open. Without a network it says so in the log and the page stays reachable by
    number."""

    def __init__(self, name: str, address: str, port: int) -> None:
        self._name, self._address, self._port = name, address, port
        self._zeroconf: Zeroconf | None = None

    @property
    def url(self) -> str:
        """The page's address by name."""
        return f"http://{self._name}.local/" if self._port == 80 else f"http://{self._name}.local:{self._port}/"

    def open(self) -> None:
        """Announce the name."""
        info = ServiceInfo(
            "_http._tcp.local.",
            f"{self._name}._http._tcp.local.",
            addresses=[socket.inet_aton(self._address)],
            port=self._port,
            server=f"{self._name}.local.",
        )
        try:
            self._zeroconf = Zeroconf(interfaces=[self._address])
            self._zeroconf.register_service(info)
        except (OSError, NonUniqueNameException) as error:
            why = str(error) or "it is taken"
            log.warning("the name %s.local can't be announced (%s): join by number", self._name, why)

    def close(self) -> None:
        """Take the name back."""
        if self._zeroconf is not None:
            self._zeroconf.close()
            self._zeroconf = None
