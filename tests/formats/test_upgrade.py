"""Release 0.2.0 itself, out of its wheel: an evening begun with it goes on with this one; back again it says in words
that it can't, and loses nothing."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from formats import answering

HERE = Path(__file__).parent
PHONE = json.loads((HERE / "phone.json").read_text("utf-8"))
STORE = "games-3"


@pytest.fixture(scope="module")
def before(tmp_path_factory):
    """Return what runs a command of the release before."""
    folder = tmp_path_factory.mktemp("release")
    with zipfile.ZipFile(next(HERE.glob("table_companion-0.2.0-*.whl"))) as wheel:
        wheel.extractall(folder)

    def run(*words):
        return subprocess.run(
            [sys.executable, "-m", "companion", *map(str, words)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


def test_an_evening_goes_on_after_the_upgrade_and_is_not_lost_by_going_back(before, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    shutil.copy(HERE / "store" / f"{STORE}.db", data / "games.db")
    brought = before("import", next((HERE / "records").glob("*.jsonl")), "--data", data)
    assert brought.returncode == 0, brought.stderr
    listed = before("export", "--data", data)
    assert brought.stdout.split()[0] in listed.stdout

    game, kept = next(iter(json.loads((HERE / "store" / f"{STORE}.going-on.json").read_text("utf-8")).items()))
    event = next(step["asked"] for step in kept if step["asked"]["do"] == "enter")
    assert answering.gone_on(data, PHONE["cookie"], game, event) == kept
    status, records = answering.asked("export", game, "--data", data)[:2]
    assert status == 0
    stood = answering.rows(data / "games.db")

    for words in (["export"], ["export", game], ["run", "--camera", "none", "--port", "0"]):
        refused = before(*words, "--data", data)
        assert refused.returncode == 2
        assert "was written by a newer companion" in refused.stderr
        assert refused.stderr.count("\n") == 1
    assert answering.rows(data / "games.db") == stood
    assert answering.asked("export", game, "--data", data)[1] == records
