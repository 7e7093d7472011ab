"""The rules: what a round's sailing does to a state and what it answers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from msgspec import UNSET

from companion.game import Answer, refuse
from companion.games.allaboard import events
from companion.games.allaboard.events import Event
from companion.games.allaboard.pieces import ABOARD, Animal, Card, card_name, number
from companion.games.allaboard.sailing import Boat, Voyage, capacity, sail
from companion.games.allaboard.state import State
from companion.language.message import Message, say_count


def apply(state: State, event: Event) -> tuple[State, Answer]:
    """Return the state after `event` and the answer of the record; raise a RuleError if it is forbidden."""
    count = len(state.seats)
    if len(event.boats) != count:
        raise refuse(
            "{boats}; there is one for each of {count} players",
            boats=say_count("{count} boat", "{count} boats", count=len(event.boats)),
            count=count,
        )
    boarded = [_aboard(state, place, boat) for place, boat in enumerate(event.boats, 1)]
    played = [card for aboard in boarded for card in aboard]
    _check_played(state, played)
    voyages = _sail(state, event, boarded)
    after = replace(
        state,
        saved={seat: (*state.saved[seat], *_saved_by(seat, voyages)) for seat in state.seats},
        cupids={seat: state.cupids[seat] + _cupids_of(seat, voyages) for seat in state.seats},
        played=state.played | set(played),
        rounds=(*state.rounds, voyages),
    )
    return after, {"boats": [_answer(voyage) for voyage in voyages]}


def _animals(count: int) -> Message:
    return say_count("{count} animal", "{count} animals", count=count)


def _aboard(state: State, place: int, boat: events.BoatAboard) -> tuple[Card, ...]:
    if len(boat.aboard) != ABOARD:
        raise refuse("boat {boat} has {animals} aboard; it must be 3", boat=place, animals=_animals(len(boat.aboard)))
    return tuple(_card(state.seats.find(player), animal) for player, animal in boat.aboard)


def _card(seat: str, animal: str) -> Card:
    if animal not in set(Animal):
        raise refuse("{player}'s “{animal}” is no animal of this game", player=seat, animal=animal)
    return Card(seat, Animal(animal))


def _check_played(state: State, played: Sequence[Card]) -> None:
    for card, times in Counter(played).items():
        if times > 1:
            raise refuse("{card} is there {times} times; there is one", card=card_name(card), times=times)
        if card in state.played:
            raise refuse("{card} has sailed in an earlier round already", card=card_name(card))
    each = Counter(card.player for card in played)
    for seat in state.seats:
        if each[seat] != ABOARD:
            raise refuse("{seat} has {animals} aboard; everybody places 3", seat=seat, animals=_animals(each[seat]))


def _sail(state: State, event: Event, boarded: Sequence[tuple[Card, ...]]) -> tuple[Voyage, ...]:
    voyages: list[Voyage] = []
    for place, (given, aboard) in enumerate(zip(event.boats, boarded, strict=True), 1):
        arrived = voyages[-1].moved if voyages else ()
        boat = Boat(
            place=place,
            capacity=capacity(place, given.capacity),
            aboard=(*aboard, *arrived),
            replacement=None if given.replacement is UNSET else given.replacement,
            last=place == len(boarded),
        )
        voyages.append(sail(boat, state.cards, effects=state.effects))
    return tuple(voyages)


def _saved_by(seat: str, voyages: Sequence[Voyage]) -> list[Card]:
    return [card for voyage in voyages for card in voyage.saved if card.player == seat]


def _cupids_of(seat: str, voyages: Sequence[Voyage]) -> int:
    return sum(voyage.cupids.count(seat) for voyage in voyages)


def _answer(voyage: Voyage) -> Answer:
    return {
        "lovers": [animal.value for animal in voyage.lovers],
        "effects": [str(effect) for effect in voyage.effects],
        "weight": number(voyage.weight),
        "capacity": number(voyage.capacity),
        "sailed": voyage.sailed,
        "saved": _pairs(voyage.saved),
        "discarded": _pairs(voyage.discarded),
        "moved": _pairs(voyage.moved),
    }


def _pairs(cards: Sequence[Card]) -> list[list[str]]:
    return [[card.player, card.animal.value] for card in cards]
