"""Of which faces one more picture would help most: what is named, what is not, and that laying them again is taken."""

from pathlib import Path

import numpy as np
import pytest

from companion.language.catalogue import translator
from companion.language.message import english, words
from companion.teaching import lessons
from companion.teaching.advice import one_more_picture, scarcest, slips
from vision.observation import Reading
from vision.observe import SetAside
from vision.pieceset import faces as piece_sets
from vision.pieceset.faces import Faces
from vision.pieceset.set_index import Exemplar
from vision.registration.patches import PATCH_PX

PATCH = np.zeros((PATCH_PX, PATCH_PX, 3), np.uint8)


def taught(**pictures: str) -> Faces:
    """Return a set: of each face, by its name, the picture of each exemplar, a letter each."""
    return Faces(
        Path("set"),
        tuple(
            Exemplar(label.replace("_", " "), PATCH, (230.0, 230.0, 230.0), picture=picture)
            for label, shown in pictures.items()
            for picture in shown
        ),
    )


def test_the_face_that_fewest_pictures_show_comes_first_however_often_it_lies_in_them():
    known = taught(gold_3="aaaaa", gold_2="ab", rat_1="abc", gold_4="a")
    assert scarcest(known) == ("gold 4", "gold 3")
    told = one_more_picture(known)
    assert english(told) == "One more picture of each of these 2 faces would help most: gold 4, gold 3"


def test_one_face_is_named_alone_in_the_readers_language():
    told = one_more_picture(taught(gold_3="ab", gold_2="abc", rat_1="abcd"))
    assert english(told) == "One more picture of this face would help most: gold 3"
    assert words(told, translator("nl")).startswith("Nog een foto van deze afbeelding zou het meest helpen: ")


def test_of_many_faces_three_are_named():
    known = taught(well_shown="abc", **{f"gold_{number}": "a" for number in range(1, 7)})
    assert english(one_more_picture(known)) == (
        "One more picture of each of these 6 faces would help most: gold 1, gold 2, gold 3, …"
    )


def test_where_every_face_has_as_few_none_is_named():
    assert english(one_more_picture(taught(gold_1="a", gold_2="aa", rat_1="a"))) == (
        "One more picture of every face would help most"
    )


@pytest.mark.parametrize("known", [taught(), taught(gold_1="abc", rat_1="abcdef")], ids=["nothing", "enough"])
def test_where_nothing_is_taught_or_enough_nothing_is_advised(known):
    assert one_more_picture(known) is None


def test_a_label_with_braces_is_said_as_it_stands():
    assert english(one_more_picture(taught(**{"{x}": "a", "rat_1": "ab"}))).endswith(": {x}")


def test_what_is_advised_is_taken_when_it_is_laid_again():
    sure = {key: Reading("gold 3", 0.99, True, (("gold 3", 0.99),)) for key in ("1", "2")}
    laid = dict.fromkeys(sure, "gold 3")
    known = taught(gold_3="aaaa")
    assert len(lessons.worth(laid, sure, known, "b")) == 1  # of a further picture, one
    assert lessons.worth(laid, sure, known, "a") == {}
    assert lessons.worth(laid, sure, taught(gold_3="aabc"), "d") == {}
    assert len(lessons.worth(laid, sure, taught(gold_3="ab"), "b")) == 2  # there are few exemplars


def test_a_picture_that_was_named_by_a_slip_is_told_by_its_number_until_it_is_gone(tmp_path):
    patches = [np.full_like(PATCH, value) for value in (1, 2, 3)]
    examples = [Exemplar("gold 3", patch, (230.0, 230.0, 230.0), picture="a") for patch in patches]
    known = piece_sets.add(piece_sets.load_or_new(tmp_path / "set"), examples)
    (told,) = slips(known, [SetAside(known.examples[1], "rat 1")])
    assert told.label == "gold 3"
    assert english(told.said) == "Picture 2 of “gold 3” looks like “rat 1”, so it is left out: was it named right?"
    assert "parece-se com" in words(told.said, translator("pt"))
    piece_sets.remove(known, "gold 3", known.examples[1].file)  # on the page, while the walk holds the set as it was
    assert slips(known, [SetAside(known.examples[1], "rat 1")]) == ()
