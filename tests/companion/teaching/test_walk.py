"""The teach walk as a value: what is ringed, what was named, how many pieces were shown."""

from dataclasses import replace

import pytest

from companion.game.mat_layouts import layout_for
from companion.game.registry import walking
from companion.game.tally import Tally
from companion.games.shipshape import teach as shipshape
from companion.games.shipshape.practice import box
from companion.table.evidence.set_change import SetChange
from companion.teaching import walk as walks
from companion.teaching.places import Mark, Sheet, SheetPlace
from companion.teaching.walk import Stage, Walk, WalkError
from vision.observation import Reading

MAT = layout_for("shipshape", 2 + 1)


def place(key):
    zone, _, number = key.rpartition("/")
    return SheetPlace(zone, int(number), (0.0, 0.0, 10.0, 10.0))


def sheet(*keys, alike=None, name="picture 1"):
    return Sheet(name, MAT, tuple(place(key) for key in keys), alike or {})


def reading(label, chance=0.99, sure=True):
    return Reading(label, chance, sure, ((label, chance), ("gold 9", 1 - chance)))


def begun(*keys, alike=None):
    return walks.laid(walks.cleared(Walk("shipshape")), sheet(*keys, alike=alike), Tally())


def read(walk, **readings):
    known = {key.replace("_", "/").replace("dock", "dock "): value for key, value in readings.items()}
    return walks.reread(walk, walk.sheet, known, frozenset(walk.named))


def test_a_walk_begins_with_the_bare_mat_and_then_awaits_pieces():
    walk = Walk("shipshape")
    assert walk.stage is Stage.CLEAR
    assert walks.cleared(walk).stage is Stage.LAY


def test_nothing_is_asked_before_the_set_was_asked():
    assert walks.asked(begun("dock 1/0")) is None


def test_what_no_face_resembles_is_ringed_and_the_least_known_is_asked_first():
    walk = read(begun("dock 1/0", "dock 1/1"), dock1_0=reading("gold 2", 0.4, False))
    assert [walks.mark_of(walk, key) for key in ("dock 1/0", "dock 1/1")] == [Mark.STRANGE, Mark.STRANGE]
    assert walks.asked(walk) == "dock 1/1"


def test_what_is_sure_is_no_question_and_what_is_likely_is_to_be_confirmed():
    walk = read(begun("dock 1/0", "dock 1/1"), dock1_0=reading("gold 2"), dock1_1=reading("gold 3", 0.9, False))
    assert walks.keys(walk, Mark.KNOWN) == ("dock 1/0",)
    assert walks.doubted(walk, shipshape) == ("dock 1/1",)
    assert walks.asked(walk) is None
    assert walks.settle(walk, shipshape) == walk


def test_a_sheet_that_is_all_sure_settles_by_itself():
    walk = walks.settle(read(begun("dock 1/0"), dock1_0=reading("gold 2")), shipshape)
    assert (walk.settled, walk.stage) == (True, Stage.LAY)


def test_what_looks_like_a_place_named_a_moment_ago_waits_for_the_reading():
    walk = read(begun("dock 1/0", "dock 1/1", "dock 1/2", alike={"dock 1/1": frozenset({"dock 1/0"})}))
    walk = walks.named(walk, {"dock 1/0": "gold 2"})
    assert walks.asked(walk) == "dock 1/2"
    walk = walks.named(walk, {"dock 1/2": "rat 1"})
    assert walks.asked(walk) is None
    assert walks.asked(walks.reread(walk, walk.sheet, {}, frozenset(walk.named))) == "dock 1/1"


def test_one_tap_confirms_many_and_settles_the_sheet():
    walk = read(
        begun("dock 1/0", "dock 1/4"), dock1_0=reading("gold 2", 0.9, False), dock1_4=reading("rat 1", 0.8, False)
    )
    walk = walks.settle(walks.named(walk, {"dock 1/0": "gold 2", "dock 1/4": "rat 1"}), shipshape)
    assert walk.settled
    assert (walk.counts.named, walk.counts.pictures) == (1, 1)


def test_a_place_left_out_is_no_question_and_no_piece():
    walk = walks.settle(walks.named(read(begun("dock 1/0")), {"dock 1/0": None}), shipshape)
    assert walk.settled
    assert walks.zones(walk)["dock 1"] == (None,) * 9


def test_the_last_naming_is_taken_back_also_when_it_settled_the_sheet():
    asked = read(begun("dock 1/0", "dock 1/1"))
    one = walks.named(asked, {"dock 1/0": "gold 2"})
    both = walks.settle(walks.named(one, {"dock 1/1": "rat 1"}), shipshape)
    back = walks.undone(both)
    assert (back.stage, dict(back.named), back.settled) == (Stage.NAME, {"dock 1/0": "gold 2"}, False)
    assert walks.undone(back).named == {}
    assert back.counts == both.counts
    with pytest.raises(WalkError, match="nothing to take back"):
        walks.undone(asked)


RENAMED = SetChange({"gold 2": "gold 4"}, frozenset({"gold 3"}))


def test_on_a_settled_sheet_faces_have_their_new_names_and_nothing_is_asked_again():
    walk = walks.named(read(begun("dock 1/0", "dock 1/1"), dock1_0=reading("gold 2")), {"dock 1/1": "gold 3"})
    walk = replace(walk, before=Tally({}, {"dock 2": ("gold 2", *NOTHING[1:])}))
    settled = walks.settle(replace(walk, faces=frozenset({"gold 2", "gold 3"})), shipshape)
    now = walks.with_set(settled, frozenset({"gold 4"}), RENAMED, shipshape)
    assert now.settled
    assert [walks.label_of(now, key) for key in ("dock 1/0", "dock 1/1")] == ["gold 4", "gold 3"]
    assert walks.undone(now).named == {}
    assert walks.undone(now).before.ground == now.before.ground == {"dock 2": ("gold 4", *NOTHING[1:])}


def test_on_an_open_sheet_what_was_named_as_a_face_that_is_gone_is_open_again():
    walk = walks.named(begun("dock 1/0", "dock 1/1", "dock 1/2"), {"dock 1/0": "gold 2", "dock 1/1": "gold 3"})
    walk = walks.named(read(walk, dock1_2=reading("gold 2")), {"dock 1/1": "gold 3"})
    walk = replace(walk, faces=frozenset({"gold 2", "gold 3"}), fresh=frozenset({"dock 1/0", "dock 1/1"}))
    now = walks.with_set(walk, frozenset({"gold 4"}), RENAMED, shipshape)
    assert (now.read, now.named, now.fresh) == (False, {"dock 1/0": "gold 4"}, {"dock 1/0"})
    assert walks.undone(now).named == {"dock 1/0": "gold 4"}
    assert walks.spread(read(now, dock1_2=reading("gold 4"))) == ()  # it is the same face, by its new name


def test_what_was_read_wrong_can_be_named_on_a_settled_sheet():
    walk = walks.settle(read(begun("dock 1/0"), dock1_0=reading("gold 2")), shipshape)
    walk = walks.settle(walks.named(walk, {"dock 1/0": "gold 3"}), shipshape)
    assert walk.settled
    assert walks.label_of(walk, "dock 1/0") == "gold 3"


@pytest.mark.parametrize("labels", [{"dock 9/0": "gold 2"}, {"dock 1/0": "  "}])
def test_a_naming_that_names_nothing_is_refused(labels):
    with pytest.raises(WalkError, match="can't be named"):
        walks.named(read(begun("dock 1/0")), labels)


def test_nothing_can_be_named_before_pieces_lie_there():
    with pytest.raises(WalkError):
        walks.named(Walk("shipshape"), {"dock 1/0": "gold 2"})


# ---- counting


def cells(plan):
    return tuple(None if mark == "--" else mark.replace(".", " ") for mark in plan.split())


CRATE = cells("-- cannon.5 -- gold.2 -- contraband.3 -- -- --")
OTHER = cells("gold.3 -- -- cannon.4 -- -- gold.3 -- --")
HOLD = cells("empty rat.1 empty empty empty empty rat.1 rat.2 rat.1")
NOTHING = (None,) * 9


def over(hold, crate):
    return tuple(new or old for old, new in zip(hold, crate, strict=True))


def counts(tally):
    return [part.shown for part in shipshape.progress(tally)]


def test_crates_on_bare_docks_and_holds_are_counted():
    tally = shipshape.shown(Tally(), {"dock 1": CRATE, "dock 2": HOLD, "dock 3": NOTHING})
    assert counts(tally) == [1, 1]


def test_a_piece_shown_again_turned_or_flipped_is_the_same_piece():
    tally = shipshape.shown(Tally(), {"dock 1": CRATE})
    for way in (box.turn(CRATE), box.flip(CRATE), box.turn(box.flip(CRATE), 3)):
        tally = shipshape.shown(tally, {"dock 1": NOTHING})
        tally = shipshape.shown(tally, {"dock 2": way})
    assert counts(tally) == [1, 0]


@pytest.mark.parametrize("slip", ["aaa", "gold 0", "zzz", "a/b"])
def test_a_hold_one_of_whose_faces_has_another_name_since_is_the_same_hold(slip):
    misnamed = tuple(slip if label == "rat 1" else label for label in HOLD)
    tally = shipshape.shown(Tally(), {"dock 1": misnamed})
    tally = shipshape.renamed(tally, {slip: "rat 1", "gold 9": "gold 8"})
    assert tally.ground == {"dock 1": HOLD}
    tally = shipshape.shown(shipshape.shown(tally, {"dock 1": NOTHING}), {"dock 1": HOLD})
    assert counts(tally) == [0, 2 if "/" in slip else 1]  # squares can't be told in such a look


def test_twins_that_lie_side_by_side_are_two():
    tally = shipshape.shown(Tally(), {"dock 1": CRATE, "dock 2": box.flip(CRATE)})
    assert counts(tally) == [2, 0]


def test_crates_on_holds_are_told_from_them():
    tally = shipshape.shown(Tally(), {"dock 1": HOLD})
    tally = shipshape.shown(tally, {"dock 1": over(HOLD, CRATE)})
    tally = shipshape.shown(tally, {"dock 1": over(HOLD, OTHER)})
    assert counts(tally) == [2, 1]


def test_a_hold_that_was_cleared_away_leaves_the_bare_mat():
    tally = shipshape.shown(Tally(), {"dock 1": HOLD})
    tally = shipshape.shown(tally, {"dock 1": CRATE})
    assert counts(tally) == [1, 1]


def test_the_whole_practice_set_is_counted_whole():
    tally = Tally()
    for hold in box.HOLDS:
        tally = shipshape.shown(tally, {"dock 1": hold.cells})
    for crate in box.CRATES:
        tally = shipshape.shown(tally, {"dock 1": crate.cells})
    assert [str(part.text) for part in shipshape.progress(tally)] == ["54 of 54 crates", "18 of 18 holds"]
    assert all(part.whole for part in shipshape.progress(tally))


def test_a_crate_whose_total_differs_from_the_others_is_odd_until_somebody_says_it_is_so():
    tally = shipshape.shown(Tally(), {f"dock {n}": crate.cells for n, crate in enumerate(box.CRATES[:4])})
    wrong = cells("-- cannon.5 -- gold.3 -- contraband.3 -- -- --")
    assert shipshape.odd(tally, "dock 1", CRATE) is None
    assert "adds up to 11, the others to 10" in str(shipshape.odd(tally, "dock 1", wrong))
    keys = ("dock 1/1", "dock 1/3", "dock 1/5")
    labels = dict(zip(keys, ("cannon 5", "gold 3", "contraband 3"), strict=True))
    walk = walks.laid(walks.cleared(Walk("shipshape")), sheet(*keys), tally)
    walk = walks.reread(walk, walk.sheet, {key: reading(label) for key, label in labels.items()})
    assert not walks.settle(walk, shipshape).settled
    assert walks.doubted(walk, shipshape) == keys
    assert walks.settle(walks.named(walk, labels), shipshape).settled


def test_every_game_knows_its_faces_and_counts_them():
    for game, zone, total in (("alcatraz", "claim", 28), ("stingy", "place 1", 25), ("allaboard", "aboard 1", 60)):
        found = walking(game)
        tally = found.shown(Tally(), {zone: (*found.LABELS, "empty", None)})
        assert sum(part.total or 0 for part in found.progress(tally)) == total
        assert all(part.whole for part in found.progress(tally))
        assert not all(part.whole for part in found.progress(Tally()))
        assert found.odd(tally, zone, found.LABELS) is None
        assert found.SIZE.least_mm < found.SIZE.usual_mm < found.SIZE.most_mm


@pytest.mark.parametrize(
    ("game", "right", "wrong", "shown"),
    [
        ("stingy", "red bottle", "red botle", [1]),
        ("alcatraz", "cat 1", "cat 99", [1, 0]),
        ("allaboard", "boat 9", "red cat", [0, 1]),
    ],
)
def test_a_mistyped_name_makes_no_set_whole(game, right, wrong, shown):
    found = walking(game)
    tally = found.shown(Tally(), {"place 1": (right,), "place 2": (wrong,), "place 3": (found.BARE,)})
    assert [part.shown for part in found.progress(tally)] == shown
