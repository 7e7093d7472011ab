"""Which device is asking: a random token in a cookie that only this server reads, and who may post at all."""

import secrets
from urllib.parse import urlsplit

from flask import Request, Response

COOKIE = "device"
_FOR_A_YEAR_S = 365 * 24 * 3600
_LENGTH = 43  # token_urlsafe(32)


def token(request: Request) -> str | None:
    """Return the device's token, or None for a device that was never here (or sends nonsense)."""
    return _sound(request.cookies.get(COOKIE, ""))


def token_in(cookie: str) -> str | None:
    """Return the device's token in a Cookie header, as `token` does, before there is a request."""
    pairs = (pair.strip().partition("=") for pair in cookie.split(";"))
    return _sound(next((value for name, _, value in pairs if name == COOKIE), ""))


def _sound(given: str) -> str | None:
    return given if len(given) == _LENGTH and given.isascii() else None


def new_token() -> str:
    """Return a fresh token; nobody can guess another's."""
    return secrets.token_urlsafe(32)


def remember(response: Response, device: str) -> None:
    """Give the device its token. Not `Secure`: at the table the page is plain http."""
    response.set_cookie(COOKIE, device, max_age=_FOR_A_YEAR_S, httponly=True, samesite="Lax")


def from_our_page(request: Request) -> bool:
    """Return whether a POST comes from a page of ours: JSON (a foreign form can't send it) and of the same origin."""
    return request.mimetype == "application/json" and same_origin(request)


def same_origin(request: Request) -> bool:
    """Return whether a request comes from a page of ours, as far as the browser says where it comes from."""
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == request.host
    except ValueError:  # "http://[" is no address
        return False
