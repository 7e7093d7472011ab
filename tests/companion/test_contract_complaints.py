"""What `companion replay` complains of on the error stream: one line, whatever the record holds."""

import io
import json
from pathlib import Path

import pytest

from companion.replaying import replay


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
