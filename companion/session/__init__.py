"""The session: the one writer."""

from companion.session.games import Chance
from companion.session.session import Published, Session

__all__ = ["Chance", "Published", "Session"]
