"""What the people here call things that a rulebook leaves without a name: kept as the owner entered it once."""

import json
from collections.abc import Callable, Mapping

from companion.game import RuleError, registry
from companion.language.message import Message


def filled_of(game: str) -> str:
    """Return the name of the setting that says how a game's questions were filled in."""
    return f"numbers {game}"


def called(setting: Callable[[str], str | None]) -> dict[str, Message]:
    """Return what is said otherwise here, in every game, by its English text."""
    found: dict[str, Message] = {}
    for game in registry.names():
        filled = json.loads(setting(filled_of(game)) or "{}")
        found |= _of(game, filled)
    return found


def _of(game: str, filled: Mapping[str, object]) -> Mapping[str, Message]:
    try:
        return registry.find(game).own_words(filled)
    except RuleError:  # kept by another version: its rule for names was another
        return {}
