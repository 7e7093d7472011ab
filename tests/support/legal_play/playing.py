"""Playing any game to its end by its random legal player."""

from itertools import product
from random import Random
from typing import Any

import msgspec

from companion.game import registry
from companion.game.match import Match
from companion.game.record import Line

NAMES = ["Ana", "Rui", "Mia", "João", "Zoë", "李小龙"]
ENOUGH = 2000  # events: no game is nearly as long


def player_of(game: str) -> Any:
    """Return the game's random legal player."""
    return registry.manifest(game).legal


def switches(game: str) -> list[dict[str, bool]]:
    """Return the game's options that are on or off, in every combination."""
    fields = [field for field in msgspec.structs.fields(registry.find(game).options) if field.type is bool]
    return [
        dict(zip((field.name for field in fields), values, strict=True))
        for values in product((False, True), repeat=len(fields))
    ]


def header(game: str, players: int, options: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return a header for so many players."""
    names = NAMES[:players]
    return {"record": 1, "game": game, "players": names, "options": options, **player_of(game).header(names, chance)}


def play_on(started: Match, chance: Random) -> Match:
    """Return the match played on to its end, which must come."""
    player = player_of(started.game.name)
    while len(started.lines) < ENOUGH:
        if not started.over:
            event = player.event(started.state, chance)
        elif (event := getattr(player, "after_over", lambda *_: None)(started.state, chance)) is None:
            return started
        started = started.play(Line(len(started.lines) + 1, event))
    raise AssertionError(f"{started.game.name} does not end")


def whole_game(game: str, players: int, options: dict[str, Any], seed: object) -> Match:
    """Return a game played from its header to its end, the same for the same seed."""
    chance = Random(f"{game}/{players}/{sorted(options.items())}/{seed}")
    return play_on(Match.begin(Line(1, header(game, players, options, chance))), chance)
