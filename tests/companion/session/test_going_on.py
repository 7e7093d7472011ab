"""Whoever says on a page that all lies there: where everybody must say so, only what is seen from then on counts."""

from dataclasses import replace

import pytest
from support.people_at_table import LADEN, People, still

from companion.game import Phase, registry
from companion.samples import grid
from companion.table import requests


@pytest.fixture
def sample(monkeypatch: pytest.MonkeyPatch) -> People:
    """A game in which everybody lays three tiles and says so."""
    games = registry._games()
    manifests = {**games.manifests, "sample_game": grid.MANIFEST}
    packages = {**games.packages, "sample_game": "companion.samples"}
    monkeypatch.setattr(registry, "_games", lambda: replace(games, manifests=manifests, packages=packages))
    people = People()
    assert people.ask(requests.NewGame("sample_game", ["Ana", "Rui"])).ok
    return people


def seen(people: People) -> None:
    assert people.session.evening is not None
    places = people.session.evening.match.seats
    people.look({people.session.evening.zone_of(seat): still(LADEN, people.now_s) for seat in places})


def test_where_everybody_says_so_what_was_seen_before_counts_no_more(sample: People) -> None:
    seen(sample)
    assert sample.session.evening.zones
    assert sample.session.evening.when_said
    assert sample.ask(requests.GoOn()).ok
    evening = sample.session.evening
    assert (dict(evening.zones), evening.asked_s, evening.laid) == ({}, sample.now_s, {"Ana", "Rui"})


def test_elsewhere_it_counts_on() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.GoOn())
    people.reveal((7, 5, 3))
    seen(people)
    zones, asked_s = people.session.evening.zones, people.session.evening.asked_s
    assert zones
    assert people.session.evening.phase is Phase.TAKE
    assert people.ask(requests.GoOn()).ok
    assert (people.session.evening.zones, people.session.evening.asked_s) == (zones, asked_s)
    assert people.session.evening.phase is Phase.BIDS


def test_nobody_has_taken_a_crate_before_the_cards_are_turned_up() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.GoOn())
    people.reveal((7, 7, 3))
    assert people.ask(requests.GoOn("Mia")).ok
    assert people.session.evening.phase is Phase.BIDS  # Ana and Rui tie
    assert not people.ask(requests.GoOn("Rui")).ok
    people.bid(0, 2)
    people.bid(1, 4)
    people.wait(1.6)
    assert people.session.evening.acting == ("Rui",)
    assert people.session.evening.waiting == ("Rui", "Ana")
