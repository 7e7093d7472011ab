"""Constants of `vision` that somebody set or fitted: each with its value and where it comes from, as one list.

`PYTHONPATH=.:tests python -m support.numbers_in_vision` writes docs/numbers.md anew. A constant's origin is the string
or comment beside it; what is computed from others, names files, or says how an array is laid out is no such number.
`unnamed` finds the fractions that stand in the middle of the code, where no list would find them.
"""

import ast
import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "numbers.md"
FITTED = ROOT / "vision" / "recognition" / "calibration.json"
HEAD = """# Numbers of the recogniser

Every number in `vision` (but for what draws) that was set by hand or fitted outside a network, with its origin. Where
that names no measurement, the number was set by hand when its module was written, by what drawn tables and photos of
boards showed, and was never fitted. Generated
(`PYTHONPATH=.:tests python -m support.numbers_in_vision`); a test holds it to the code.

"""
NOT_CHOSEN = frozenset({0.0, 0.25, 0.5, 1.0, 2.0, 4.0, 90.0, 180.0, 360.0, 255.0, 256.0})
"""Halves, doubles, turns and the levels of a byte."""
LUMA = frozenset({0.299, 0.587, 0.114})
"""How bright red, green and blue are: ITU-R BT.601."""
GUARD = 1e-2
"""What is smaller keeps a division from nothing."""


def modules() -> list[Path]:
    """Return the modules of `vision`, but for what draws."""
    return sorted(path for path in (ROOT / "vision").rglob("*.py") if path.parent.name != "drawing")


def numbers(path: Path) -> list[tuple[str, str, str]]:
    """Return name, value and origin of a module's constants that are numbers, or tuples or arrays of numbers."""
    text = path.read_text(encoding="utf-8")
    lines, body = text.splitlines(), ast.parse(text).body
    found = []
    for node, after in zip(body, [*body[1:], None], strict=True):
        if not isinstance(node, ast.Assign):
            continue
        origin = _beside(after) or _comment(lines[(node.end_lineno or 1) - 1])
        for target, value in _each(node.targets[0], node.value):
            if isinstance(target, ast.Name) and re.fullmatch(r"_?[A-Z][A-Z0-9_]*", target.id) and _is_number(value):
                found.append((target.id, " ".join(ast.unparse(value).split()), origin))
    return found


def _each(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Return each name with its value, where several are set in one line, too."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts, strict=True))
    return [(target, value)]


def page() -> str:
    """Return the whole list as Markdown."""
    parts = [HEAD]
    count = 0
    for path in modules():
        rows = numbers(path)
        count += len(rows)
        if rows:
            parts.append(f"## {path.relative_to(ROOT).as_posix()}\n\n| number | value | origin |\n|---|---|---|\n")
            parts += [f"| `{name}` | `{_short(value)}` | {origin or '–'} |\n" for name, value, origin in rows]
            parts.append("\n")
    fitted = sum(_count(value) for value in json.loads(FITTED.read_text(encoding="utf-8")).values())
    parts.append(
        f"## {FITTED.relative_to(ROOT).as_posix()}\n\n{fitted} weights and offsets of rankings and odds, fitted by "
        "`tests/training/fit_calibration.py` to all games of the benchmark and to drawn ones; a clue's stands beside "
        "the mean and spread by which it is scaled.\n\n"
    )
    return "".join(parts) + f"{count} in all, and {fitted} that were fitted.\n"


def unnamed(path: Path) -> list[tuple[int, float]]:
    """Return line and value of the fractions in a module that have no name, so that nobody says where they are from."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    inside = [each for each in body if not isinstance(each, ast.Assign) or _computed(each.value)]
    found = [node for each in inside for node in ast.walk(each) if isinstance(node, ast.Constant)]
    usual = NOT_CHOSEN | LUMA
    return [
        (node.lineno, node.value)
        for node in found
        if isinstance(node.value, float) and node.value not in usual and GUARD < node.value < 1 / GUARD
    ]


def _computed(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and ast.unparse(value.func) != "np.array"


def _count(value: object) -> int:
    return sum(_count(each) for each in value.values()) if isinstance(value, dict) else 1


def _is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int | float) and not isinstance(value.value, bool)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    if isinstance(value, ast.Tuple | ast.List):
        return bool(value.elts) and all(_is_number(each) for each in value.elts)
    if isinstance(value, ast.Dict):
        return bool(value.values) and all(_is_number(each) for each in value.values)
    if isinstance(value, ast.Call):
        return ast.unparse(value.func) == "np.array" and bool(value.args) and _is_number(value.args[0])
    return False


def _beside(after: ast.stmt | None) -> str:
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
        return " ".join(after.value.value.split()).replace("|", "\\|")
    return ""


def _comment(line: str) -> str:
    code, _, comment = line.partition("  # ")
    return comment.strip() if code and not comment.startswith(("fmt", "noqa", "type")) else ""


def _short(value: str) -> str:
    return value if len(value) < 60 else value[:57] + "…"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
