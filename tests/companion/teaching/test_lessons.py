"""What of a sheet is worth a lesson: what lies there still, as it lay in the picture before, is not."""

from dataclasses import replace

import numpy as np
import pytest
from support.drawn_faces import LAMP, drawn, photo

from companion.teaching import lessons, sheet_reading
from vision.pieceset import faces as piece_sets
from vision.pieceset.set_index import Exemplar

DISC, FLAG = (drawn(shape) for shape in ("disc", "flag"))


def seen(label: str, cell: np.ndarray, seed: int, picture: str) -> Exemplar:
    return Exemplar(label, photo(cell, seed), LAMP, picture=picture)


def learn(taught: lessons.Taught, monkeypatch: pytest.MonkeyPatch, *found: Exemplar, known: bool) -> lessons.Taught:
    """Return the set with what places of a sheet teach, named or known."""
    there = {f"dock 1/{k}": one for k, one in enumerate(found)}
    monkeypatch.setattr(sheet_reading, "taught", lambda *_: there)
    labels = {key: one.label for key, one in there.items()}
    return taught.with_step(None, None, labels, list(labels), known=known)  # type: ignore[arg-type]  # not looked at


def test_what_is_known_and_lies_there_still_teaches_nothing_and_what_lies_otherwise_does(tmp_path, monkeypatch):
    disc, flag = seen("disc", DISC, 1, "a"), seen("flag", FLAG, 2, "a")
    taught = learn(lessons.opened(tmp_path), monkeypatch, disc, flag, known=False)
    noise = np.random.default_rng(3).normal(0, 3, disc.patch.shape)
    still = replace(disc, patch=np.clip(disc.patch + noise, 0, 255).astype(np.uint8), picture="b")
    turned = replace(flag, patch=np.rot90(flag.patch).copy(), picture="b")
    after = learn(taught, monkeypatch, still, turned, known=True)
    assert [(one.label, one.picture) for one in after.faces.examples[2:]] == [("flag", "b")]
    assert list(after.steps[-1].added) == ["dock 1/1"]
    assert len(learn(taught, monkeypatch, still, turned, known=False).faces.examples) == 4  # what people say is kept


def test_two_pieces_of_a_kind_in_one_picture_teach_both(tmp_path, monkeypatch):
    disc = seen("disc", DISC, 1, "a")
    taught = learn(lessons.opened(tmp_path), monkeypatch, disc, known=False)
    other = replace(disc, patch=np.roll(disc.patch, 1, axis=0))
    assert len(learn(taught, monkeypatch, other, known=True).faces.examples) == 2


def test_what_is_named_beside_the_practice_set_leaves_it_open(tmp_path, monkeypatch):
    disc, flag = seen("disc", DISC, 1, "lesson-0"), seen("flag", FLAG, 2, "lesson-0")
    piece_sets.add(piece_sets.load_or_new(tmp_path), [disc, flag], complete=True)
    own = seen("disc", drawn("bars"), 3, "walk 1")
    known = learn(lessons.opened(tmp_path), monkeypatch, replace(own, label="flag"), known=True)
    assert known.faces.complete
    named = learn(known, monkeypatch, own, known=False)
    assert not named.faces.complete
    assert not piece_sets.load(tmp_path).complete
    once = learn(named, monkeypatch, seen("flag", drawn("cross"), 4, "walk 1"), known=False).without_naming()
    assert not once.faces.complete
    assert once.without_naming().faces.complete  # nothing is named beside it any more
