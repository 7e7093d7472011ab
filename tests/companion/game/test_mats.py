"""Every game's mat and practice set, whatever the game: found by its folder, printed whole, told apart."""

import itertools
from typing import Any

import numpy as np
import pytest

from companion.commands.print_out import HIGHEST_MM, camera_height_mm
from companion.game import mat_layouts, registry
from companion.games.alcatraz.practice import artwork as cats
from companion.games.allaboard.pieces import Animal
from companion.games.allaboard.practice import box as animals
from companion.games.shipshape.practice import box as goods
from companion.games.stingy.pieces import COLOURS, kinds
from companion.prints import mat, raster
from companion.prints.drawing import Drawing
from companion.prints.numeral import stands_on_a_line
from companion.prints.paper import piece_pages
from companion.prints.piece import Laid
from companion.prints.tiling import PAPERS_MM, tile
from companion.simulation import drawn_table
from vision.drawing.render import render
from vision.drawing.views import Hardness, random_view
from vision.layout import Layout, dump, parse
from vision.registration.locate import Located, locate


def artwork(game: str) -> Any:
    return registry.manifest(game).art


def mats() -> list[tuple[str, Layout]]:
    """Return every mat of every game, each once."""
    found = []
    for game in registry.names():
        counts = sorted({mat_layouts.mat_of(game).seats(players) for players in registry.find(game).players} | {1})
        found += [(game, mat_layouts.layout_for(game, count)) for count in counts]
    return found


@pytest.mark.parametrize(("game", "area"), mats(), ids=lambda value: getattr(value, "name", value))
def test_nothing_overlaps_and_everything_lies_on_the_mat(game: str, area: Layout) -> None:
    boxes = [(*marker.corner_mm, marker.size_mm, marker.size_mm) for marker in area.markers]
    for zone in area.zones:
        off = mat.stand_off_mm(zone) + 0.6
        x, y, width, height = zone.rect_mm
        boxes.append((x - off, y - off, width + 2 * off, height + 2 * off))
    for x, y, width, height in boxes:
        assert 0 <= x <= x + width <= area.size_mm[0]
        assert 0 <= y <= y + height <= area.size_mm[1]
    for (ax, ay, aw, ah), (bx, by, bw, bh) in itertools.combinations(boxes, 2):
        assert ax + aw <= bx or bx + bw <= ax or ay + ah <= by or by + bh <= ay
    assert parse(dump(area)) == area
    assert camera_height_mm(area.size_mm, 66.0, 41.0) < HIGHEST_MM
    for paper in PAPERS_MM:
        tile(mat.drawing(area).size_mm, mat.keep_whole(area), paper)


@pytest.mark.parametrize(("game", "area"), mats(), ids=lambda value: getattr(value, "name", value))
@pytest.mark.parametrize("hardness", [pytest.param(Hardness.NORMAL, marks=pytest.mark.slow), Hardness.HARD])
def test_every_mat_is_located_under_a_view_by_chance(game: str, area: Layout, hardness: Hardness) -> None:
    rng = np.random.default_rng(len(area.markers))
    size_px = (2304, 1296) if hardness is Hardness.HARD else (1536, 1152)
    view = random_view(rng, area.size_mm, size_px, hardness)
    seen = locate(render(drawn_table.scene(area, ()), view, size_px, rng), area)
    assert isinstance(seen, Located), str(seen)
    assert len(seen.markers) >= 4
    assert not seen.doubtful


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("paper", list(PAPERS_MM))
def test_the_practice_set_fits_on_paper(game: str, paper: str) -> None:
    batches = artwork(game).batches()
    pages = list(piece_pages(batches, paper))
    assert len(pages) >= len(batches)
    assert all(sorted(page.size_mm) == sorted(PAPERS_MM[paper]) for page in pages)


@pytest.mark.parametrize(("game", "count"), [("stingy", 115), ("alcatraz", 79), ("allaboard", 90), ("shipshape", 78)])
def test_the_practice_set_has_as_many_pieces_as_the_box(game: str, count: int) -> None:
    """ShipShape's has six more: the finished holds to try."""
    assert sum(len(batch.fronts) for batch in artwork(game).batches()) == count


FACES = {
    "stingy": (list(kinds(COLOURS)), (30.0, 30.0)),
    "alcatraz": (list(cats.labels()), (63.0, 88.0)),
    "allaboard": (list(animals.labels()), (63.0, 88.0)),
    "shipshape": (list(goods.labels()), (36.0, 36.0)),
}


@pytest.mark.parametrize(("game", "count"), [("stingy", 25), ("alcatraz", 28), ("allaboard", 70), ("shipshape", 28)])
def test_no_two_faces_look_alike_even_upside_down(game: str, count: int) -> None:
    labels, size = FACES[game]
    assert len(labels) == count
    seen = {}
    for label in labels:
        drawn = Drawing(size, artwork(game).face(label, size[0]))
        seen[label] = raster.picture(drawn, 48 / size[0]).astype(np.int16)
    for (one, first), (other, second) in itertools.combinations(seen.items(), 2):
        for turned in (second, second[::-1, ::-1]):
            assert np.abs(first - turned).mean() > 0.5, (one, other)


def test_numbers_that_are_others_upside_down_stand_on_a_line() -> None:
    lined = [number for number in range(100) if stands_on_a_line(str(number))]
    assert {6, 9, 16, 19, 61, 66, 68, 69, 86, 89, 91, 96, 98, 99, 60, 90} == set(lined)
    assert stands_on_a_line("-6")
    assert not stands_on_a_line("-3")


def test_the_practice_animals_weigh_what_the_rulebook_s_example_fixes() -> None:
    weight = {animal: printed[0] for animal, printed in animals.PRINTED.items()}
    assert 2 * weight[Animal.GIRAFFE] + weight[Animal.FOX] + weight[Animal.ZEBRA] == 25
    assert weight[Animal.FOX] + weight[Animal.MONKEY] + weight[Animal.BEAR] == 16
    assert weight[Animal.MOUSE] + weight[Animal.ELEPHANT] + weight[Animal.OCTOPUS] <= 16
    assert len(set(weight.values())) == 12


@pytest.mark.parametrize("game", registry.names())
def test_a_piece_can_be_laid_on_the_simulated_table(game: str) -> None:
    area = mat_layouts.layout_for(game, 1)
    x, y, width, height = area.zones[0].rect_mm
    piece = artwork(game).batches()[0].fronts[0]
    rng = np.random.default_rng(1)
    size_px = (640, 480)
    view = random_view(rng, area.size_mm, size_px)
    bare = render(drawn_table.scene(area, ()), view, size_px, np.random.default_rng(1))
    laid = drawn_table.scene(area, (Laid(piece, (x + width / 2, y + height / 2), 30.0, 0.0, 2.0),))
    changed = np.abs(render(laid, view, size_px, np.random.default_rng(1)).astype(int) - bare).max(axis=2) > 25
    share = piece.drawing.size_mm[0] * piece.drawing.size_mm[1] / (area.size_mm[0] * area.size_mm[1])
    assert 0.2 * share < changed.mean() < 1.3 * share
