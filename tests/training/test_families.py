"""Every kind of family draws faces that differ, with a stand-in for the gathered fonts and art."""

import functools
import importlib
from pathlib import Path

import numpy as np
import pytest
from PIL import ImageFont

HERE = Path(__file__).parent
KINDS = (
    "letters", "numerals", "pictures", "colours", "counts", "fills", "one more", "grounds", "mixed", "twins", "counted",
    "tones", "themed", "scenes", "landscapes", "textures", "court cards", "art counted", "near hues", "pale fills",
    "hatchings", "plain colours", "pips",
)  # fmt: skip


@pytest.fixture
def families(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(HERE))
    art, glyphs, parts, module = (importlib.import_module(name) for name in ("art", "glyphs", "parts", "families"))
    rng = np.random.default_rng(5)
    tiles = np.full((24, 64, 64, 4), 255, np.uint8)
    tiles[..., :3] = np.repeat(np.repeat(rng.integers(0, 256, (24, 8, 8, 3)), 8, axis=1), 8, axis=2)
    stand_in = art.Art(tiles, (tuple(range(12)), tuple(range(12, 24))))
    monkeypatch.setattr(art, "art", lambda: stand_in)
    monkeypatch.setattr(art, "picture", art.picture.__wrapped__)
    monkeypatch.setattr(
        glyphs, "fonts", lambda: glyphs.Fonts(("a/a",), ("b/b",), tuple(("c/c", n) for n in range(65, 91)))
    )
    monkeypatch.setattr(glyphs, "_font", lambda _, size: _default_font(size))
    monkeypatch.setattr(glyphs, "text_mask", glyphs.text_mask.__wrapped__)
    monkeypatch.setattr(parts, "_folders", parts._folders.__wrapped__)
    return module


@functools.cache
def _default_font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return font


@pytest.mark.parametrize("kind", KINDS)
def test_a_family_has_faces_that_differ_and_is_the_same_for_the_same_seed(kind: str, families) -> None:
    family, again = (families.random_family(np.random.default_rng(7), kind=kind) for _ in range(2))
    assert family.kind == kind
    assert 2 <= len(family.faces) <= families.MOST_FACES
    assert family.faces.shape[2:] == (96, 96, 3)
    assert family.faces.dtype == np.uint8
    np.testing.assert_array_equal(family.faces, again.faces)
    flat = family.faces[:, 0].reshape(len(family.faces), -1).astype(int)
    apart = np.abs(flat[:, None] - flat[None]).max(axis=2) + 255 * np.eye(len(flat), dtype=int)
    assert apart.min() > 8


def test_every_kind_is_tried(families) -> None:
    assert tuple(families.KINDS) == KINDS


def test_the_ranks_of_a_deck_are_the_same_turned_by_a_half(families) -> None:
    courts = importlib.import_module("courts")
    for rank in courts.RANKS:
        figure = courts.picture(rank, 3, 1).astype(int)
        assert (np.abs(figure - np.rot90(figure, 2)).max(axis=2) > 60).mean() < 0.05
