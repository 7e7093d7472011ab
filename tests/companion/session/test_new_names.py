"""A face gets a new name in the set while its pieces lie: what was seen under the old one has not moved."""

from support.people_at_table import VOYAGE, People, hold, still

from companion.table import requests
from companion.table.evening import Equipment
from companion.table.evidence.set_change import SetChange
from companion.table.signals import Looked

EMPTY = "empty"
TURNS = (
    ("rat 1", *[EMPTY] * 8),
    ("rat 1", "gold 2", "gold 3", "gold 4", *[EMPTY] * 5),
    ("rat 1", "gold 2", "gold 3", "gold 4", "gold 5", "gold 1", "gold 3", EMPTY, EMPTY),
)


def docks(people: People, labels: tuple[str, ...]) -> dict[str, object]:
    return {f"dock {number}": still(hold(*labels), people.now_s) for number in (1, 2, 3)}


def at_the_last_turn() -> People:
    people = People(table=Equipment(pods=3, camera=True))
    people.begin("Ana", "Rui", "Mia")
    people.ask(requests.GoOn())
    for turn, cards in zip(TURNS, VOYAGE, strict=True):
        zones = docks(people, turn)
        people.look(zones)
        people.wait(2.1)
        people.look(zones)
        people.reveal(cards)
    return people


def test_what_was_read_as_a_face_that_is_forgotten_is_void() -> None:
    people = at_the_last_turn()
    plan, zones = people.session.evening.plan, docks(people, TURNS[-1])
    people.step(Looked(people.now_s, plan, zones, change=SetChange(lost=frozenset({"gold 5"}))))
    assert ["Ana" in turn for turn in people.session.evening.before] == [True, True, False]


def test_what_lay_there_in_earlier_turns_has_the_new_name() -> None:
    people = at_the_last_turn()
    assert [seen["Ana"].readings[1].label for seen in people.session.evening.before] == [EMPTY, "gold 2", "gold 2"]
    named = docks(people, tuple("gold 6" if label == "gold 2" else label for label in TURNS[-1]))
    plan = people.session.evening.plan
    people.step(Looked(people.now_s, plan, named, change=SetChange({"gold 2": "gold 6"})))
    assert [seen["Ana"].readings[1].label for seen in people.session.evening.before] == [EMPTY, "gold 6", "gold 6"]
    assert people.session.evening.before[-1]["Ana"].readings[3].label == "gold 4"
