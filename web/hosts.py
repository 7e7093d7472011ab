"""The Host header: under which names this page is served, so that no foreign name can be led to it (DNS rebinding).

An address by number is nobody's name, so it is always served; of names only our own are. Where a request comes from
says nothing: behind a container, a proxy or a tunnel everybody is at the loopback address.
"""

import re
from collections.abc import Callable, Collection, Iterable
from ipaddress import ip_address

from flask import Response, request

from web.context import Served

_ALWAYS = "localhost"
_NAME_AND_PORT = re.compile(r"(\[[^\]]*\]|[^:\[\]]*)(?::[0-9]*)?")  # [::1]:8000
_MISDIRECTED = 421  # RFC 9110, 15.5.20


def is_served(host: str | None, names: Collection[str]) -> bool:
    """Return whether a Host header's value is served: an address by number, localhost, or one of `names`, which are
    in lower case. The port is not looked at: a tunnel or a container may have another one."""
    name = _without_port(host or "").rstrip(".").lower()
    return name == _ALWAYS or name in names or _is_number(name.strip("[]"))


def is_loopback(host: str) -> bool:
    """Return whether an address leads to nobody but the computer that asks: the loopback one, by number or name."""
    name = _without_port(host).strip("[]").lower()
    return name == _ALWAYS or (_is_number(name) and ip_address(name.partition("%")[0]).is_loopback)


def served_names(names: Iterable[str]) -> frozenset[str]:
    """Return names as `is_served` compares them."""
    return frozenset(name.strip().rstrip(".").lower() for name in names if name.strip())


def only_under(names: Collection[str], page: Served) -> Callable[[], Response | None]:
    """Return what answers a request under a foreign name, before any view sees it: where the page is instead."""

    def check() -> Response | None:
        if is_served(request.environ.get("HTTP_HOST"), names):
            return None
        response = page.page("elsewhere.html", addresses=page.addresses())
        response.status_code = _MISDIRECTED
        return response

    return check


def _without_port(host: str) -> str:
    """Return the name; "" where what follows it is no port."""
    found = _NAME_AND_PORT.fullmatch(host)
    return found[1] if found else ""


def _is_number(name: str) -> bool:
    try:
        ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
