"""Random legal play of All aboard!: animals in any boat; often many play the same, so that they love and fight."""

from typing import Any

from companion.games.allaboard.pieces import Animal, Card
from companion.games.allaboard.state import State
from companion.practice.people import Dice

WEIGHTS = (1, -1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)


def header(players: list[str], chance: Dice) -> dict[str, Any]:  # noqa: ARG001 (contract)
    """Return what a header holds beside game, players and options: an edition, at times with odd weights."""
    odd = chance.random() < 0.4
    weights = [chance.choice((-1.5, -1, 0, 0.5, 2, 2.0, 2.5, 7, 7.5, 9)) if odd else weight for weight in WEIGHTS]
    points = [chance.randrange(-1, 7) for _ in Animal]
    return {
        "edition": {
            "animals": {
                animal.value: {"weight": weight, "points": point}
                for animal, weight, point in zip(Animal, weights, points, strict=True)
            }
        }
    }


def event(state: State, chance: Dice) -> dict[str, Any]:
    """Return an event that the rules allow now."""
    cards = _alike(state, chance) if chance.random() < 0.6 else _any(state, chance)
    if chance.random() < 0.5:
        cards.sort(key=lambda card: card.animal.place)  # the same kinds into the same boats
    else:
        cards = chance.sample(cards, len(cards))
    boats = [cards[at : at + 3] for at in range(0, len(cards), 3)]
    return {"do": "sail", "boats": [_boat(boat, chance) for boat in boats]}


def seatings(players: list[str]) -> list[list[str]]:
    """Return orders of the players in which the rules treat everybody as before: all of them do."""
    return [players[::-1], players[1:] + players[:1]]


def _any(state: State, chance: Dice) -> list[Card]:
    return [card for seat in state.seats for card in chance.sample(_hand(state, seat), 3)]


def _alike(state: State, chance: Dice) -> list[Card]:
    wish = chance.sample(list(Animal), 12)
    return [
        card
        for seat in state.seats
        for card in sorted(_hand(state, seat), key=lambda card: wish.index(card.animal))[:3]
    ]


def _hand(state: State, seat: str) -> list[Card]:
    return [card for animal in Animal if (card := Card(seat, animal)) not in state.played]


def _boat(cards: list[Card], chance: Dice) -> dict[str, Any]:
    return {
        "capacity": chance.choice((0, 5, 8.5, 12, 14.0, 16, 20, 24)),
        "aboard": [[card.player, card.animal.value] for card in cards],
        "replacement": chance.choice((4, 12, 16, 20.5)),
    }


def filled(event: dict[str, Any], state: State) -> dict[str, Any] | None:
    """Return the form that makes this event, filled; halves of a capacity can't be entered in it."""
    form: dict[str, Any] = {"do": "sail"}
    for at, boat in enumerate(event["boats"], 1):
        form[f"boat {at}"] = int(boat["capacity"])
        if state.effects:
            form[f"boat {at} replacement"] = int(boat["replacement"])
        for place, (player, animal) in enumerate(boat["aboard"], 1):
            form[f"boat {at} animal {place}"] = f"{animal} {player}"
    return form
