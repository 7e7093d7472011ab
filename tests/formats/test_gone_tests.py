"""No test of a release is gone without a word why: files move, and what they hold must not get lost on the way."""

import re
from pathlib import Path

HERE = Path(__file__).parent
TOLD = dict(line.split(": ", 1) for line in (HERE / "gone_tests.txt").read_text(encoding="utf-8").splitlines())
NAMED = re.compile(r"^(?:    )?def (test_\w+)\(", re.MULTILINE)


def there() -> set[str]:
    """Return the names of all test functions there are."""
    return {name for file in HERE.parent.rglob("test_*.py") for name in NAMED.findall(file.read_text(encoding="utf-8"))}


def test_each_test_of_the_release_is_there_or_it_is_told_why_not() -> None:
    released = {*(HERE / "test_names.txt").read_text(encoding="utf-8").split()}
    assert released - there() - TOLD.keys() == set()


def test_what_is_told_to_be_gone_is_gone_and_what_took_its_place_is_there() -> None:
    names = there()
    assert TOLD.keys() & names == set()
    assert {name for why in TOLD.values() for name in re.findall(r"\btest_\w+\b", why) if name not in names} <= {
        "test_rights"  # a file
    }
