"""Portraits: a face for each player, drawn of three letters (hat, eyes, mouth) in one of eight colours; who chose none
has one by the name."""

from hashlib import sha256
from itertools import product

COLOURS = ("#d9534f", "#e69f00", "#c9b21a", "#4f9d4f", "#2a9d9d", "#3f7fd0", "#7d5fc0", "#d45ba0")
OFFERED = 12
_HATS = (
    '<path d="M14 24c4-9 32-9 36 0-8-5-28-5-36 0z" fill="#5b3a1e"/>',
    '<path d="M10 22c6-14 38-14 44 0-6 4-38 4-44 0z" fill="#1b2b4a"/><path d="M27 10h10v5H27z" fill="#f3d36b"/>',
    '<path d="M13 25C14 9 50 9 51 25c-10-5-28-5-38 0zM50 24l9 5-8 3z" fill="#b3312c"/>',
    '<path d="M14 25C14 8 50 8 50 25z" fill="#35607a"/><circle cx="32" cy="8" r="4" fill="#f5f1e8"/>',
    '<path d="M5 24c10 6 44 6 54 0-4-2-10-3-12-3-2-15-28-15-30 0-2 0-8 1-12 3z" fill="#e3c77a"/>',
)
_EYES = (
    '<circle cx="24" cy="32" r="3"/><circle cx="40" cy="32" r="3"/>',
    '<g fill="none" stroke="#1b232d" stroke-width="2.2"><circle cx="24" cy="32" r="5.5"/>'
    '<circle cx="40" cy="32" r="5.5"/>'
    '<path d="M29.5 32h5"/></g><circle cx="24" cy="32" r="1.8"/><circle cx="40" cy="32" r="1.8"/>',
    '<circle cx="24" cy="32" r="3"/><path d="M34 28h12v6c0 5-12 5-12 0zM13 24l22 5"/><path d="M13 23l34 7" fill="none" '
    'stroke="#1b232d" stroke-width="2"/>',
    '<path d="M20 33c2-4 6-4 8 0" fill="none" stroke="#1b232d" stroke-width="2.6" stroke-linecap="round"/>'
    '<circle cx="40" cy="32" r="3"/>',
    '<circle cx="24" cy="32" r="4.5" fill="#fff" stroke="#1b232d"/><circle cx="40" cy="32" r="4.5" fill="#fff" '
    'stroke="#1b232d"/><circle cx="25" cy="33" r="2"/><circle cx="41" cy="33" r="2"/>',
)
_MOUTHS = (
    '<path d="M23 43c4 6 14 6 18 0" fill="none" stroke="#1b232d" stroke-width="2.6" stroke-linecap="round"/>',
    '<path d="M22 42h20c-1 10-19 10-20 0z" fill="#fff" stroke="#1b232d" stroke-width="2"/>',
    '<circle cx="32" cy="45" r="4"/>',
    '<path d="M32 42c-4-3-10-2-13 3 5 2 10 1 13-1 3 2 8 3 13 1-3-5-9-6-13-3z" fill="#5b3a1e"/>',
    '<path d="M14 40c1 24 35 24 36 0-6 4-8 2-12 1-3-1-9-1-12 0-4 1-6 3-12-1z" fill="#8a5a2b"/>'
    '<path d="M27 46c3 2 7 2 10 0" fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round"/>',
)
FACES = tuple("".join(face) for face in product("01234", repeat=3))
"""Each face that can be drawn, as its three letters."""


def by_name(name: str) -> tuple[str, str]:
    """Return the face and the colour of somebody who chose none: the same whenever the name is asked for."""
    drawn = int.from_bytes(sha256(name.encode()).digest()[:4], "big")
    return FACES[drawn % len(FACES)], COLOURS[drawn // len(FACES) % len(COLOURS)]


def some(name: str, chosen: str) -> tuple[str, ...]:
    """Return faces to choose from, that by the name first and the chosen one among them, always in the same order."""
    first = FACES.index(by_name(name)[0])
    offered = tuple(FACES[(first + 31 * step) % len(FACES)] for step in range(OFFERED))
    return offered if chosen in offered else (*offered, chosen)


def svg(face: str, colour: str) -> str:
    """Return a face as an SVG picture."""
    hat, eyes, mouth = (int(letter) for letter in face)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="128" height="128">'
        f'<circle cx="32" cy="32" r="32" fill="{colour}"/><circle cx="32" cy="36" r="20" fill="#fbe9cf"/>'
        f"{_HATS[hat]}{_MOUTHS[mouth]}{_EYES[eyes]}</svg>"
    )
