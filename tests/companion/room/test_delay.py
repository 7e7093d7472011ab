"""Delay: what walls are shown is as old as the director wants it, and results are kept at once."""

from pathlib import Path

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from support.rooms import Rig, Table

from companion.room.delay import MOST_HELD, Delay
from companion.room.digests import Tile
from companion.room.floor import Presence
from web.shown import Step


def on_walls(rig: Rig) -> bytes:
    """All that a wall could get."""
    newest = rig.hall.digests.newest.number
    changes = (rig.hall.digests.change(one, "en") for one in range(newest + 1))
    return rig.hall.digests.whole("en")[1] + b"".join(one for one in changes if one is not None)


def test_walls_show_a_moment_and_the_ranking_only_after_the_delay(rig: Rig, table: Table) -> None:
    rig.hall.lag(30)
    seats = rig.hall.floor.tables["t1"].state.seats
    scored = tuple(msgspec.structs.replace(seat, score=7654) for seat in seats)
    table.update(1, step=Step.REVEAL, cards={"Ana": 4321}, seats=scored)
    table.finish("g1", {"Ana": 7654, "Rui": 1})
    table.offer()
    for _ in range(29):
        rig.turn(1.0)
        assert b"7654" not in on_walls(rig)
        assert b"4321" not in on_walls(rig)
        assert rig.digest()["ranking"] == []
    assert table.confirmed.ids == ("r1",)  # kept at once
    rig.turn(3.0)
    assert rig.digest()["tables"]["t1"]["cards"] == {"Ana": 4321}
    assert [one[1] for one in rig.digest()["ranking"]] == ["Ana", "Rui"]


def test_the_director_sees_what_is_now(rig: Rig, table: Table) -> None:
    rig.hall.lag(60)
    table.update(1, title="Alcatraz")
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()
    view = rig.desk.director("en")
    assert [one.title for one in view.tables] == ["Alcatraz"]
    assert [one.name for one in view.ranking] == ["Ana", "Rui"]
    assert view.delay_s == 60


def test_standings_are_hidden_at_once(rig: Rig, table: Table) -> None:
    table.finish("g1", {"Ana": 3, "Rui": 1})
    table.offer()
    rig.turn()
    assert len(rig.digest()["ranking"]) == 2
    rig.hall.lag(60)
    rig.hall.hide(hidden=True)
    rig.turn()
    assert rig.digest()["ranking"] == []


def test_a_longer_delay_holds_back_what_waits_and_none_shows_it(rig: Rig, table: Table) -> None:
    rig.hall.lag(5)
    table.update(1, title="Alcatraz")
    rig.turn(1.0)
    rig.hall.lag(60)
    rig.turn(20.0)
    assert rig.digest()["tables"]["t1"]["title"] == ""
    rig.hall.lag(0)
    rig.turn()
    assert rig.digest()["tables"]["t1"]["title"] == "Alcatraz"


def test_the_delay_outlasts_a_restart(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "room.db")
    rig.hall.lag(45)
    rig.stop()
    rig.start()
    Table(rig, "t1", rig.hall.admit("t1")).birth()
    rig.turn()
    assert rig.hall.delay.seconds == 45
    assert rig.digest()["tables"] == {}
    rig.turn(46.0)
    assert [*rig.digest()["tables"]] == ["t1"]
    rig.stop()


@given(
    st.floats(0, 900),
    st.lists(st.tuples(st.floats(0.05, 20), st.sampled_from("abc")), max_size=80),
)
def test_nothing_comes_early_all_comes_and_little_is_held(seconds: float, changes: list[tuple[float, str]]) -> None:
    delay, now_s, since, shown = Delay(seconds), 0.0, dict[str, float](), dict[str, str]()
    for number, (pause_s, table) in enumerate(changes):
        now_s += pause_s
        since[f"{table}{number}"] = now_s
        delay.add(now_s, {table: Tile(f"{table}{number}", Presence.THERE, True, None)}, None)
        for tables, ranking in delay.due(now_s):
            assert ranking is None
            for name, tile in tables.items():
                assert now_s >= since[tile.name] + seconds
                shown[name] = tile.name
        assert len(delay._held) <= MOST_HELD + 1
    for tables, _ in delay.due(now_s + seconds):
        shown.update({name: tile.name for name, tile in tables.items()})
    assert shown == {table: f"{table}{number}" for number, (_, table) in enumerate(changes)}


def test_what_is_gathered_waits_for_the_last_of_it() -> None:
    delay = Delay(600)  # ten seconds' changes are one
    for now_s, table in ((0.0, "a"), (9.0, "b")):
        delay.add(now_s, {table: Tile(table, Presence.THERE, True, None)}, None)
    assert [*delay.due(608.9)] == []
    assert [[*tables] for tables, _ in delay.due(609)] == [["a", "b"]]
