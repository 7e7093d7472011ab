"""Bidirectional isolation (UAX #9): what is written from the right, as a Hebrew or an Arabic name, turns nothing that
stands beside it. Without it a browser shows “שלמה 3 → 15” with the numbers the other way round, and two such names in a
list the last one first."""

import re

_FROM_THE_RIGHT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
_ISOLATE, _END = "\u2068", "\u2069"
_RUN = rf"[{_FROM_THE_RIGHT}](?:[ .'’\-]*[{_FROM_THE_RIGHT}])*"
_FOUND = re.compile(rf"<[^>]*>|{_ISOLATE}[^{_END}]*{_END}|(?P<run>{_RUN})")
_ANY = re.compile(f"[{_FROM_THE_RIGHT}]")


def isolated(text: str) -> str:
    """Return a text, or HTML, with everything isolated in it that is written from the right; tags stay as they are."""
    if _ANY.search(text) is None:
        return text
    return _FOUND.sub(lambda found: f"{_ISOLATE}{found[0]}{_END}" if found["run"] else found[0], text)
