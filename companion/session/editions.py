"""What is printed on the owner's pieces, and what people here call what has no name: kept for later games; numbers are
scored with in this one, too."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.game import GameError, edition, registry
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import Message, say
from companion.session.table import Kept, Table, standing
from companion.table.evidence import corrections
from companion.table.signals import Reply


def printed(kept: Kept, game: str) -> Mapping[str, Any]:
    """Return what a new header says of the printed numbers: those that the owner confirmed, else those shipped."""
    numbers = kept.setting(f"edition {game}")
    return edition.shipped(game).header if numbers is None else edition.StatedEdition(json.loads(numbers)).header


def enter(table: Table, game: str, filled: dict[str, Any]) -> tuple[Table, Reply]:
    """Keep the numbers for later games of this kind; one that is on the table is scored anew with them."""
    if table.evening is not None and table.evening.match.game.name == game:
        return confirm(table, filled)
    numbers = _judged(game, filled)
    if isinstance(numbers, Reply):
        return table, numbers
    return _kept(table, game, numbers, filled), Reply(True, say("What is printed on the pieces is kept"))


def confirm(table: Table, filled: dict[str, Any]) -> tuple[Table, Reply]:
    """Take the numbers that stand on the owner's pieces: for this game, scored anew, and for later ones."""
    evening, now = table.playing, table.now
    game = evening.match.game
    numbers = _judged(game.name, filled)
    if isinstance(numbers, Reply):
        return table, numbers
    header = {key: value for key, value in evening.match.lines[0].items() if key != "provisional"}
    header |= {"edition": numbers} if numbers else {}
    try:
        match = Match.begin(Line(1, header))
        for number, line in enumerate(evening.match.lines[1:], 1):
            match = corrections.played_again(match, number, line)
    except (GameError, RecordError) as error:
        return table, Reply(False, error.message)
    changed = replace(evening, match=match, undone=(), rewrites=(), recorded=table.number + 1)
    table = _kept(table, game.name, numbers, filled).with_evening(changed)
    table = table.keep(lambda store: store.rewrite(evening.game_id, now, 0, header), standing(evening.game_id, match))
    difference = table.difference(evening.match, match)
    told = say("{what}: {difference}", what=say("What is printed on the pieces is kept"), difference=difference)
    return table.say(told), Reply(True, difference)


def confirmed_since(table: Table) -> Table:
    """Return the table with the numbers that were confirmed while its game lay aside; where they can't be, it goes on
    as it was begun."""
    evening = table.playing
    filled = table.kept.setting(filled_of(evening.match.game.name))
    if filled is None or evening.match.over or not evening.match.lines[0].get("provisional"):
        return table
    try:
        return confirm(table, json.loads(filled))[0]
    except Exception:  # kept by another version, which asked otherwise: the game's own code
        return table


def _judged(game: str, filled: Mapping[str, Any]) -> dict[str, Any] | Reply:
    """Return the edition that was filled in, or why it can't be one."""
    try:
        numbers, sure = edition.answered(game, filled)
        doubts = edition.doubts(game, numbers, registry.find(game).title)
    except GameError as error:
        return Reply(False, error.message)
    except edition.EditionError as error:
        return Reply(False, error.message)
    return Reply(False, doubts[0]) if doubts and not sure else numbers


def _kept(table: Table, game: str, numbers: Mapping[str, Any], filled: Mapping[str, Any]) -> Table:
    """Keep the numbers, and how they were filled in, to be shown again."""
    name, text = filled_of(game), json.dumps({key: value for key, value in filled.items() if key != "do"})
    table = table.set(f"edition {game}", json.dumps(numbers)).set(name, text)
    names = called(lambda other: text if other == name else table.kept.setting(other))
    return replace(table, called=names)


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
    except Exception:  # kept by another version: its rule for names was another, or the game's own code fails
        return {}
