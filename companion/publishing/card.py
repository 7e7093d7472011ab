"""A player's card: the id by which a room knows somebody at every table and under every name, as people read and type
it."""

import secrets

from companion.publishing.pairing import GROUP, LETTERS

LENGTH = 8  # 31 ** 8 is 40 bits: nobody types another's by mistake


def new_id() -> str:
    """Return a fresh id."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def plain(text: str) -> str:
    """Return an id as it was meant, however it was typed, or the end of a card's address; "" for what is none."""
    letters = "".join(one for one in text.strip().rpartition("/")[2].lower() if one.isalnum())
    return letters if len(letters) == LENGTH and all(one in LETTERS for one in letters) else ""


def shown(player: str) -> str:
    """Return an id in groups, as people read it."""
    return "-".join(player[start : start + GROUP] for start in range(0, len(player), GROUP))
