"""Marker ids: shared by games, told apart by which lies where."""

import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.camera import which_mat
from companion.game import mat_layouts, registry
from companion.game.marker_ids import MARKERS, deal, dealt
from companion.prints.mat_plan import Rows, plan
from companion.simulation import drawn_table
from vision.drawing.render import render
from vision.drawing.views import random_view
from vision.layout import Grid, Layout, load
from vision.observation import Unseen
from vision.registration.patches import Picture

LAYOUTS = Path(__file__).parents[2] / "formats" / "layouts"
STRANGERS = [f"stranger_{number}" for number in range(100)]
SIZE_PX = (1536, 1152)


def mat(game: str, places: int = 3) -> Layout:
    """Return a mat as any game may plan it: the same places for each."""
    planned = plan(Rows(places, places, (120.0, 120.0), 7.0))
    zones = tuple(Grid(f"place {number}", place, 3, 3) for number, place in enumerate(planned.places, 1))
    return deal(game, Layout(f"{game}, {places} places", planned.size_mm, zones, planned.markers))


def picture(area: Layout, seed: int = 1) -> Picture:
    rng = np.random.default_rng(seed)
    return render(drawn_table.scene(area, ()), random_view(rng, area.size_mm, SIZE_PX), SIZE_PX, rng)


@pytest.mark.parametrize("file", sorted(LAYOUTS.glob("*.toml")), ids=lambda file: file.stem)
def test_mats_printed_until_now_still_lie_as_they_did(file: Path) -> None:
    game, printed = file.stem.partition("-")[0], load(file)
    mats = [one for one in mat_layouts.candidates(game, 1) if one.name == printed.name]
    assert {one.markers for one in mats} == {printed.markers}


def test_every_game_is_dealt_each_marker_once_in_an_order_of_its_own() -> None:
    orders = [dealt(game) for game in (*registry.names(), *STRANGERS)]
    assert all(sorted(order) == list(range(MARKERS)) for order in orders)
    assert len(set(orders)) == len(orders)
    assert dealt("kingdoms")[:4] == (23, 33, 22, 19)  # for good: mats are printed with them


def test_of_a_hundred_games_no_two_mats_lie_alike() -> None:
    """Where two mats have an id in common, it lies elsewhere: hardly two places of one are the other's."""
    for one, other in itertools.combinations((*registry.names(), *STRANGERS), 2):
        same = sum(a == b for a, b in zip(dealt(one)[:12], dealt(other)[:12], strict=True))
        assert same <= 4, (one, other)


def test_a_mat_that_asks_for_more_markers_than_there_are_is_refused() -> None:
    planned = mat("kingdoms")
    with pytest.raises(ValueError, match="numbered 0 to 49, each once"):
        deal("kingdoms", replace(planned, markers=(replace(planned.markers[0], id=50),)))
    with pytest.raises(ValueError, match="numbered 0 to 49, each once"):
        deal("kingdoms", replace(planned, markers=(planned.markers[0],) * 2))


def test_which_of_a_hundred_games_mats_lies_there_is_told_by_the_arrangement() -> None:
    mats = [mat(game, places) for game in STRANGERS for places in (2, 3)]
    for game, places in (("stranger_0", 3), ("stranger_41", 2), ("stranger_99", 3)):
        found = which_mat.lying(picture(mat(game, places)), mats)
        assert not isinstance(found, Unseen)
        assert found[0].name == f"{game}, {places} places"


def test_the_mat_of_another_game_is_said_to_be_another() -> None:
    """Games share ids: some of the other's are on this one, too, and must not be taken for it."""
    lying = mat("stranger_0")
    shared = 0
    for game in STRANGERS[1:13]:
        expected = mat(game)
        shared += len({marker.id for marker in expected.markers} & {marker.id for marker in lying.markers})
        found = which_mat.find(picture(lying), [expected], None)
        assert isinstance(found, Unseen)
        assert found.why == "the markers in view belong to another mat"
    assert shared > 0
