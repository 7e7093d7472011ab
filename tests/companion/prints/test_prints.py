"""What is printed: at true scale, cut where nothing is spoilt, refused in one sentence where it can't be."""

import base64
import re
import zlib
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.commands.print_out import CAMERAS, camera_height_mm
from companion.game import mat_layouts, registry
from companion.games.shipshape.practice import artwork
from companion.games.shipshape.table import layout
from companion.prints import mat, raster
from companion.prints.batch import Batch
from companion.prints.calibration_board import calibration_board
from companion.prints.drawing import Circle, Drawing, Polygon, Text, rect
from companion.prints.paper import mat_pages, pdf, piece_pages
from companion.prints.piece import Art
from companion.prints.tiling import GLUE_MM, MARGIN_MM, PAPERS_MM, TilingError, tile
from vision.layout import Patch, load
from vision.registration.lens import corners_in

POINT_MM = 25.4 / 72


def streams(document: bytes) -> list[str]:
    """Return the drawing commands of each page."""
    found = []
    for match in re.finditer(rb"/Filter \[ /ASCII85Decode /FlateDecode \].*?stream\r?\n(.*?)endstream", document, re.S):
        data = zlib.decompress(base64.a85decode(match[1].strip().removesuffix(b"~>")))
        if b" re\n" in data or b" l" in data:
            found.append(data.decode("latin-1"))
    return found


def page_sizes_mm(document: bytes) -> list[tuple[float, float]]:
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", document)
    return [(float(width) * POINT_MM, float(height) * POINT_MM) for width, height in boxes]


@pytest.mark.parametrize("paper", list(PAPERS_MM))
@pytest.mark.parametrize("seats", [1, 4, 6])
def test_the_ruler_is_a_hundred_millimetres_on_paper_of_its_true_size(paper: str, seats: int) -> None:
    area = layout(seats)
    whole = mat.drawing(area)
    tiling = tile(whole.size_mm, mat.keep_whole(area), paper)
    document = pdf(mat_pages(whole, tiling), "mat")
    assert len(page_sizes_mm(document)) == len(tiling.sheets)
    for size in page_sizes_mm(document):
        assert sorted(size) == pytest.approx(sorted(PAPERS_MM[paper]), abs=0.01)
    lengths = []
    for commands in streams(document):
        scale = float(re.search(r"([\d.]+) 0 0 -[\d.]+ 0 [\d.]+ cm", commands)[1])  # type: ignore[index]
        for x0, y0, x1, y1 in re.findall(r"n ([\d.-]+) ([\d.-]+) m ([\d.-]+) ([\d.-]+) l\s+S", commands):
            if y0 == y1:
                lengths.append((float(x1) - float(x0)) * scale * POINT_MM)
    assert sum(length == pytest.approx(100.0, abs=0.02) for length in lengths) == 1


@pytest.mark.parametrize("paper", list(PAPERS_MM))
@pytest.mark.parametrize("seats", range(1, 7))
@pytest.mark.parametrize("hold_mm", [60.0, 90.0, 110.0, 125.0])
def test_sheets_cover_the_mat_fit_the_paper_and_cut_nothing(paper: str, seats: int, hold_mm: float) -> None:
    area = layout(seats, hold_mm)
    size_mm = mat.drawing(area).size_mm
    tiling = tile(size_mm, mat.keep_whole(area), paper)
    assert sum(sheet.part_mm[2] * sheet.part_mm[3] for sheet in tiling.sheets) == pytest.approx(size_mm[0] * size_mm[1])
    for sheet in tiling.sheets:
        width, height = sheet.part_mm[2:]
        assert width + GLUE_MM * sheet.glue_right <= tiling.paper_mm[0] - 2 * MARGIN_MM + 1e-9
        assert height + GLUE_MM * sheet.glue_below <= tiling.paper_mm[1] - 2 * MARGIN_MM + 1e-9
    whole = [zone.rect_mm for zone in area.zones]
    whole += [(*marker.corner_mm, marker.size_mm, marker.size_mm) for marker in area.markers]
    whole.append((5.0, area.size_mm[1] + 3, 100.0, 3.0))
    for x, y, width, height in whole:
        inside = [
            sheet
            for sheet in tiling.sheets
            if sheet.part_mm[0] <= x
            and x + width <= sheet.part_mm[0] + sheet.part_mm[2]
            and sheet.part_mm[1] <= y
            and y + height <= sheet.part_mm[1] + sheet.part_mm[3]
        ]
        assert len(inside) == 1


def test_what_fits_is_printed_on_one_sheet_without_glue() -> None:
    tiling = tile((180.0, 190.0), [(10.0, 10.0, 100.0, 100.0)], "a4")
    (sheet,) = tiling.sheets
    assert not sheet.glue_right
    assert not sheet.glue_below


def test_what_fits_on_no_sheet_is_refused() -> None:
    with pytest.raises(TilingError, match="a4 paper; take --paper a3"):
        tile((500.0, 500.0), [(10.0, 10.0, 400.0, 400.0)], "a4")


def test_paper_and_picture_show_the_same_markers() -> None:
    """The vectors' picture holds every marker of the layout, to the millimetre."""
    area = layout(6)
    picture = raster.picture(mat.drawing(area), 4.0)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(picture)
    found = {int(number): corner[0] / 4 for number, corner in zip(ids.ravel(), corners, strict=True)}
    assert set(found) == {marker.id for marker in area.markers}
    for marker in area.markers:
        assert found[marker.id][0] == pytest.approx(marker.corner_mm, abs=0.4)
        assert found[marker.id][2] == pytest.approx([at + marker.size_mm for at in marker.corner_mm], abs=0.4)


def test_the_calibration_board_is_the_one_that_is_looked_for() -> None:
    page = calibration_board(PAPERS_MM["a4"])
    corners, numbers = corners_in(raster.picture(page, 5.0))
    assert len(numbers) == 6 * 9
    across = {int(number): corner for number, corner in zip(numbers, corners, strict=True)}
    assert np.linalg.norm(across[1] - across[0]) / 5.0 == pytest.approx(25.0, abs=0.1)


def test_the_practice_set_is_complete_and_crates_have_mirrored_backs() -> None:
    batches = artwork.batches()
    assert [len(batch.fronts) for batch in batches] == [6, 6, 6, 6, 54]
    crates = batches[-1]
    assert len(crates.backs) == 54
    for front, back in zip(crates.fronts, crates.backs, strict=True):
        assert front.outline is not None
        assert back.outline is not None
        assert len(front.outline.inner_mm) == len(back.outline.inner_mm) == 6
        mirrored = np.fliplr(raster.mask(front.outline, (110, 110), 2.0))
        assert np.abs(mirrored.astype(int) - raster.mask(back.outline, (110, 110), 2.0)).mean() < 2


def test_a_back_lies_behind_its_front_when_the_page_is_turned_over() -> None:
    def dot(x_mm: float) -> Art:
        return Art(Drawing((50, 40), (Circle((x_mm, 10), 2, "#ff0000"),)))

    batch = Batch("dots", tuple(dot(5 + i) for i in range(7)), tuple(dot(45 - i) for i in range(7)))
    front, back = list(piece_pages([batch], "a4"))[:2]
    fronts = [shape.center_mm for shape in front.shapes if isinstance(shape, Circle)]
    backs = [shape.center_mm for shape in back.shapes if isinstance(shape, Circle)]
    assert [(front.size_mm[0] - x, y) for x, y in backs] == [pytest.approx(at) for at in fronts]


def test_pieces_too_large_for_the_paper_are_refused() -> None:
    huge = Batch("huge", (Art(Drawing((500, 40), ())),))
    with pytest.raises(TilingError, match="500 × 40 mm"):
        list(piece_pages([huge], "a4"))


def test_faces_of_a_kind_differ_and_six_is_not_nine_upside_down() -> None:
    def seen(label: str) -> np.ndarray:
        return raster.picture(Drawing((36, 36), artwork.face(label, 36)), 2.0).astype(int)

    for kind in ("gold", "cannon", "contraband"):
        faces = [seen(f"{kind} {value}") for value in (0, 1, 2, 3, 4, 5, 6, 9)]
        for one, other in pairwise(faces):
            assert np.abs(one - other).mean() > 1.5
        middle = slice(20, 52)
        nine, turned_six = seen(f"{kind} 9"), np.rot90(seen(f"{kind} 6"), 2)
        assert np.abs(nine - turned_six)[middle, middle].mean() > 10  # the line below is above


def test_a_picture_is_as_large_as_its_drawing_and_paints_in_order() -> None:
    drawing = Drawing(
        (20, 10),
        (
            rect((0, 0, 10, 10), "#ff0000"),
            rect((5, 0, 10, 10), "#0000ff"),
            Polygon(((16, 2), (19, 2), (19, 5), (16, 5)), "#00ff00", inner_mm=(((17, 3), (18, 3), (18, 4), (17, 4)),)),
            Text("I", (2.5, 5), 6, "#000000", bold=True),
        ),
    )
    picture = raster.picture(drawing, 10.0)
    assert picture.shape == (100, 200, 3)
    assert tuple(picture[50, 120]) == (255, 0, 0)
    assert tuple(picture[5, 5]) == (0, 0, 255)
    assert tuple(picture[22, 165]) == (0, 255, 0)
    assert tuple(picture[35, 175]) == (255, 255, 255)
    assert picture[50, 25].sum() < 60
    ink = np.flatnonzero((picture[:, 20:30] < 128).all(axis=2).any(axis=1))
    assert ink.max() - ink.min() + 1 == pytest.approx(60, abs=2)  # a capital is as high as asked
    assert (ink.max() + ink.min()) / 2 == pytest.approx(49.5, abs=1.5)


# ---- the command


def test_print_mat_writes_a_pdf_a_picture_and_the_layout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "mat", "--game", "shipshape", "--players", "2", "-o", str(tmp_path / "new")]) == 0
    folder = tmp_path / "new"
    assert (folder / "shipshape-mat-2.pdf").read_bytes().startswith(b"%PDF")
    assert load(folder / "layout.toml") == layout(3)  # the Cap'n has a dock, too
    picture = cv2.imread(str(folder / "shipshape-mat-2.png"))
    assert picture.shape[1] == round(layout(3).size_mm[0] * 8)
    said = capsys.readouterr().out
    for camera, _, _ in CAMERAS:
        assert camera in said


@pytest.mark.parametrize("game", registry.names())
def test_a_mat_is_printed_for_as_many_as_can_play_where_nobody_says_for_how_many(game: str, tmp_path: Path) -> None:
    assert main(["print", "mat", "--game", game, "-o", str(tmp_path)]) == 0
    most = registry.find(game).players.stop - 1
    printed = load(tmp_path / "layout.toml")
    assert printed == mat_layouts.layout_for(game, mat_layouts.mat_of(game).seats(most))


def test_one_place_for_all_fits_on_a_single_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "mat", "--game", "shipshape", "--one", "-o", str(tmp_path)]) == 0
    assert load(tmp_path / "layout.toml") == layout(1)
    assert "1 sheet of A4" in capsys.readouterr().out


def test_print_pieces_and_calibration_write_pdfs(tmp_path: Path) -> None:
    assert main(["print", "pieces", "--game", "shipshape", "--paper", "a3", "-o", str(tmp_path)]) == 0
    assert main(["print", "calibration", "-o", str(tmp_path)]) == 0
    pieces = (tmp_path / "shipshape-pieces.pdf").read_bytes()
    assert len(page_sizes_mm(pieces)) == 1 + 3 + 2 * 9  # six on a sheet; crates have backs
    assert (tmp_path / "calibration.pdf").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["mat"], "which game"),
        (["mat", "--game", "chess"], "no game is called “chess”"),
        (["mat", "--game", "shipshape", "--players", "7"], "for 2 to 6"),
        (["mat", "--game", "shipshape", "--players", "many"], "--players many"),
        (["mat", "--game", "shipshape", "--hold-mm", "wide"], "--piece-mm wide"),
        (["mat", "--game", "shipshape", "--hold-mm", "-5"], "above 0"),
        (["mat", "--game", "shipshape", "--hold-mm", "nan"], "above 0"),
        (["mat", "--game", "shipshape", "--hold-mm", "12"], "40 to 400 mm"),
        (["mat", "--game", "shipshape", "--hold-mm", "200"], "--paper a3"),
        (["mat", "--game", "shipshape", "--hold-mm", "400"], "larger than a camera may see"),
        (["mat", "--game", "shipshape", "--paper", "a9"], "“a9”"),
        (["pieces", "--game", "shipshape", "--hold-mm", "300"], "300 × 300 mm"),
        (["pieces"], "which game"),
    ],
)
def test_what_cannot_be_printed_is_said_in_one_line(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["print", *words, "-o", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert said.err.count("\n") == 1
    assert said.out == ""
    assert not list(tmp_path.iterdir())


def test_a_directory_that_cannot_be_written_to_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    assert main(["print", "calibration", "-o", str(blocked / "below")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_camera_at_its_height_sees_the_mat_with_room_to_spare() -> None:
    high = camera_height_mm((480.0, 330.0), 66.0, 41.0)
    assert 2 * high * np.tan(np.radians(33)) >= 1.1 * 480
    assert 2 * high * np.tan(np.radians(20.5)) == pytest.approx(1.1 * 330)


def test_the_colour_patches_of_a_layout_are_printed_and_not_cut() -> None:
    red = Patch("red", (40.0, 8.0, 10.0, 10.0), "#c03020")
    area = replace(layout(1), patches=(red,))
    assert rect(red.rect_mm, red.colour) in mat.drawing(area).shapes
    assert red.rect_mm in mat.keep_whole(area)
    assert len(mat.drawing(area).shapes) == len(mat.drawing(layout(1)).shapes) + 1
