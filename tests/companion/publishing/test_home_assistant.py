"""Home Assistant finds the table by itself, hears what its sensors show, and when a round or a game has ended."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import msgspec
import pytest
from support.publishers import CODE, Rig, Stops

from companion.publishing.home_assistant import EventPayload, happened, leader
from companion.publishing.messages import Gone, Seat, State, Topic, read, topic
from companion.publishing.publisher import Manner
from companion.table import requests
from web.shown import Lamp, Step

FOUND = "homeassistant/device/table-companion-{}/config"


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig(manner=Manner("Table 7", home_assistant=True, language="pt"))
    made.people.wait(0.2)
    yield made
    made.people.store.close()


def said(rig: Rig, where: str) -> list[Any]:
    return [msgspec.json.decode(payload) for name, payload in rig.hub.wire if name == where]


def available(rig: Rig) -> str:
    """What the announced template makes of the last will that the broker keeps."""
    (found,) = said(rig, FOUND.format(rig.table))[-1]["availability"]
    assert found["value_template"] == "{{ 'offline' if value_json.session else 'online' }}"
    return "offline" if read(rig.hub.kept[found["topic"]], Gone).session else "online"


class Turned(Stops):
    """Does something at one turn, counted down."""

    def __init__(self, rig: Rig, turns: int, **acts: Any) -> None:
        super().__init__(rig, turns)
        self.acts = {int(key[1:]): act for key, act in acts.items()}

    def is_set(self) -> bool:
        act = self.acts.get(self.turns)
        if act is not None and self.rig.hub.open:
            act()
        return super().is_set()


def test_the_announcement_is_a_device_with_its_origin_and_all_parts(rig: Rig) -> None:
    rig.run(3)
    (found,) = said(rig, FOUND.format(rig.table))
    assert FOUND.format(rig.table) in rig.hub.kept
    assert set(found) == {"device", "origin", "availability", "components", "qos"}
    assert (found["device"]["name"], found["origin"]["name"]) == ("Table 7", "Table Companion")
    parts = found["components"]
    assert {key: part["platform"] for key, part in parts.items()} == {
        "game": "sensor",
        "step": "sensor",
        "leader": "sensor",
        "end": "event",
    }
    assert parts["step"]["options"] == [str(step) for step in Step]
    assert parts["game"]["name"] == "Jogo"
    assert len({part["unique_id"] for part in parts.values()}) == 4
    shown = said(rig, parts["game"]["state_topic"])
    assert shown == [{"game": None, "step": "join", "leader": None}]
    assert parts["end"]["event_types"] == ["round_ended", "game_over"]


def test_it_is_off_unless_it_was_switched_on() -> None:
    made = Rig()
    made.people.wait(0.2)
    made.run(3)
    assert not [name for name, _ in made.hub.wire if "homeassistant" in name or name.endswith(("/now", "/event"))]
    made.people.store.close()


def test_it_is_announced_anew_when_home_assistant_has_started(rig: Rig) -> None:
    def start() -> None:
        rig.hub.say("homeassistant/status", b"online")

    def end() -> None:
        rig.hub.say("homeassistant/status", b"offline")

    rig.publisher.run(Turned(rig, 20, t15=start, t8=end))
    assert len(said(rig, FOUND.format(rig.table))) == 2


def test_a_flood_of_starts_is_answered_once_a_second(rig: Rig) -> None:
    class Flood(Stops):
        def is_set(self) -> bool:
            rig.hub.say("homeassistant/status", b"online")
            rig.now_s -= 0.9
            return super().is_set()

    rig.publisher.run(Flood(rig, 50))
    assert len(said(rig, FOUND.format(rig.table))) <= 6


def test_sensors_and_events_tell_of_rounds_and_of_the_end(rig: Rig) -> None:
    rig.publisher.run(Turned(rig, 30, t28=lambda: rig.play_rounds(0), t20=lambda: rig.play_rounds(1)))
    where = topic(rig.table, "event")
    (ended,) = said(rig, where)
    assert (ended["event_type"], ended["game"], ended["round"], ended["winners"]) == ("round_ended", "Alcatraz", 1, [])
    assert where not in rig.hub.kept  # an event that is past flashes no lamp
    assert said(rig, topic(rig.table, "now"))[-1]["game"] == "Alcatraz"
    rig.hub.wire.clear()
    rig.publisher.run(Turned(rig, 30, t20=lambda: rig.play_rounds(1)))
    (over,) = said(rig, where)
    assert (over["event_type"], over["round"]) == ("game_over", 2)
    assert over["winners"]


def test_what_ended_while_the_broker_was_away_flashes_no_lamp_later(rig: Rig) -> None:
    rig.publisher.run(Turned(rig, 10, t8=lambda: rig.play_rounds(0)))
    rig.play_rounds(1)
    rig.run(5)
    assert said(rig, topic(rig.table, "event")) == []


def test_a_will_that_comes_late_does_not_bury_the_table(rig: Rig) -> None:
    rig.publisher.pair(CODE)
    seen = list[str]()
    cut, late = (lambda: rig.hub.cut(rig.twin)), rig.hub.say_wills
    rig.publisher.run(Turned(rig, 30, t25=cut, t10=late, t4=lambda: seen.append(available(rig))))
    assert seen == ["online"]
    assert not rig.hub.wills
    assert available(rig) == "offline"  # it has said farewell


def test_without_a_room_it_is_well(rig: Rig) -> None:
    seen = list[str]()
    rig.publisher.run(Turned(rig, 10, t3=lambda: seen.extend(part.state for part in rig.publisher.health())))
    assert seen == ["ok"]
    assert rig.heard(Topic.RESULTS, msgspec.Raw) == []


def test_hidden_standings_name_no_leader(rig: Rig) -> None:
    rig.people.session._table = replace(rig.people.session._table, hidden=True)
    rig.publisher.run(Turned(rig, 30, t28=lambda: rig.play_rounds(0), t20=lambda: rig.play_rounds(1)))
    assert {one["leader"] for one in said(rig, topic(rig.table, "now"))} == {None}
    assert [one["leader"] for one in said(rig, topic(rig.table, "event"))] == [None]


def test_initials_alone_are_told_where_names_are_withheld(rig: Rig) -> None:
    rig.publisher._manner = replace(rig.publisher._manner, full_names=False)
    assert rig.people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    rig.play_rounds(2)
    rig.run(3)
    sent = b"".join(payload for _, payload in rig.hub.wire)
    assert b"Ana" not in sent
    assert b'"leader"' in sent


def seat(name: str, rank: int | None) -> Seat:
    return Seat(name, "#112233", Lamp.OFF, None if rank is None else 5, rank)


def state(*ranks: int | None, rounds: int = 0, over: bool = False, game: str = "g") -> State:
    seats = tuple(seat(f"P{number}", rank) for number, rank in enumerate(ranks))
    return State("T", Step.TURN, {}, game, "kind", "Title", seats, rounds=rounds, over=over)


def test_all_who_lead_are_named_and_nobody_where_all_are_level() -> None:
    assert leader(state(1, 1, 3)) == "P0, P1"
    assert leader(state(1, 1, 1)) is None
    assert leader(state(None, None)) is None
    assert leader(state(1)) == "P0"
    assert len(leader(state(*[1] * 11, 2)) or "") < 256


def test_an_event_is_a_rounds_or_a_games_end_and_nothing_else() -> None:
    begun, later, ended = state(1, 2), state(1, 2, rounds=1), state(1, 2, rounds=1, over=True)
    kinds = [
        None if one is None else str(one.event_type)
        for one in (
            happened(begun, later),
            happened(later, ended),
            happened(begun, ended),
            happened(later, begun),
            happened(later, later),
            happened(state(1, 2, game="other"), later),
            happened(state(game=""), state(game="", rounds=3)),
        )
    ]
    assert kinds == ["round_ended", "game_over", "game_over", None, None, None, None]
    assert isinstance(happened(begun, later), EventPayload)
