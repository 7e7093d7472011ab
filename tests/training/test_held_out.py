"""Held-out motifs: nothing that stands in a picture which the recogniser is measured on may be drawn in training."""

import ast
import importlib
import json
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from PIL import ImageFont

HERE = Path(__file__).parent
OPENERS = ("ImageFont", "Image", "imread", "imdecode", "putText", "freetype", "load", "fromfile", "open", "read_bytes")
"""What opens a font or a picture: only `glyphs.py` and `art.py`, which ask first, may do that for a family."""


def training(monkeypatch: pytest.MonkeyPatch, name: str) -> ModuleType:
    monkeypatch.syspath_prepend(str(HERE))
    return importlib.import_module(name)


@pytest.mark.parametrize(
    "name",
    [
        "Liberation Sans",
        "Liberation Serif Bold Italic",
        "LiberationMono-Regular",
        "LiberationSansNarrow-Bold",
        "Noto Color Emoji",
        "NotoColorEmoji",
        "Noto Serif Display",
        "Noto Serif Display SemiCondensed Black",
        "NotoSerifDisplay-Italic[wdth,wght]",
        "Arimo",
    ],
)
def test_a_font_of_the_measured_pictures_is_held_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    held_out = training(monkeypatch, "held_out")
    assert held_out.is_held_out([name])
    with pytest.raises(held_out.HeldOutError, match="must not be drawn"):
        held_out.require_font(["Some Name", name])


@pytest.mark.parametrize("name", ["DejaVu Serif", "FreeSans", "Noto Sans", "Noto Serif", "Symbola", "Libertine"])
def test_another_font_is_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not training(monkeypatch, "held_out").is_held_out([name])


@pytest.mark.parametrize(
    ("file", "name"),
    [("fonts/a/LiberationSerif-Bold.ttf", "Renamed"), ("fonts/a/renamed.ttf", "Noto Serif Display")],
)
def test_a_folder_that_lists_a_held_out_font_is_refused(
    file: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = {"file": file, "names": [name], "kind": "plain", "codes": []}
    (tmp_path / "fonts.json").write_text(json.dumps([entry]))
    glyphs, held_out = training(monkeypatch, "glyphs"), training(monkeypatch, "held_out")
    with pytest.raises(held_out.HeldOutError):
        glyphs.fonts(tmp_path)


def test_a_held_out_font_under_another_file_name_is_not_drawn_with(monkeypatch: pytest.MonkeyPatch) -> None:
    class Disguised:
        def getname(self) -> tuple[str, str]:
            return "Liberation Sans Narrow", "Bold"

    glyphs, held_out = training(monkeypatch, "glyphs"), training(monkeypatch, "held_out")
    monkeypatch.setattr(ImageFont, "truetype", lambda *_: Disguised())
    with pytest.raises(held_out.HeldOutError, match="Narrow"):
        glyphs.text_mask("innocent.ttf", "A", 64)


@pytest.mark.parametrize("source", ["noto-emoji", "openclipart 0.19", ""])
def test_art_of_an_unknown_collection_is_refused(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiles = np.zeros((2, 8, 8, 4), np.uint8)
    sources = np.array(["openclipart 0.18", source])
    np.savez(tmp_path / "art.npz", tiles=tiles, themes=np.array(["a", "a"]), sources=sources)
    art, held_out = training(monkeypatch, "art"), training(monkeypatch, "held_out")
    with pytest.raises(held_out.HeldOutError, match="must not be drawn"):
        art.art(tmp_path)


def drawn_by(module: str) -> set[str]:
    """Return the modules of this folder that a module draws with, itself among them."""
    found, waiting = set(), [module]
    while waiting:
        name = waiting.pop()
        if name in found or not (HERE / f"{name}.py").exists():
            continue
        found.add(name)
        for node in ast.walk(ast.parse((HERE / f"{name}.py").read_text())):
            if isinstance(node, ast.Import):
                waiting += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                waiting.append(str(node.module))
    return found


def test_families_open_no_font_and_no_picture_but_where_it_is_asked_whether_they_may() -> None:
    drawing = drawn_by("families")
    assert {"glyphs", "art", "held_out", "surfaces", "terrain", "courts", "illustrated_kinds"} <= drawing
    for module in drawing - {"glyphs", "art"}:
        tree = ast.parse((HERE / f"{module}.py").read_text())
        named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        named |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not named & set(OPENERS), f"{module}.py opens files: {named & set(OPENERS)}"


def test_none_of_the_gathered_motifs_is_held_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the motifs were gathered, each font is asked for its own name."""
    held_out = training(monkeypatch, "held_out")
    for file in sorted((HERE / "motifs").rglob("*.?tf")):
        assert not held_out.is_held_out([*map(str, ImageFont.truetype(file, 12).getname()), file.stem]), file
