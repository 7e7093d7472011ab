"""What a face is called: the name that somebody typed, as it is kept, and whether its game knows it."""

import unicodedata
from collections.abc import Iterable

from companion.game import edition, registry
from companion.game.match import Match
from companion.game.record import Line
from companion.language.message import Message, say
from companion.teaching.shelf import LONGEST_NAME


def labels_of(game: str) -> tuple[str, ...]:
    """Return what the game says can lie on its table; nothing where its edition can't be read."""
    found = registry.find(game)
    players = ["A", "B", "C", "D", "E", "F"][: found.players.start]
    try:
        header = edition.shipped(game).header
    except edition.EditionError:
        return ()
    match = Match.begin(Line(1, {"record": 1, "game": game, "players": players, **header}))
    return tuple(found.labels(match.state))


def known_to(game: str) -> tuple[str, ...]:
    """Return all names that a game knows: of what can lie on its table, and of what its teach walk asks for, which may
    be more than few players have."""
    walked = registry.walking(game).LABELS if game in registry.taught_by_walk() else ()
    return tuple(dict.fromkeys((*walked, *labels_of(game))))


def tidied(name: str, known: Iterable[str]) -> str:
    """Return a name as it is kept: without what can't be seen, one blank between its words, and where only capitals and
    small letters tell it from one that is known, spelled as that one, the first of several."""
    seen = "".join(sign for sign in name if sign.isspace() or not unicodedata.category(sign).startswith("C"))
    tidy = " ".join(seen.split())
    alike = [label for label in known if label.casefold() == tidy.casefold()]
    return tidy if tidy in alike else next(iter(alike), tidy)


def refused(name: str) -> Message | None:
    """Return why no face can have that name, None where one can."""
    if not name:
        return say("A face's name must not be empty")
    if len(name) > LONGEST_NAME:
        return say("A face's name must not be longer than 60 characters")
    return None


def unknown(game: str, name: str) -> Message:
    """Return the question whether a face shall have a name that its game does not know."""
    title = registry.find(game).title
    return say("{game} knows no “{label}”. Call it so all the same?", game=title, label=name)
