"""The session: the one writer."""

from companion.session.ledger import Chance
from companion.session.session import Published, Session

__all__ = ["Chance", "Published", "Session"]
