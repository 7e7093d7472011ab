"""What a stranger's set file may do: nothing that a set would not, and least of all take the memory."""

import json
import struct
import tracemalloc
import zipfile
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pieceset import faces, set_archive
from vision.pieceset.set_index import INDEX, FacesError
from vision.registration.patches import PATCH_PX

MB = 1_000_000
MOST = 24 * MB  # a bomb would take twice this and more


def index(*files: str) -> str:
    examples = [{"label": f"face {k}", "file": file, "lamp_bgr": [9, 9, 9]} for k, file in enumerate(files)]
    return json.dumps({"format": "table-companion faces", "version": 1, "examples": examples})


def picture() -> bytes:
    return cv2.imencode(".png", np.full((PATCH_PX, PATCH_PX, 3), 90, np.uint8))[1].tobytes()


def huge_picture() -> bytes:
    """A PNG of 50 kB that says it has 20,000 × 20,000 pixels, and has them: 1.2 GB as an array."""
    packer, row = zlib.compressobj(9), bytes(1 + 20_000 // 8)
    data = b"".join(packer.compress(row) for _ in range(20_000)) + packer.flush()
    parts = [(b"IHDR", struct.pack(">2L5B", 20_000, 20_000, 1, 0, 0, 0, 0)), (b"IDAT", data), (b"IEND", b"")]
    chunks = [struct.pack(">L", len(d)) + n + d + struct.pack(">L", zlib.crc32(n + d)) for n, d in parts]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def zipped(path: Path, packing: int = zipfile.ZIP_DEFLATED, **members: str | bytes) -> Path:
    with zipfile.ZipFile(path, "w", packing) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return path


def a_huge_picture(path: Path) -> None:
    zipped(path, **{INDEX: index("a/1.png"), "a/1.png": huge_picture()})


def a_huge_index(path: Path) -> None:
    zipped(path, **{INDEX: b" " * (50 * MB)})


def an_index_that_lies_of_its_size(path: Path) -> None:
    zipped(path, **{INDEX: b" " * (50 * MB)})
    path.write_bytes(path.read_bytes().replace(struct.pack("<L", 50 * MB), struct.pack("<L", 1000)))


def an_index_packed_by_bzip2(path: Path) -> None:
    zipped(path, zipfile.ZIP_BZIP2, **{INDEX: b" " * (50 * MB)})
    path.write_bytes(path.read_bytes().replace(struct.pack("<L", 50 * MB), struct.pack("<L", 1000)))


def one_picture_named_often(path: Path) -> None:
    zipped(path, **{INDEX: index(*["a/1.png"] * 7000), "a/1.png": picture()})


def more_contents_than_any_set(path: Path) -> None:
    data = bytearray(zipped(path, **{INDEX: index()}).read_bytes())
    end = data.rindex(b"PK\5\6")
    size, start = struct.unpack_from("<2L", data, end + 12)
    many = data[start : start + size] * 100_000
    tail = data[end:]
    struct.pack_into("<2H2L", tail, 8, 0xFFFF, 0xFFFF, len(many), start)
    path.write_bytes(data[:start] + many + tail)


@pytest.mark.parametrize(
    ("bomb", "words"),
    [
        (a_huge_picture, "not a taught picture"),
        (a_huge_index, "too large"),
        (an_index_that_lies_of_its_size, "not an exported piece set|not the index"),
        (an_index_packed_by_bzip2, "not an exported piece set"),
        (one_picture_named_often, "too large"),
        (more_contents_than_any_set, "too large"),
    ],
)
def test_a_bomb_is_refused_before_it_takes_the_memory(bomb, words: str, tmp_path: Path) -> None:
    source = tmp_path / "bomb.zip"
    bomb(source)
    known = faces.add(faces.load_or_new(tmp_path / "set"), [])
    tracemalloc.start()
    try:
        with pytest.raises(FacesError, match=words):
            set_archive.import_zip(known, source)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST
    assert faces.load(tmp_path / "set").examples == ()


def test_a_picture_in_the_set_s_own_folder_is_no_bomb_either(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.png").write_bytes(huge_picture())
    (tmp_path / INDEX).write_text(index("a/1.png"))
    tracemalloc.start()
    try:
        found = faces.load(tmp_path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST
    assert ([one.file for one in found.damaged], found.examples) == (["a/1.png"], ())


@pytest.mark.parametrize("packing", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_a_set_that_somebody_packed_anew_is_taken_in(packing: int, tmp_path: Path) -> None:
    source = zipped(tmp_path / "set.zip", packing, **{INDEX: index("a/1.png"), "a/1.png": picture()})
    assert set_archive.import_zip(faces.load_or_new(tmp_path / "set"), source).labels == ("face 0",)


def test_a_file_that_a_mac_unpacked_and_packed_again_is_the_set_that_was_kept(tmp_path):
    kept = {
        "set/": b"",
        f"set/{INDEX}": index("a/1.png"),
        f"__MACOSX/set/._{INDEX}": b"\0\5",
        "set/.DS_Store": b"\0",
        "set/a/1.png": picture(),
        f"set/evening/{INDEX}": index(),  # where the folder itself was packed
    }
    again = zipped(tmp_path / "set.zip", **kept)
    assert [(one.label, one.file) for one in set_archive.contents(again).examples] == [("face 0", "a/1.png")]
