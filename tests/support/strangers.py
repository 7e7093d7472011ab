"""Strangers' games: folders outside the package, looked in for as long as a test lasts."""

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion import games
from companion.game import registry

GAMES = Path(__file__).parents[1] / "strangers"
"""Games as strangers wrote them."""

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-game.md"


def sticks_of_the_page() -> str:
    """Return the game that `docs/adding-a-game.md` shows, as it stands there."""
    (code,) = [block for block in blocks_of_the_page() if block.startswith('"""Sticks')]
    return code


def sticks_that_fail(where: str) -> str:
    """Return that game once its owner has changed it so that its `begin`, `apply`, `view` or `forms` raises."""
    raises = "        nothing = {}['a stick']\n"
    ends = {"begin": "return State(", "apply": "return after, {", "view": "return View(", "forms": "    return ()"}
    line = f"        {ends[where]}"
    return sticks_of_the_page().replace(line, f"{line}\n{raises}" if where == "forms" else raises + line)


def blocks_of_the_page() -> list[str]:
    """Return the code that the page shows, block by block."""
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def put(folder: Path, name: str, code: str) -> Path:
    """Write a game of one file into a folder, and return its own."""
    own = folder / name
    own.mkdir(parents=True)
    (own / "__init__.py").write_text(code, encoding="utf-8")
    return own


def effort(game: str) -> tuple[int, int, int]:
    """Return what a stranger's game of one file takes: its lines without blank ones, the names that it imports, and how
    long its longest line is."""
    (file,) = (GAMES / game).rglob("*.py")
    text = file.read_text(encoding="utf-8")
    names = [alias for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom) for alias in node.names]
    lines = [line for line in text.splitlines() if line.strip()]
    return len(lines), len(names), max(map(len, lines))


@contextmanager
def looking_in(folder: Path | None = None) -> Iterator[None]:
    """Look in a folder for games, too; afterwards all is as it was."""
    before, loaded = [*games.__path__], set(sys.modules)
    try:
        registry.forget()
        if folder is not None:
            registry.look_in(folder)
        yield
    finally:
        games.__path__[:] = before
        for name in set(sys.modules) - loaded:
            if name.startswith("companion.games.") and not _is_shipped(name):
                del sys.modules[name]
        registry.forget()


def _is_shipped(name: str) -> bool:
    file = getattr(sys.modules[name], "__file__", None) or ""
    return file.startswith(str(Path(games.__file__).parent))
