"""Leading through the evening: each step in one line, the voyage explained, the forms for entering it by hand."""

from collections.abc import Mapping
from typing import Any

from companion.game import (
    Block,
    Cell,
    Chapter,
    Field,
    Form,
    Part,
    Phase,
    Result,
    Reveal,
    View,
    chosen_number,
)
from companion.games.shipshape import sighting
from companion.games.shipshape.pieces import CAPN, CELLS, CRATES_A_SEAT, HOLDS, VOYAGES, Kind, seat_name, square
from companion.games.shipshape.scoring import VoyageScore
from companion.games.shipshape.state import State
from companion.language.message import Message, say

EMBLEM = (
    "#############",
    "##.........##",
    "#.#.......#.#",
    "#..#.....#..#",
    "#...#...#...#",
    "#....#.#....#",
    "#.....#.....#",
    "#....#.#....#",
    "#...#...#...#",
    "#..#.....#..#",
    "#.#.......#.#",
    "##.........##",
    "#############",
)
"""A crate."""

_FEW = 2  # are named when a turn waits for them; of more, the lamps and the list tell


def hold_name(number: int) -> Message:
    """Return what a hold is called."""
    return say("hold {number}", number=number)


def lead(state: State, phase: Phase, waiting: tuple[str, ...], shared: bool) -> Message:
    """Return what people do now."""
    names = tuple(seat_name(seat) for seat in waiting)
    match phase:
        case Phase.CHANCE:
            return _set_up(state)
        case Phase.TAKE if waiting:
            return _take(state, waiting)
        case Phase.BIDS:
            return _bid(state, names)
        case Phase.LOOK if waiting and shared:
            return say("{seat}: lay your hold on the dock, then press ok", seat=names[0])
        case Phase.LOOK if len(waiting) == 1:
            return say("Voyage {voyage} ends: waiting for {seat}'s crate", voyage=state.voyage, seat=names[0])
        case Phase.LOOK if waiting:
            return say("Voyage {voyage} ends: waiting for the crates of {seats}", voyage=state.voyage, seats=names)
        case _:
            return say("Voyage {voyage} ends: the holds are read", voyage=state.voyage)


def _bid(state: State, names: tuple[Message, ...]) -> Message:
    """Return who still chooses, of those whose `names` are given."""
    if not names:
        return say("All have chosen: the cards are turned up")
    if state.tied and len(names) == 1:
        return say("Tie: {seat} chooses another crew card", seat=names[0])
    if state.tied:
        return say("Tie: {seats} choose another crew card", seats=names)
    if len(names) > _FEW or len(names) == len({*state.must_bid} - {CAPN}):
        return say("Choose a crew card")
    return say("Choose a crew card ({seats})", seats=names)


def lead_counting(missing: tuple[str, ...], on_any: bool) -> Message:
    """Return what people do who count the holds that they dealt."""
    if on_any:
        return say("Count the hold of {seat} on any pod; ok locks it", seat=seat_name(missing[0]))
    names = tuple(seat_name(seat) for seat in missing)
    return say("Holds are counted on the pods, ok locks: waiting for {seats}", seats=names)


def _set_up(state: State) -> Message:
    crates, first = CRATES_A_SEAT * len(state.seats), state.voyage == 1
    if len(state.seats) == 6 and first:
        return say("Two stacks of 9 crates, shuffled and turned")
    if len(state.seats) == 6:
        return say("Clear the holds, two stacks of 9 new crates, shuffled and turned")
    if first:
        return say("Stack {crates} crates, shuffled and turned", crates=crates)
    return say("Clear the holds, {crates} new crates, shuffled and turned", crates=crates)


def _take(state: State, waiting: tuple[str, ...]) -> Message:
    take = state.reveal.take if state.reveal is not None else ()
    stacks = [tuple(seat for seat in order if seat in waiting) for order in take]
    lines = tuple(_take_one(order) for order in stacks if order)
    return lines[0] if len(lines) == 1 else say("{one}; {other}", one=lines[0], other=lines[1])


def _take_one(order: tuple[str, ...]) -> Message:
    if order[0] == CAPN:
        return say("Cap'n: take the top crate, do not turn it")
    if len(order) == 1:
        return say("{seat}: take the top crate", seat=seat_name(order[0]))
    later = tuple(seat_name(seat) for seat in order[1:])
    return say("{seat}: take the top crate, then {later}", seat=seat_name(order[0]), later=later)


def unseen(seat: str) -> Message:
    """Return the question about a crate that the camera has not seen for a while."""
    return say("I don't see {seat}'s crate. Does it lie there?", seat=seat_name(seat))


def go_on(phase: Phase) -> Message:
    """Return what ok, or the button, does in this part of the step."""
    match phase:
        case Phase.CHANCE:
            return say("Draw the holds")
        case Phase.TAKE:
            return say("All crates lie")
        case _:
            return say("Read the holds")


def where(state: State) -> Message:
    """Return how far the evening is."""
    crates = len(state.seats) * CRATES_A_SEAT
    laid = crates if state.to_read else len(state.seats) * (state.turn - 1)
    return say(
        "Voyage {voyage} of {voyages}, {laid} of {crates} crates",
        voyage=state.voyage,
        voyages=VOYAGES,
        laid=laid,
        crates=crates,
    )


def view(state: State) -> View:
    """Return what everybody may see: holds, the cards just turned up, finished voyages. Never a hand."""
    holds = state.holds or (state.before if state.over else {})
    reveal = state.reveal
    shown = None if reveal is None else Reveal(reveal.cards, reveal.take, reveal.tied)
    return View(
        where=None if state.over else where(state),
        marks={seat: hold_name(number) for seat, number in holds.items()},
        notes=_notes(state),
        reveal=shown,
        dealt=say("Holds") if state.holds and reveal is None else None,
        chapters=tuple(_chapter(state, number) for number in range(1, len(state.scores) + 1)),
    )


def _notes(state: State) -> tuple[Message, ...]:
    """Who shares a stack until the voyage's first cards are up; after that what the last ones led to."""
    reveal = state.reveal
    if state.over:
        return ()
    if reveal is None or not state.holds:
        return () if len(state.groups) == 1 else (_stacks(state),)
    notes: list[Message] = []
    if reveal.tied_twice:
        twice = tuple(seat_name(seat) for seat in reveal.tied_twice)
        notes.append(say("Tied twice: {seats} take by hold number, highest first", seats=twice))
    if reveal.refilled:
        back = tuple(seat_name(seat) for seat in reveal.refilled)
        notes.append(say("{seats}: one card left, so all your discards come back into your hand", seats=back))
    if reveal.refilled and not state.ruled:
        notes.append(
            say(
                "Our ruling: a card is discarded when it is tied or its crate is taken; whoever then holds one card "
                "takes the whole discard pile back and has ten again. Tables differ."
            )
        )
    return tuple(notes)


def _stacks(state: State) -> Message:
    one, other = (tuple(seat_name(seat) for seat in group) for group in state.groups)
    return say("Two groups, a stack each: {one} / {other}", one=one, other=other)


def _chapter(state: State, voyage: int) -> Chapter:
    scores, cells = state.scores[voyage - 1], state.cells[voyage - 1]
    coins = {seat: sum(score[seat].voyage for score in state.scores[:voyage]) for seat in state.seats}
    results = tuple(Result(seat, parts(scores[seat]), scores[seat].voyage, coins[seat]) for seat in state.seats)
    blocks = tuple(
        Block("grid", seat_name(seat), seat, 3, 3, tuple(_cell(label) for label in cells[seat])) for seat in state.seats
    )
    return Chapter(say("Voyage {voyage}", voyage=voyage), results, blocks)


def _cell(label: str) -> Cell:
    shown = square(label)
    if shown.kind is Kind.EMPTY:
        return Cell(label, shown.kind)
    return Cell(label, shown.kind, f"−{shown.value}" if shown.kind is Kind.RAT and shown.value else str(shown.value))


def parts(score: VoyageScore) -> tuple[Part, ...]:
    """Return the four kinds of coins, each with its sum, and what the floor at 0 gave back where it did."""
    shown = score.totals
    gold = (
        say("{gold} − rats {rats} = {coins}", gold=shown.gold, rats=shown.rats, coins=score.gold_coins)
        if shown.rats
        else say("{gold}", gold=shown.gold)
    )
    cannons = say(
        "{cannons} − lowest {lowest} = {coins}",
        cannons=shown.cannons,
        lowest=score.lowest_cannons,
        coins=score.cannon_coins,
    )
    seized = shown.contraband == score.highest_contraband and shown.contraband > 0
    contraband = (
        say("{contraband} is the highest: seized", contraband=shown.contraband)
        if seized
        else say("{contraband}", contraband=shown.contraband)
    )
    full = say("every square shows cargo") if score.full_ship else say("not full")
    rows = [
        Part(say("Gold"), gold, score.gold_coins),
        Part(say("Cannons"), cannons, score.cannon_coins),
        Part(say("Contraband"), contraband, score.contraband_coins),
        Part(say("Full ship bonus"), full, score.full_ship),
    ]
    if score.sum < 0:
        rows.append(Part(say("Floor"), say("{sum}, but a voyage never pays less than 0", sum=score.sum), -score.sum))
    return tuple(rows)


def forms(state: State) -> tuple[Form, ...]:
    """Return the events that may be entered by hand: the holds people dealt themselves. Bids are never a form, and
    readings have their own questions."""
    if state.over or state.holds:
        return ()
    numbers = tuple(str(number) for number in HOLDS)
    fields = tuple(Field(seat, seat_name(seat), "choice", numbers) for seat in state.seats)
    return (Form("holds", say("We dealt the holds ourselves"), fields),)


def entered(state: State, filled: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the holds that a filled form deals; an event stays as it is."""
    dealt = {seat: chosen_number(filled[seat]) for seat in state.seats if seat in filled}
    return {"do": "holds", "voyage": state.voyage, "numbers": dealt} if dealt else filled


def by_hand(seat: str) -> Form:
    """Return the form in which people enter a hold."""
    title = say("{seat}: enter the squares by hand", seat=seat_name(seat))
    return Form("cells", title, (Field("labels", say("squares"), "cells", sighting.labels(), CELLS, CELLS),), seat)
