"""Messages: their exact JSON, their signatures, and that nothing else is taken from the wire."""

import runpy
from types import SimpleNamespace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.publishing import pairing
from companion.publishing.broker import Mqtt
from companion.publishing.messages import (
    LARGEST,
    Confirmed,
    Gone,
    Kind,
    Offer,
    OfferedPairing,
    RankingPlace,
    Report,
    ResultsDigest,
    Seat,
    State,
    TableResult,
    Topic,
    fit,
    is_signed,
    named,
    read,
    topic,
    written,
)
from web.shown import Lamp, Step

KEY = b"k" * 32
STATE = State(
    name="Table 7",
    step=Step.BIDS,
    line={"en": "Everybody chooses", "pt": "Todos escolhem"},
    game="g1",
    kind="shipshape",
    title="ShipShape",
    seats=(Seat("Ana", "#aa0000", Lamp.LOCKED, 12, 1),),
)
RESULT = TableResult(
    "r1",
    3,
    "2026-11-20T20:00:00Z",
    Kind.GAME,
    "g1",
    "shipshape",
    "ShipShape",
    ("Ana",),
    3,
    True,
    (RankingPlace("Ana", 40, 1),),
    ("Ana",),
)
PAIRING = OfferedPairing("Open", 2, 4, "shipshape", ("Ana", "Rui"), 1500, True)
KINDS = (Report, Gone, Offer, ResultsDigest, Confirmed, OfferedPairing)


def test_the_form_is_as_documented() -> None:
    where = topic("a1", Topic.BIRTH)
    assert where == "table-companion/1/a1/birth"
    assert written(where, Report(7, 0, "2026-11-20T20:00:00Z", STATE), None) == (
        b'{"session":7,"number":0,"at":"2026-11-20T20:00:00Z","state":{"name":"Table 7","step":"bids",'
        b'"line":{"en":"Everybody chooses","pt":"Todos escolhem"},"game":"g1","kind":"shipshape","title":"ShipShape",'
        b'"seats":[{"name":"Ana","colour":"#aa0000","lamp":"locked","score":12,"rank":1}],"cards":{},"rounds":0,'
        b'"over":false,"winners":[],"ailing":[]}}'
    )
    assert written("t", Offer(7, (RESULT,)), KEY) == (
        b'{"session":7,"results":[{"id":"r1","number":3,"at":"2026-11-20T20:00:00Z","kind":"game","game":"g1",'
        b'"played":"shipshape","title":"ShipShape","players":["Ana"],"rounds":3,"over":true,'
        b'"standings":[{"player":"Ana","score":40,"rank":1}],"winners":["Ana"],"short":false}],'
        b'"sign":"9cc32a287e23561e3d405066341d5c0bebad79a95a0f120500859d965301735d"}'
    )


def test_an_offer_to_a_table_is_as_documented() -> None:
    assert written(topic("a1", Topic.PAIRING), PAIRING, None) == (
        b'{"tournament":"Open","round":2,"rounds":4,"game":"shipshape","seats":["Ana","Rui"],"left_s":1500,"runs":true}'
    )


def test_what_is_signed_is_read_and_is_of_this_table_and_kind_alone() -> None:
    where = topic("a1", Topic.RESULTS)
    payload = written(where, Offer(7, (RESULT,)), KEY)
    assert read(payload, Offer) == Offer(7, (RESULT,))
    assert is_signed(where, payload, KEY)
    assert not is_signed(topic("a2", Topic.RESULTS), payload, KEY)
    assert not is_signed(topic("a1", Topic.DIGEST), payload, KEY)
    assert not is_signed(where, payload, b"j" * 32)
    assert not is_signed(where, written(where, Offer(7, (RESULT,)), None), KEY)


@given(st.integers(min_value=0), st.integers(0, 255))
def test_a_changed_byte_is_no_signature_of_it(at: int, byte: int) -> None:
    payload = bytearray(written("t", Offer(7, (RESULT,)), KEY))
    at %= len(payload)
    before, payload[at] = payload[at], byte
    assert is_signed("t", bytes(payload), KEY) == (before == byte)


@given(st.binary(max_size=200), st.sampled_from(KINDS))
def test_whatever_comes_is_read_or_refused(payload: bytes, kind: type[msgspec.Struct]) -> None:
    found = read(payload, kind)
    assert found is None or isinstance(found, kind)
    is_signed("t", payload, KEY)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda part: st.lists(part) | st.dictionaries(st.text(), part),
    max_leaves=20,
)


@given(
    st.sampled_from(
        [
            *(
                Report(7, 0, "", STATE),
                Gone(1),
                Offer(7, (RESULT,)),
                ResultsDigest(1, 1, ("a",)),
                Confirmed(1, 1, 1, ("a",)),
            ),
            PAIRING,
        ]
    ),
    st.data(),
)
def test_a_message_with_a_part_that_is_otherwise_is_still_in_form_or_refused(
    message: msgspec.Struct, data: st.DataObject
) -> None:
    raw = msgspec.to_builtins(message)
    part = raw
    while True:
        keys = [*part] if isinstance(part, dict) else [*range(len(part))]
        key = data.draw(st.sampled_from(keys))
        if isinstance(part[key], (dict, list)) and part[key] and data.draw(st.booleans()):
            part = part[key]
            continue
        part[key] = data.draw(JSON)
        break
    try:
        payload = msgspec.json.encode(raw)
    except UnicodeEncodeError:
        return
    found = read(payload, type(message))
    assert found is None or read(msgspec.json.encode(found), type(message)) == found


@pytest.mark.parametrize(
    "wrong",
    [
        b"[" * 100_000,
        b'{"session":1}' + b" " * LARGEST,
        b'{"session":-1}',
        b'{"session":1e400}',
        b'{"session":9007199254740993}',
        b'{"session":true}',
        b"\xff",
        b"",
    ],
)
def test_what_has_not_the_form_is_refused(wrong: bytes) -> None:
    assert read(wrong, Gone) is None


@pytest.mark.parametrize(
    "name", ["", "A\nB", "A\n", "\u202eevil", "x" * 61, "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")]
)
def test_no_name_goes_beyond_its_line(name: str) -> None:
    payload = msgspec.json.encode(
        {"session": 1, "number": 1, "at": "", "state": {**msgspec.to_builtins(STATE), "name": name}}
    )
    assert read(payload, Report) is None


@given(st.text(alphabet=st.characters(codec=None, exclude_categories=()), max_size=80))
def test_whatever_people_type_fits(text: str) -> None:
    payload = msgspec.json.encode(msgspec.structs.replace(STATE, name=fit(text) or "?"))
    assert msgspec.json.decode(payload, type=State)


@pytest.mark.parametrize(
    "name",
    [
        "table-companion/2/a/birth",
        "table-companion/1/a b/birth",
        "table-companion/1/a/event",
        "x",
        "table-companion/1//birth",
        "table-companion/1/a/birth/x",
    ],
)
def test_other_topics_are_none_of_ours(name: str) -> None:
    assert named(name) is None


def test_a_code_makes_the_same_key_however_it_is_typed_and_another_for_each_table() -> None:
    code = pairing.new_code()
    typed = code.upper().replace("-", " ")
    assert pairing.plain(typed) == code.replace("-", "")
    assert pairing.key_of(typed, "a") == pairing.key_of(code, "a") != pairing.key_of(code, "b")
    assert pairing.plain("") == pairing.plain("o0l1-o0l1-o0l1") == pairing.plain(code[:-1]) == ""


def test_a_code_makes_the_key_that_other_releases_make_of_it() -> None:
    shipped = runpy.run_path(pairing.__file__)["key_of"]("abcd-efgh-jkmn", "a")
    assert shipped.hex() == "4dd2dbc9e5ea28dcefeb532ba840adda9a40cae846f9d122af81dc056abd3988"


def test_of_what_is_too_large_for_any_message_nothing_is_kept() -> None:
    broker = Mqtt()
    for size in (LARGEST, LARGEST + 1):
        broker._on_message(None, None, SimpleNamespace(topic="t", payload=b"x" * size, retain=False))
    assert [len(payload) for _, payload, _ in broker._heard] == [LARGEST]
