"""Leading through the evening: each turn in one line, every group with its worth, what was traded, the final score."""

from collections.abc import Iterable, Iterator

from companion.game import Block, Cell, Chapter, Part, Result, View
from companion.games.stingy import scoring
from companion.games.stingy.pieces import GHOST, Kind, value
from companion.games.stingy.rules import next_seat
from companion.games.stingy.state import State, Traded, worth
from companion.games.stingy.wording import seat_name, shown_kind, tile_count, tile_name, tile_names
from companion.language.message import Message, say, say_count

EMBLEM = (
    "..#########..",
    ".##.......##.",
    "#.#.......#.#",
    "#.#.......#.#",
    "#.#.......#.#",
    "#############",
    "#.#..###..#.#",
    "###..#.#..###",
    "#.#..###..#.#",
    "#.#.......#.#",
    "#.#.......#.#",
    "#.#.......#.#",
    "#############",
)
"""A chest."""


def lead(state: State, shared: bool) -> Message:
    """Return what people do now; where one reading area is `shared`, also whose tiles are laid there, and when."""
    seat = next_seat(state)
    if not shared or seat is None:
        return _do(state)
    given = {"what": _do(state), "seat": seat_name(seat)}
    if state.to_start:
        return say("{what}; all on the reading area", **given)
    if seat == GHOST or state.traded is not None:
        return say("{what}; then lay all tiles of {seat} on the reading area", **given)
    return say("{what}; then lay all tiles of {seat} on the reading area; after a trade say it on the page", **given)


def _do(state: State) -> Message:
    if state.to_start:
        return _start(state.to_start[0])
    seat = state.turn
    if seat is None:
        return say("The game is over")
    if seat == GHOST:
        return _ghost(state)
    if state.left == 0:
        return _last_turn(state, seat)
    return _turn(state, seat)


def _start(seat: str) -> Message:
    if seat == GHOST:
        return say("Take 6 tiles for the Ghost and lay them open, alike together")
    return say("{seat}: take 6 tiles and lay them open, alike together", seat=seat_name(seat))


def _ghost(state: State) -> Message:
    if state.left == 0:
        return say("The Ghost's last turn: nothing is left to draw")
    return say("Draw {count} for the Ghost", count=tile_count(state.allowed(GHOST).start))


def _last_turn(state: State, seat: str) -> Message:
    if state.traded is not None:
        return say("{seat}: nothing is left to draw, your last turn ends", seat=seat_name(seat))
    return say("{seat}: your last turn. Trade if you like; nothing is left to draw", seat=seat_name(seat))


def _turn(state: State, seat: str) -> Message:
    allowed = state.allowed(seat)
    least, most = tile_count(allowed.start), tile_count(allowed.stop - 1)
    if state.traded is not None:
        return say("{seat}: draw {tiles}", seat=seat_name(seat), tiles=least)
    if len(allowed) == 1:
        return say("{seat}: trade if you like, then draw {tiles}", seat=seat_name(seat), tiles=least)
    return say(
        "{seat}: trade and draw {least}, or draw up to {most} without a trade",
        seat=seat_name(seat),
        least=least,
        most=most,
    )


def go_on(state: State) -> Message:
    """Return what ok, or the button, does now."""
    return say("Look at the tiles") if state.to_start else say("End the turn")


def where(state: State) -> Message:
    """Return how far the evening is."""
    return say("{count} left in the middle", count=tile_count(state.left))


def view(state: State) -> View:
    """Return what everybody may see: all of it."""
    return View(
        where=None if state.over else where(state),
        notes=_notes(state),
        blocks=(*(_groups(state, seat) for seat in state.seats), _to_come(state)),
        chapters=(_score(state),) if state.over else (),
        running=_running(state),
        worth={seat: say("groups worth {worth}", worth=worth(state.groups[seat])) for seat in state.seats},
    )


def _running(state: State) -> dict[str, int]:
    """Return what ranks people while nobody has a complete group: what their groups are worth."""
    if state.over or any(scoring.score(state, seat) for seat in state.seats):
        return {}
    return {seat: worth(state.groups[seat]) for seat in state.seats}


def _notes(state: State) -> tuple[Message, ...]:
    notes: list[Message] = []
    if state.traded is not None:
        notes.append(traded(state.traded))
    if state.closer is not None and not state.over:
        notes.append(say("The middle is empty: everybody has one more turn, {seat} last", seat=seat_name(state.closer)))
    if GHOST in state.seats.names and state.turn not in (None, GHOST):
        other = next(seat for seat in state.seats if seat not in (GHOST, state.turn))
        notes.append(say("Who takes from the Ghost meets {other}, who takes back for it", other=seat_name(other)))
    return tuple(notes)


def traded(trade: Traded) -> Message:
    """Return what was traded, in words."""
    given = {
        "player": seat_name(trade.player),
        "victim": seat_name(trade.victim),
        "group": tile_name(trade.group),
        "value": trade.value,
        "given": tile_names(trade.given),
        "returned": trade.returned,
    }
    if trade.paid:
        return say("{player} took {group} ({value}) from {victim} and had to pay {given} ({returned})", **given)
    return say("{player} took {group} ({value}) from {victim}, who took back {given} ({returned})", **given)


def _groups(state: State, seat: str) -> Block:
    groups = sorted(state.groups[seat].items(), key=lambda group: -group[1])
    cells = tuple(_group(state.kinds[tile], count) for tile, count in groups)
    aside = state.complete[seat]
    lines = (say("Set aside: {tiles}", tiles=tile_names(aside)),) if aside else ()
    return Block("groups", seat_name(seat), seat, cells=cells, lines=lines)


def _group(kind: Kind, count: int) -> Cell:
    short = kind.size - count
    note = say_count(
        "worth {value}, one short of complete",
        "worth {value}, {count} short of complete",
        count=short,
        value=value(count),
    )
    return Cell(kind.tile, shown_kind(kind), str(count), note)


def _to_come(state: State) -> Block:
    lines = (say("{count} left in the middle", count=tile_count(state.left)),)
    cells = tuple(
        Cell(tile, shown_kind(kind), str(unseen), tile_name(tile))
        for tile, kind in state.kinds.items()
        if (unseen := state.unseen(tile)) and not state.to_start
    )
    return Block("tally", say("Still to come"), cells=cells if state.left else (), lines=lines)


def _score(state: State) -> Chapter:
    results = tuple(
        Result(seat, parts(state, seat), scoring.score(state, seat), scoring.score(state, seat)) for seat in state.seats
    )
    return Chapter(say("The loot"), results)


def parts(state: State, seat: str) -> tuple[Part, ...]:
    """Return what the seat's complete groups score, and the colour bonus where it is played."""
    bonus = (_bonus(state, seat, scoring.bonus(state, seat)),) if state.colour_bonus else ()
    return (*_scored(state, state.complete[seat]), *bonus)


def _scored(state: State, tiles: Iterable[str]) -> Iterator[Part]:
    for tile in tiles:
        kind = state.kinds[tile]
        yield Part(tile_name(tile), say("all {size} of them", size=kind.size), kind.points)


def _bonus(state: State, seat: str, points: int) -> Part:
    count = scoring.colours(state, seat)
    return Part(say("Colour bonus"), say_count("{count} colour", "{count} colours", count=count), points)


def _gained(before: State, after: State, seat: str, tiles: Iterable[str]) -> tuple[Part, ...]:
    """Return what these groups have earned the seat: of the colour bonus, what it has grown by."""
    grown = scoring.bonus(after, seat) - scoring.bonus(before, seat)
    return (*_scored(after, tiles), *((_bonus(after, seat, grown),) if grown else ()))


def moment(before: State, after: State) -> Chapter | None:
    """Return the groups that an event has completed, with their tiles and what they score; None where none is."""
    whole = {seat: [tile for tile in after.complete[seat] if tile not in before.complete[seat]] for seat in after.seats}
    if after.over or not any(whole.values()):
        return None
    results = tuple(
        Result(
            seat,
            _gained(before, after, seat, whole[seat]),
            scoring.score(after, seat) - scoring.score(before, seat),
            scoring.score(after, seat),
        )
        for seat in after.seats
    )
    blocks = tuple(
        Block("row", tile_name(tile), seat, cells=(Cell(tile, shown_kind(after.kinds[tile])),) * after.kinds[tile].size)
        for seat, tiles in whole.items()
        for tile in tiles
    )
    return Chapter(say("A group is complete"), results, blocks)
