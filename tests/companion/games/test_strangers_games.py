"""What holds for every stranger's game on a base: an afternoon's work, conforming, and taught by the walk."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.strangers import GAMES, effort, looking_in
from support.walking_people import Walkers

from companion.evaluation import conformance
from companion.game import registry

BARE = {"empty"}
"""A game of free pieces teaches no bare place."""


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with looking_in(GAMES):
        yield


@pytest.mark.parametrize("game", ["ferries", "kingdoms", "orchard"])
def test_it_is_an_afternoons_work(game: str) -> None:
    lines, names, columns = effort(game)
    assert lines <= 150
    assert names <= 12
    assert columns <= 100


@pytest.mark.parametrize("game", ["ferries", "kingdoms", "orchard"])
def test_it_gets_all_that_a_game_can_have(game: str) -> None:
    whole = registry.manifest(game)
    assert None not in (whole.mat, whole.walk, whole.art, whole.people, whole.legal)
    assert whole.tints


@pytest.mark.parametrize("game", ["ferries", "kingdoms", "orchard", "three_tiles"])
def test_nothing_is_wrong_with_it(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "GAMES", 6)
    assert conformance.check(game) == ()


@pytest.mark.parametrize(
    ("game", "untaught"),
    [("ferries", set()), pytest.param("kingdoms", set(), marks=pytest.mark.slow), ("orchard", BARE)],
)
def test_its_pieces_are_taught_by_the_walk(game: str, untaught: set[str], tmp_path: Path) -> None:
    assert Walkers(tmp_path, game, seats=2).taught() | untaught == {*registry.find(game).labels(None)}
