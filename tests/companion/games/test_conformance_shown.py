"""What every game promises to those who look on: at any moment of any table its snapshot is whole, can be drawn on the
display and as a page, says every message in every language, and depends on no secret."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.legal_play import playing
from support.playthroughs import playthroughs
from support.served_table import ServedTable

from companion.display import screens
from companion.game import record
from companion.game.match import Match
from companion.language import catalogue as catalogues
from companion.language.catalogue import LANGUAGES, translator
from companion.showing import projection
from companion.table import requests
from companion.table.evening import Equipment, Evening
from companion.table.seats import Seating
from companion.table.signals import Surroundings
from companion.table.snapshot import Snapshot, packed, worded
from web.app import create_app

PLAYTHROUGHS = playthroughs()
every_playthrough = pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: path.stem)
EQUIPPED = (Equipment(camera=True), Equipment(camera=True, one_area=True), Equipment(pods=6))


def whole(path: Path) -> Match:
    return Match.replay(record.lines(path.read_bytes()))


def moments(played: Match, count: int) -> Iterator[Match]:
    """Yield so many moments of a match, its beginning and its end among them."""
    last = len(played.lines) - 1
    for step in sorted({round(part * last / (count - 1)) for part in range(count)}):
        yield Match(played.game, played.lines[: step + 1], played.states[: step + 1], played.answers[: step + 1])


def snapshot(played: Match, table: Equipment) -> Snapshot:
    evening = Evening("game-1", "seed", played, table)
    return projection.snapshot(evening, Seating(), Surroundings(), (), False)


@cache
def known(language: str) -> frozenset[str]:
    return catalogues.known(language)


def said(value: Any) -> Iterator[str]:
    """Yield the text of every packed message in a JSON-ready value."""
    if isinstance(value, dict):
        if {"say", "with"} <= set(value):
            yield value["say"]
        for part in value.values():
            yield from said(part)
    elif isinstance(value, list):
        for part in value:
            yield from said(part)


@every_playthrough
def test_every_message_is_said_in_every_language(path: Path) -> None:
    texts = {
        text for now in moments(whole(path), 16) for table in EQUIPPED for text in said(packed(snapshot(now, table)))
    }
    assert len(texts) > 5
    for language in ("pt", "nl", "es"):
        assert texts - known(language) == set()


@every_playthrough
def test_every_moment_can_be_drawn_on_the_display(path: Path) -> None:
    for number, now in enumerate(moments(whole(path), 6)):
        shown = snapshot(now, EQUIPPED[number % len(EQUIPPED)])
        language = list(LANGUAGES)[number % len(LANGUAGES)]
        pages = screens.all_pages(shown, (128, 64), translate=translator(language))
        assert pages
        assert any(page.getbbox() for page in pages)
        assert worded(shown, translator(language)).line.strip()


def longest(game: str) -> Path:
    """Return the playthrough with the most seats of a game."""
    return max((path for path in PLAYTHROUGHS if path.stem.startswith(f"{game}-")), key=lambda path: path.stem)


@pytest.mark.parametrize("game", sorted({path.stem.split("-")[0] for path in PLAYTHROUGHS}))
def test_every_moment_can_be_drawn_as_a_page(game: str) -> None:
    for number, now in enumerate(moments(whole(longest(game)), 6)):
        table = ServedTable()
        table.store.begin("game-1", "2026-11-20T20:00:00Z", now.lines[0], "seed")
        for line in now.lines[1:]:
            table.store.play("game-1", "2026-11-20T20:00:00Z", line)
        assert table.ask(requests.TakeUp("game-1")).ok
        client = create_app(table.door).test_client()
        for language in LANGUAGES:
            page = client.get("/", headers={"Accept-Language": language})
            assert page.status_code == 200
            assert all(f"<strong>{name}" in page.text for name in now.lines[0]["players"]), number


@every_playthrough
def test_no_secret_changes_what_is_shown(path: Path) -> None:
    """A game whose states hold secrets says how to change them; the others hold none."""
    played = whole(path)
    secrets_changed = getattr(playing.player_of(played.game.name), "secrets_changed", None)
    assert secrets_changed is not None or all(not hasattr(state, "crews") for state in played.states)
    if secrets_changed is None:
        return
    chance = Random("other hands")
    for now in moments(played, 12):
        other = replace(now, states=(*now.states[:-1], secrets_changed(now.state, chance)))
        assert packed(snapshot(other, EQUIPPED[0])) == packed(snapshot(now, EQUIPPED[0]))


def test_a_message_that_nobody_translated_would_be_noticed() -> None:
    found = set(said({"line": {"say": "{seat}: dance", "with": {"seat": {"say": "Ana", "with": {}}}}}))
    assert found == {"{seat}: dance", "Ana"}
    assert "{seat}: dance" not in known("pt")
