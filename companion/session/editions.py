"""What is printed on the owner's pieces: kept for later games; numbers are scored with in this one, too."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.game import GameError, edition, registry
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import say
from companion.session import own_names
from companion.session.ledger import Ledger
from companion.table.evening import Evening
from companion.table.evidence import corrections
from companion.table.signals import Reply


def printed(ledger: Ledger, game: str) -> Mapping[str, Any]:
    """Return what a new header says of the printed numbers: those that the owner confirmed, else those shipped."""
    kept = ledger.store.setting(f"edition {game}")
    return edition.shipped(game).header if kept is None else edition.StatedEdition(json.loads(kept)).header


def enter(ledger: Ledger, game: str, filled: dict[str, Any]) -> Reply:
    """Keep the numbers for later games of this kind; one that is on the table is scored anew with them."""
    if ledger.evening is not None and ledger.evening.match.game.name == game:
        return confirm(ledger, ledger.evening, filled)
    numbers = _judged(game, filled)
    if isinstance(numbers, Reply):
        return numbers
    _keep(ledger, game, numbers, filled)
    return Reply(True, say("What is printed on the pieces is kept"))


def confirm(ledger: Ledger, evening: Evening, filled: dict[str, Any]) -> Reply:
    """Take the numbers that stand on the owner's pieces: for this game, scored anew, and for later ones."""
    game = evening.match.game
    numbers = _judged(game.name, filled)
    if isinstance(numbers, Reply):
        return numbers
    header = {key: value for key, value in evening.match.lines[0].items() if key != "provisional"}
    lines = ({**header, **({"edition": numbers} if numbers else {})}, *evening.match.lines[1:])
    try:
        match = Match.replay(Line(number, line) for number, line in enumerate(lines, 1))
    except (GameError, RecordError) as error:
        return Reply(False, error.message)
    with ledger.store.together():
        _keep(ledger, game.name, numbers, filled)
        ledger.store.rewrite(evening.game_id, ledger.chance.now(), 0, lines[0])
        ledger.keep_standing(evening, match)
    ledger.evening = replace(evening, match=match, undone=())
    difference = corrections.difference(evening.match, match)
    ledger.say(say("{what}: {difference}", what=say("What is printed on the pieces is kept"), difference=difference))
    return Reply(True, difference)


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


def _keep(ledger: Ledger, game: str, numbers: Mapping[str, Any], filled: Mapping[str, Any]) -> None:
    """Keep the numbers, and how they were filled in, to be shown again."""
    ledger.store.set(f"edition {game}", json.dumps(numbers))
    kept = {name: value for name, value in filled.items() if name != "do"}
    ledger.store.set(own_names.filled_of(game), json.dumps(kept))
    ledger.called = own_names.called(ledger.store)
