"""The list of the recogniser's numbers is that of the code."""

from support import numbers_in_vision


def test_the_page_lists_every_number_with_its_value() -> None:
    assert numbers_in_vision.PAGE.read_text(encoding="utf-8") == numbers_in_vision.page()


def test_a_constant_is_found_with_its_origin(tmp_path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '_FAR = 3.5\n"""Chosen on drawn tables."""\nNEAR = -2  # millimetres\nFILE = "x"\nHALF = _FAR / 2\n'
        "_A, _B = 1, 0.4  # mm\n"
    )
    found = numbers_in_vision.numbers(module)
    assert found == [
        ("_FAR", "3.5", "Chosen on drawn tables."),
        ("NEAR", "-2", "millimetres"),
        ("_A", "1", "mm"),
        ("_B", "0.4", "mm"),
    ]
