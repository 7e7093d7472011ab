"""The numbers printed on the owner's pieces: kept for later games, and scored with in this one."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion import correcting, edition
from companion import match as matches
from companion.evening import Evening
from companion.game import GameError
from companion.message import say
from companion.record import Line, RecordError
from companion.session.ledger import Ledger
from companion.signals import Reply


def printed(ledger: Ledger, game: str) -> Mapping[str, Any]:
    """Return what a new header says of the printed numbers: those that the owner confirmed, else those shipped."""
    kept = ledger.store.setting(f"edition {game}")
    return edition.shipped(game).header if kept is None else {"edition": json.loads(kept)}


def confirm(ledger: Ledger, evening: Evening, filled: dict[str, Any]) -> Reply:
    """Take the numbers that stand on the owner's pieces: for this game, scored anew, and for later ones."""
    game = evening.match.game
    try:
        entered = game.entered(evening.match.state, filled)
        doubts = edition.doubts(game.name, entered["edition"], game.title)
        if doubts and not entered.get("sure"):
            return Reply(False, doubts[0])
        header = {key: value for key, value in evening.match.lines[0].items() if key != "provisional"}
        lines = ({**header, "edition": entered["edition"]}, *evening.match.lines[1:])
        match = matches.replay(Line(number, line) for number, line in enumerate(lines, 1))
    except GameError as error:
        return Reply(False, error.message)
    except (edition.EditionError, RecordError) as error:
        return Reply(False, say("{error}", error=str(error)))
    ledger.store.set(f"edition {game.name}", json.dumps(entered["edition"]))
    ledger.store.rewrite(evening.game_id, ledger.chance.now(), 0, lines[0])
    ledger.store.finish(evening.game_id, match.over, matches.final(match))
    ledger.evening = replace(evening, match=match, undone=())
    difference = correcting.difference(evening.match, match)
    ledger.say(say("{what}: {difference}", what=say("The printed numbers are confirmed"), difference=difference))
    return Reply(True, difference)
