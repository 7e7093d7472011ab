"""Replaying a few lines as `companion replay --json` does, for tests of the record's contract."""

import io
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.commands.replay import replay


@dataclass(frozen=True)
class Judged:
    """The exit status, the answers line by line, the final object (None where there is none), and the complaint."""

    status: int
    answers: list[dict[str, Any]]
    final: dict[str, Any] | None
    complaint: str

    @property
    def last(self) -> dict[str, Any]:
        """The answer to the last line that was judged."""
        return self.answers[-1]

    @property
    def error(self) -> str:
        """Why the last line was refused."""
        return str(self.last["error"])

    def scores(self) -> dict[str, int]:
        """Return everybody's score."""
        assert self.final is not None
        return {place["player"]: place["score"] for place in self.final["standings"]}

    def ranks(self) -> dict[str, int]:
        """Return everybody's rank, best first."""
        assert self.final is not None
        return {place["player"]: place["rank"] for place in self.final["standings"]}


def replayed(*lines: dict[str, Any] | str) -> Judged:
    """Return how a record of these lines is judged; a text stands as it is."""
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        status = replay(str(path), as_json=True, out=out, err=err)
    printed = [json.loads(line) for line in out.getvalue().splitlines()]
    final = printed.pop()["final"] if printed and "final" in printed[-1] else None
    assert len(err.getvalue().splitlines()) == (status == 2)
    return Judged(status, printed, final, err.getvalue())


def refusal(*lines: dict[str, Any] | str) -> str:
    """Return why the last line of this record is refused, and no line before it."""
    judged = replayed(*lines)
    assert judged.status == 1
    assert judged.last["line"] == len(lines)
    return judged.error
