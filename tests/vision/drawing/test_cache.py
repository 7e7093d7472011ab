"""What was not asked for the longest is forgotten first."""

from vision.drawing.cache import Remembered


def test_the_one_not_asked_for_the_longest_is_forgotten() -> None:
    last: Remembered[str, int] = Remembered(2)
    last.put("a", 1)
    last.put("b", 2)
    assert last.get("a") == 1
    last.put("c", 3)
    assert last.get("b") is None
    assert last.get("a") == 1
    assert last.get("c") == 3
    last.clear()
    assert last.get("a") is None


def test_a_value_put_again_is_the_new_one() -> None:
    last: Remembered[str, int] = Remembered(1)
    last.put("a", 1)
    last.put("a", 2)
    assert last.get("a") == 2
