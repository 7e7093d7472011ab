"""What people ask for on a page: their rights, and what it leads to."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.game import GameError, Phase
from companion.game.sealed_bids import Response
from companion.language.message import say
from companion.session import actions, editions, games, learning, undo
from companion.session.ledger import JOIN_SHOWN_S, Ledger
from companion.showing import projection
from companion.table import requests
from companion.table.evening import Entered, Evening
from companion.table.signals import PinShown, Reply, Submitted

_AT_ONCE_S = 2.0


def asked(ledger: Ledger, signal: Submitted) -> Reply:
    """Do what a device asks for, or say why not."""
    request, device = signal.request, signal.device
    if isinstance(request, requests.HOST_ONLY) and not _may(ledger, device, request):
        return Reply(False, say("Only the host may do this: give the table's PIN"), ask="pin")
    match request:
        case requests.NewGame():
            return games.new_game(ledger, device, request)
        case requests.TakeUp():
            return games.take_up(ledger, request.game_id)
        case requests.Delete():
            return games.delete(ledger, request.game_id)
        case requests.Pin():
            ledger.seating, right = ledger.seating.try_pin(device, request.pin, ledger.pin, signal.at_s)
            return Reply(right, None if right else say("That is not the table's PIN; the display can show it"))
        case requests.Teaching():
            return learning.switch(ledger, on=request.on)
        case requests.Numbers():
            return editions.enter(ledger, request.game, request.filled)
        case requests.ShowPin():
            if not ledger.table.display:
                return Reply(False, say("There is no display: the PIN stands where the companion was started"))
            ledger.effects.append(PinShown())
            return Reply(True)
        case requests.ShowJoin():
            ledger.join_until_s = signal.at_s + JOIN_SHOWN_S
            return Reply(True)
    if ledger.evening is None:
        return Reply(False, say("No game is on the table: begin one first"))
    return _asked_of_game(ledger, ledger.evening, signal)


def _asked_of_game(ledger: Ledger, evening: Evening, signal: Submitted) -> Reply:
    request, device, at_s = signal.request, signal.device, signal.at_s
    match request:
        case requests.Sit() | requests.Leave() | requests.Free() | requests.Choose() | requests.Lock():
            if request.seat not in evening.people:
                return Reply(False, say("Nobody can sit at “{seat}”", seat=request.seat))
            return _seat_request(ledger, evening, device, request, at_s)
        case requests.GoOn():
            return _go_on(ledger, evening, request.seat, at_s)
        case requests.Answer():
            return _answer_question(ledger, evening, request)
        case requests.Cells():
            return _cells(ledger, evening, request)
        case requests.Enter():
            return _enter(ledger, evening, request.event, device, at_s)
        case requests.Correct():
            return undo.correct(ledger, evening, request)
        case requests.Add():
            return undo.add(ledger, evening, request)
        case requests.Learn():
            return learning.learn(ledger, evening, request)
        case requests.Undo():
            return undo.undo(ledger, evening)
        case requests.Redo():
            return undo.redo(ledger, evening)
        case _:
            return Reply(False)


def _may(ledger: Ledger, device: str, request: requests.Request) -> bool:
    if device in ledger.seating.hosts:
        return True
    opening = isinstance(request, requests.NewGame | requests.TakeUp)
    return opening and (ledger.evening is None or ledger.evening.match.over)


def _seat_request(ledger: Ledger, evening: Evening, device: str, request: Any, at_s: float) -> Reply:
    seat = request.seat
    match request:
        case requests.Sit():
            has_pod = evening.pod_of(seat) is not None
            taken = ledger.seating.sit(device, seat, has_pod, at_s)
            if taken is None:
                return Reply(False, say("{seat} sits there with another phone; the host can free the seat", seat=seat))
            ledger.seating = taken
            return Reply(True, say("Press ok on {seat}'s pod", seat=seat) if has_pod else None)
        case requests.Free():
            return _freed(ledger, evening, seat)
    if not ledger.seating.holds(device, seat):
        return Reply(False, say("This phone does not hold {seat}'s seat", seat=seat))
    if isinstance(request, requests.Leave):
        return _freed(ledger, evening, seat)
    if evening.bidding is None:
        return Reply(False, say("No crew card is awaited now"))
    if isinstance(request, requests.Choose):
        changed, response = evening.bidding.choose(seat, request.card)
        ledger.evening = replace(evening, bidding=changed)
        return Reply(response is not Response.REFUSED, None)
    locked = actions.lock(ledger, evening, evening.bidding, seat, None, at_s)
    return Reply(locked, None if locked else say("Choose a card of your hand first"))


def _freed(ledger: Ledger, evening: Evening, seat: str) -> Reply:
    ledger.seating = ledger.seating.free(seat)
    if evening.bidding is not None and evening.bidding.ballot(seat).tapped:
        ledger.evening = replace(evening, bidding=evening.bidding.forget(seat))
    return Reply(True)


def _go_on(ledger: Ledger, evening: Evening, seat: str | None, at_s: float) -> Reply:
    if evening.phase is Phase.CHANCE:
        return actions.draw(ledger, evening)
    if evening.turn and (seat is not None or (evening.awaited is not None and evening.awaited.anybodys)):
        return actions.ask_for_look(ledger, evening, seat or evening.turn[0], at_s)
    if seat is not None:
        return actions.lay(ledger, seat)
    waiting = evening.waiting
    seen_together = evening.table.camera and not evening.table.shared_dock
    if evening.phase is Phase.TAKE or (evening.phase is Phase.LOOK and seen_together):
        ledger.evening = replace(evening, laid=evening.laid | set(waiting))
        return Reply(True)
    return Reply(False, say("Nothing can be passed over now"))


def _answer_question(ledger: Ledger, evening: Evening, request: requests.Answer) -> Reply:
    for doubt in evening.doubts:
        if projection.question_id(evening, doubt) == request.question:
            if request.label not in evening.match.game.labels(evening.match.state):
                return Reply(False, say("“{label}” is nothing that can lie there", label=request.label))
            actions.settle(ledger, doubt.zone, doubt.cell, request.label)
            return Reply(True)
    return Reply(False, say("This question has been settled already"))


def _cells(ledger: Ledger, evening: Evening, request: requests.Cells) -> Reply:
    form = evening.form_by_hand(request.seat)
    if form is None:
        return Reply(False, say("No hold is to be entered now"))
    (field,) = form.fields
    wrong = next((label for label in request.labels if label not in field.choices), None)
    if wrong is not None or not field.low <= len(request.labels) <= field.high:
        return Reply(False, say("A hold has nine squares; “{label}” is none of them", label=str(wrong)))
    by_hand = {**evening.by_hand, request.seat: tuple(request.labels)}
    ledger.evening = replace(evening, by_hand=by_hand, laid=evening.laid | {request.seat})
    return Reply(True)


def _enter(ledger: Ledger, evening: Evening, value: dict[str, Any], device: str, at_s: float) -> Reply:
    forms = evening.match.game.forms(evening.match.state)
    form = next((form for form in forms if form.do == value.get("do")), None)
    if form is None:
        return Reply(False, say("This can't be entered by hand now"))
    if form.question:
        return _tell(ledger, evening, value)
    if form.looks:
        return actions.ask_for_look(ledger, evening, str(value.get("seat", "")), at_s, value)
    if form.printed:
        return editions.confirm(ledger, evening, value)
    event = evening.match.game.entered(evening.match.state, value)
    if _just_entered(evening, event, device, at_s):
        return Reply(True)
    reply = ledger.play(event)
    if reply.ok and ledger.evening is not None:
        entered = Entered(event, device, at_s, len(ledger.evening.match.lines))
        ledger.evening = replace(ledger.evening, entered=entered)
    return reply


def _just_entered(evening: Evening, event: Mapping[str, Any], device: str, at_s: float) -> bool:
    """Whether another phone entered the same event a moment ago: two that end a round at once mean one round."""
    last = evening.entered
    if last is None or (last.event, last.lines) != (event, len(evening.match.lines)):
        return False
    return last.device != device and at_s - last.at_s < _AT_ONCE_S


def _tell(ledger: Ledger, evening: Evening, value: dict[str, Any]) -> Reply:
    """Answer a question of the game's, for all to see until the next event."""
    try:
        told = evening.match.game.told(evening.match.state, value)
    except GameError as error:
        return Reply(False, error.message)
    ledger.evening = replace(evening, told=told)
    return Reply(True)
