"""Key card: the address with the machine's key, as a code to scan and in letters, to be cut out and laid beside the
table's machine. Once it was used, another card counts."""

import segno

from companion.prints.drawing import Drawing, Path, Shape, Text, box, rect

SIZE_MM = (85.0, 54.0)  # as a bank card's
_CODE_MM = 34.0
_MARGIN_MM = 20.0


def key_card(address: str) -> Drawing:
    """Return the card, with a line around it to cut along."""
    width, height = SIZE_MM
    left = top = _MARGIN_MM
    edge = (*box((left, top, width, height)), (left, top))
    rows = [*segno.make(address.upper(), micro=False).matrix]
    cell = _CODE_MM / len(rows)
    code_left, code_top = left + (width - _CODE_MM) / 2, top + 9.0
    middle = left + width / 2
    shapes: list[Shape] = [
        Path(edge, line="#999999", line_mm=0.2),
        Text("Table Companion: the host's key", (middle, top + 4.5), 2.6, bold=True),
        *(
            rect((code_left + col * cell, code_top + row * cell, cell, cell), fill="#000000")
            for row, line in enumerate(rows)
            for col, dark in enumerate(line)
            if dark
        ),
        Text(address, (middle, top + 46.0), 2.2),
        Text("It opens the table once, for its host: keep it where guests do not look.", (middle, top + 50.0), 1.6),
    ]
    return Drawing((width + 2 * _MARGIN_MM, height + 2 * _MARGIN_MM), tuple(shapes))
