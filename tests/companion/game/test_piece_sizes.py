"""The sizes of the owner's pieces: asked once, kept in one file, used by mat, layout and practice set."""

from pathlib import Path

import pytest

from companion.commands import print_out
from companion.game import mat_layouts, piece_sizes
from companion.game.piece_sizes import SizesError


def test_what_is_kept_is_found_again_beside_the_others(tmp_path):
    assert piece_sizes.of(tmp_path, "shipshape") is None
    piece_sizes.keep(tmp_path, "shipshape", 104.5)
    piece_sizes.keep(tmp_path, "stingy", 28)
    piece_sizes.keep(tmp_path, "shipshape", 105)
    assert piece_sizes.load(tmp_path) == {"shipshape": 105.0, "stingy": 28.0}


@pytest.mark.parametrize("width", [0, -1, float("nan"), float("inf"), 1e9, True])
def test_an_absurd_width_is_not_kept(tmp_path, width):
    with pytest.raises(SizesError, match="above 0"):
        piece_sizes.keep(tmp_path, "shipshape", width)


@pytest.mark.parametrize(
    "text",
    [
        "[shipshape",
        "shipshape = 3",
        "[shipshape]\nwidth_mm = 'wide'\n",
        "[shipshape]\nwidth_mm = nan\n",
        f"[shipshape]\nwidth_mm = {'9' * 400}\n",
        f"[shipshape]\nwidth_mm = {'9' * 5000}\n",
        f"shipshape = {'[' * 5000}",
    ],
)
def test_a_broken_file_is_named(tmp_path, text):
    (tmp_path / piece_sizes.FILE).write_text(text)
    with pytest.raises(SizesError, match=piece_sizes.FILE):
        piece_sizes.load(tmp_path)


def test_what_is_damaged_costs_no_other_games_size(tmp_path):
    file = tmp_path / piece_sizes.FILE
    file.write_text("[stingy]\nwidth_mm = 30.0\n[alcatraz]\nwidth_mm = -4\n")
    piece_sizes.keep(tmp_path, "shipshape", 20.0)
    assert piece_sizes.load(tmp_path) == {"stingy": 30.0, "shipshape": 20.0}
    file.write_text("[stingy")
    piece_sizes.keep(tmp_path, "shipshape", 20.0)
    assert piece_sizes.load(tmp_path) == {"shipshape": 20.0}


def test_sizes_that_can_not_be_read_just_now_are_not_written_over(tmp_path, monkeypatch):
    piece_sizes.keep(tmp_path, "stingy", 30.0)

    def fails(*_: object, **__: object) -> str:
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr("pathlib.Path.read_text", fails)
        with pytest.raises(piece_sizes.SizesError, match="Input/output error"):
            piece_sizes.keep(tmp_path, "shipshape", 20.0)
    assert piece_sizes.load(tmp_path) == {"stingy": 30.0}


def test_nobody_who_may_not_read_a_file_is_told_to_remove_it(tmp_path, monkeypatch):
    def refused(self, **_):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(Path, "read_text", refused)
    with pytest.raises(SizesError, match=r"sizes\.toml: Permission denied; ask with sudo$"):
        piece_sizes.load(tmp_path)


def test_a_file_that_cant_be_written_is_named(tmp_path):
    (tmp_path / "taken").write_text("")
    with pytest.raises(SizesError, match="taken"):
        piece_sizes.keep(tmp_path / "taken", "shipshape", 100)


def test_mats_go_by_the_size():
    assert mat_layouts.layout_for("shipshape", 1, 90).zones[0].rect_mm[2] == 90
    assert all(mat.zones[0].rect_mm[2] == 90 for mat in mat_layouts.candidates("shipshape", 4, 90))


def test_printing_goes_by_what_was_kept(tmp_path, capsys):
    piece_sizes.keep(tmp_path / "data", "shipshape", 90)
    out = tmp_path / "out"
    assert run_print("mat", "--game", "shipshape", "--players", "2", "--data", tmp_path / "data", "-o", out) == 0
    assert "rect_mm" in (text := (out / "layout.toml").read_text())
    assert "90.0, 90.0]" in text
    assert "90 mm" in capsys.readouterr().out


def test_what_is_given_counts_more_than_what_was_kept(tmp_path):
    piece_sizes.keep(tmp_path, "shipshape", 90)
    out = tmp_path / "out"
    given = ("--hold-mm", "100", "--data", tmp_path, "-o", out)
    assert run_print("mat", "--game", "shipshape", "--players", "2", *given) == 0
    assert "100.0, 100.0]" in (out / "layout.toml").read_text()


def test_a_broken_file_is_said_in_one_line(tmp_path, capsys):
    (tmp_path / piece_sizes.FILE).write_text("[")
    assert run_print("pieces", "--game", "shipshape", "--data", tmp_path, "-o", tmp_path / "out") == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def run_print(*words):
    import argparse  # noqa: PLC0415 - as the command line does it

    parser = argparse.ArgumentParser()
    print_out.arguments(parser)
    return print_out.run(parser.parse_args([str(word) for word in words]))
