"""How far people are in taking their pieces, what they entered by hand of those that lie, and whether the camera was
asked to look, kept beside the game: started again, or taken up next week, nobody is asked for what lies already, or was
entered, and nobody waits for a look that does not come."""

import json
from dataclasses import replace

from companion.game import Phase
from companion.language.message import say
from companion.session.table import Table
from companion.table.deeds import TakenBack
from companion.table.evening import Evening

ASK_ONCE_MORE = say("The camera had not finished looking: ask it to look once more")


def name_of(game_id: str) -> str:
    """Return the name of the setting that says how far the people of a game are."""
    return f"taking {game_id}"


def kept(table: Table) -> Table:
    """Keep it where it has changed."""
    evening = table.evening
    if evening is None:
        return table
    text, last = _written(evening), table.kept_taking
    if (evening.game_id, text) == last or (not text and last[0] != evening.game_id):
        return table
    name = name_of(evening.game_id)
    table = table.set(name, text) if text else table.keep(lambda store: store.unset(name))
    return replace(table, kept_taking=(evening.game_id, text))


def taken_up(table: Table) -> Table:
    """Return the table as far as its people were when their game was left."""
    evening = table.playing
    text = table.kept.setting(name_of(evening.game_id)) or ""
    table = replace(table, kept_taking=(evening.game_id, text))
    known = json.loads(text) if text else {}
    if known.get("lines") != len(evening.match.lines):
        return table  # it was left just after an event
    if known.get("asked"):  # the table may be another by now: only people know whether all lies there still
        table = table.say(ASK_ONCE_MORE)
    by_hand = {seat: tuple(labels) for seat, labels in known.get("by_hand", {}).items()}
    return table.with_evening(replace(evening, passed=known["passed"], laid=frozenset(known["laid"]), by_hand=by_hand))


def rewound(evening: Evening) -> Evening:
    """Return the evening with all but the last part of its step done: an event that is taken back had come of that
    one."""
    return replace(evening, passed=len(evening.awaited.phases) - 1 if evening.awaited is not None else 0)


def resumed(evening: Evening, event: TakenBack) -> Evening:
    """Return the evening in which an event is played again as far as its people were when it was taken back: what they
    had taken lies there still. What is read waits for their word."""
    evening = replace(evening, passed=event.passed, by_hand=event.by_hand)
    return replace(evening, laid=event.laid if evening.phase is Phase.TAKE else frozenset(event.by_hand))


def _written(evening: Evening) -> str:
    more: dict[str, object] = {"by_hand": evening.by_hand} if evening.by_hand else {}
    more |= {"asked": True} if evening.asked is not None else {}
    if not evening.passed and not evening.laid and not more:
        return ""
    known = {"lines": len(evening.match.lines), "passed": evening.passed, "laid": sorted(evening.laid)}
    return json.dumps(known | more)
