"""Entering events by hand: what is asked, and the event that the answers make."""

from collections.abc import Mapping
from typing import Any

from companion.game import Field, Form, chosen_number
from companion.games.alcatraz.guide import overlay_name, signed
from companion.games.alcatraz.pieces import CARDS, OBJECTIVES, ROUNDS, Overlay
from companion.games.alcatraz.state import State
from companion.language.message import name, say

_PLACES = (1, 2, 3)


def forms(state: State) -> tuple[Form, ...]:
    """Return the events that may be entered now, first what is due."""
    if state.over:
        tied = len(state.tied) > 1 and len(state.rounds) == ROUNDS
        return (Form("third_round", say("Play a third round"), ()),) if tied else ()
    ends = Form("end_round", say("Round {round} ends", round=state.number), ())
    playing = tuple(seat for seat in state.seats if seat not in state.now.emptied)
    if state.to_finish == ():
        return (ends, *_of_seats(state, playing))
    return (*_of_seats(state, playing), ends)


def _of_seats(state: State, playing: tuple[str, ...]) -> tuple[Form, ...]:
    """Return what each who still plays may enter, first a circle that is due."""
    return (
        *(_empty(seat) for seat in state.emptying),
        *(_look(seat) for seat in playing),
        *(_claim(seat) for seat in playing),
        *(_empty(seat) for seat in playing if seat not in state.emptying),
    )


def _empty(seat: str) -> Form:
    return Form("empty", say("{player} has no card left", player=name(seat)), (), seat)


def _claim(seat: str) -> Form:
    objectives = tuple(str(number) for number in OBJECTIVES)
    fields = [Field("objective", say("Objective"), "choice", objectives)]
    for place in _PLACES:
        fields += [_card(place), _overlays(place)]
    return Form("claim", say("{player} claims an objective", player=name(seat)), tuple(fields), seat)


def _look(seat: str) -> Form:
    """Return what the claimer says where the camera reads the numbers: cards laid over others can't be read."""
    objectives = tuple(str(number) for number in OBJECTIVES)
    fields = (Field("objective", say("Objective"), "choice", objectives), *map(_overlays, _PLACES))
    return Form(
        "look", say("{player} claims: let the camera read the cards", player=name(seat)), fields, seat, looks=True
    )


def _card(place: int) -> Field:
    numbers = sorted(CARDS)
    shown = tuple(name(signed(number)) for number in numbers)
    label = say("Card {place}", place=place)
    return Field(f"card {place}", label, "choice", tuple(map(str, numbers)), optional=place == 3, shown=shown)


def _overlays(place: int) -> Field:
    shown = tuple(overlay_name(overlay) for overlay in Overlay)
    label = say("Laid over card {place}, from bottom to top", place=place)
    return Field(f"over {place}", label, "list", tuple(Overlay), optional=True, shown=shown)


def entered(filled: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the event that a filled form makes; what is an event already stays one."""
    asked = {"seat", *(f"{what} {place}" for what in ("card", "over") for place in _PLACES)}
    event = {key: value for key, value in filled.items() if key not in asked}
    if "seat" in filled:
        event["player"] = filled["seat"]
    cards = [_entered_card(filled, place) for place in _PLACES if filled.get(f"card {place}")]
    if cards:
        event["cards"] = cards
    if "objective" in filled:
        event["objective"] = chosen_number(filled["objective"])
    return event


def _entered_card(filled: Mapping[str, Any], place: int) -> Any:
    card, overlays = chosen_number(filled[f"card {place}"]), filled.get(f"over {place}")
    return {"card": card, "overlays": overlays} if overlays else card
