"""How far people are in taking their pieces, kept beside the game: started again, or taken up next week, nobody is
asked for a crate that lies already."""

import json
from dataclasses import replace

from companion.session.ledger import Ledger
from companion.table.evening import Evening


def keep(ledger: Ledger) -> None:
    """Keep it where it has changed."""
    evening = ledger.evening
    if evening is None:
        return
    text = _written(evening)
    kept = ledger.kept_taking
    if (evening.game_id, text) != kept and (text or kept[0] == evening.game_id):
        if text:
            ledger.store.set(_name(evening.game_id), text)
        else:
            forget(ledger, evening.game_id)
        ledger.kept_taking = (evening.game_id, text)


def forget(ledger: Ledger, game_id: str) -> None:
    """Keep nothing of it for a game any longer."""
    ledger.store.unset(_name(game_id))


def taken_up(ledger: Ledger, evening: Evening) -> Evening:
    """Return the evening as far as its people were when it was left."""
    text = ledger.store.setting(_name(evening.game_id)) or ""
    ledger.kept_taking = (evening.game_id, text)
    kept = json.loads(text) if text else {}
    if kept.get("lines") != len(evening.match.lines):
        return evening  # it was left just after an event
    return replace(evening, passed=kept["passed"], laid=frozenset(kept["laid"]))


def rewound(evening: Evening) -> Evening:
    """Return the evening with all but its last step done: an event that is taken back had come of that one."""
    return replace(evening, passed=len(evening.awaited.phases) - 1 if evening.awaited is not None else 0)


def _written(evening: Evening) -> str:
    if not evening.passed and not evening.laid:
        return ""
    return json.dumps({"lines": len(evening.match.lines), "passed": evening.passed, "laid": sorted(evening.laid)})


def _name(game_id: str) -> str:
    return f"taking {game_id}"
