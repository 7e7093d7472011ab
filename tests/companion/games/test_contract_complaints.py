"""What `companion replay` complains of on the error stream: one line, whatever the record holds."""

import io
import json
import subprocess
import sys
from pathlib import Path
from unicodedata import category

import pytest

from companion.commands.replay import replay
from companion.game import record


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


HEADER = '{"record": 1, "game": "alcatraz", "players": ["Ana", "Rui"]}'


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("9" * 5000, "a number in it has too many digits"),
        ("[" * 200_000, "lists or objects stand within each other too deeply"),
    ],
)
def test_a_number_that_nothing_can_hold_is_refused_in_words_of_ours(tmp_path: Path, number: str, why: str) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(f'{HEADER}\n{{"do": "end_round", "at": {number}}}\n')
    out, err = io.StringIO(), io.StringIO()

    assert replay(str(path), as_json=True, out=out, err=err) == 2

    assert err.getvalue() == f"line 2: this is not JSON ({why})\n"


def test_a_number_beyond_all_floats_changes_nothing_and_is_written_as_json() -> None:
    value = record.parse(b'{"do": "end_round", "at": [1e999, {"x": -1e400}]}', 2)
    written = record.write(value)
    assert json.loads(written) == {"do": "end_round", "at": [10**309, {"x": -(10**309)}]}
    assert record.write(record.parse(written.encode(), 2)) == written


def test_what_would_steer_the_terminal_is_printed_escaped(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(HEADER + '\n{"do": "empty", "player": "a\\nb\\u001b[31m\\u0090"}\n')
    out = io.StringIO()

    assert replay(str(path), as_json=False, out=out, err=io.StringIO()) == 1

    assert "a\\nb\\x1b[31m\\x90" in out.getvalue()
    assert not any(category(sign) == "Cc" for line in out.getvalue().split("\n") for sign in line)
