"""What can be wrong with a game's header or event; each error's message says what and why."""

from typing import Any

from companion.language.message import Message


class GameError(ValueError):
    """A game can't go on with what it was given; the message says with what and why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class HeaderError(GameError):
    """A header that no game can begin with; `key` names the offending key."""

    def __init__(self, key: str, message: Message) -> None:
        super().__init__(message)
        self.key = key


class RuleError(GameError):
    """An event, right in form, that the rules forbid."""


def refuse(text: str, /, **values: Any) -> RuleError:
    """Return the rule error that says `text`; to be raised by the caller."""
    return RuleError(Message(text, values))
