"""What the page is handed for the host's chores. It runs in the page's threads, beside the session and never in it."""

from collections.abc import Callable, Mapping
from typing import Any

from companion import games
from companion.languages import translator
from companion.message import Message, say, words
from companion.shelf import Shelf
from companion.signals import Reply
from companion.upkeep import chores
from companion.upkeep.chores import Chore, DeclareSet, RemoveFace, RenameFace
from companion.upkeep.eye import Eye
from companion.upkeep.sets import Sets
from companion.upkeep.trial import Trial
from hardware.errors import HardwareError

NO_CAMERA = say("There is no camera")


class Upkeep:
    """See the module. `watch` is None where nothing looks; `teaches` says whether corrections teach."""

    def __init__(self, shelf: Shelf, watch: Eye | None, teaches: Callable[[], bool] = lambda: True) -> None:
        self.teaches = teaches
        self._watch = watch
        self._sets = Sets(shelf)
        self._trial = Trial(shelf)
        self.names = chores.NAMES
        if watch is not None:
            shelf.changed = watch.relearn

    def do(self, request: Mapping[str, Any]) -> Reply:
        """Do a chore; a RequestError says what can't be understood."""
        return self._done(chores.parse(request))

    def _done(self, chore: Chore) -> Reply:
        match chore:
            case RenameFace():
                return self._sets.rename(chore)
            case RemoveFace():
                return self._sets.remove(chore)
            case DeclareSet():
                return self._sets.declare(chore)

    # ---- the taught sets

    def sets(self) -> list[Mapping[str, Any]]:
        """See `Sets.all`."""
        return self._sets.all()

    def pieces(self, game: str) -> Mapping[str, Any] | None:
        """See `Sets.one`."""
        return self._sets.one(game)

    def piece_picture(self, game: str, file: str) -> bytes | None:
        """See `Sets.picture`."""
        return self._sets.picture(game, file)

    def export(self, game: str) -> bytes | None:
        """See `Sets.export`."""
        return self._sets.export(game)

    def take_in(self, game: str, data: bytes, language: str) -> tuple[bool, str]:
        """See `Sets.take_in`; return whether it was done, and what to say."""
        reply = self._sets.take_in(game, data)
        return reply.ok, words(reply.text, translator(language)) if reply.text is not None else ""

    def trial(self, game: str, language: str) -> Mapping[str, Any] | None:
        """See `Trial.of`; None where no such game is."""
        if game not in games.names():
            return None
        translate = translator(language)
        if self._watch is None:
            return {"why": words(NO_CAMERA, translate)}
        try:
            picture = self._watch.viewfinder.picture()
        except HardwareError as error:
            return {"why": words(Message("{error}", {"error": str(error)}), translate)}
        return self._trial.of(game, picture, self._watch.lens, translate)
