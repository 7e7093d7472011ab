"""Entering a round by hand: what is asked, and the event that the answers make."""

from collections.abc import Mapping
from typing import Any

from companion.game import EVEN_SO, Field, Form
from companion.games.allaboard.edition_numbers import answered, questions
from companion.games.allaboard.pieces import ABOARD, Animal, Card, card_name
from companion.games.allaboard.state import State
from companion.language.message import say

_MOST = 99


def forms(state: State) -> tuple[Form, ...]:
    """Return the one event there is, all boats of a round from left to right; and the numbers printed on the cards,
    while nobody has confirmed them."""
    unconfirmed = (questions(),) if state.provisional else ()
    if state.over:
        return unconfirmed
    cards = {
        _text(card): card_name(card)
        for seat in state.seats
        for animal in Animal
        if (card := Card(seat, animal)) not in state.played
    }
    fields = tuple(field for boat in range(1, len(state.seats) + 1) for field in _boat(boat, cards, state.effects))
    return (*unconfirmed, Form("sail", say("The boats sail"), fields))


def _boat(boat: int, cards: Mapping[str, Any], effects: bool) -> list[Field]:
    fields = [
        Field(f"boat {boat}", say("Boat {boat}: for how much weight?", boat=boat), "number", high=_MOST, halves=True)
    ]
    for place in range(1, ABOARD + 1):
        label = say("Boat {boat}, animal {place}", boat=boat, place=place)
        fields.append(Field(f"boat {boat} animal {place}", label, "choice", tuple(cards), shown=tuple(cards.values())))
    if effects:
        label = say("Boat {boat}: the boat drawn if a mouse frightens an elephant", boat=boat)
        fields.append(Field(f"boat {boat} replacement", label, "number", high=_MOST, optional=True, halves=True))
    return fields


def _text(card: Card) -> str:
    return f"{card.animal} {card.player}"  # an animal is one word, so the rest is the player


def entered(filled: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the event that a filled form makes; what is an event already stays one."""
    if filled["do"] == "edition":
        return {"do": "edition", "edition": answered(filled), "sure": EVEN_SO in filled}
    if "boats" in filled:
        return filled
    boats: list[dict[str, Any]] = []
    while f"boat {len(boats) + 1}" in filled:
        boats.append(_entered_boat(filled, f"boat {len(boats) + 1}"))
    return {"do": "sail", "boats": boats}


def _entered_boat(filled: Mapping[str, Any], name: str) -> dict[str, Any]:
    chosen = [str(filled.get(f"{name} animal {place}", "")).partition(" ") for place in range(1, ABOARD + 1)]
    boat: dict[str, Any] = {"capacity": filled[name], "aboard": [[player, animal] for animal, _, player in chosen]}
    if f"{name} replacement" in filled:
        boat["replacement"] = filled[f"{name} replacement"]
    return boat
