"""Games begun, taken up again, deleted."""

import logging
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from companion.game import (
    Choice,
    GameError,
    HeaderError,
    check_players,
    chosen_number,
    mat_layouts,
    registry,
    same_name,
)
from companion.game.edition import EditionError
from companion.game.match import Match
from companion.game.record import Line, RecordError
from companion.language.message import say
from companion.session import editions, kept_looks, learning, taking
from companion.session.table import Kept, Table
from companion.store import practice
from companion.store.errors import StoreError
from companion.table import requests
from companion.table.deeds import TakenBack
from companion.table.entrance import KEY_LENGTH, KEY_LETTERS
from companion.table.evening import Evening
from companion.table.pin_guesses import LONG_PIN
from companion.table.signals import Reply
from companion.table.taken_for import TakenFor

log = logging.getLogger("companion")
EVENING_S = 12 * 3600.0  # a game that ended longer ago was cleared away
_TURNS = re.compile(r"[\u2028-\u202e\u2066-\u2069]")  # lines, and bidirectional embeddings, overrides and isolates


def new_key() -> str:
    """Return a fresh key that lets in; nobody can guess it."""
    return "".join(secrets.choice(KEY_LETTERS) for _ in range(KEY_LENGTH))


@dataclass(frozen=True)
class Chance:
    """Where new games get what is not repeatable from: an id, a seed, the wall clock as text, a key to come in by."""

    new_id: Callable[[], str]
    new_seed: Callable[[], str]
    now: Callable[[], str]
    new_key: Callable[[], str] = new_key


def new_game(table: Table, device: str, request: requests.NewGame, chance: Chance) -> tuple[Table, Reply]:
    """Begin a game; whoever does is a host of it."""
    header: dict[str, Any] = {"record": 1, "game": request.game, "players": request.players}
    header["at"] = now = table.now
    try:
        game = registry.find(request.game)
        header |= _chosen(game.choices, request.options, request.players)
        header |= editions.printed(table.kept, request.game)
        check_players(request.players, game.players, game.added_seats)
        _check_shown(request.players)
        _check_places(request.game, request.players)
        match = Match.begin(Line(1, header))
        match.try_out()
    except (HeaderError, EditionError, RecordError) as error:
        return table, Reply(False, error.message)
    except Exception as error:  # the game's own code
        return table, Reply(False, say("This game can't be begun: {error}", error=_raised(request.game, error)))
    game_id, seed = chance.new_id(), chance.new_seed()
    held = {seat: holder for seat, holder in table.seating.held.items() if seat in request.players}
    table = without_practice(learning.stood(table))  # nobody took it back
    begun = _begun(table.kept, now)
    table = table.keep(lambda store: store.begin(game_id, begun, header, seed))
    if request.practice:
        table = replace(table.set(practice.SETTING, game_id), practice=game_id)
    table = replace(
        table,
        seating=replace(table.seating, held=held, claims={}).with_host(device),
        notices=(),
        evening=Evening(game_id, seed, match, table.equipment),
    )
    return table.rebased(), Reply(True, value=game_id)


def _begun(kept: Kept, now: str) -> str:
    """Return when a game that begins now is kept as begun: no sooner than the last one was, for a Pi whose plug was
    pulled goes on by an earlier time. What is an evening ahead was dated by a clock that went wrong."""
    with suppress(StoreError, LookupError, ValueError):
        last = kept.game(kept.games()[0]).begun
        if 0 < _seconds(last) - _seconds(now) < EVENING_S:
            return last
    return now


def _seconds(at: str) -> float:
    return datetime.fromisoformat(at).timestamp()


def end_practice(table: Table) -> tuple[Table, Reply]:
    """Throw the practice game away."""
    if not table.practice:
        return table, Reply(False, say("Nobody practises now"))
    return without_practice(learning.stood(table)), Reply(True, say("The practice is over: nothing of it was kept"))


def without_practice(table: Table) -> Table:
    """Return the table rid of its practice game, and of whatever was kept of it."""
    game_id = table.practice
    if not game_id:
        return table
    table = table.keep(practice.forget, lambda store: store.unset(taking.name_of(game_id)))
    on_it = table.evening is not None and table.evening.game_id == game_id
    return replace(table, practice="", evening=None if on_it else table.evening)


def take_up(table: Table, game_id: str) -> tuple[Table, Reply]:
    """Put a stored game on the table as it was left; one that is on the table already stays as it is."""
    if table.evening is not None and table.evening.game_id == game_id:
        return table, Reply(True)
    try:
        stored = table.kept.game(game_id)
        match = Match.replay(Line(n, value) for n, value in enumerate((stored.header, *stored.lines), 1))
        match.try_out()
        place = _called_as_a_place(match.game.name, stored.header["players"])
    except (StoreError, GameError, RecordError) as error:
        return table, Reply(False, say("This game can't be taken up: {error}", error=error.message))
    except Exception as error:  # the game's own code, which was changed since: others can be played
        told = _raised(str(stored.header["game"]), error)
        return table, Reply(False, say("This game can't be taken up: {error}", error=told))
    table = learning.stood(table)  # of the game that lay there: nobody took it back
    table = table if game_id == table.practice else without_practice(table)
    evening = Evening(
        game_id,
        stored.seed,
        match,
        replace(table.equipment, camera=False, photos=False) if place else table.equipment,
        undone=tuple(TakenBack(value) for value in stored.undone),
        begun=len(match.lines) - 1,
        camera_waits=True,
        taken_for=TakenFor(),
        looks={} if place else kept_looks.stored(table, game_id),
        unread=bool(place),
    )
    table = taking.taken_up(replace(table, evening=evening, notices=())).rebased()
    if place:
        table = table.say(
            say("“{name}” is a place on the mat: the camera reads nothing in this game, enter it by hand", name=place)
        )
    return table, Reply(True)


def just_over(kept: Kept, game_id: str, now: str) -> bool:
    """Whether a stored game was over this evening: its end is still looked at, and may be put right. A clock that was
    set meanwhile makes it another evening's, as does a game that can't be read."""
    try:
        stored = kept.game(game_id)
        return stored.over and abs(_seconds(now) - _seconds(str(stored.lines[-1]["at"]))) < EVENING_S
    except (StoreError, LookupError, ValueError):
        return False


def _raised(game: str, error: Exception) -> str:
    """Return what a game's own code raised, for whoever wrote it; the log says where."""
    log.warning("the game %s failed", game, exc_info=error)
    return f"{type(error).__name__}: {error}"


def delete(table: Table, game_id: str) -> tuple[Table, Reply]:
    """Delete a stored game for good; what an older release kept as the PIN may be too short for that."""
    if game_id == table.practice:
        return end_practice(table)
    if len(table.pin) < LONG_PIN:
        told = say("What can't be undone wants a PIN of six digits: choose one in the settings, and start anew")
        return table, Reply(False, told)
    if game_id not in table.kept.games():  # another phone was sooner
        return table, Reply(True)
    table = table.keep(lambda store: store.delete(game_id), lambda store: store.unset(taking.name_of(game_id)))
    if table.evening is not None and table.evening.game_id == game_id:
        table = replace(table, evening=None)
    return table, Reply(True)


def _chosen(choices: Sequence[Choice], given: Mapping[str, Any], players: Sequence[str]) -> dict[str, Any]:
    """Return what a header says of the options that were chosen: `options`, and beside it what is only noted."""
    options, noted = dict(given), dict[str, Any]()
    for choice in choices:
        if choice.place and str(options.get(choice.name, "")).isdecimal():
            options[choice.name] = _player_at(choice, str(options[choice.name]), players)
        if choice.each and choice.name in options:
            options[choice.name] = _of_each(choice, options[choice.name], players)
        if choice.noted and choice.name in options:
            noted[choice.name] = value = options.pop(choice.name)
            if not choice.each:
                _check_noted(choice, value, players)
    return {"options": options, **noted}


def _check_shown(players: Sequence[str]) -> None:
    """Raise a HeaderError for a name that turns the reading direction of what stands beside it: a score of 15 would be
    shown as 51."""
    for player in players:
        if _TURNS.search(player):
            raise HeaderError("players", say("a name holds a character that can't be shown: {name}", name=repr(player)))


def _check_places(game: str, players: Sequence[str]) -> None:
    """Raise a HeaderError where a player is called as a zone of a mat is."""
    place = _called_as_a_place(game, players)
    if place:
        raise HeaderError("players", say("“{name}” is a place on the mat: choose another name", name=place))


def _called_as_a_place(game: str, players: Sequence[str]) -> str:
    """Return the player who is called as a zone of a mat is, for what is seen is known by either name; "" for none."""
    zones = {zone.name for mat in mat_layouts.candidates(game, len(players)) for zone in mat.zones}
    return next((player for player in players if same_name(player) in zones), "")


def _check_noted(choice: Choice, value: Any, players: Sequence[str]) -> None:
    """Raise a HeaderError unless this can be chosen: the game's options, which it is none of, do not ask."""
    if choice.place:
        if value not in players:
            raise HeaderError(choice.name, say("nobody sits at place {place}", place=str(value)))
    elif choice.choices:
        _check_one_of(choice, value)
    elif not isinstance(value, bool):
        wanted = say("true or false")
        raise HeaderError(choice.name, say("“{given}” is none of these: {choices}", given=str(value), choices=wanted))


def _check_one_of(choice: Choice, value: Any) -> None:
    if value not in choice.choices:
        raise HeaderError(
            choice.name, say("“{given}” is none of these: {choices}", given=str(value), choices=_called(choice))
        )


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
        player = _player_at(choice, str(place), players)
        _check_one_of(choice, value)
        if value in chosen.values():
            twice = _called(choice)[choice.choices.index(value)]
            raise HeaderError(choice.name, say("two players have chosen {what}", what=twice))
        chosen[player] = value
    return chosen


def _player_at(choice: Choice, place: str, players: Sequence[str]) -> str:
    """Return who sits at a place, counted from 1."""
    number = chosen_number(place)
    if not isinstance(number, int) or not 1 <= number <= len(players):
        raise HeaderError(choice.name, say("nobody sits at place {place}", place=place))
    return players[number - 1]


def _called(choice: Choice) -> tuple[Any, ...]:
    return choice.shown or choice.choices
