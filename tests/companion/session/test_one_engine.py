# ruff: noqa: ARG002 - the contract names its arguments
"""One engine for every game: the session knows no event and no key of any, and serves one that nobody wrote yet."""

import ast
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.people_at_table import People

import companion
from companion.game import Awaited, Bids, Game, Seats, View, ranked, registry
from companion.game.manifest import CONTRACT, Manifest
from companion.language.message import say
from companion.table import requests
from companion.table.evening import Equipment
from companion.table.signals import Key, Refuse
from companion.table.snapshot import Step

CORE = ("session", "table", "showing", "app", "camera")


def keys_of_games() -> set[str]:
    """Return the names that stand in the events of the games: nobody but they asks for them."""
    found: set[str] = set()
    for game in map(registry.find, registry.names()):
        for kind in getattr(game.events, "__args__", (game.events,)):
            found |= {field.encode_name for field in msgspec.structs.fields(kind)}
    return found


def asked(source: str, keys: set[str]) -> list[str]:
    """Return where a source writes an event, or asks one for a key, or a game's state for a part of it."""
    names = "|".join(sorted(map(re.escape, keys)))
    patterns = (rf"""(\[|get\()["']({names})["']""", rf"""["']({names})["'] (not )?in """)
    found = [match[0] for pattern in patterns for match in re.finditer(pattern, source)]
    found += ["do" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Dict) and _writes_do(node)]
    return found + re.findall(r"match\.states?(?:\[[^]]*\])?\.\w+", source)


def _writes_do(made: ast.Dict) -> bool:
    return any(isinstance(key, ast.Constant) and key.value == "do" for key in made.keys)


@pytest.mark.parametrize("wing", CORE)
def test_no_event_is_written_and_no_key_of_a_game_is_asked_for(wing: str) -> None:
    keys = keys_of_games()
    assert {"cells", "numbers", "player", "objective", "boats"} <= keys
    files = sorted((Path(companion.__file__).parent / wing).rglob("*.py"))
    assert files
    told = {file.name: found for file in files if (found := asked(file.read_text(encoding="utf-8"), keys))}
    assert told == {}


@pytest.mark.parametrize(
    "line",
    [
        'table.play({"do": kind, **cards})',
        'evening.match.lines[line]["cells"]',
        'event.get("player")',
        'found = "cells" in event',
        "evening.match.state.voyage",
        "match.states[-1].holds",
    ],
)
def test_whoever_did_would_be_found(line: str) -> None:
    assert asked(line, keys_of_games())


@pytest.mark.parametrize("wing", CORE)
def test_no_sentence_of_the_core_names_what_only_one_game_has(wing: str) -> None:
    named = re.compile(
        r"""say\(\s*"[^"]*\b(the holds?|'s hold|this hold|docks?|crates?|voyages?|crew|boats?|tiles?|claims?)\b"""
    )
    files = (Path(companion.__file__).parent / wing).rglob("*.py")
    told = {file.name: found for file in files if (found := named.findall(file.read_text(encoding="utf-8")))}
    assert told == {}


# ---- a game of hidden simultaneous choices: two cards at a time, 0 to 4, of which 4 is there twice; the sum counts


class Turned(msgspec.Struct, frozen=True, tag_field="do", tag="turned"):
    pairs: dict[str, list[int]]


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


@dataclass(frozen=True)
class Played:
    seats: Seats
    rounds: tuple[Any, ...] = ()


class Pairs(Game[Played]):
    name = "pairs"
    title = "Pairs"
    players = range(2, 4)
    events = Turned
    options = Nothing
    edition = Nothing

    def begin(self, players: Any, options: Any, edition: Any) -> Played:
        return Played(Seats(players))

    def apply(self, state: Played, event: Any) -> Any:
        pairs = state.seats.keyed(event.pairs, state.seats, say("this round"))
        return replace(state, rounds=(*state.rounds, pairs)), {"sums": {seat: sum(pairs[seat]) for seat in pairs}}

    def seats(self, state: Played) -> Any:
        return state.seats.names

    def over(self, state: Played) -> bool:
        return len(state.rounds) == 2

    def standings(self, state: Played) -> Any:
        score = {seat: sum(sum(pairs[seat]) for pairs in state.rounds) for seat in state.seats}
        return ranked(state.seats.names, score, {seat: (score[seat],) for seat in score})

    def awaits(self, state: Played) -> Awaited | None:
        bids = Bids(dict.fromkeys(state.seats, (0, 1, 2, 3, 4, 4)), many=2)
        return None if self.over(state) else Awaited(state.seats.names, bids=bids, counts=range(5))

    def bid(self, state: Played, cards: Any) -> Any:
        return {"do": "turned", "pairs": {seat: list(cards[seat]) for seat in state.seats}}

    def lead(self, state: Any, phase: Any, waiting: Any, shared: Any) -> Any:
        return say("Choose two cards")

    def view(self, state: Played) -> View:
        return View()


@pytest.fixture
def people(monkeypatch: pytest.MonkeyPatch) -> People:
    games = registry._games()
    manifests = {**games.manifests, "pairs": Manifest(game=Pairs(), contract=CONTRACT)}
    packages = {**games.packages, "pairs": "companion.games"}
    monkeypatch.setattr(registry, "_games", lambda: replace(games, manifests=manifests, packages=packages))
    people = People(table=Equipment(pods=1, camera=False))
    assert people.ask(requests.NewGame("pairs", ["Ana", "Rui"])).ok
    return people


def tap(people: People, *cards: int) -> None:
    for card in cards:
        assert people.ask(requests.Choose("Rui", card), "phone").ok


def test_two_hidden_cards_at_a_time_are_chosen_on_pod_and_phone(people: People) -> None:
    assert people.snapshot.step is Step.BIDS
    assert people.ask(requests.Sit("Rui"), "phone").ok
    for presses in (5, 5):  # from 0: 4, and 4 again, which is there twice
        for _ in range(presses):
            people.press(0, Key.ADD)
        people.press(0, Key.OK)
    tap(people, 1)
    assert not people.ask(requests.Lock("Rui"), "phone").ok  # the second one is missing
    tap(people, 2, 3)
    (mine,) = people.published[-1].own["phone"].seats
    assert (mine.hand, mine.chosen, mine.many) == ((0, 1, 2, 3, 4, 4), (2, 3), 2)
    assert people.ask(requests.Lock("Rui"), "phone").ok
    people.wait(1.6)
    assert people.match.lines[1]["pairs"] == {"Ana": [4, 4], "Rui": [2, 3]}
    assert people.snapshot.step is Step.BIDS  # the next round
    assert people.published[-1].own["phone"].seats[0].chosen == ()


def test_a_card_that_is_there_once_is_refused_twice_on_the_pod(people: People) -> None:
    for _ in range(2):
        for _ in range(2):
            people.press(0, Key.ADD)
        people.press(0, Key.OK)
    assert Refuse(0) in people.effects
    assert [str(seat.status) for seat in people.snapshot.seats] == ["choosing", "choosing"]
