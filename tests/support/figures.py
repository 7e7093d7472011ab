"""Figures of the house: how large it is, and how much of what stands outside the games' folders serves one game alone.

    PYTHONPATH=.:tests python -m support.figures [CHECKOUT]

A statement is counted, not a line: how long lines may be changes nothing. Docstrings and imports are none. What serves
one game are the statements that name it, or what it alone has, and those that define or ask for a member of the
contract which one game's folder alone fills, and no base, sample, stranger's game or game of a test.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "hardware", "web")
CONTRACT = "companion/game/"
OTHERS = (
    *("companion/samples", "tests/strangers"),
    *(f"tests/companion/session/test_{game}.py" for game in ("one_engine", "game_of_chance")),
)
OWN_WORDS = ("dock", "crate", "voyage", "cargo", "cannon", "contraband", "cupid", "ghost", "boat")
LONG = 45  # lines of a function


def main() -> int:
    """Print the figures of a checkout, this one's where none is named."""
    for what, count in figures(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT).items():
        print(f"{count:7}  {what}")
    return 0


def figures(root: Path) -> dict[str, int]:
    """Return every figure by what it counts."""
    trees = dict(modules(root))
    found = {
        "lines": sum(len((root / file).read_text(encoding="utf-8").splitlines()) for file in trees),
        "statements": sum(1 for tree in trees.values() for _ in statements(tree)),
        "modules": len(trees),
        "loose modules in companion/ and vision/": len(_loose(trees)),
        "rungs of the app's layers": _rungs(root),
        "renaming imports": sum(1 for tree in trees.values() for _ in _renamed(tree)),
        "Mapping[str, Any] at the page": sum(ast.unparse(tree).count("Mapping[str, Any]") for tree in _page(trees)),
        "names of classes that stand twice or more": len(standing_twice(trees)),
        f"functions of more than {LONG} lines": sum(1 for tree in trees.values() for _ in _long(tree)),
    }
    return found | {"statements outside games/ that serve one game": len(serving_one_game(root, trees))}


def modules(root: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules that ship, each read."""
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            yield file.relative_to(root), read(file)


@cache
def read(file: Path) -> ast.Module:
    """Return a module's tree, to be looked at alone."""
    return ast.parse(file.read_text(encoding="utf-8"))


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements that do something."""
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and not isinstance(node, ast.Import | ast.ImportFrom) and not _is_said(node):
            yield node


def _is_said(node: ast.stmt) -> bool:
    """Whether it is a docstring, or `...` in the place of a body."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _loose(trees: dict[Path, ast.Module]) -> list[Path]:
    return [file for file in trees if len(file.parts) == 2 and file.parts[0] in ("companion", "vision")]


def _rungs(root: Path) -> int:
    told = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = told["tool"]["importlinter"]["contracts"]
    return max((len(each["layers"]) for each in contracts if each["type"] == "layers"), default=0)


def _renamed(tree: ast.Module) -> Iterator[ast.alias]:
    """Yield what is ours and is imported under another name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in PACKAGES:
            yield from (alias for alias in node.names if alias.asname not in (None, alias.name))


def _page(trees: dict[Path, ast.Module]) -> list[ast.Module]:
    return [tree for file, tree in trees.items() if file.parts[0] == "web"]


def standing_twice(trees: dict[Path, ast.Module]) -> set[str]:
    """Return the names that several public classes have; what a game's folder calls its own stands apart."""
    shared = [tree for file, tree in trees.items() if "games" not in file.parts and "samples" not in file.parts]
    many = Counter(
        node.name for tree in shared for node in tree.body if isinstance(node, ast.ClassDef) and node.name[0] != "_"
    )
    return {name for name, count in many.items() if count > 1}


def _long(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno + 1 > LONG:
            yield node


# ---- what serves one game


def serving_one_game(root: Path, trees: dict[Path, ast.Module]) -> list[str]:
    """Return the statements outside the games' folders that serve one game: where each stands, and what it names."""
    games = _games(root)
    words = re.compile(rf"\w*({'|'.join((*(game.name for game in games), *OWN_WORDS))})\w*", re.IGNORECASE)
    core = {file: tree for file, tree in trees.items() if not {"games", "samples"} & {*file.parts}}
    own = of_one_game(root)
    many = Counter(name for tree in core.values() for name in _given(tree))
    telling = re.compile("|".join((words.pattern, *(rf"\b{name}\b" for name in own))), re.IGNORECASE)
    found: dict[tuple[Path, int, int], str] = {}
    for file, tree in core.items():
        for member in _optional(tree) if file.as_posix().startswith(CONTRACT) else ():
            if _defined(member) & own:
                found |= {(file, each.lineno, each.col_offset): min(_defined(member)) for each in statements(member)}
        for node in statements(tree) if telling.search((root / file).read_text(encoding="utf-8")) else ():
            named, asked = _names(node)
            serving = {name for name in named | asked if words.fullmatch(name)}
            for name in sorted(serving | {name for name in asked & own if many[name] == 1})[:1]:
                found.setdefault((file, node.lineno, node.col_offset), name)
    return [f"{file.as_posix()}:{line}: {name}" for (file, line, _), name in sorted(found.items())]


def of_one_game(root: Path) -> set[str]:
    """Return the members of the contract that a game may leave out and that one game's folder alone fills."""
    bases = [folder for folder in sorted((root / "companion/bases").glob("*")) if folder.name != "__pycache__"]
    others = [root / name for name in OTHERS if (root / name).exists()]
    filled = {place: _filled(place) for place in (*_games(root), *bases, *others)}
    found = set()
    for file in _files(root / CONTRACT):
        for name in (name for member in _optional(read(file)) for name in _defined(member)):
            filling = [place for place, names in filled.items() if name in names]
            found |= {name} if len(filling) == 1 and filling[0] in _games(root) else set()
    return found


def _games(root: Path) -> list[Path]:
    return [folder for folder in sorted((root / "companion/games").iterdir()) if (folder / "__init__.py").exists()]


def _files(place: Path) -> list[Path]:
    return [place] if place.is_file() else sorted(place.rglob("*.py"))


def _optional(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield the public members of classes that may be left out: what has a default, or a body, in a game's contract."""
    for kind in ast.walk(tree):
        for node in kind.body if isinstance(kind, ast.ClassDef) else ():
            is_hook = (
                isinstance(node, ast.FunctionDef) and kind.name.endswith("Game") and len(list(statements(node))) > 1
            )
            is_given = isinstance(node, ast.Assign) or (isinstance(node, ast.AnnAssign) and node.value is not None)
            if (is_hook or is_given) and not any(name.startswith("_") for name in _defined(node)):
                yield node


def _defined(node: ast.stmt) -> set[str]:
    match node:
        case (
            ast.FunctionDef(name=name)
            | ast.AnnAssign(target=ast.Name(id=name))
            | ast.Assign(targets=[ast.Name(id=name)])
        ):
            return {name}
        case _:
            return set()


def _given(tree: ast.Module) -> Iterator[str]:
    """Yield the name of every member and every function, as often as it is there."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield from (name for inner in node.body for name in _defined(inner))
        elif isinstance(node, ast.FunctionDef):
            yield node.name


def _filled(place: Path) -> set[str]:
    """Return what a folder or file fills: members of its classes, arguments that are given by name."""
    found = set()
    for file in _files(place):
        for node in ast.walk(read(file)):
            match node:
                case ast.ClassDef(body=body):
                    found |= {name for inner in body for name in _defined(inner)}
                case ast.keyword(arg=str(name)):
                    found.add(name)
    return found


def _own(node: ast.stmt) -> Iterator[ast.AST]:
    """Yield what a statement itself is made of, without the statements in it."""
    waiting: list[ast.AST] = [node]
    while waiting:
        for inner in ast.iter_child_nodes(waiting.pop()):
            if not isinstance(inner, ast.stmt):
                yield inner
                waiting.append(inner)


def _names(node: ast.stmt) -> tuple[set[str], set[str]]:
    """Return the names and texts in a statement; and the attributes that it asks for, and arguments given by name."""
    named, asked = {node.name} if isinstance(node, ast.FunctionDef | ast.ClassDef) else set(), set()
    for inner in _own(node):
        match inner:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Constant(value=str(name)):
                named.add(name)
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                asked.add(name)
    return named, asked


if __name__ == "__main__":
    raise SystemExit(main())
