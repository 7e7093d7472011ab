"""Constants of `vision` that somebody set or fitted: each with its value and where it comes from, as one list.

`PYTHONPATH=.:tests python -m support.numbers_in_vision` writes docs/numbers.md anew. A constant's origin is the string
or comment beside it; what is computed from others, names files, or says how an array is laid out is no such number.
"""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "numbers.md"
HEAD = """# Numbers of the recogniser

Every number in `vision` (but for what draws) that was set by hand or fitted outside a network, with its origin.
Generated
(`PYTHONPATH=.:tests python -m support.numbers_in_vision`); a test holds it to the code.

"""


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
    for path in sorted(path for path in (ROOT / "vision").rglob("*.py") if path.parent.name != "drawing"):
        rows = numbers(path)
        count += len(rows)
        if rows:
            parts.append(f"## {path.relative_to(ROOT).as_posix()}\n\n| number | value | origin |\n|---|---|---|\n")
            parts += [f"| `{name}` | `{_short(value)}` | {origin or '–'} |\n" for name, value, origin in rows]
            parts.append("\n")
    return "".join(parts) + f"{count} in all.\n"


def _is_number(value: ast.expr) -> bool:
    if isinstance(value, ast.Constant):
        return isinstance(value.value, int | float) and not isinstance(value.value, bool)
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    if isinstance(value, ast.Tuple | ast.List):
        return bool(value.elts) and all(_is_number(each) for each in value.elts)
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
