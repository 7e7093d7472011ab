"""The printed practice set on the page: taught by one tap, to try the camera with, and forgotten before one's own
pieces are taught, for both have the same names."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from companion.camera.aside import Aside, OneByOne
from companion.game import registry
from companion.language.message import Message, because, say
from companion.table.signals import PLAYED, Reply
from companion.teaching import evening_set
from companion.teaching.lessons import drawn
from companion.teaching.shelf import Shelf
from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Exemplar, FacesError

Draw = Callable[[str], Sequence[Exemplar]]
"""Draws the pictures of a game's practice set; that takes a minute."""


class PracticeTeaching:
    """See the module. Where nobody draws, nothing is offered."""

    def __init__(self, shelf: Shelf, draw: Draw | None, aside: Aside | None = None) -> None:
        self._shelf, self._draw = shelf, draw
        self._own = OneByOne("practice", "the practice set could not be taught")
        self._aside = aside or self._own
        self._drawing: set[str] = set()
        self._failed: dict[str, Message] = {}

    def close(self) -> bool:
        """Draw nothing more; return whether what was being drawn has ended."""
        return self._own.close()

    def of(self, game: str, known: Faces | None) -> str:
        """Return how it stands with a game's practice set: "offered", "drawn" (just now), "taught", or "" where it is
        no matter. `known` is what is taught, None where that can't be read."""
        if game in self._drawing:
            return "drawn"
        if known is None:
            return ""
        if drawn(known):
            return "taught"
        offered = self._draw is not None and not known.examples and registry.manifest(game).art is not None
        return "offered" if offered else ""

    def why_not(self, game: str) -> Message | None:
        """Return why a game's practice set could not be taught when it was asked for last; None where it was, or was
        not asked for."""
        return self._failed.get(game)

    def teach(self, game: str) -> Reply:
        """Begin to teach a game's practice set."""
        said = say("The practice set is drawn and taught: that takes a minute")
        if game not in registry.names() or self._draw is None:
            return Reply(False, say("There is no practice set of this game to be taught here"))
        try:
            how = self.of(game, piece_sets.load_or_new(self._shelf.folder_of(game)))
        except FacesError as error:
            return Reply(False, because(error))
        if how == "offered":
            self._drawing.add(game)
            self._failed.pop(game, None)
            self._aside(partial(self._taught, game, self._draw))
        elif how != "drawn":
            return Reply(False, say("Pieces of this game are taught already"))
        return Reply(True, said)

    def _taught(self, game: str, draw: Draw) -> None:
        try:
            taught = draw(game)
            with self._shelf.alone():
                known = piece_sets.load_or_new(self._shelf.folder_of(game))
                if not known.examples:  # whoever taught something meanwhile wants that alone
                    piece_sets.add(known, taught, complete=True)
            self._shelf.changed(game)
        except FacesError as error:
            self._failed[game] = because(error)
            raise
        except Exception:
            self._failed[game] = say("The practice set could not be taught: try it again, or look into the log")
            raise
        finally:
            self._drawing.discard(game)

    def forget(self, game: str) -> Reply:
        """Take a game's practice set out of what is taught, with what play taught beside it: it shows practice pieces,
        which have the names of one's own. What was taught of these otherwise stays."""
        if game not in registry.names():
            return Reply(False, say("No game is called “{game}”", game=game))
        try:
            with self._shelf.alone():
                known = piece_sets.load_or_new(self._shelf.folder_of(game))
                evening_set.drop(known.folder)
                piece_sets.without(replace(known, complete=False), [*drawn(known), *_played(known)])
        except FacesError as error:
            return Reply(False, because(error))
        self._shelf.changed(game)
        return Reply(True, say("The practice set is forgotten: now teach your own pieces"))


def _played(known: Faces) -> list[Exemplar]:
    """Return what play taught while the practice set was there."""
    return [one for one in known.examples if one.picture.startswith(PLAYED)] if drawn(known) else []
