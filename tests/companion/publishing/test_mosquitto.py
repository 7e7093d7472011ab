"""The publisher and a real Mosquitto: births that are kept, wills, logins, TLS."""

import gc
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from support.mosquitto import Mosquitto, needed
from support.people_at_table import People

from companion.publishing import pairing
from companion.publishing.broker import Address, BrokerError, Mqtt
from companion.publishing.messages import Confirmed, Gone, Offer, Report, Topic, read, topic, written
from companion.publishing.publisher import Manner, Publisher
from companion.table import requests

pytestmark = needed
CODE = "abcd-efgh-jkmn"
ALL = topic("+", "+")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    made = Mosquitto(tmp_path)
    yield made
    made.kill()


class Listener:
    """Somebody who hears everything."""

    def __init__(self, address: Address) -> None:
        self.mqtt, self.heard = Mqtt(), list[tuple[str, bytes, bool]]()
        self.mqtt.connect(address, "listener", None, [ALL])

    def until(self, kind: Topic, holds: Callable[[bytes, bool], object]) -> bytes:
        """Return the first message of a kind that holds; what is heard is kept."""
        deadline_s, looked = time.monotonic() + 10, 0
        while time.monotonic() < deadline_s:
            self.heard += self.mqtt.step(0.05)
            for name, payload, kept in self.heard[looked:]:
                if name.endswith(kind) and holds(payload, kept):
                    return payload
            looked = len(self.heard)
        raise AssertionError((kind, self.heard))


class Running:
    """A publisher in its thread."""

    def __init__(self, address: Address, people: People, *, home_assistant: bool = False) -> None:
        now, manner = "2026-11-20T20:00:00Z", Manner("Table 7", home_assistant=home_assistant)
        self.publisher = Publisher(address, manner, people.store, lambda: people.snapshot, lambda: now)
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self.publisher.run, args=(self.stopped,))

    def __enter__(self) -> Publisher:
        self.thread.start()
        return self.publisher

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.thread.join()


def test_a_result_reaches_the_room_and_its_confirmation_the_table(broker: Mosquitto, people: People) -> None:
    address = Address("127.0.0.1", broker.port)
    room = Listener(address)
    assert people.ask(requests.NewGame("alcatraz", ["Ana", "Rui"])).ok
    assert people.ask(requests.Enter({"do": "end_round"})).ok
    running = Running(address, people)
    running.publisher.pair(CODE)
    with running as publisher:
        (result,) = read(room.until(Topic.RESULTS, lambda *_: True), Offer).results
        where = topic(publisher.table, Topic.CONFIRMED)
        said = Confirmed(1, 1, result.number, (result.id,))
        room.mqtt.publish(where, written(where, said, pairing.key_of(CODE, publisher.table)), retain=True)
        deadline_s = time.monotonic() + 30
        while not people.store.outbox()[0].confirmed:
            assert time.monotonic() < deadline_s
            room.mqtt.step(0.05)
    late = Listener(address)
    birth = read(late.until(Topic.BIRTH, lambda _, kept: kept), Report)
    assert birth.state.title == "Alcatraz"
    assert read(late.until(Topic.GONE, lambda _, kept: kept), Gone).session == birth.session
    room.mqtt.close()
    late.mqtt.close()


def test_a_table_that_is_cut_off_leaves_its_will(broker: Mosquitto, people: People) -> None:
    address = Address("127.0.0.1", broker.port)
    room = Listener(address)
    with Running(address, people) as publisher:
        birth = read(room.until(Topic.BIRTH, lambda *_: True), Report)
        opened = publisher._broker._client.socket()  # type: ignore[attr-defined]
        opened.shutdown(2)
        assert read(room.until(Topic.GONE, lambda *_: True), Gone).session == birth.session
        room.until(Topic.BIRTH, lambda payload, _: read(payload, Report).session > birth.session)
    room.mqtt.close()


def test_a_wrong_password_is_said_in_words(tmp_path: Path, people: People) -> None:
    file = tmp_path / "passwords"
    subprocess.run(["mosquitto_passwd", "-b", "-c", str(file), "table", "right"], check=True)
    made = Mosquitto(tmp_path, "allow_anonymous false", f"password_file {file}")
    try:
        mqtt = Mqtt()
        mqtt.connect(Address("127.0.0.1", made.port, "table", "right"), "a", None, [])
        mqtt.close()
        with pytest.raises(BrokerError, match="does not know this user and password"):
            mqtt.connect(Address("127.0.0.1", made.port, "table", "wrong"), "a", None, [])
    finally:
        made.kill()


# paho leaves a socket whose handshake failed to the collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_a_broker_is_asked_by_tls_and_a_stranger_in_its_place_is_refused(tmp_path: Path) -> None:
    made = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    for name in ("own", "other"):
        files = ["-keyout", f"{name}.key", "-out", f"{name}.pem", "-addext", "subjectAltName=DNS:localhost"]
        subprocess.run(["openssl", *made.split(), *files], cwd=tmp_path, check=True, capture_output=True)
    broker = Mosquitto(tmp_path, f"certfile {tmp_path}/own.pem", f"keyfile {tmp_path}/own.key")
    try:
        mqtt = Mqtt()
        mqtt.connect(Address("localhost", broker.port, ca=str(tmp_path / "own.pem")), "a", None, [ALL])
        mqtt.publish("x", b"y")
        mqtt.close()
        for host, file in (("localhost", "other.pem"), ("127.0.0.1", "own.pem")):
            with pytest.raises(BrokerError, match=f"{host}:.*certificate that is not trusted.*let ca name"):
                mqtt.connect(Address(host, broker.port, ca=str(tmp_path / file)), "a", None, [])
        gc.collect()
    finally:
        broker.kill()


def test_nobody_at_the_other_end_is_said_in_words() -> None:
    with pytest.raises(BrokerError, match=r"127\.0\.0\.1:1 does not answer"):
        Mqtt().connect(Address("127.0.0.1", 1), "a", None, [])


@pytest.mark.parametrize("file", ["nowhere.pem", "words.pem", "."])
def test_a_file_without_certificates_is_said_to_be_none_whether_or_not_the_broker_answers(
    file: str, tmp_path: Path
) -> None:
    (tmp_path / "words.pem").write_text("no certificate", encoding="utf-8")
    with pytest.raises(BrokerError, match=rf"{re.escape(str(tmp_path / file))} has no certificates .*let ca name"):
        Mqtt().connect(Address("127.0.0.1", 1, ca=str(tmp_path / file)), "a", None, [])


def test_the_rights_at_the_broker_that_the_document_gives_are_enough(tmp_path: Path, people: People) -> None:
    text = (Path(__file__).parents[3] / "docs" / "room.md").read_text(encoding="utf-8")
    rights = [line.strip() for line in text.splitlines() if re.match(r"\s+(user|topic) [a-z]", line)]
    acl, file = tmp_path / "room.acl", tmp_path / "passwords"
    acl.write_text("\n".join([*rights, "user watch", "topic read #", ""]))
    for more, user in ((["-c"], "room"), ([], "table"), ([], "watch")):
        subprocess.run(["mosquitto_passwd", "-b", *more, str(file), user, "word"], check=True)
    broker = Mosquitto(tmp_path, "allow_anonymous false", f"password_file {file}", f"acl_file {acl}")
    try:
        hall, watch = Mqtt(), Mqtt()
        hall.connect(Address("127.0.0.1", broker.port, "room", "word"), "room", None, [ALL])
        watch.connect(Address("127.0.0.1", broker.port, "watch", "word"), "watch", None, ["homeassistant/#"])
        running = Running(Address("127.0.0.1", broker.port, "table", "word"), people, home_assistant=True)
        running.publisher.pair(CODE)
        with running as publisher:
            wanted, heard = {"birth", "gone", "digest", "now"}, dict[str, bytes]()
            deadline_s = time.monotonic() + 30
            while not wanted <= heard.keys():
                assert time.monotonic() < deadline_s, heard.keys()
                heard |= {name.rpartition("/")[2]: payload for name, payload, _ in hall.step(0.05)}
            where = topic(publisher.table, Topic.CONFIRMED)
            said = Confirmed(1, 0, 0, ())
            hall.publish(where, written(where, said, pairing.key_of(CODE, publisher.table)), retain=True)
            found: list[str] = []
            while not (publisher.paired and found):
                assert time.monotonic() < deadline_s
                hall.step(0.05)
                found += [name for name, _, _ in watch.step(0.05)]
        hall.close()
        watch.close()
    finally:
        broker.kill()
