"""A key that sticks: what it shows passes."""

from support.people_at_table import People

from companion.session.keys import JOIN_HELD_S, JOIN_SHOWN_S, STUCK_S
from companion.table.signals import Key, Pressed


def test_an_ok_that_sticks_shows_how_to_join_for_a_while_and_no_longer():
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.step(Pressed(0, Key.OK, True, people.now_s))
    people.wait(JOIN_HELD_S + 0.2)
    assert people.snapshot.show_join
    people.wait(STUCK_S + JOIN_SHOWN_S)
    assert not people.snapshot.show_join
    people.press(1, Key.OK, held_s=JOIN_HELD_S + 0.2)  # it is another pod's wish still
    assert people.snapshot.show_join
