"""The table's own steps: what is forgotten when it goes on, and what stays."""

from dataclasses import replace

from support.people_at_table import People, hold, still

from companion.language.message import say
from companion.session.table import NOTICES
from companion.table.deeds import TakenBack
from companion.table.signals import Key, NewBaseline


def test_going_on_forgets_the_step_before_and_not_what_was_said_of_what_is_nobodys() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    people.press(0, Key.OK)
    table = people.session._table
    evening = replace(
        table.playing,
        answers={("Ana", 0): "gold 2", ("row", 1): "cat 7"},
        passed=1,
        counted={"Ana": 1},
        count_locked=frozenset({"Ana"}),
        shown={"Ana": still(hold("rat 1", *["empty"] * 8), 0.0)},
        by_hand={"Ana": ("rat 1",)},
        offered=3,
        camera_waits=True,
        aside=frozenset({"4.1.0/dock 1"}),
    )
    undone = (TakenBack({"do": "draw"}, kept=True),)
    after = table.with_evening(evening).on_from(evening.match, undone=undone)
    then = after.playing
    assert then.answers == {("row", 1): "cat 7"}
    assert (then.passed, then.offered, then.camera_waits, then.asked, then.bidding) == (0, 0, False, None, None)
    assert not (then.counted or then.count_locked or then.shown or then.by_hand or then.aside)
    assert then.undone == undone
    assert then.plan == evening.plan + 1
    assert after.effects == (*table.effects, NewBaseline(evening.plan + 1))


def test_of_notices_the_newest_stay_each_with_a_number_of_its_own() -> None:
    table = People().session._table
    for number in range(NOTICES + 2):
        table = table.say(say("{number}", number=number))
    assert [str(notice.text) for notice in table.notices] == ["2", "3", "4", "5"]
    assert [notice.number for notice in table.notices] == [*range(table.notices[0].number, table.notices[0].number + 4)]
    assert table.say_once(say("{number}", number=5)) is table
    assert table.say_once(say("{number}", number=0)).notices[-1].number == table.notices[-1].number + 1


def test_what_is_said_again_stands_once_as_the_newest() -> None:
    people = People()
    people.begin("Ana", "Rui", "Mia")
    table = people.session._table.say(say("one")).say(say("two")).say(say("one"))
    assert [str(notice.text) for notice in table.notices] == ["two", "one"]
    assert table.notices[0].number < table.notices[1].number
