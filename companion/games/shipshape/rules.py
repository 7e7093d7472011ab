"""The rules: what each event does to a state and what it answers."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.game import Answer, RuleError, refuse
from companion.games.shipshape import crew, scoring
from companion.games.shipshape.events import CrewBids, Event, Holds, Read
from companion.games.shipshape.pieces import CELLS, CREW_CARDS, HOLDS, TURNS, VOYAGES, Square, square
from companion.games.shipshape.state import RevealedBids, State
from companion.language.message import say, say_count


def apply(state: State, event: Event) -> tuple[State, Answer]:
    """Return the state after `event` and the answer of the record; raise a RuleError if it is forbidden."""
    match event:
        case Holds():
            return _deal(state, event)
        case CrewBids():
            return _bid(state, event)
        case Read():
            return _read(state, event)


def _deal(state: State, event: Holds) -> tuple[State, Answer]:
    if state.holds:
        raise refuse("the holds of voyage {voyage} are dealt already", voyage=state.voyage)
    if event.voyage != state.voyage:
        raise refuse(
            "these are holds of voyage {given}, but voyage {voyage} begins",
            given=event.voyage,
            voyage=state.voyage,
        )
    if isinstance(event.numbers, list):
        if state.voyage == 1:
            raise refuse("in voyage 1 each seat is dealt its hold: say which seat got which number")
        if len(event.numbers) != len(state.seats):
            raise RuleError(
                say_count(
                    "{count} hold was drawn for {seats} seats",
                    "{count} holds were drawn for {seats} seats",
                    count=len(event.numbers),
                    seats=len(state.seats),
                )
            )
        _check_numbers(event.numbers)
        holds = allot(event.numbers, state.coins, state.before)
    else:
        holds = state.seats.keyed(event.numbers, state.seats, say("the dealing of holds"))
        _check_dealt(holds)
    return replace(state, holds=holds, turn=1, reveal=None), {"holds": holds}


def _check_numbers(numbers: list[int]) -> None:
    for number in numbers:
        if number not in HOLDS:
            raise refuse("there is no hold {number}; holds are numbered 1 to 6", number=number)
        if numbers.count(number) > 1:
            raise refuse("hold {number} is dealt twice; there is one of each number in a voyage", number=number)


def _check_dealt(holds: Mapping[str, int]) -> None:
    first: dict[int, str] = {}
    for seat, number in holds.items():
        if number not in HOLDS:
            raise refuse("{seat} is dealt hold {number}; holds are numbered 1 to 6", seat=seat, number=number)
        if number in first:
            raise refuse("hold {number} is dealt twice: to {one} and {two}", number=number, one=first[number], two=seat)
        first[number] = seat


def _bid(state: State, event: CrewBids) -> tuple[State, Answer]:
    if state.to_read:
        raise refuse("all three turns of voyage {voyage} are over: the holds are read now", voyage=state.voyage)
    if not state.holds:
        raise refuse("the holds of voyage {voyage} come before its first bids", voyage=state.voyage)
    cards = state.seats.keyed(event.cards, state.must_bid, say("these bids"))
    for seat, card in cards.items():
        if card not in CREW_CARDS:
            raise refuse("{seat} bids {card}; crew cards are 1 to 10", seat=seat, card=card)
        if card not in state.crews[seat].hand:
            raise refuse("{seat} bids {card}, which is not in hand", seat=seat, card=card)
    reveal = _resolve(state, cards)
    turn_over = not reveal.tied
    to_read = turn_over and state.turn == TURNS
    after = replace(
        state,
        crews={s: c.spend(cards[s]) if s in cards else c for s, c in state.crews.items()},
        tied=reveal.tied,
        turn=state.turn + 1 if turn_over and not to_read else state.turn,
        to_read=to_read,
        reveal=reveal,
        ruled=state.ruled or bool(state.reveal and state.reveal.refilled),
    )
    take = [list(seats) for seats in reveal.take]
    return after, {"take": take, "tied": list(reveal.tied), "turn_over": turn_over}


def _resolve(state: State, cards: dict[str, int]) -> RevealedBids:
    second = bool(state.tied)
    resolved = [crew.resolve(cards, group) for group in state.groups]
    tied = tuple(seat for seat in state.seats if any(seat in group.tied for group in resolved))
    take = tuple(group.take for group in resolved)
    if second:  # "if there are players who have tied twice", they take by hold, highest first
        by_hold = [tuple(sorted(group.tied, key=lambda seat: -state.holds[seat])) for group in resolved]
        take = tuple(first + last for first, last in zip(take, by_hold, strict=True))
    refilled = tuple(seat for seat, card in cards.items() if state.crews[seat].refills(card))
    return RevealedBids(cards, take, () if second else tied, refilled, tied if second else ())


def _read(state: State, event: Read) -> tuple[State, Answer]:
    if not state.to_read:
        raise refuse("the holds are read after the third turn of a voyage, not now")
    cells = state.seats.keyed(event.cells, state.seats, say("this reading"))
    for seat, labels in cells.items():
        if len(labels) != CELLS:
            raise refuse("{seat}'s hold has 9 squares, not {count}", seat=seat, count=len(labels))
    scores = scoring.score({seat: [_seen(seat, label) for label in labels] for seat, labels in cells.items()})
    coins = {seat: state.coins[seat] + scores[seat].voyage for seat in state.seats}
    after = replace(
        state,
        coins=coins,
        voyage=min(state.voyage + 1, VOYAGES),
        turn=1,
        to_read=False,
        before=state.holds,
        holds={},
        scores=(*state.scores, scores),
        cells=(*state.cells, {seat: tuple(labels) for seat, labels in cells.items()}),
    )
    return after, {"scores": {seat: _answer(scores[seat], coins[seat]) for seat in state.seats}}


def _seen(seat: str, label: str) -> Square:
    try:
        return square(label)
    except RuleError:  # it doesn't know whose hold it is
        raise refuse("“{label}” in {seat}'s hold is nothing that can lie there", label=label, seat=seat) from None


def _answer(score: scoring.VoyageScore, coins: int) -> dict[str, int]:
    shown = score.totals
    return {
        "gold": shown.gold,
        "rats": shown.rats,
        "cannons": shown.cannons,
        "contraband": shown.contraband,
        "gold_coins": score.gold_coins,
        "cannon_coins": score.cannon_coins,
        "contraband_coins": score.contraband_coins,
        "full_ship": score.full_ship,
        "voyage": score.voyage,
        "coins": coins,
    }


def allot(numbers: Sequence[int], coins: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """Allot the drawn holds: most coins, highest number; equal coins, the lower hold of the voyage before gets the
    higher. `coins` and `before` are keyed by seat in seating order, and so is the answer."""
    order = sorted(coins, key=lambda seat: (-coins[seat], before[seat]))
    allotted = dict(zip(order, sorted(numbers, reverse=True), strict=True))
    return {seat: allotted[seat] for seat in coins}
