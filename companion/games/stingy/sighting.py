"""What a look at the places means: the event that it proposes, or what is unsure or wrong."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.bases.faces import EMPTY
from companion.bases.free_pieces.game import lying
from companion.game import Asked, Doubt, Proposal, is_said, questioned, unsure
from companion.games.stingy import rules
from companion.games.stingy.own_tiles import turn_of_one
from companion.games.stingy.pieces import START_TILES
from companion.games.stingy.state import Groups, State
from companion.games.stingy.turns import InferredTurn, total_of, trade_between
from companion.games.stingy.wording import seat_name, tile_count, tile_name
from companion.language.message import Message, say
from vision.observation import PiecesSeen, Reading, ZoneSeen

_MOST_MISSING = 3  # kinds of which tiles are gone: where they are more, it is not one that was misread


def zone(state: State, seat: str, shared: bool) -> str:
    """Return the place where a seat's tiles lie."""
    return "place 1" if shared else f"place {state.seats.names.index(seat) + 1}"


def place(state: State, zone: str, shared: bool) -> Message:
    """Return whose tiles lie in a place."""
    seat = (rules.next_seat(state) or "") if shared else state.seats.names[int(zone.removeprefix("place ")) - 1]
    return seat_name(seat)


def labels(state: State) -> tuple[str, ...]:
    """Return every kind of tile, or none at all."""
    return (*state.kinds, EMPTY)


def propose(state: State, now: Mapping[str, ZoneSeen], asked: Asked | None = None) -> Proposal:
    """Return the event that brings the record up to what lies there now (the trade first, then the draw), the tiles to
    ask about, or what is wrong; both where one misread tile may be what is wrong."""
    doubts: list[Doubt] = []
    after: dict[str, Groups] = {}
    looked: dict[str, tuple[str, PiecesSeen]] = {}
    shared = zone(state, state.seats.names[1], shared=False) not in now
    for seat in state.seats:
        if (shared or state.to_start) and seat != rules.next_seat(state):
            after[seat] = state.groups[seat]  # not looked at: what lies there is what the record says
            continue
        lies_in = zone(state, seat, shared)
        seen = now.get(lies_in)
        if not isinstance(seen, PiecesSeen):
            return Proposal(None)
        doubts += _unsure(state, seat, lies_in, seen.readings)
        after[seat], looked[seat] = count(seen), (lies_in, seen)
    if doubts:
        return Proposal(None, tuple(doubts))
    judged = partial(_judged, state, asked=asked, shared=shared)
    found = judged(after)
    if any(_said_to_be_none(seen) for _, seen in looked.values()):
        found = replace(found, unlaid=False)
    if found.wrong is None or state.to_start or _fits_several(state, after, asked, shared):
        return found
    traded = shared and _took(state, asked) is not None
    others: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for seat, tile, other in _misread(state, after, looked, judged, traded=traded):
        others[seat, tile].append(other)
    for seat, (lies_in, seen) in looked.items():
        doubts += _unsure(
            state, seat, lies_in, [questioned(each, others.get((seat, each.label), ())) for each in seen.readings]
        )
    if len(others) == 1 and not doubts:
        return replace(found, wrong=_read_otherwise(*others.popitem()))
    return replace(found, doubts=tuple(doubts))


def _said_to_be_none(seen: PiecesSeen) -> bool:
    return any(reading.label == EMPTY and is_said(reading) for reading in seen.readings)


def _read_otherwise(said: tuple[str, str], others: Sequence[str]) -> Message:
    """Return that people say of a tile that it is not what the record has there: it was misread when it was drawn, or
    the tile that is not seen is hidden, or was given in a trade of which nobody told."""
    seat, tile = said
    return say(
        "{seat} has {tile}, and {other} is not seen: if that tile was read as {other} in an earlier turn, correct it "
        "there",
        seat=seat_name(seat),
        tile=tile_name(tile),
        other=tile_name(others[0]),
    )


def _unsure(state: State, seat: str, lies_in: str, readings: Sequence[Reading]) -> tuple[Doubt, ...]:
    return unsure(lies_in, readings, partial(_where, seat), labels=labels(state))


def _judged(state: State, after: Mapping[str, Groups], *, asked: Asked | None, shared: bool) -> Proposal:
    """Return what tiles that were read for sure mean."""
    too_many = _too_many(state, _counted(state, after, shared))
    if too_many is not None:
        return Proposal(None, wrong=too_many)
    if state.to_start:
        return _start(state.to_start[0], after)
    turn = _inferred(state, after, asked, shared)
    # With a part of the draw alone nobody presses ok: a tile is not seen, and the trade may be another one.
    half_drawn = turn.unfinished is not None and (turn.trade is None or turn.drawn)
    if turn.wrong is not None or half_drawn:
        more = turn.wrong is None and len(turn.drawn) < state.allowed(state.turn or "").start
        return Proposal(None, wrong=turn.wrong or turn.unfinished, unlaid=more)
    if turn.trade is not None:
        return Proposal(turn.trade, more=turn.unfinished is None)
    return Proposal({"do": "take", "player": state.turn, "tiles": list(turn.drawn)})


def _counted(state: State, after: Mapping[str, Groups], shared: bool) -> Mapping[str, Groups]:
    """Return what is counted of a kind: where one seat's tiles lie there, the rest may be old."""
    seat = rules.next_seat(state) or ""
    return {seat: after[seat]} if shared else after


def _inferred(state: State, after: Mapping[str, Groups], asked: Asked | None, shared: bool) -> InferredTurn:
    if shared:
        return turn_of_one(state, after[state.turn or ""], _took(state, asked))
    return trade_between(state, after)


def _fits_several(state: State, after: Mapping[str, Groups], asked: Asked | None, shared: bool) -> bool:
    """Whether what lies there can be, but is one of several turns: then nothing was misread."""
    return _too_many(state, _counted(state, after, shared)) is None and _inferred(state, after, asked, shared).several


def _misread(
    state: State,
    after: Mapping[str, Groups],
    looked: Collection[str],
    judged: Callable[[Mapping[str, Groups]], Proposal],
    *,
    traded: bool,
) -> Iterator[tuple[str, str, str]]:
    """Yield each seat before which one tile of a kind was misread, as what lies there is a turn with another in its
    place that is missing; with both. Where it is one with that tile besides, before whomever, that may as well be
    hidden. Where one seat that has `traded` is looked at, no group that is gone is missing: it may have been given."""
    more = {tile: total_of(after, tile) - total_of(state.groups, tile) for tile in state.kinds}
    gone = {tile for tile in more if traded and not any(after[seat].get(tile) for seat in looked)}
    missing = [tile for tile, many in more.items() if many < 0 and tile not in gone]
    for other in missing if len(missing) <= _MOST_MISSING else ():
        there = {seat: {**after[seat], other: after[seat].get(other, 0) + 1} for seat in looked}
        if any(judged({**after, seat: held}).event is not None for seat, held in there.items()):
            continue
        for seat, held in there.items():
            for tile in (tile for tile in after[seat] if more[tile] > 0):
                groups = {kind: many - (kind == tile) for kind, many in held.items() if many > (kind == tile)}
                if judged({**after, seat: groups}).event is not None:
                    yield seat, tile, other


def _took(state: State, asked: Asked | None) -> tuple[str, str] | None:
    """Return which group the seat in turn took from whom, as it was said on the page; None where it took none."""
    victim, group = (str(asked.said.get(key, "")) for key in ("from", "group")) if asked is not None else ("", "")
    return (victim, group) if victim != state.turn and group in state.groups.get(victim, {}) else None


def _start(seat: str, after: Mapping[str, Groups]) -> Proposal:
    tiles = [tile for tile, many in after[seat].items() for _ in range(many)]
    if len(tiles) != START_TILES:
        wrong = say("{seat} has {tiles}; everybody starts with 6", seat=seat_name(seat), tiles=tile_count(len(tiles)))
        return Proposal(None, wrong=wrong)
    return Proposal({"do": "take", "player": seat, "tiles": tiles})


def count(seen: PiecesSeen) -> dict[str, int]:
    """Return the groups that lie in a place."""
    return dict(Counter(lying(seen)))


def _where(seat: str, tile: int) -> Message:
    return say("{seat}, tile {number}", seat=seat_name(seat), number=tile + 1)


def _too_many(state: State, after: Mapping[str, Groups]) -> Message | None:
    """Return which tile is seen more often than there are."""
    for tile, kind in state.kinds.items():
        seen = total_of(after, tile)
        if seen > kind.size:
            return say("{tile} is seen {seen} times; there are {size}", tile=tile_name(tile), seen=seen, size=kind.size)
    return None
