"""The networks: vectors are vectors, and tell drawn faces apart that were in no training; a comparison sees small
differences, and no order."""

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.recognition import network
from vision.recognition.comparison import same, same_texture
from vision.recognition.encoder import MAP, PATCH_PX, VECTOR, embed
from vision.recognition.network import NetworkError


def numeral_tile(text: str, edge_px: int = 160) -> np.ndarray:
    """Return a cream tile with a numeral, drawn in OpenCV's own line font, which no training used."""
    tile = np.full((edge_px, edge_px, 3), (190, 215, 225), np.uint8)
    scale, thick = edge_px / 40, max(2, edge_px // 16)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    at = ((edge_px - width) // 2, (edge_px + height) // 2)
    cv2.putText(tile, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (40, 30, 30), thick, cv2.LINE_AA)
    return tile


def seen(tile: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return the tile as a patch: a little shifted, turned, blurred, in a warmer or colder light, with noise."""
    edge = tile.shape[0]
    matrix = cv2.getRotationMatrix2D((edge / 2, edge / 2), float(rng.uniform(-2, 2)), float(rng.uniform(0.97, 1.03)))
    matrix[:, 2] += rng.uniform(-0.04, 0.04, 2) * edge
    moved = cv2.warpAffine(tile, matrix, (edge, edge), borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(moved, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
    lit = cv2.GaussianBlur(small, (0, 0), 0.7) * rng.uniform(0.75, 1.05) * rng.uniform(0.94, 1.06, 3)
    return np.clip(lit + rng.normal(0, 3, lit.shape), 0, 255).astype(np.uint8)


@pytest.fixture(name="chance")
def _chance() -> np.ndarray:
    return np.random.default_rng(4).integers(0, 256, (70, PATCH_PX, PATCH_PX, 3), np.uint8)


def test_vectors_have_length_one(chance: np.ndarray) -> None:
    vectors = embed(chance).vectors
    assert vectors.shape == (70, VECTOR)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_a_patch_has_one_vector_whatever_its_fellows(chance: np.ndarray) -> None:
    whole, alone = embed(chance), embed(chance[65:66])
    np.testing.assert_allclose(alone.vectors[0], whole.vectors[65], atol=1e-5)
    np.testing.assert_allclose(alone.maps[0], whole.maps[65], atol=1e-4)
    np.testing.assert_array_equal(embed(chance).vectors, whole.vectors)
    assert np.abs(whole.vectors[0] - whole.vectors[1]).max() > 1e-3


def test_memory_order_is_no_matter(chance: np.ndarray) -> None:
    few = chance[:5]
    planes_first = np.ascontiguousarray(few.transpose(0, 3, 1, 2)).transpose(0, 2, 3, 1)
    assert not planes_first.flags.c_contiguous
    np.testing.assert_array_equal(embed(planes_first).maps, embed(few).maps)


def test_other_patch_sizes_are_resized() -> None:
    tile = numeral_tile("5")
    small = cv2.resize(tile, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
    np.testing.assert_allclose(embed(tile[None]).vectors, embed(small[None]).vectors, atol=1e-5)


def test_no_patch_has_no_vector() -> None:
    nothing = embed(np.empty((0, PATCH_PX, PATCH_PX, 3), np.uint8))
    assert nothing.vectors.shape == (0, VECTOR)
    assert same(nothing, nothing, np.empty((0, 2), int)).shape == (0,)


@pytest.mark.parametrize(
    "patches",
    [
        np.zeros((PATCH_PX, PATCH_PX, 3), np.uint8),
        np.zeros((1, PATCH_PX, PATCH_PX), np.uint8),
        np.zeros((1, PATCH_PX, 30, 3), np.uint8),
        np.zeros((1, PATCH_PX, PATCH_PX, 3), np.float32),
    ],
)
def test_other_arrays_are_refused(patches: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"hand over uint8 of shape \(n, s, s, 3\)"):
        embed(patches)


def test_numerals_are_told_apart_after_one_picture_each() -> None:
    rng = np.random.default_rng(11)
    tiles = [numeral_tile(str(number)) for number in range(10)]
    taught = embed(np.stack([seen(tile, rng) for tile in tiles])).vectors
    asked = embed(np.stack([seen(tile, rng) for tile in tiles for _ in range(20)])).vectors
    right = (asked @ taught.T).argmax(axis=1) == np.repeat(np.arange(10), 20)
    assert right.mean() > 0.97


def test_hues_are_told_apart_after_one_picture_each() -> None:
    rng = np.random.default_rng(12)
    inks = [(40, 40, 200), (30, 120, 235), (40, 200, 235), (70, 150, 60), (180, 90, 40), (140, 50, 120)]
    tiles = []
    for ink in inks:
        tile = np.full((160, 160, 3), 225, np.uint8)
        cv2.circle(tile, (80, 80), 48, ink, -1, cv2.LINE_AA)
        tiles.append(tile)
    taught = embed(np.stack([seen(tile, rng) for tile in tiles])).vectors
    asked = embed(np.stack([seen(tile, rng) for tile in tiles for _ in range(20)])).vectors
    right = (asked @ taught.T).argmax(axis=1) == np.repeat(np.arange(6), 20)
    assert right.mean() > 0.97


def one_by_one(count: int) -> np.ndarray:
    """Return pairs of the first with the first, the second with the second and so on."""
    return np.stack([np.arange(count)] * 2, axis=1)


def test_a_comparison_knows_no_order_and_no_fellows(chance: np.ndarray) -> None:
    whole = embed(chance)
    assert whole.maps.shape == (70, *MAP)
    some, others, pairs = whole.of(np.arange(35)), whole.of(np.arange(35, 70)), one_by_one(35)
    for told in (same, same_texture):
        np.testing.assert_array_equal(told(some, others, pairs), told(others, some, pairs))
        alone = told(some.of(np.array([30])), others.of(np.array([30])), one_by_one(1))
        np.testing.assert_allclose(told(some, others, pairs)[30:31], alone, atol=1e-3)
        np.testing.assert_allclose(told(whole, whole, np.array([[30, 65]])), alone, atol=1e-3)


def test_one_thing_more_makes_another_face() -> None:
    rng = np.random.default_rng(13)
    plain, dotted = numeral_tile("A"), numeral_tile("A")
    for x in (60, 100):
        cv2.circle(dotted, (x, 14), 9, (40, 30, 30), -1, cv2.LINE_AA)
    shown = {name: embed(np.stack([seen(tile, rng) for _ in range(30)])) for name, tile in
             (("plain", plain), ("dotted", dotted))}  # fmt: skip
    few, rest = np.arange(15), np.arange(15, 30)
    for told in (same, same_texture):
        itself = np.concatenate([told(each.of(few), each.of(rest), one_by_one(15)) for each in shown.values()])
        other = told(shown["plain"], shown["dotted"], one_by_one(30))
        assert (other < np.median(itself)).all()
        assert np.median(itself) > 0 > np.median(other)


def test_a_missing_network_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chance: np.ndarray) -> None:
    monkeypatch.setattr(network, "FOLDER", tmp_path)
    with pytest.raises(NetworkError, match=r"encoder\.onnx: the recogniser's network is missing"):
        embed(chance[:1])


@pytest.mark.parametrize("content", [b"", b"not a network", None])
def test_a_broken_network_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, chance: np.ndarray, content: bytes | None
) -> None:
    whole = network.FOLDER / "encoder.onnx"
    (tmp_path / whole.name).write_bytes(whole.read_bytes()[:5000] if content is None else content)
    monkeypatch.setattr(network, "FOLDER", tmp_path)
    with pytest.raises(NetworkError, match=r"encoder\.onnx: the recogniser's network can't be read"):
        embed(chance[:1])


def test_onnxruntime_reports_nothing_to_its_maker(tmp_path: Path) -> None:
    """What it reports goes by a number that it keeps in the user's home; where there is none, nothing is reported."""
    run = "from vision.recognition import network; network.by_onnxruntime(network.FOLDER / 'encoder.onnx')"
    home = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "ORT_"))}
    subprocess.run([sys.executable, "-c", run], env={**home, "HOME": str(tmp_path)}, check=True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("file", "shapes", "leaves"),
    [
        ("encoder.onnx", {"patches": (3, 48, 48)}, ("maps", "vectors")),
        ("texture.onnx", {"patches": (3, 48, 48)}, ("places", "details", "parts")),
        ("comparison.onnx", {"pairs": (64, 12, 12)}, ("verdict",)),
        ("texture_comparison.onnx", {"details": (48, 12, 12), "parts": (80, 6, 6)}, ("verdict",)),
        ("second_texture.onnx", {"patches": (3, 48, 48)}, ("places", "details", "parts")),
        ("second_texture_comparison.onnx", {"details": (48, 12, 12), "parts": (80, 6, 6)}, ("verdict",)),
    ],
)
def test_opencv_and_onnxruntime_give_the_same_numbers(
    file: str, shapes: dict[str, tuple[int, ...]], leaves: tuple[str, ...]
) -> None:
    chance = np.random.default_rng(2)
    entries = {name: chance.random((5, *shape), np.float32) for name, shape in shapes.items()}
    one, other = network.by_opencv(network.FOLDER / file), network.by_onnxruntime(network.FOLDER / file)
    for a, b in zip(one(entries, leaves), other(entries, leaves), strict=True):
        np.testing.assert_allclose(a, b, atol=1e-3 * float(np.abs(a).max()))
