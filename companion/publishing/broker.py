"""MQTT client: one connection to a broker, driven by the thread of whoever owns it. The only file that knows paho."""

import socket
import ssl
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from companion.language.message import Message, name, say
from companion.publishing.messages import LARGEST

KEEPALIVE_S = 20  # a broker tells of a silent table after one and a half times that
CONNECT_S = 4.0  # how long a broker may take to answer
_ENDED_S = 1.0  # how long a farewell may take
MOST_WAITING = 20_000  # messages that have come and are not read yet

Heard = tuple[str, bytes, bool]
"""What has come: its topic, its bytes, whether the broker had kept it (retained)."""


class BrokerError(OSError):
    """The broker can't be used; the message says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Address:
    """Where a broker is, and who asks. With `ca` (a file of certificates; "" for the system's) it is asked by TLS."""

    host: str
    port: int = 1883
    user: str = ""
    password: str = ""
    ca: str | None = None

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Will:
    """What the broker says when the connection is lost without a farewell; it is kept for those who come later."""

    topic: str
    payload: bytes


class Sent(Protocol):
    """A message on its way."""

    def is_published(self) -> bool:
        """Return whether the broker has it (or, of one that is sent but once, whether it was written)."""
        ...


class Broker(Protocol):
    """A connection to a broker; every call is made from one thread."""

    def connect(self, address: Address, client_id: str, will: Will | None, subscribed: Sequence[str]) -> None:
        """Connect and subscribe, or raise a BrokerError."""
        ...

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, sure: bool = True) -> Sent:
        """Send a message; `sure` ones are repeated until the broker has them (QoS 1)."""
        ...

    def step(self, timeout_s: float) -> list[Heard]:
        """Let the network have its turn; return what has come. Raises a BrokerError where the connection is lost."""
        ...

    def close(self) -> None:
        """End the connection with a farewell, where there is one: no will is said then."""
        ...


class Mqtt:
    """The real one (paho-mqtt 2, MQTT 3.1.1, which brokers of version 5 speak, too)."""

    def __init__(self) -> None:
        self._client: Any = None
        self._heard: deque[Heard] = deque()
        self._answered: Message | None = None
        self._ready = False
        self._awaited: set[int] = set()

    def connect(self, address: Address, client_id: str, will: Will | None, subscribed: Sequence[str]) -> None:
        """See `Broker`."""
        paho = _paho()
        self.close()
        client = paho.Client(paho.CallbackAPIVersion.VERSION2, client_id=client_id, protocol=paho.MQTTv311)
        client.connect_timeout = CONNECT_S
        client.max_queued_messages_set(1000)
        if address.user:
            client.username_pw_set(address.user, address.password)
        if will is not None:
            client.will_set(will.topic, will.payload, qos=1, retain=True)
        client.on_connect, client.on_message, client.on_subscribe = (
            self._on_connect,
            self._on_message,
            self._on_subscribe,
        )
        self._heard.clear()
        self._answered, self._ready = None, False
        if address.ca is not None:
            try:
                client.tls_set(address.ca or None, cert_reqs=ssl.CERT_REQUIRED)
            except (OSError, ValueError) as error:
                raise BrokerError(_no_certificates(address.ca, error)) from None
        try:
            client.connect(address.host, address.port, KEEPALIVE_S)
        except ssl.SSLCertVerificationError as error:
            raise BrokerError(_not_trusted(address, error)) from None
        except (OSError, ValueError) as error:
            raise BrokerError(_unreachable(address, error)) from None
        self._client = client
        self._until(lambda: self._ready, address)
        if subscribed:
            _, number = client.subscribe([(topic, 1) for topic in subscribed])
            self._awaited = {number}
            self._until(lambda: not self._awaited, address)

    def _until(self, holds: Callable[[], bool], address: Address) -> None:
        deadline_s = time.monotonic() + CONNECT_S
        while not holds():
            if self._answered is not None:
                self.close()
                raise BrokerError(self._answered)
            if time.monotonic() > deadline_s:
                self.close()
                raise BrokerError(_unreachable(address, TimeoutError("no answer")))
            self._turn(0.1)

    def publish(self, topic: str, payload: bytes, *, retain: bool = False, sure: bool = True) -> Sent:
        """See `Broker`."""
        if self._client is None:
            raise BrokerError(_lost())
        sent: Sent = self._client.publish(topic, payload, qos=int(sure), retain=retain)
        return sent

    def step(self, timeout_s: float) -> list[Heard]:
        """See `Broker`."""
        if self._client is None:
            raise BrokerError(_lost())
        if not self._heard:
            self._turn(timeout_s)
        heard = [*self._heard]
        self._heard.clear()
        return heard

    def _turn(self, timeout_s: float) -> None:
        """Let paho read and write once, and then on as long as something has come already."""
        for turn in range(200):
            code = self._client.loop(0.0 if turn else timeout_s)
            if code != 0:
                lost = self._answered or _lost()
                self._drop()
                raise BrokerError(lost)
            if len(self._heard) <= turn or len(self._heard) >= MOST_WAITING:
                return

    def close(self) -> None:
        """See `Broker`."""
        if self._client is None:
            return
        try:
            deadline_s = time.monotonic() + _ENDED_S
            while self._client.want_write() and time.monotonic() < deadline_s:
                self._client.loop(0.05)
            self._client.disconnect()
            self._client.loop(0.05)
        except (OSError, ValueError):
            pass
        self._drop()

    def _drop(self) -> None:
        client, self._client = self._client, None
        opened: socket.socket | None = client.socket() if client is not None else None
        if opened is not None:
            opened.close()

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if not reason.is_failure:
            self._ready = True
        elif reason.value in (0x86, 0x87):  # bad user name or password; not authorised (MQTT 5, 3.2.2.2)
            self._answered = say("it does not know this user and password")
        else:
            self._answered = name(str(reason))

    def _on_subscribe(self, _client: Any, _data: Any, number: int, reasons: Any, _properties: Any) -> None:
        if any(reason.is_failure for reason in reasons):
            self._answered = say("this user may not listen there")
        self._awaited.discard(number)

    def _on_message(self, _client: Any, _data: Any, message: Any) -> None:
        with suppress(UnicodeDecodeError):  # a topic that is no text is none of ours
            if len(self._heard) < MOST_WAITING and len(message.payload) <= LARGEST:
                self._heard.append((message.topic, message.payload, bool(message.retain)))


def _paho() -> Any:
    try:
        import paho.mqtt.client as paho  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise BrokerError(
            say(
                "paho-mqtt is not installed: it comes with the companion's extra “room”, "
                "`pipx install --force '.[room]'` in its folder; or take [room] out"
            )
        ) from None
    return paho


def _unreachable(address: Address, error: Exception) -> Message:
    return say("{address} does not answer ({reason})", address=str(address), reason=str(error) or type(error).__name__)


def _no_certificates(path: str, error: Exception) -> Message:
    reason = str(getattr(error, "strerror", None) or error)
    return say(
        "{path} has no certificates that can be read ({reason}): let ca name the file of whoever signed the broker's",
        path=path,
        reason=reason,
    )


def _not_trusted(address: Address, error: ssl.SSLCertVerificationError) -> Message:
    return say(
        "{address} shows a certificate that is not trusted ({reason}): let ca name the file of whoever signed it, and "
        "broker the name that stands in it",
        address=str(address),
        reason=error.verify_message.rstrip("."),
    )


def _lost() -> Message:
    return say("the connection was lost")
