"""Home Assistant: what a table says for its MQTT integration to find it by itself (device discovery): sensors for game,
step and leader, and an event where a round or a game ends. Whoever has switched it on has no more told than the room
(`companion.publishing.state`); nothing of it is signed, for Home Assistant checks no signature.

The forms are Home Assistant's own: https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery
"""

from enum import StrEnum

import msgspec

from companion.language.message import Translate, say, words
from companion.publishing.messages import State, Topic, topic
from web.shown import Step

STATUS = "homeassistant/status"  # where it says that it has started
STARTED = b"online"
LONGEST = 255  # characters of a sensor's state; Home Assistant refuses a longer one


class OwnTopic(StrEnum):
    """The topics beside those of the room."""

    NOW = "now"
    EVENT = "event"


class EventType(StrEnum):
    """What has ended."""

    ROUND = "round_ended"
    GAME = "game_over"


class Now(msgspec.Struct, frozen=True):
    """What the sensors show; None where there is no game, nobody leads yet or the standings are hidden."""

    game: str | None
    step: Step
    leader: str | None


class EventPayload(msgspec.Struct, frozen=True):
    """An event with what an automation may say of it."""

    event_type: EventType
    game: str
    round: int
    leader: str | None
    winners: tuple[str, ...]


def now(state: State) -> Now:
    """Return what the sensors show of a table."""
    return Now(state.title or None, state.step, leader(state))


def leader(state: State) -> str | None:
    """Return who leads, all of them where several do; None where nobody has scored, or the standings are hidden."""
    first = [seat.name for seat in state.seats if seat.rank == 1]
    if not first or len(first) == len(state.seats) > 1:
        return None
    return ", ".join(first)[:LONGEST]


def happened(before: State, after: State) -> EventPayload | None:
    """Return what has ended between two states of one game; None where nothing has."""
    if not after.game or before.game != after.game:
        return None
    if after.over and not before.over:
        kind = EventType.GAME
    elif after.rounds > before.rounds:
        kind = EventType.ROUND
    else:
        return None
    return EventPayload(kind, after.title, after.rounds, leader(after), after.winners)


def announcement(table: str, name: str, translate: Translate) -> tuple[str, bytes]:
    """Return the topic under which a table called `name` is announced, and what is said there, to be kept. It is
    there (available) as long as the last will that the broker keeps of it names no session."""
    title = f"table-companion-{table}"
    seen = {
        "game": ("mdi:dice-multiple", say("Game"), {}),
        "step": ("mdi:debug-step-over", say("Step"), {"device_class": "enum", "options": [*Step]}),
        "leader": ("mdi:podium-gold", say("Leader"), {}),
    }
    parts: dict[str, object] = {
        key: {
            "platform": "sensor",
            "unique_id": f"{title}-{key}",
            "name": words(called, translate),
            "icon": icon,
            "state_topic": topic(table, OwnTopic.NOW),
            "value_template": f"{{{{ value_json.{key} }}}}",
            **more,
        }
        for key, (icon, called, more) in seen.items()
    }
    parts["end"] = {
        "platform": "event",
        "unique_id": f"{title}-end",
        "name": words(say("End of a round"), translate),
        "icon": "mdi:flag-checkered",
        "state_topic": topic(table, OwnTopic.EVENT),
        "event_types": [*EventType],
    }
    said = {
        "device": {"identifiers": [title], "name": name, "manufacturer": "Table Companion"},
        "origin": {"name": "Table Companion"},
        "availability": [
            {
                "topic": topic(table, Topic.GONE),
                "value_template": "{{ 'offline' if value_json.session else 'online' }}",
            }
        ],
        "components": parts,
        "qos": 1,
    }
    return f"homeassistant/device/{title}/config", msgspec.json.encode(said)
