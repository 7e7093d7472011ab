"""Leading through the evening: how a round is played, its story boat by boat, who is in front and why."""

from companion.game import Block, Cell, Chapter, Part, Result, View
from companion.games.allaboard import edition_numbers
from companion.games.allaboard.pieces import (
    CUPID_POINTS,
    ROUNDS,
    Animal,
    animal_name,
    card_name,
    colour_hex,
    colour_name,
    number,
)
from companion.games.allaboard.sailing import Voyage
from companion.games.allaboard.state import State
from companion.language.message import Message, name, say

EMBLEM = (
    "......#......",
    "......##.....",
    "......####...",
    "......######.",
    "......#####..",
    "......###....",
    "......#......",
    "......#......",
    "#############",
    "#...........#",
    ".#.........#.",
    "..#.......#..",
    "...#######...",
)
"""A boat."""


def lead(state: State) -> Message:
    """Return what people do now."""
    if state.over:
        return say("The game is over")
    return say("Each lays one animal up, one face down, one up; then turn all up")


def go_on() -> Message:
    """Return what ok, or the button, does."""
    return say("Set sail")


def where(state: State) -> Message:
    """Return how far the evening is."""
    return say("Round {round} of {rounds}", round=len(state.rounds) + 1, rounds=ROUNDS)


def _boats(state: State) -> Message:
    boats = len(state.seats)
    if not state.rounds:
        return say("{boats} boats open, hands of 3", boats=boats)
    if len(state.rounds) + 1 < ROUNDS:
        return say("{boats} new boats", boats=boats)
    return say("The last {boats} boats, no more cards are drawn", boats=boats)


def _who_starts(state: State) -> Message:
    if state.starter is not None:
        return say("{starter} starts", starter=name(state.starter))
    return say("the next to the left starts") if state.rounds else say("whoever saw a monkey last starts")


def view(state: State) -> View:
    """Return what everybody may see: cupids, saved animals, and the story of every finished round."""
    doubts = (provisional(), *edition_numbers.doubts(state.cards)[:1]) if state.provisional else ()
    begins = () if state.over else (say("{boats}; {who}", boats=_boats(state), who=_who_starts(state)),)
    return View(
        where=None if state.over else where(state),
        marks={seat: colour_name(state.colours[seat]) for seat in state.seats},
        worth={seat: _saved_so_far(state, seat) for seat in state.seats},
        notes=(*begins, *doubts),
        chapters=tuple(_chapter(state, number) for number in range(1, len(state.rounds) + 1)),
        colours={seat: shade for seat, colour in state.colours.items() if (shade := colour_hex(colour))},
    )


def provisional() -> Message:
    """Return the warning that stands beside every score while nobody has confirmed the printed numbers."""
    return say("Scores are provisional: nobody has confirmed the animals' weights and points of this box yet")


def _saved_so_far(state: State, seat: str) -> Message:
    return say(
        "{colour}; saved: {saved}, cupids: {cupids}",
        colour=colour_name(state.colours[seat]),
        saved=len(state.saved[seat]),
        cupids=state.cupids[seat],
    )


def _chapter(state: State, round_: int) -> Chapter:
    voyages = state.rounds[round_ - 1]
    results = tuple(_result(state, round_, seat) for seat in state.seats)
    blocks = tuple(
        Block("story", say("Boat {boat}", boat=voyage.boat.place), lines=story(voyage)) for voyage in voyages
    )
    return Chapter(say("Round {round}", round=round_), results, blocks)


def _result(state: State, round_: int, seat: str) -> Result:
    parts = _parts(state, seat, state.rounds[round_ - 1])
    total = sum(part.value for past in state.rounds[:round_] for part in _parts(state, seat, past))
    return Result(seat, parts, sum(part.value for part in parts), total)


def _parts(state: State, seat: str, voyages: tuple[Voyage, ...]) -> tuple[Part, ...]:
    parts = [
        Part(
            animal_name(card.animal), say("saved, boat {boat}", boat=voyage.boat.place), state.cards[card.animal].points
        )
        for voyage in voyages
        for card in voyage.saved
        if card.player == seat
    ]
    cupids = sum(voyage.cupids.count(seat) for voyage in voyages)
    if cupids:
        points = CUPID_POINTS * cupids
        total = say("{count} × {each} = {points}", count=cupids, each=CUPID_POINTS, points=points)
        parts.append(Part(say("Cupids"), total, points))
    return tuple(parts)


def story(voyage: Voyage) -> tuple[Message, ...]:
    """Return what happened to a boat, step by step."""
    lines = [say("Aboard: {cards}", cards=tuple(card_name(card) for card in voyage.boat.aboard))]
    lines += [say("In love, a cupid each: {cards}", cards=_alike(voyage, animal)) for animal in voyage.lovers]
    lines += [say("Three or more of a kind fight: {cards}", cards=_alike(voyage, animal)) for animal in voyage.fighters]
    before = voyage.effects[: len(voyage.effects) - len(voyage.aftermath)]
    lines += [*before, _weighing(voyage), *voyage.aftermath]
    if voyage.saved:
        lines.append(say("Saved: {cards}", cards=tuple(card_name(card) for card in voyage.saved)))
    return tuple(lines)


def _alike(voyage: Voyage, animal: Animal) -> tuple[Message, ...]:
    return tuple(card_name(card) for card in voyage.boat.aboard if card.animal is animal)


def _weighing(voyage: Voyage) -> Message:
    given = {"weight": number(voyage.weight), "capacity": number(voyage.capacity)}
    if voyage.sailed:
        return say("{weight} on a boat for {capacity}: it sails", **given)
    if voyage.fighters:
        return say("{weight} on a boat for {capacity}: it sinks, as they fight", **given)
    return say("{weight} on a boat for {capacity}: it sinks", **given)


def moment(before: State, after: State) -> Chapter | None:
    """Return the round that has just sailed: whose animals were saved, and what became of each boat."""
    if len(after.rounds) == len(before.rounds):
        return None
    chapter, voyages = _chapter(after, len(after.rounds)), after.rounds[-1]
    saved = tuple(
        Block("row", say("Saved"), seat, cells=tuple(_saved(after, voyages, seat)))
        for seat in after.seats
        if any(seat in {*voyage.cupids, *(card.player for card in voyage.saved)} for voyage in voyages)
    )
    boats = tuple(say("Boat {boat}: {what}", boat=voyage.boat.place, what=_weighing(voyage)) for voyage in voyages)
    return Chapter(chapter.title, chapter.results, (*saved, Block("lines", say("Boats"), lines=boats)))


def _saved(state: State, voyages: tuple[Voyage, ...], seat: str) -> list[Cell]:
    cards = [card for voyage in voyages for card in voyage.saved if card.player == seat]
    cupids = sum(voyage.cupids.count(seat) for voyage in voyages)
    heart = [Cell("♥", "♥", str(CUPID_POINTS * cupids))] if cupids else []
    return [*(Cell(card.animal, card.animal, str(state.cards[card.animal].points)) for card in cards), *heart]
