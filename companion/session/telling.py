"""The room is told of each round and game that is finished, and of what is corrected: in the step that keeps it."""

from collections.abc import Callable
from dataclasses import replace

from companion.publishing import results
from companion.session.table import Table, Telling


def kept(table: Table, new_id: Callable[[], str]) -> Table:
    """Return the table with what the room is to be told of its game kept, where there is a room and something new."""
    evening = table.evening
    if not table.equipment.room or evening is None or evening.match is table.telling.match:
        return table
    if evening.game_id == table.practice:
        return table
    game = evening.game_id
    told = table.telling.told if table.telling.game == game else _last(table, game)
    new = results.statement(game, evening.match, table.now, told, hidden=table.hidden)
    table = replace(table, telling=Telling(game, evening.match, told if new is None else new))
    if new is None:
        return table
    number, value = new_id(), results.kept(new)
    return table.keep(lambda store: store.tell(game, number, value))


def _last(table: Table, game: str) -> results.Statement | None:
    rows = table.kept.outbox(game)
    return results.read(rows[-1]) if rows else None
