"""A refusal says who and what, in All aboard! as everywhere."""

from support.replayed import refusal

ANIMALS = "mouse peacock fox octopus monkey sloth moose zebra giraffe lion bear elephant"
EDITION = {"animals": {animal: {"weight": weight, "points": 1} for weight, animal in enumerate(ANIMALS.split(), 1)}}
HEADER = {"record": 1, "game": "allaboard", "players": ["Ana", "Rui"], "edition": EDITION}


def test_an_animal_that_is_none_names_its_player() -> None:
    boats = [
        {"capacity": 12, "aboard": [["Ana", "fox"], ["Ana", "bear"], ["Ana", "lion"]]},
        {"capacity": 12, "aboard": [["Rui", "fox"], ["Rui", "bear"], ["Rui", "cat"]]},
    ]

    error = refusal(HEADER, {"do": "sail", "boats": boats})

    assert "Rui" in error
    assert "cat" in error
