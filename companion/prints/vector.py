"""Scalable vector graphics: a drawing as SVG 1.1, a millimetre a unit, for documents and screens."""

from html import escape

from companion.prints.drawing import Circle, Drawing, Path, Point, Polygon, Shape, Text

_CAPITAL = 0.729  # a capital letter's height in parts of the font's, as in DejaVu and Verdana


def svg(drawing: Drawing) -> str:
    """Return the drawing as the text of an SVG file. The same drawing makes the same text."""
    width, height = drawing.size_mm
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
            'font-family="DejaVu Sans, Verdana, sans-serif">',
            f'<rect width="{width:g}" height="{height:g}" fill="{drawing.paper}"/>',
            *(_shape(shape) for shape in drawing.shapes),
            "</svg>\n",
        )
    )


def _shape(shape: Shape) -> str:
    match shape:
        case Polygon():
            rings = " ".join(f"M{_points(ring)}Z" for ring in (shape.points_mm, *shape.inner_mm))
            return f'<path d="{rings}" fill-rule="evenodd" {_pen(shape.fill, shape.line, shape.line_mm)}/>'
        case Circle():
            x, y = shape.center_mm
            pen = _pen(shape.fill, shape.line, shape.line_mm)
            return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{shape.radius_mm:.2f}" {pen}/>'
        case Path():
            dash = f' stroke-dasharray="{shape.dash_mm:g}"' if shape.dash_mm else ""
            return f'<path d="M{_points(shape.points_mm)}" {_pen(None, shape.line, shape.line_mm)}{dash}/>'
        case Text():
            x, y = shape.center_mm
            weight = ' font-weight="bold"' if shape.bold else ""
            turned = f' transform="rotate({shape.angle_deg:g} {x:.2f} {y:.2f})"' if shape.angle_deg else ""
            return (
                f'<text x="{x:.2f}" y="{y + shape.height_mm / 2:.2f}" text-anchor="middle" '
                f'font-size="{shape.height_mm / _CAPITAL:.2f}" fill="{shape.fill}"{weight}{turned}>'
                f"{escape(shape.words)}</text>"
            )


def _points(points: tuple[Point, ...]) -> str:
    return "L".join(f"{x:.2f},{y:.2f}" for x, y in points)


def _pen(fill: str | None, line: str | None, line_mm: float) -> str:
    stroke = "" if line is None else f' stroke="{line}" stroke-width="{line_mm:g}"'
    return f'fill="{fill or "none"}"{stroke}'
