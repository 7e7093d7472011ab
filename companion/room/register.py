"""The register: who plays in this room, by an id that follows them from table to table, whatever they are called."""

from collections.abc import Mapping

from companion.language.message import Message, say
from companion.publishing import card
from companion.room.book import Book
from companion.room.ranking import Names, spelt

MOST = 5000


class RegisterError(ValueError):
    """Nobody can be entered, or called, like this; the message says why and what to do."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


class Register:
    """See the module: what the book keeps, in memory. `called` are everybody's names by id, what they are called now
    first; no two are called the same now."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.know()

    def know(self) -> None:
        """Read what the book keeps."""
        self.called: Names = self._book.players()

    @property
    def names(self) -> Mapping[str, str]:
        """What everybody is called now, by id."""
        return {player: names[0] for player, names in self.called.items()}

    def enter(self, name: str, at: str) -> str:
        """Enter somebody and return their id."""
        self._check(name)
        if len(self.called) >= MOST:
            raise RegisterError(say("There is no room for more players here"))
        player = card.new_id()
        while player in self.called:
            player = card.new_id()
        self._call(player, name, at)
        return player

    def rename(self, player: str, name: str, at: str) -> None:
        """Call somebody otherwise; the id stays, and the names so far are theirs as before."""
        if player not in self.called:
            raise RegisterError(say("This is not there any more"))
        self._check(name, player)
        self._call(player, name, at)

    def is_shared(self, player: str) -> bool:
        """Whether somebody else was called as this player is now: that name alone tells of neither."""
        name = spelt(self.names[player])
        return any(name in map(spelt, names) for other, names in self.called.items() if other != player)

    def _call(self, player: str, name: str, at: str) -> None:
        self._book.call_player(player, name, at)
        self.called = {**self.called, player: (name, *self.called.get(player, ()))}

    def _check(self, name: str, own: str = "") -> None:
        if not name:
            raise RegisterError(say("Write your name first"))
        if any(spelt(other) == spelt(name) for player, other in self.names.items() if player != own):
            raise RegisterError(
                say("There is {name} here already: if that is you, open your own card, else add a letter", name=name)
            )
