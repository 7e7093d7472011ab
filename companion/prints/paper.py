"""Drawings to be printed: PDF at true scale, pages of practice pieces, a mat on as many sheets as it needs."""

import io
from collections.abc import Iterable, Iterator, Sequence

from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.prints.batch import Batch
from companion.prints.drawing import Circle, Drawing, Path, Point, Polygon, Rect, Shape, Text, box, moved, rect
from companion.prints.letters import capital, font_file, width_mm
from companion.prints.piece import Art
from companion.prints.tiling import GLUE_MM, MARGIN_MM, PAPERS_MM, PaperSheet, Tiling, TilingError

_GREY = "#8c8c8c"
_GAP_MM = 4.0  # between pieces on a page
_HEAD_MM = 7.0


def pdf(pages: Iterable[Drawing], title: str) -> bytes:
    """Return a PDF of these pages, each as large as its drawing. The same pages make the same bytes."""
    for bold in (False, True):
        pdfmetrics.registerFont(TTFont(_font(bold), str(font_file(bold=bold))))
    target = io.BytesIO()
    canvas = Canvas(target, pageCompression=1, invariant=1)
    canvas.setTitle(title)
    for page in pages:
        width, height = page.size_mm
        canvas.setPageSize((width * mm, height * mm))
        canvas.translate(0, height * mm)
        canvas.scale(mm, -mm)
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def mat_pages(whole: Drawing, tiling: Tiling) -> Iterator[Drawing]:
    """Return the pages of a drawing that is cut into sheets: numbered, with lines to cut along and to glue to."""
    count = len(tiling.sheets)
    cols = max(sheet.col for sheet in tiling.sheets) + 1
    for number, sheet in enumerate(tiling.sheets, 1):
        left, top, width, height = sheet.part_mm
        at = (MARGIN_MM, MARGIN_MM)
        shown = [shape for shape in whole.shapes if _touches(_bounds(shape), sheet.part_mm)]
        shapes = (
            *moved(shown, (at[0] - left, at[1] - top)),
            *_blank_around((*at, width, height), tiling.paper_mm),
            *(_joints(sheet, number, cols) if count > 1 else ()),
            *((_caption(f"sheet {number} of {count}"),) if count > 1 else ()),
        )
        yield Drawing(tiling.paper_mm, shapes)


def piece_pages(batches: Sequence[Batch], paper: str) -> Iterator[Drawing]:
    """Return pages of practice pieces, as many on each as fit, with cut lines; where they have backs, each page is
    followed by its back, for printing on both sides, turned over sideways."""
    for batch in batches:
        paper_mm, places = _places(batch, paper)
        for start in range(0, len(batch.fronts), len(places)):
            fronts = batch.fronts[start : start + len(places)]
            pieces = zip(fronts, places, strict=False)
            yield _piece_page(batch.title, list(pieces), paper_mm)
            if batch.backs:
                backs = batch.backs[start : start + len(places)]
                behind = [
                    (art, (paper_mm[0] - x - art.drawing.size_mm[0], y))
                    for art, (x, y) in zip(backs, places, strict=False)
                ]
                yield _piece_page(f"{batch.title} (back)", behind, paper_mm)


def _piece_page(title: str, pieces: list[tuple[Art, Point]], paper_mm: tuple[float, float]) -> Drawing:
    shapes: list[Shape] = [_caption(title)]
    for art, at in pieces:
        shapes += moved(art.drawing.shapes, at)
        shapes += moved(_cut_lines(art), at)
    return Drawing(paper_mm, tuple(shapes))


def _cut_lines(art: Art) -> tuple[Shape, ...]:
    """Return a piece's edge to cut along, and its holes: white, with a cross."""
    outline = art.outline or Polygon(box((0, 0, *art.drawing.size_mm)))
    lines: list[Shape] = [Polygon(outline.points_mm, None, _GREY, 0.2)]
    for hole in outline.inner_mm:
        xs, ys = [x for x, _ in hole], [y for _, y in hole]
        lines.append(Polygon(hole, "#ffffff", _GREY, 0.2))
        lines.append(Path(((min(xs), min(ys)), (max(xs), max(ys))), "#d0d0d0", 0.2, 2.0))
        lines.append(Path(((max(xs), min(ys)), (min(xs), max(ys))), "#d0d0d0", 0.2, 2.0))
    return tuple(lines)


def _places(batch: Batch, paper: str) -> tuple[tuple[float, float], list[Point]]:
    """Return the paper as it lies, and where on it pieces of this batch fit (their top left corners)."""
    width_mm = max(art.drawing.size_mm[0] for art in batch.fronts)
    height_mm = max(art.drawing.size_mm[1] for art in batch.fronts)
    upright = PAPERS_MM[paper]
    best: tuple[tuple[float, float], list[Point]] = (upright, [])
    for paper_mm in (upright, (upright[1], upright[0])):
        room = (paper_mm[0] - 2 * MARGIN_MM, paper_mm[1] - 2 * MARGIN_MM - _HEAD_MM)
        cols, rows = int((room[0] + _GAP_MM) // (width_mm + _GAP_MM)), int((room[1] + _GAP_MM) // (height_mm + _GAP_MM))
        if cols * rows > len(best[1]):
            left = (paper_mm[0] - cols * (width_mm + _GAP_MM) + _GAP_MM) / 2
            places = [
                (left + col * (width_mm + _GAP_MM), MARGIN_MM + _HEAD_MM + row * (height_mm + _GAP_MM))
                for row in range(rows)
                for col in range(cols)
            ]
            best = (paper_mm, places)
    if not best[1]:
        raise TilingError(f"a piece of {width_mm:g} × {height_mm:g} mm does not fit on {paper} paper; make it smaller")
    return best


def _caption(words: str) -> Text:
    return Text(words, (MARGIN_MM + 2 + width_mm(words, 2.4) / 2, MARGIN_MM - 2.6), 2.4, _GREY)


def _joints(sheet: PaperSheet, number: int, cols: int) -> tuple[Shape, ...]:
    """Return where this sheet is cut (left and top) and where its neighbours are glued on (right and below)."""
    _, _, width, height = sheet.part_mm
    left, top, right, bottom = MARGIN_MM, MARGIN_MM, MARGIN_MM + width, MARGIN_MM + height
    shapes: list[Shape] = []
    if sheet.col:
        shapes.append(Path(((left, top - 4), (left, bottom + 4)), _GREY, 0.2, 2.0))
        shapes.append(Text("cut here", (left - 2.5, (top + bottom) / 2), 2.0, _GREY, angle_deg=-90))
    if sheet.row:
        shapes.append(Path(((left - 4, top), (right + 4, top)), _GREY, 0.2, 2.0))
        shapes.append(Text("cut here", ((left + right) / 2, top - 2.5), 2.0, _GREY))
    if sheet.glue_right:
        shapes.append(Path(((right, top), (right, bottom)), _GREY, 0.2))
        words = f"glue sheet {number + 1} here, its edge on the line"
        shapes.append(Text(words, (right + GLUE_MM / 2, (top + bottom) / 2), 2.4, _GREY, angle_deg=-90))
        shapes += [_cross((right, at)) for at in (top + 10, bottom - 10)]
    if sheet.glue_below:
        shapes.append(Path(((left, bottom), (right, bottom)), _GREY, 0.2))
        words = f"glue sheet {number + cols} here, its edge on the line"
        shapes.append(Text(words, ((left + right) / 2, bottom + GLUE_MM / 2), 2.4, _GREY))
        shapes += [_cross((at, bottom)) for at in (left + 10, right - 10)]
    return tuple(shapes)


def _cross(at: Point) -> Shape:
    x, y = at
    return Path(((x - 3, y), (x + 3, y), (x, y), (x, y - 3), (x, y + 3)), "#000000", 0.2)


def _blank_around(part: Rect, paper_mm: tuple[float, float]) -> tuple[Shape, ...]:
    """Return white over everything of the paper but this part of it."""
    x, y, width, height = part
    right, bottom = x + width, y + height
    return (
        rect((0, 0, paper_mm[0], y), "#ffffff"),
        rect((0, bottom, paper_mm[0], paper_mm[1] - bottom), "#ffffff"),
        rect((0, y, x, height), "#ffffff"),
        rect((right, y, paper_mm[0] - right, height), "#ffffff"),
    )


def _bounds(shape: Shape) -> Rect:
    """Return a box around a shape."""
    match shape:
        case Polygon() | Path():
            reach = shape.line_mm
            xs, ys = [x for x, _ in shape.points_mm], [y for _, y in shape.points_mm]
        case Circle():
            reach = shape.radius_mm + shape.line_mm
            xs, ys = [shape.center_mm[0]], [shape.center_mm[1]]
        case Text():
            reach = width_mm(shape.words, shape.height_mm, bold=shape.bold) / 2 + shape.height_mm
            xs, ys = [shape.center_mm[0]], [shape.center_mm[1]]
    left, top = min(xs) - reach, min(ys) - reach
    return (left, top, max(xs) + reach - left, max(ys) + reach - top)


def _touches(one: Rect, other: Rect) -> bool:
    return all(one[i] < other[i] + other[i + 2] and other[i] < one[i] + one[i + 2] for i in (0, 1))


# ---- shapes as PDF writes them; the canvas is in millimetres, y down


def _font(bold: bool) -> str:
    return "Vera-Bold" if bold else "Vera"


def _draw(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Polygon():
            _pen(canvas, shape.fill, shape.line, shape.line_mm)
            path = canvas.beginPath()
            for ring in (shape.points_mm, *shape.inner_mm):
                path.moveTo(*ring[0])
                for point in ring[1:]:
                    path.lineTo(*point)
                path.close()
            canvas.drawPath(path, stroke=shape.line is not None, fill=shape.fill is not None, fillMode=0)
        case Circle():
            _pen(canvas, shape.fill, shape.line, shape.line_mm)
            canvas.circle(*shape.center_mm, shape.radius_mm, stroke=shape.line is not None, fill=shape.fill is not None)
        case Path():
            _pen(canvas, None, shape.line, shape.line_mm)
            canvas.setDash([shape.dash_mm, shape.dash_mm] if shape.dash_mm else [])
            path = canvas.beginPath()
            path.moveTo(*shape.points_mm[0])
            for point in shape.points_mm[1:]:
                path.lineTo(*point)
            canvas.drawPath(path, stroke=1, fill=0)
            canvas.setDash([])
        case Text():
            _words(canvas, shape)


def _words(canvas: Canvas, shape: Text) -> None:
    canvas.saveState()
    canvas.translate(*shape.center_mm)
    canvas.rotate(shape.angle_deg)
    canvas.scale(1, -1)
    canvas.setFillColor(shape.fill)
    canvas.setFont(_font(shape.bold), shape.height_mm / capital(bold=shape.bold))
    canvas.drawCentredString(0, -shape.height_mm / 2, shape.words)
    canvas.restoreState()


def _pen(canvas: Canvas, fill: str | None, line: str | None, line_mm: float) -> None:
    if fill is not None:
        canvas.setFillColor(fill)
    if line is not None:
        canvas.setStrokeColor(line)
        canvas.setLineWidth(line_mm)
        canvas.setLineJoin(1)
        canvas.setLineCap(1)
