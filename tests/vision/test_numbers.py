"""The list of the recogniser's numbers is that of the code."""

from support import numbers_in_vision


def test_the_page_lists_every_number_with_its_value() -> None:
    assert numbers_in_vision.PAGE.read_text(encoding="utf-8") == numbers_in_vision.page()


def test_every_number_says_where_it_is_from() -> None:
    silent = [
        f"{path.relative_to(numbers_in_vision.ROOT)}: {name}"
        for path in numbers_in_vision.modules()
        for name, _, origin in numbers_in_vision.numbers(path)
        if not origin
    ]
    assert not silent


def test_no_number_hides_in_the_code() -> None:
    hidden = [
        f"{path.relative_to(numbers_in_vision.ROOT)}:{line}: {value}"
        for path in numbers_in_vision.modules()
        for line, value in numbers_in_vision.unnamed(path)
    ]
    assert not hidden


def test_a_number_in_the_middle_of_the_code_is_found(tmp_path) -> None:
    module = tmp_path / "module.py"
    module.write_text("_NEAR = 0.3\n_W = window(8, 0.35)\n\n\ndef f(x: float) -> bool:\n    return 0.5 * x > 0.15\n")
    assert numbers_in_vision.unnamed(module) == [(2, 0.35), (6, 0.15)]


def test_a_constant_is_found_with_its_origin(tmp_path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '_FAR = 3.5\n"""Chosen on drawn tables."""\nNEAR = -2  # millimetres\nFILE = "x"\nHALF = _FAR / 2\n'
        'THIRD = 1 / 3  # of a cell\nALONE = {"a": 10.0}  # log odds\n'
        "_A, _B = 1, 0.4  # mm\n"
    )
    found = numbers_in_vision.numbers(module)
    assert found == [
        ("_FAR", "3.5", "Chosen on drawn tables."),
        ("NEAR", "-2", "millimetres"),
        ("THIRD", "1 / 3", "of a cell"),
        ("ALONE", "{'a': 10.0}", "log odds"),
        ("_A", "1", "mm"),
        ("_B", "0.4", "mm"),
    ]
