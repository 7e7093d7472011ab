"""Made for Windows and macOS: with what only Linux has taken away the core's tests pass all the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parents[1]
CORE = ("tests/companion/store/test_claim.py", "tests/vision/test_durable.py", "tests/vision/pieceset/test_faces.py")
COMMANDS = (
    *("tests/companion/test_config.py", "tests/companion/store", "tests/companion/settings", "tests/vision/pieceset"),
    *("tests/companion/session/test_session.py", "tests/companion/session/test_reactions.py"),
    *("tests/companion/commands/test_setup.py", "tests/companion/commands/test_export_and_import.py"),
    *("tests/companion/commands/test_teach_and_read.py", "tests/companion/commands/test_calibrate.py"),
    *("tests/web/test_listening.py", "tests/web/test_serving.py"),
)
SETUP = """
import support.elsewhere
import sys
from companion.cli import main
sys.exit(main(sys.argv[1:]))
"""


def elsewhere(*arguments: str, folder: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run this Python with nothing of Linux's, and nobody's files but those in `folder`."""
    home = {} if folder is None else {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    variables = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}", **home, **more}
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder or ROOT, env=variables, capture_output=True, text=True, check=False
    )


def all_pass(*files: str) -> None:
    """Run these tests there; what is of Linux's own, such as an owner of files, is left out by its name."""
    done = elsewhere(
        *("-m", "pytest", "-q", "-p", "support.elsewhere", "-p", "no:cacheprovider"),
        *("-m", "not slow and not bench", "-k", "not root", *files),
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout


def test_locks_files_and_piece_sets_need_nothing_of_linux() -> None:
    all_pass(*CORE)


@pytest.mark.slow
def test_the_store_the_session_and_the_commands_need_nothing_of_linux() -> None:
    all_pass(*COMMANDS)


def test_setup_finds_no_bus_and_writes_what_it_was_told(tmp_path: Path) -> None:
    done = elsewhere("-c", SETUP, "setup", "--yes", "--config", "companion.toml", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "a display on SPI" not in done.stdout
    assert (tmp_path / "companion.toml").is_file()


def test_the_page_has_no_more_connections_than_select_takes() -> None:
    done = elsewhere("-c", "import support.elsewhere; from web import listening; print(listening._MOST_CONNECTIONS)")
    assert 100 < int(done.stdout) < 512, done.stderr


def test_a_console_that_knows_few_letters_is_shown_the_rest_as_marks(tmp_path: Path) -> None:
    done = elsewhere("-c", SETUP, "setup", "--yes", "--config", "c.toml", folder=tmp_path, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "In which language? English" in done.stdout


def test_who_reads_no_further_ends_a_list_without_a_word(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "companion", "setup", "--yes", "--config", "c.toml"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=writing,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
