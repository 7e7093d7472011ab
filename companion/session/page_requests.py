"""What people ask for on a page: their rights, and what it leads to."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.game import Form, GameError, Phase
from companion.game.sealed_bids import Ballot, Response
from companion.language.message import say
from companion.session import actions, editions, entering, games, learning, looks, undo
from companion.session.games import Chance
from companion.session.table import Table
from companion.showing import evidence, projection, stalls
from companion.table import requests, rights
from companion.table.deeds import Doer
from companion.table.evening import EnteredByHand, Evening
from companion.table.signals import Reply, Submitted
from web.shown import Role

_AT_ONCE_S = 2.0
TOO_LATE = say("That came too late: something else is awaited now")


def asked(table: Table, signal: Submitted, chance: Chance) -> tuple[Table, Reply]:
    """Do what a device asks for, or say why not."""
    request, device = signal.request, signal.device
    refused = rights.refusal(table.seating, table.evening, device, request)
    if refused is not None:
        return table, refused
    if isinstance(request, entering.REQUESTS):
        return entering.asked(table, signal, chance)
    match request:
        case requests.NewGame() if request.comes_too_late(table.evening.step_id if table.evening else ""):
            return table, Reply(False, TOO_LATE)
        case requests.NewGame():
            return games.new_game(table, device, request, chance)
        case requests.TakeUp():
            table, reply = games.take_up(table, request.game_id)
            return editions.confirmed_since(table) if reply.ok else table, reply
        case requests.EndPractice():
            return games.end_practice(table)
        case requests.Delete():
            return games.delete(table, request.game_id)
        case requests.Teaching():
            return learning.switch(table, on=request.on)
        case requests.HideStandings():
            return table.hiding(on=request.on)
        case requests.Numbers():
            return editions.enter(table, request.game, request.filled)
    if table.evening is None:
        return table, Reply(False, say("No game is on the table: begin one first"))
    return _asked_of_game(table, table.evening, signal)


def _asked_of_game(table: Table, evening: Evening, signal: Submitted) -> tuple[Table, Reply]:
    request, device, at_s = signal.request, signal.device, signal.at_s
    doer = Doer(device, next((seat for seat in table.seating.seats_of(device) if seat in evening.people), ""))
    if isinstance(request, requests.Enter):
        return _enter(table, request, doer, at_s)
    if isinstance(request, requests.OfStep) and request.comes_too_late(evening.step_id):
        return table, Reply(False, TOO_LATE)
    match request:
        case requests.Sit() | requests.Leave() | requests.Free() | requests.Choose() | requests.Lock():
            if request.seat not in evening.people:
                return table, Reply(False, say("Nobody can sit at “{seat}”", seat=request.seat))
            return _seat_request(table, doer, request, at_s)
        case requests.GoOn():
            return _go_on(table, request.seat, at_s)
        case requests.Answer() | requests.LookAgain() | requests.PutAside():
            return _of_a_look(table, request, at_s)
        case requests.Correct() | requests.Add() | requests.Learn():
            return _put_right(table, request, doer)
        case requests.Undo():
            return undo.undo(table, doer, request.deed)
        case requests.Redo():
            return undo.redo(table, doer, request.deed)
        case _:
            return table, Reply(False)


def _put_right(
    table: Table, request: requests.Correct | requests.Add | requests.Learn, doer: Doer
) -> tuple[Table, Reply]:
    """Correct, or teach, the event that is meant, unless it is another one by now: played anew, corrected, or of
    another game."""
    evening = table.playing
    known = 0 <= request.line < len(evening.match.lines)
    if request.event and not (known and request.event == evidence.event_name(evening, request.line)):
        return table, Reply(False, undo.LATE)
    match request:
        case requests.Correct():
            return undo.correct(table, request, doer)
        case requests.Add():
            return undo.add(table, request, doer)
        case requests.Learn():
            return learning.learn(table, request)


def _seat_request(table: Table, doer: Doer, request: Any, at_s: float) -> tuple[Table, Reply]:
    evening, seat = table.playing, request.seat
    match request:
        case requests.Sit():
            return _sit(table, doer, seat, at_s, confirmed=request.confirm)
        case requests.Free():
            return table.reseated(table.seating.free(seat), seat, doer), Reply(True)
    if not table.seating.holds(doer.device, seat):
        return table, Reply(False, say("This phone does not hold {seat}'s seat", seat=seat))
    if isinstance(request, requests.Leave):
        return table.reseated(table.seating.free(seat), seat, doer), Reply(True)
    if evening.bidding is None:
        return table, Reply(False, say("No card is awaited now"))
    if isinstance(request, requests.Choose):
        changed, response = evening.bidding.choose(seat, request.card)
        return table.with_evening(replace(evening, bidding=changed)), Reply(response is not Response.REFUSED)
    return _lock(table, evening.bidding.ballot(seat), request, at_s)


def _lock(table: Table, ballot: Ballot, request: requests.Lock, at_s: float) -> tuple[Table, Reply]:
    """Lock what the page showed as chosen, or unlock it: an older choice, or a pod's key, may have come between."""
    if request.cards is not None:
        stands = ballot.tapped and tuple(request.cards) == ballot.chosen
        if ballot.locked == bool(request.cards):
            return table, Reply(True) if stands or not ballot.locked else Reply(False, undo.LATE)
        if not ballot.locked and not stands:
            return table, Reply(False, undo.LATE)
    table, reply = actions.lock(table, request.seat, None, at_s)
    return table, reply if reply.ok else Reply(False, say("Choose a card of your hand first"))


def _sit(table: Table, doer: Doer, seat: str, at_s: float, *, confirmed: bool) -> tuple[Table, Reply]:
    """Give a device a seat, or have it wait for the ok of the seat's pod. Where that does nothing a host can do without
    it: a pod that is broken must keep nobody from playing."""
    device, host = doer.device, table.seating.role(doer.device) is Role.HOST
    has_pod = table.playing.pod_of(seat) is not None
    taken, claim = table.seating.sit(device, seat, has_pod, at_s), table.seating.waiting(seat, at_s)
    if taken is None and claim is not None:
        contested = table.seating.contest(device, seat, at_s)
        if contested is not table.seating:
            told = say("Two phones ask for {seat}'s seat: ok lets neither in, the code at the table does", seat=seat)
            return replace(table, seating=contested).say_once(told), Reply(False, told)
        return table, Reply(False, say("Another phone waits for {seat}'s pod: wait a minute", seat=seat))
    if taken is None:
        return table, Reply(False, say("{seat} sits there with another phone; the host can free the seat", seat=seat))
    if has_pod and host and claim is not None and claim.device == device:
        if not confirmed:
            told = say("Does {seat}'s pod do nothing? A host's phone can play there without its ok", seat=seat)
            return table, Reply(False, told, ask="confirm")
        table = table.reseated(table.seating.free(seat).held_by(seat, device), seat, doer)
        return table.say(say("A host's phone plays for {seat} without the pod's ok", seat=seat)), Reply(True)
    table = table.reseated(taken, seat, doer)
    if not has_pod:
        return table, Reply(True)
    if claim is not None and claim.device != device:
        told = say("Two phones ask for {seat}'s seat: ok gives it to the one that asked last", seat=seat)
        table = table.say_once(told)
    if taken.role(device) is Role.GUEST:
        return table, Reply(True, say("Hold ok on {seat}'s pod for five seconds", seat=seat))
    return table, Reply(True, say("Press ok on {seat}'s pod", seat=seat))


def _go_on(table: Table, seat: str | None, at_s: float) -> tuple[Table, Reply]:
    evening = table.playing
    if evening.phase is Phase.CHANCE and seat is None:
        return actions.draw(table)
    if evening.turn and (seat is not None or evening.anybodys_turn):
        return actions.ask_for_look(table, seat or evening.turn[0], at_s)
    if seat is not None:
        return actions.lay(table, seat, at_s)
    seen_together = evening.equipment.camera and not evening.one_by_one
    if evening.phase is Phase.TAKE or (evening.phase is Phase.LOOK and seen_together):
        evening = replace(evening, zones={}, asked_s=at_s) if evening.when_said else evening
        return table.with_evening(replace(evening, laid=evening.laid | set(evening.waiting))), Reply(True)
    return table, Reply(False, say("Nothing can be passed over now"))


def _of_a_look(
    table: Table, request: requests.Answer | requests.LookAgain | requests.PutAside, at_s: float
) -> tuple[Table, Reply]:
    """What the camera asks, or has not seen."""
    evening = table.playing
    match request:
        case requests.LookAgain():
            return looks.look_again(table, at_s), Reply(True)
        case requests.PutAside():
            stalled = stalls.stall(evening)
            here = stalled is not None and stalled.id == request.stall  # else it has gone meanwhile
            aside = evening.aside | {request.stall} if here else evening.aside
            return table.with_evening(replace(evening, aside=aside)), Reply(True)
    for doubt in evening.doubts:
        if projection.question_id(evening, doubt) == request.question:
            if request.label not in evening.match.game.labels(evening.match.state):
                return table, Reply(False, say("“{label}” is nothing that can lie there", label=request.label))
            return actions.settle(table, doubt.zone, doubt.cell, request.label), Reply(True)
    return table, Reply(False, say("This question has been settled already"))


def _enter_zone(table: Table, form: Form, value: dict[str, Any]) -> tuple[Table, Reply]:
    """Take what people say lies in a seat's zone, in place of the camera's reading."""
    evening, (field,) = table.playing, form.fields
    given = value.get(field.name)
    labels = tuple(map(str, given)) if isinstance(given, list) else ()
    wrong = next((label for label in labels if label not in field.choices), None)
    if wrong is not None:
        return table, Reply(False, say("“{label}” is nothing that can lie there", label=wrong))
    if len(labels) != field.high:
        told = say("Squares to be entered: {count}, not {given}", count=field.high, given=len(labels))
        return table, Reply(False, told)
    seat = form.seat or ""
    laid = evening.laid | {seat}
    return table.with_evening(replace(evening, by_hand={**evening.by_hand, seat: labels}, laid=laid)), Reply(True)


def _enter(table: Table, request: requests.Enter, doer: Doer, at_s: float) -> tuple[Table, Reply]:
    """Enter what a form was filled with. One that asks for something takes its time, and may come late; where the same
    was entered meanwhile, that is the same event."""
    evening, value = table.playing, request.event
    late = request.comes_too_late(evening.step_id)
    game, state = evening.match.game, evening.match.state
    zone = evening.form_by_hand(str(value.get("seat", "")))
    if zone is not None and zone.do == value.get("do"):
        return _enter_zone(table, zone, value)
    form = next((form for form in game.forms(state) if form.do == value.get("do")), None)
    if late and (form is None or not (form.fields or form.seat)):
        return table, Reply(True) if _just_entered(evening, value, doer.device, at_s) else Reply(False, TOO_LATE)
    if form is None:
        return table, Reply(False, say("This can't be entered by hand now"))
    if form.question:
        return _tell(table, value)
    if form.looks:
        return actions.ask_for_look(table, str(value.get("seat", "")), at_s, value)
    if form.printed:
        return editions.confirm(table, value)
    event = game.entered(state, value)
    if _just_entered(evening, event, doer.device, at_s) or (late and _is_last(evening, event)):
        return table, Reply(True)
    table, reply = table.play(event)
    if reply.ok:
        evening, lines = table.playing, len(table.playing.match.lines)
        entered, doers = EnteredByHand(event, doer.device, at_s, lines), {**evening.doers, lines - 1: doer}
        table = table.with_evening(replace(evening, entered=entered, doers=doers))
    return table, reply


def _just_entered(evening: Evening, event: Mapping[str, Any], device: str, at_s: float) -> bool:
    """Whether another phone entered the same event a moment ago: two that end a round at once mean one round."""
    last = evening.entered
    if last is None or (last.event, last.lines) != (event, len(evening.match.lines)):
        return False
    return last.device != device and at_s - last.at_s < _AT_ONCE_S


def _is_last(evening: Evening, event: Mapping[str, Any]) -> bool:
    """Whether this event is the last in the record, whatever else is noted there of it."""
    return {key: value for key, value in evening.match.lines[-1].items() if key in event} == event


def _tell(table: Table, value: dict[str, Any]) -> tuple[Table, Reply]:
    """Answer a question of the game's, for all to see until the next event."""
    evening = table.playing
    try:
        told = evening.match.game.told(evening.match.state, value)
    except GameError as error:
        return table, Reply(False, error.message)
    return table.with_evening(replace(evening, told=told)), Reply(True)
