"""What `companion replay` complains of on the error stream: one line, whatever the record holds."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.replay import replay


@pytest.mark.parametrize(
    "header",
    [
        {"record": 1, "game": "ship\nshape", "players": ["Ana", "Rui"]},
        {"record": 1, "game": "shipshape", "players": ["Ana", "Rui"], "options": {"a\nb\u2028c": 1}},
    ],
)
def test_a_complaint_that_quotes_a_line_end_is_one_line(tmp_path: Path, header: object) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(header) + "\n")
    out, err = io.StringIO(), io.StringIO()

    assert replay(str(path), as_json=True, out=out, err=err) == 2

    assert out.getvalue() == ""
    assert len(err.getvalue().splitlines()) == 1
    assert "line 1" in err.getvalue()


def test_a_line_that_is_not_json_is_called_by_its_number_only(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text('\n{"record": 1, "game": "shipshape", "players": ["Ana", "Rui"]}\n{"do":\n')
    out, err = io.StringIO(), io.StringIO()

    assert replay(str(path), as_json=True, out=out, err=err) == 2

    assert len(out.getvalue().splitlines()) == 1
    assert "line 3" in err.getvalue()
    assert "line 1" not in err.getvalue()


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_half_a_surrogate_pair_in_a_name_is_printed_escaped(tmp_path: Path, options: list[str]) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(
        '{"record": 1, "game": "alcatraz", "players": ["A\\ud800", "Rui"]}\n{"do": "empty", "player": "A\\ud800"}\n'
    )

    command = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main())", "replay", *options]
    done = subprocess.run([*command, str(path)], capture_output=True, text=True, encoding="utf-8", check=False)

    assert (done.returncode, done.stderr) == (0, "")
    assert "\\ud800" in done.stdout
