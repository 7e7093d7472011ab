"""Entering events by hand: what is asked, and the event that the answers make."""

from collections.abc import Mapping
from typing import Any

from companion.game import Field, Form
from companion.games.stingy import colours
from companion.games.stingy.pieces import GHOST
from companion.games.stingy.state import State
from companion.games.stingy.wording import seat_name, tile_name
from companion.language.message import Message, say


def forms(state: State) -> tuple[Form, ...]:
    """Return the events that may be entered now: start tiles of any seat that has none, then trade and draw. At the
    start the owner is asked once what two colours are called."""
    if state.over:
        return ()
    if state.turn is None:
        asked = (colours.questions(),) if state.provisional else ()
        return (*(_take(state, seat) for seat in state.to_start), *asked)
    trade = _trade(state, state.turn)
    return (*trade, *(_look(form) for form in trade), *(_question(form) for form in trade), _take(state, state.turn))


def _take(state: State, seat: str) -> Form:
    to_come = tuple(tile for tile in state.kinds if state.unseen(tile))
    title = (
        say("{seat} starts with these tiles", seat=seat_name(seat))
        if state.turn is None
        else say("{seat} draws and ends the turn", seat=seat_name(seat))
    )
    return Form("take", title, (_tiles("tiles", say("Tiles"), to_come, "list"),), seat)


def _trade(state: State, seat: str) -> tuple[Form, ...]:
    others = tuple(other for other in state.seats if other != seat and state.groups[other])
    if seat == GHOST or state.traded is not None or not others:
        return ()
    wanted = tuple(tile for tile in state.kinds if any(tile in state.groups[other] for other in others))
    fields = (
        Field("from", say("Takes from"), "choice", others, shown=tuple(seat_name(other) for other in others)),
        _tiles("group", say("This group"), wanted, "choice"),
        _tiles("given", say("These groups go the other way"), tuple(state.groups[seat]), "many"),
        Field("paid", say("How"), "choice", ("back", "paid"), shown=(say("taken back"), say("paid, as it was forced"))),
    )
    return (Form("trade", say("{seat} trades", seat=seat_name(seat)), fields, seat),)


def _look(trade: Form) -> Form:
    """Return what is said of a trade where one reading area serves all: the camera then sees what one player has."""
    fields = tuple(field for field in trade.fields if field.name in ("from", "group"))
    title = say("{seat} traded: let the camera read {seat}'s tiles", seat=seat_name(trade.seat or ""))
    return Form("look", title, fields, trade.seat, looks=True, one_area=True)


def _question(trade: Form) -> Form:
    """Return the question that belongs to a trade: what may go back for a group."""
    fields = tuple(field for field in trade.fields if field.name in ("from", "group"))
    return Form("returns", say("What may go back for a group?"), fields, trade.seat, question=True)


def _tiles(name: str, label: Message, tiles: tuple[str, ...], kind: str) -> Field:
    return Field(name, label, kind, tiles, shown=tuple(tile_name(tile) for tile in tiles))


def entered(filled: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the event that a filled form makes; what is an event already stays one. Names are no part of an edition:
    the record's labels stay as they are."""
    if filled["do"] == "edition":
        colours.named(filled)
        return {"do": "edition", "edition": {}, "sure": True}
    event = {key: value for key, value in filled.items() if key not in ("seat", "given", "paid")}
    if "seat" in filled:
        event["player"] = filled["seat"]
    if "given" in filled:
        event["paid" if filled.get("paid") == "paid" else "back"] = filled["given"]
    elif "paid" in filled:
        event["paid"] = filled["paid"]
    return event
