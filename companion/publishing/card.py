"""A player's card: the id by which a room knows somebody at every table and under every name, as people read and type
it."""

import re
import secrets

from companion.publishing.pairing import GROUP, LETTERS

LENGTH = 8  # 31 ** 8 is 40 bits: nobody types another's by mistake
# Two groups with what `shown` puts between them, or a digit before a letter; no letter is left out here, for people
# mistake a 1 for an l.
_CODED = re.compile(r"(?=.*-|.*[0-9].*[a-z])[a-z0-9]{4}(?P<gap>[- ]?)[a-z0-9]{4}", re.IGNORECASE)


def new_id() -> str:
    """Return a fresh id."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain(text: str) -> str:
    """Return an id as it was meant, however it was typed, or the end of a card's address; "" for what is none."""
    letters = "".join(one for one in text.strip().rpartition("/")[2].lower() if one.isalnum())
    return letters if len(letters) == LENGTH and all(one in LETTERS for one in letters) else ""


def is_meant(text: str) -> bool:
    """Return whether somebody who wrote this meant an id or a card's address, be it a wrong one, and no name: Mary-Jane
    and Player12 are names."""
    coded = _CODED.fullmatch(text)
    return "/player/" in text or (coded is not None and not (coded["gap"] == "-" and text.istitle()))


def shown(player: str) -> str:
    """Return an id in groups, as people read it."""
    return "-".join(player[start : start + GROUP] for start in range(0, len(player), GROUP))
