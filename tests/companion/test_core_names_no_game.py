"""The core serves any game: no module, page or script outside a game's folder asks for one by its name, and no sentence
that it says speaks of what only one game has."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import figures
from support.catalogues import catalogue, forms

from companion.game import registry
from companion.language.catalogue import FOLDER

ROOT = Path(__file__).parents[2]
SERVING_ONE_GAME = 14  # statements
DEALT = ROOT / "companion" / "game" / "marker_ids.py"  # the ids of mats printed before ids were dealt by name
OWN_WORDS = re.compile(
    r"\b(docks?|crates?|voyages?|crew|boats?|cargo|cannon|rats?|contraband|nine squares|cupids?|ghost)\b"
    r"|\b(the|a|this|each|no|every) holds?\b|\bholds? (is|are|of)\b",
    re.IGNORECASE,
)


def core() -> Iterator[Path]:
    """Yield the files of the core: code, pages, scripts, styles."""
    for package in ("companion", "vision", "hardware", "web"):
        for file in sorted((ROOT / package).rglob("*")):
            if file.suffix in {".py", ".html", ".js", ".css"} and "games" not in file.relative_to(ROOT).parts:
                yield file


@pytest.mark.parametrize("game", [name for name in registry.names() if (ROOT / "companion/games" / name).is_dir()])
def test_nobody_asks_for_a_game_by_its_name(game: str) -> None:
    named = re.compile(rf"\b{game}\b", re.IGNORECASE)
    found = [file for file in core() if file != DEALT and named.search(file.read_text(encoding="utf-8"))]
    assert found == []


def test_no_name_in_the_core_is_of_what_one_game_has() -> None:
    names = re.compile(r"\w*(dock|crate|voyage|cargo|cannon)\w*", re.IGNORECASE)
    words = {word for file in core() if file.suffix == ".py" and file != DEALT for word in _names(file)}
    assert [word for word in words if names.fullmatch(word)] == []


def _names(file: Path) -> Iterator[str]:
    """Yield the names that a module gives: of classes, functions, arguments, variables and fields."""
    for node in ast.walk(figures.read(file)):
        match node:
            case ast.Name(id=name) | ast.arg(arg=name) | ast.Attribute(attr=name):
                yield name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name


@pytest.mark.parametrize("folder", [FOLDER, ROOT / "web" / "translations"], ids=["companion", "web"])
def test_no_sentence_of_the_core_speaks_of_what_one_game_has(folder: Path) -> None:
    said = [one for sentence in catalogue(folder, "nl") for one in forms(sentence)]
    assert len(said) > 100
    assert [sentence for sentence in said if OWN_WORDS.search(sentence)] == []


def test_little_outside_the_folders_serves_one_game() -> None:
    """Whoever adds to it generalises it, lets it be the game's own, or has a stranger's game use it, too."""
    found = figures.serving_one_game(ROOT, dict(figures.modules(ROOT)))
    assert len(found) <= SERVING_ONE_GAME, "\n".join(found)


def test_a_member_that_one_game_alone_fills_is_found(tmp_path: Path) -> None:
    core, one, other = (tmp_path / "companion" / name for name in ("game", "games/one", "games/other"))
    for folder in (core, one, other):
        folder.mkdir(parents=True)
    (core / "__init__.py").write_text(
        "class Game:\n    tint = None\n    shape = None\n    def extra(self):\n        'What else.'\n        return 1\n"
    )
    (tmp_path / "companion" / "asking.py").write_text("def ask(game):\n    return game.extra(), game.shape\n")
    (one / "__init__.py").write_text("class One(Game):\n    shape = 1\n    def extra(self):\n        return 2\n")
    (other / "__init__.py").write_text("class Other(Game):\n    shape = 2\n")
    assert figures.of_one_game(tmp_path) == {"extra"}
    assert figures.serving_one_game(tmp_path, dict(figures.modules(tmp_path))) == [
        *("companion/asking.py:2: extra", "companion/game/__init__.py:4: extra", "companion/game/__init__.py:6: extra"),
    ]
