# ruff: noqa: ARG002 - the protocol names its arguments
"""A broker in memory: what is published reaches whoever has subscribed; connections are cut and wills said when a test
says so. All that was ever sent stands in `wire`."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.language.message import say
from companion.publishing.broker import Address, BrokerError, Heard, Will


@dataclass
class Hub:
    """See the module."""

    down: bool = False
    kept: dict[str, bytes] = field(default_factory=dict)
    wire: list[tuple[str, bytes]] = field(default_factory=list)
    open: list["Twin"] = field(default_factory=list)
    wills: list[Will] = field(default_factory=list)  # of cut connections, not said yet

    def say(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Let somebody publish."""
        self.wire.append((topic, payload))
        if retain:
            self.kept[topic] = payload
        for one in self.open:
            if any(matches(wanted, topic) for wanted in one.subscribed):
                one.heard.append((topic, payload, False))

    def cut(self, one: "Twin") -> None:
        """Cut a connection; its will waits in `wills`."""
        self.open.remove(one)
        one.lost = True
        if one.will is not None:
            self.wills.append(one.will)

    def say_wills(self) -> None:
        """Say the wills of those that were cut."""
        for will in self.wills:
            self.say(will.topic, will.payload, retain=True)
        self.wills.clear()

    def die(self, *, forget: bool) -> None:
        """End the broker: no will is said, and what it had kept may be gone."""
        for one in [*self.open]:
            self.cut(one)
        self.wills.clear()
        self.down = True
        if forget:
            self.kept.clear()


class Sent:
    """A message that the broker has."""

    def __init__(self, done: bool = True) -> None:
        self.done = done

    def is_published(self) -> bool:
        return self.done


class Twin:
    """A connection to the hub. `stuck`: nothing that is sent gets through."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.heard: list[Heard] = []
        self.subscribed: tuple[str, ...] = ()
        self.will: Will | None = None
        self.lost = True
        self.stuck = False

    def connect(self, address: Address, client_id: str, will: Will | None, subscribed: Sequence[str]) -> None:
        if self.hub.down:
            raise BrokerError(say("the connection was lost"))
        self.heard, self.subscribed, self.will, self.lost = [], tuple(subscribed), will, False
        self.hub.open.append(self)
        for topic, payload in self.hub.kept.items():
            if any(matches(wanted, topic) for wanted in subscribed):
                self.heard.append((topic, payload, True))

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, sure: bool = True) -> Sent:
        if self.lost:
            raise BrokerError(say("the connection was lost"))
        if not self.stuck:
            self.hub.say(topic, payload, retain=retain)
        return Sent(not self.stuck)

    def step(self, timeout_s: float) -> list[Heard]:
        if self.lost:
            raise BrokerError(say("the connection was lost"))
        heard, self.heard = self.heard, []
        return heard

    def close(self) -> None:
        if not self.lost:
            self.hub.open.remove(self)
            self.lost = True


def matches(wanted: str, topic: str) -> bool:
    """Whether a subscription ("+" for any level) means a topic."""
    parts, found = wanted.split("/"), topic.split("/")
    return len(parts) == len(found) and all(one in ("+", other) for one, other in zip(parts, found, strict=True))
