"""Who is there: wills, births that come late, silence, strangers."""

from hypothesis import given
from hypothesis import strategies as st
from support.rooms import NOW, shown

from companion.publishing.messages import BIGGEST, Gone, Report
from companion.room.floor import MOST_UNPAIRED, SILENT_S, Floor, Presence


def report(session: int, number: int = 0, name: str = "t") -> Report:
    return Report(session, number, NOW, shown(name))


def presence(floor: Floor, now_s: float, table: str = "t") -> Presence:
    return floor.tables[table].presence(now_s)


def test_a_will_that_comes_after_the_rebirth_does_not_bury_the_living() -> None:
    floor = Floor()
    floor.reported("t", report(7), signed=True, kept=False, now_s=10)
    floor.reported("t", report(8), signed=True, kept=False, now_s=20)
    floor.ended("t", Gone(7), signed=True, now_s=21)
    assert presence(floor, 22) is Presence.THERE
    floor.ended("t", Gone(8), signed=True, now_s=23)
    assert presence(floor, 24) is Presence.GONE
    floor.reported("t", report(9), signed=True, kept=False, now_s=25)
    assert presence(floor, 26) is Presence.THERE


@given(st.permutations([("birth", 7), ("gone", 7), ("birth", 8), ("update", 8)]))
def test_in_whatever_order_they_come_the_last_session_counts(order: list[tuple[str, int]]) -> None:
    floor = Floor()
    for what, session in order:
        if what == "gone":
            floor.ended("t", Gone(session), signed=True, now_s=10)
        else:
            number = int(what == "update")
            floor.reported("t", report(session, number, f"{session}/{number}"), signed=True, kept=False, now_s=10)
    assert presence(floor, 11) is Presence.THERE
    assert floor.tables["t"].state == shown("8/1")


def test_what_the_broker_had_kept_shows_how_a_table_stood_and_not_that_it_is_there() -> None:
    floor = Floor()
    floor.reported("t", report(7), signed=True, kept=True, now_s=10)
    assert presence(floor, 11) is Presence.SILENT
    assert floor.tables["t"].state == shown("t")
    floor.reported("t", report(7, 1), signed=True, kept=False, now_s=12)
    assert presence(floor, 13) is Presence.THERE
    floor.take_changed()
    floor.look(12 + SILENT_S + 1)
    assert floor.take_changed() == {"t"}
    assert presence(floor, 12 + SILENT_S + 1) is Presence.SILENT


def test_a_deaf_room_says_of_nobody_that_he_is_there() -> None:
    floor = Floor()
    floor.reported("t", report(7), signed=True, kept=False, now_s=10)
    floor.deaf()
    assert presence(floor, 11) is Presence.SILENT


def test_nobody_speaks_for_a_paired_table_and_what_it_said_before_is_not_heard_again() -> None:
    floor = Floor()
    floor.known({"t": 5})
    assert not floor.reported("t", report(9), signed=False, kept=False, now_s=10)
    floor.ended("t", Gone(9), signed=False, now_s=10)
    assert not floor.reported("t", report(4), signed=True, kept=False, now_s=10)
    assert floor.reported("t", report(6), signed=True, kept=False, now_s=10)
    assert presence(floor, 11) is Presence.THERE


def test_a_crowd_of_strangers_fills_no_memory_and_keeps_no_paired_table_out() -> None:
    floor = Floor()
    for number in range(MOST_UNPAIRED + 50):
        floor.reported(f"x{number}", report(1), signed=False, kept=False, now_s=10)
    assert len(floor.tables) == MOST_UNPAIRED
    assert floor.reported("t", report(1), signed=True, kept=False, now_s=10)


def test_an_unpaired_table_that_begins_anew_is_heard_once_the_last_is_gone() -> None:
    floor = Floor()
    floor.reported("t", report(900), signed=False, kept=False, now_s=10)
    assert not floor.reported("t", report(3), signed=False, kept=False, now_s=20)
    assert floor.reported("t", report(3), signed=False, kept=False, now_s=20 + SILENT_S)


def test_what_a_stranger_said_before_the_pairing_neither_silences_nor_buries_the_table() -> None:
    floor = Floor()
    floor.reported("t", report(BIGGEST, BIGGEST, "stranger"), signed=False, kept=False, now_s=10)
    floor.ended("t", Gone(BIGGEST), signed=False, now_s=10)
    floor.known({"t": 0})
    assert floor.tables["t"].state is None
    assert floor.reported("t", report(3), signed=True, kept=False, now_s=11)
    assert presence(floor, 12) is Presence.THERE
