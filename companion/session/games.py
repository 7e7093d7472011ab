"""Games begun, taken up again, deleted."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game import Choice, GameError, HeaderError, Phase, check_players, registry
from companion.game.edition import EditionError
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import say
from companion.session import editions, learning, taking
from companion.session.ledger import Ledger
from companion.store.database import StoreError
from companion.table import requests, seats
from companion.table.evening import Evening
from companion.table.evidence import kept_look
from companion.table.seats import Seating
from companion.table.signals import Reply


def new_game(ledger: Ledger, device: str, request: requests.NewGame) -> Reply:
    """Begin a game; whoever does is a host of it."""
    header: dict[str, Any] = {"record": 1, "game": request.game, "players": request.players}
    header["at"] = ledger.chance.now()
    try:
        game = registry.find(request.game)
        header |= _chosen(game.choices, request.options, request.players)
        header |= editions.printed(ledger, request.game)
        check_players(request.players, game.players, game.added_seats)
        match = Match.begin(Line(1, header))
    except (HeaderError, EditionError, RecordError) as error:
        return Reply(False, error.message)
    game_id, seed = ledger.chance.new_id(), ledger.chance.new_seed()
    ledger.store.begin(game_id, ledger.chance.now(), header, seed)
    held = {seat: holder for seat, holder in ledger.seating.held.items() if seat in request.players}
    ledger.seating = Seating(held=held, hosts=ledger.seating.hosts | {device})
    ledger.notices = ()
    learning.stood(ledger)  # nobody took the last score back
    ledger.evening = Evening(game_id, seed, match, ledger.table)
    ledger.new_plan()
    return Reply(True, value=game_id)


def take_up(ledger: Ledger, game_id: str) -> Reply:
    """Put a stored game on the table as it was left."""
    try:
        stored = ledger.store.game(game_id)
        match = Match.replay(Line(n, value) for n, value in enumerate((stored.header, *stored.lines), 1))
    except (StoreError, GameError, RecordError) as error:
        return Reply(False, say("This game can't be taken up: {error}", error=error.message))
    looks = {line: kept_look.read(value) for line, value in ledger.store.looks(game_id).items()}
    evening = Evening(game_id, stored.seed, match, ledger.table, undone=stored.undone, camera_waits=True, looks=looks)
    ledger.evening = taking.taken_up(ledger, evening)
    ledger.notices = ()
    ledger.new_plan()
    return Reply(True)


def delete(ledger: Ledger, game_id: str) -> Reply:
    """Delete a stored game for good."""
    with ledger.store.together():
        ledger.store.delete(game_id)
        taking.forget(ledger, game_id)
    if ledger.evening is not None and ledger.evening.game_id == game_id:
        ledger.evening = None
    return Reply(True)


def _chosen(choices: Sequence[Choice], given: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
    """Return what a header says of the options that were chosen: `options`, and beside it what is only noted."""
    options, noted = dict(given), dict[str, Any]()
    for choice in choices:
        if choice.place and str(options.get(choice.name, "")).isdecimal():
            place = int(options[choice.name])
            if not 1 <= place <= len(players):
                raise HeaderError(choice.name, say("nobody sits at place {place}", place=place))
            options[choice.name] = players[place - 1]
        if choice.each and choice.name in options:
            options[choice.name] = _of_each(choice, options[choice.name], players)
        if choice.noted and choice.name in options:
            noted[choice.name] = options.pop(choice.name)
    return {"options": options, **noted}


def _of_each(choice: Choice, given: Any, players: Sequence[str]) -> dict[str, str]:
    """Return what each player has chosen, no two the same; whoever chose nothing gets the next that is left."""
    if not isinstance(given, Mapping):
        raise HeaderError(choice.name, say("“{given}” says of no place what is chosen", given=str(given)))
    chosen = _at_places(choice, given, players)
    left = [value for value in choice.choices if value not in chosen.values()]
    return {name: chosen.get(name) or left.pop(0) for name in players}


def _at_places(choice: Choice, given: Mapping[Any, Any], players: Sequence[str]) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for place, value in given.items():
        if not str(place).isdecimal() or not 1 <= int(place) <= len(players):
            raise HeaderError(choice.name, say("nobody sits at place {place}", place=str(place)))
        if value not in choice.choices:
            raise HeaderError(
                choice.name, say("“{given}” is none of these: {choices}", given=str(value), choices=_called(choice))
            )
        if value in chosen.values():
            twice = _called(choice)[choice.choices.index(value)]
            raise HeaderError(choice.name, say("two players have chosen {what}", what=twice))
        chosen[players[int(place) - 1]] = value
    return chosen


def _called(choice: Choice) -> tuple[Any, ...]:
    return choice.shown or choice.choices


def resume(ledger: Ledger) -> None:
    """Take up what was on the table, as after a power cut; where that is over or gone, the newest unfinished game."""
    kept = ledger.store.setting("seating")
    last = seats.game_of(kept)
    for game_id in sorted(ledger.store.running(), key=lambda one: one != last):
        reply = take_up(ledger, game_id)
        if reply.text is not None:
            ledger.say(reply.text)
        ledger.seating = Seating.read(kept, game_id)
        if ledger.evening is not None and ledger.evening.phase is Phase.BIDS:
            ledger.say(say("The companion was started again: every bid must be locked once more"))
        return
