"""A crate that was laid by slip, or is taken up again, is waited for once more; what people said stands."""

from dataclasses import replace

import pytest
from support.people_at_table import BARE, LADEN, VOYAGE, People, still

from companion.table.signals import Key, Stillness, ZoneLook
from companion.table.snapshot import Step

COVERED = ZoneLook(Stillness.COVERED)


@pytest.fixture
def people():
    """Ana takes first, then Rui and Mia."""
    table = People()
    table.begin("Ana", "Rui", "Mia")
    table.press(0, Key.OK)
    table.reveal(VOYAGE[0])
    return table


def show(people, *docks):
    """The docks look so for a while: None is one as the turn began, a ZoneLook is shown as it is."""
    since_s = people.now_s
    for _ in range(2):
        people.look(
            {
                f"dock {number}": seen if isinstance(seen, ZoneLook) else _lying(seen, since_s)
                for number, seen in enumerate(docks, 1)
            }
        )
        people.wait(2.1)


def _lying(seen, since_s):
    return still(seen or BARE, since_s, changed=seen is not None)


def test_a_crate_that_was_laid_on_anothers_hold_by_slip_leaves_that_one_awaited(people):
    show(people, None, LADEN, None)
    assert people.session.evening.waiting == ("Ana", "Mia")
    show(people, LADEN, COVERED, None)
    assert people.session.evening.waiting == ("Mia",)  # nobody knows yet what that hand does
    unclear = replace(still(BARE, people.now_s, changed=False), unclear_s=people.now_s)
    show(people, LADEN, unclear, None)
    assert people.session.evening.waiting == ("Mia",)  # nor whether what lies there is otherwise
    show(people, LADEN, None, None)
    assert people.session.evening.waiting == ("Rui", "Mia")
    show(people, LADEN, LADEN, None)
    assert people.session.evening.waiting == ("Mia",)


def test_a_voyage_is_not_scored_while_a_crate_is_taken_up_again(people):
    for cards in VOYAGE[1:]:
        show(people, LADEN, LADEN, LADEN)
        people.reveal(cards)
    show(people, LADEN, LADEN, still(None, 0))  # it has changed, and is not read to its end
    assert people.snapshot.step is Step.LOOK
    show(people, LADEN, None, LADEN)
    assert people.snapshot.step is Step.LOOK
    assert str(people.snapshot.line) == "Voyage 1 ends: waiting for Rui's crate"
    show(people, LADEN, LADEN, LADEN)
    assert people.snapshot.step is Step.SCORE


def test_what_somebody_said_lies_there_is_not_waited_for_again(people):
    people.press(0, Key.OK)
    show(people, None, None, None)
    assert people.session.evening.waiting == ("Rui", "Mia")


def test_crates_are_counted_as_laid_once_all_of_a_turn_are(people):
    assert "0 of 9 crates" in str(people.snapshot.where)
    show(people, LADEN, None, None)
    assert "0 of 9 crates" in str(people.snapshot.where)
    show(people, LADEN, LADEN, LADEN)
    assert "3 of 9 crates" in str(people.snapshot.where)
