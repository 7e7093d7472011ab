"""The documents for whoever works on this: what they name is there."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.room import book
from companion.store import cases, people, schema
from vision.pieceset import set_index

ROOT = Path(__file__).parents[1]
PATH = re.compile(r"\b(?:companion|vision|hardware|web|tests|docs|systemd)/[\w./-]*\w(?![*\w])")


@pytest.mark.parametrize(
    "name", ["docs/architecture.md", "CONTRIBUTING.md", "docs/adding-a-game.md", "docs/recogniser.md"]
)
def test_paths_that_a_document_names_are_there(name: str) -> None:
    named = set(PATH.findall((ROOT / name).read_text(encoding="utf-8")))
    assert named
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_commands_that_contributing_names_are_in_the_makefile() -> None:
    asked = set(re.findall(r"`?make ([a-z][a-z-]+)", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")))
    targets = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert asked
    assert asked <= targets


def test_layers_of_the_architecture_are_those_of_the_contract() -> None:
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    drawn = text.split("stands below.\n")[1].split("## The way")[0]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    rungs = next(each["layers"] for each in contracts if each["name"].startswith("the app in layers"))
    order = [name.replace(".", "/") for rung in rungs for name in rung.split(" | ")]
    places = [found.start() if (found := re.search(rf"{name}\b", drawn)) else -1 for name in order]
    assert len(order) > 10
    assert -1 not in places
    assert places == sorted(places)


def test_versions_that_the_document_of_formats_names_are_those_that_are_written() -> None:
    text = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    kept = text.split("## On the wire")[0]
    named = re.findall(r"^\| ([^|]+) \|.*\| (\d+)[^|]*\|$", kept, re.M)
    assert {what: int(version) for what, version in named} == {
        "a game's record": 1,
        "each game's record beside the store": 1,
        "the store": schema.VERSION,
        "a room's file": book.VERSION,
        "a piece set": set_index.VERSION,
        "players' colours, faces and cards": people.VERSION,
        "a reading that was wrong": cases.VERSION,
    }


def test_nobody_is_told_to_install_it_from_an_index_that_does_not_have_it() -> None:
    told = [
        *(path for path in ROOT.glob("*.md") if path.name != "CHANGELOG.md"),  # which tells what was named before
        *ROOT.glob("docs/**/*.md"),
        *(ROOT / "companion").rglob("*.py"),
        *ROOT.glob("web/**/*.html"),
    ]
    named = re.compile(r"(?:pip|pipx|uv tool) install [^`\n]*\btable-companion\b")
    assert len(told) > 300
    assert [path.name for path in told if named.search(path.read_text(encoding="utf-8"))] == []
