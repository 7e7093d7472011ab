"""Stored games: an evening after another in one store, as people play them on the page and before the camera. Running,
finished, corrected, undone and played again; what a session keeps beside them, too."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from support.legal_play import playing
from support.served_table import SIGHTS, Equipment, ServedTable
from support.turns_seen import cards, tiles

from companion.store.database import Store
from companion.table.requests import Correct, Enter, Free, GoOn, NewGame, Redo, Sit, Undo

COOKIE = "a-phone-of-2026-that-is-known-again-0123456"  # as long as the page's own tokens
PIN = "2468"
TILES = {
    "Ana": ("red coins", "red coins", "blue parrot", "blue parrot", "green diamond", "purple bottle"),
    "Rui": ("red diamond", "red diamond", "blue coins", "blue coins", "green parrot", "purple parrot"),
    "Mia": ("yellow coins", "yellow coins", "yellow parrot", "green coins", "purple coins", "orange bottle"),
}


def play(path: Path) -> dict[str, dict[str, Any]]:
    """Play all the games into a new store; return for each that still runs a request that leads it on."""
    store = Store(path)
    store.set("pin", PIN)
    table = ServedTable(Equipment(pods=0, camera=True), store)
    going_on = dict(_all(table))
    store.close()
    return going_on


def _all(table: ServedTable) -> Iterator[tuple[str, dict[str, Any]]]:
    _shipshape_whole(table)
    yield _shipshape(table)
    _by_hand(table, "stingy", ["Ana", "Rui"], {"sly": True, "colour_bonus": True})
    yield _stingy_seen(table)
    yield _by_hand(table, "stingy", ["João", "Zoë", "李小龙", "Ana"], {"first": "2"}, events=14)
    _by_hand(table, "alcatraz", ["Ana", "Rui"], {"zero_padding": True})
    yield _alcatraz_seen(table)
    _by_hand(table, "allaboard", ["Ana", "Rui", "Mia"], {})
    yield _all_aboard(table)
    _sit(table, "Ana")


def _ask(table: ServedTable, request: Any) -> None:
    reply = table.ask(request, COOKIE)
    assert reply.ok, (request, str(reply.text))


def _begin(table: ServedTable, game: str, players: list[str], options: dict[str, Any] | None = None) -> str:
    table.now_s += 60
    _ask(table, NewGame(game, players, options or {}))
    return str(table.session.evening.game_id)


def _sit(table: ServedTable, seat: str) -> None:
    """A phone takes the seat that another had; who sits where is kept."""
    _ask(table, Free(seat))
    _ask(table, Sit(seat))
    table.wait(0.2)


def _shipshape_whole(table: ServedTable) -> None:
    """Four people, three voyages before the camera; a square of the second was misread."""
    _begin(table, "shipshape", ["Ana", "Rui", "Mia", "João"])
    for voyage in range(3):
        sights = SIGHTS[voyage:] + SIGHTS[:voyage]
        table.voyage(sights)
        if voyage == 1:
            line = len(table.match.lines) - 1
            seat = table.match.seats[0]
            _ask(table, Correct(line, seat, 0, "gold 4"))
    assert table.match.over


def _shipshape(table: ServedTable) -> tuple[str, dict[str, Any]]:
    """Three people in their second voyage; the first was corrected twice, and the draw was undone and made again."""
    game = _begin(table, "shipshape", ["Ana", "Rui", "Mia"])
    table.voyage()
    line = len(table.match.lines) - 1
    _ask(table, Correct(line, "Ana", 1, "rat 2"))
    _ask(table, Correct(line, "Rui", 8, "gold 8"))
    _ask(table, GoOn())
    _ask(table, Undo())
    _ask(table, Redo())
    _ask(table, Undo())
    return game, {"do": "enter", "event": {"do": "holds", "Ana": "2", "Rui": "4", "Mia": "6"}}


def _stingy_seen(table: ServedTable) -> tuple[str, dict[str, Any]]:
    """Everybody's start tiles and two draws before the camera; a tile was misread, and the last draw is undone."""
    game = _begin(table, "stingy", list(TILES))
    for number in range(1, 4):
        lying = {f"place {n}": tiles(*TILES[seat]) if n <= number else tiles() for n, seat in enumerate(TILES, 1)}
        _look(table, list(TILES)[number - 1], lying)
    _look(table, "Ana", _places(Ana=("red parrot", "orange coins")))
    _ask(table, Correct(4, "place 1", 6, "orange diamond"))
    _look(table, "Rui", _places(Ana=("orange diamond", "orange coins"), Rui=("green diamond", "red bottle")))
    assert len(table.match.lines) == 6
    _ask(table, Undo())
    return game, {"do": "enter", "event": {"do": "take", "seat": "Rui", "tiles": ["red bottle", "blue bottle"]}}


def _places(**more: tuple[str, ...]) -> dict[str, Any]:
    return {f"place {n}": tiles(*TILES[seat], *more.get(seat, ())) for n, seat in enumerate(TILES, 1)}


def _look(table: ServedTable, seat: str, zones: dict[str, Any]) -> None:
    _ask(table, GoOn(seat))
    table.look(zones)


def _alcatraz_seen(table: ServedTable) -> tuple[str, dict[str, Any]]:
    """A claim before the camera, of which a card was misread, and the end of a round, undone and played again."""
    game = _begin(table, "alcatraz", ["Ana", "Rui", "Mia"], {"first": "3"})
    _ask(table, Enter({"do": "look", "seat": "Ana", "objective": "12"}))
    objectives = cards("objective 12", "objective 9", "objective 4")
    table.look({"objectives": objectives, "claim": cards("cat -3", "cat 14", "cat 7")})
    _ask(table, Correct(1, "claim", 2, "cat 1"))
    _ask(table, Enter({"do": "end_round"}))
    _ask(table, Undo())
    _ask(table, Redo())
    return game, {"do": "enter", "event": {"do": "claim", "player": "Rui", "objective": 9, "cards": [4, 5]}}


def _all_aboard(table: ServedTable) -> tuple[str, dict[str, Any]]:
    """Two rounds entered by hand, the second undone, so that it can be played again."""
    game, request = _by_hand(table, "allaboard", ["Ana", "Rui"], {"effects": False}, events=2)
    _ask(table, Undo())
    return game, request


def _by_hand(
    table: ServedTable, game: str, players: list[str], options: dict[str, Any], events: int | None = None
) -> tuple[str, dict[str, Any]]:
    """Enter a game event by event, to its end or so many; return its id and the request that would come next."""
    name = _begin(table, game, players, options)
    chance = Random(f"{game}/{players}")
    player = playing.player_of(game)
    while not table.match.over and len(table.match.lines) - 1 != events:
        _ask(table, Enter(player.event(table.match.state, chance)))
    if table.match.over:
        return name, {}
    return name, {"do": "enter", "event": player.event(table.match.state, chance)}
