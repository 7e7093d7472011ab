"""What a changed set means for what was read with it as it was."""

from dataclasses import replace

import pytest
from support.upkept_table import patch

from companion.camera.fitted_set import looks_of
from companion.camera.stillness import Rest
from companion.camera.zone_memory import Watched, with_set
from companion.table.evidence.set_change import SetChange, between
from vision.observation import GridSeen, Piece, PiecesSeen, Reading
from vision.pieceset.set_index import Exemplar


def exemplars(**faces):
    """One exemplar for each seed of a face; "_" stands for a blank."""
    return [
        Exemplar(label.replace("_", " "), patch(seed), (230.0, 230.0, 230.0))
        for label, seeds in faces.items()
        for seed in seeds
    ]


def change(before, after):
    return between(looks_of(exemplars(**before)), looks_of(exemplars(**after)))


def row(*labels, sure=True):
    readings = tuple(Reading(label, 0.9, sure, ((label, 0.9), ("rat 1", 0.1))) for label in labels)
    return GridSeen((readings,))


BEFORE = {"gold_2": (1, 2), "gold_3": (3,)}


@pytest.mark.parametrize(
    ("after", "names", "lost"),
    [
        (BEFORE, {}, ()),
        (BEFORE | {"rat_1": (4,)}, {}, ()),
        (BEFORE | {"gold_3": (3, 5)}, {}, ()),
        ({"gold_4": (1, 2), "gold_3": (3,)}, {"gold 2": "gold 4"}, ()),
        ({"gold_3": (1, 2, 3)}, {"gold 2": "gold 3"}, ()),
        ({"gold_3": (1, 2), "gold_2": (3,)}, {"gold 2": "gold 3", "gold 3": "gold 2"}, ()),
        ({"gold_2": (1,), "gold_3": (3,)}, {}, ("gold 2",)),
        ({"gold_4": (1,), "gold_3": (3,)}, {"gold 2": "gold 4"}, ("gold 4",)),
        ({"gold_2": (1,), "gold_3": (2, 3)}, {}, ("gold 2",)),
        ({"gold_3": (3,)}, {}, ("gold 2",)),
        ({}, {}, ("gold 2", "gold 3")),
    ],
)
def test_a_set_differs_by_new_names_and_by_what_lost_pictures(after, names, lost):
    assert change(BEFORE, after) == SetChange(names, frozenset(lost))


def test_a_new_name_is_the_reading_s_too_and_nothing_seems_to_have_moved():
    names = SetChange({"gold 2": "gold 4", "rat 1": "rat 2"})
    zone = with_set(Watched(seen=row("gold 2", "gold 3"), base_seen=row("gold 2"), lay=row("empty")), Rest(), names)
    assert [one.label for one in zone.seen.readings] == ["gold 4", "gold 3"]
    assert zone.seen.readings[0].ranking == (("gold 4", 0.9), ("rat 2", 0.1))
    assert [one.label for one in zone.base_seen.readings] == ["gold 4"]
    assert zone.lay.readings[0].ranking == (("empty", 0.9), ("rat 2", 0.1))


def test_faces_of_free_pieces_get_their_new_names():
    piece = Piece(row("gold 2").readings[0], (10.0, 10.0), 0.0)
    zone = with_set(Watched(seen=PiecesSeen((piece,))), Rest(), SetChange({"gold 2": "gold 4"}))
    named = replace(piece.reading, label="gold 4", ranking=(("gold 4", 0.9), ("rat 1", 0.1)))
    assert zone.seen.pieces == (replace(piece, reading=named),)


@pytest.mark.parametrize(
    ("seen", "again"),
    [
        (row("gold 2", "gold 3"), False),
        (row("gold 2", sure=False), True),
        (row("gold 3", "rat 1"), True),
    ],
)
def test_what_was_in_doubt_or_read_by_a_picture_that_is_gone_is_read_anew(seen, again):
    zone = with_set(Watched(seen=seen, base_seen=seen), Rest(), SetChange(lost=frozenset({"rat 1"})))
    assert (zone.seen is None, zone.base_seen is None) == (again, again)


def test_a_zone_that_is_being_read_begins_anew():
    zone = Watched(readings=(row("gold 2"),), base_seen=row("gold 2"))
    assert with_set(zone, Rest(), SetChange()) == Watched(base_seen=row("gold 2"))
