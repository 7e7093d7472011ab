"""Under which names the page is served, and what a foreign name that is led to it gets."""

import http.client

import pytest
from flask import request

from web.app import create_app
from web.listening import Listener
from web.serving import Server

OURS = ("companion.local", "Table.Example.")


@pytest.fixture
def app(table):
    return create_app(table.door, names=OURS)


@pytest.mark.parametrize(
    "host",
    [
        "192.168.1.20",
        "192.168.1.20:8000",
        "[fe80::1]:8000",
        "[::1]",
        "localhost:5000",
        "companion.local",
        "Companion.Local.:80",
        "table.example",
    ],
)
def test_it_is_served_by_number_and_under_its_own_names(phone, host):
    assert phone().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "companion.local.evil.example",
        "localhost.evil.example",
        "1.2.3.4.evil",
        "localhost:80.evil.example",
        "[::1].evil.example",
        "[",
        "",
    ],
)
@pytest.mark.parametrize("path", ["/", "/stream", "/static/companion.js", "/no-such-page"])
def test_a_foreign_name_is_told_the_right_address_and_nothing_else(table, phone, host, path):
    table.begin("Ana", "Rui", "Mia")
    answer = phone().get(path, headers={"Host": host})
    assert answer.status_code == 421
    assert "Open http://companion.local/, http://192.168.1.20/ instead" in answer.text
    assert "Ana" not in answer.text
    assert not answer.headers.getlist("Set-Cookie")


def test_it_is_said_in_the_phones_language(phone):
    assert "niet het adres van de tafel" in phone("nl").get("/", headers={"Host": "evil.example"}).text


def test_a_foreign_name_asks_for_nothing_even_where_it_says_that_it_comes_from_itself(table, phone):
    table.begin("Ana", "Rui", "Mia")
    one = phone()
    before = table.snapshot.number
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert one.post("/do", json={"do": "go_on"}, headers=headers).status_code == 421
    assert table.snapshot.number == before


@pytest.mark.parametrize("origin", ["http://[", "null", "http://evil.example", "http://localhost:1"])
def test_an_origin_that_is_not_ours_is_refused(phone, origin):
    assert phone().post("/do", json={"do": "go_on"}, headers={"Origin": origin}).status_code == 403


def asked(port, method="GET", path="/", body=None, **headers):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    link.request(method, path, body, named)
    answer = link.getresponse()
    status, text = answer.status, answer.read().decode()
    link.close()
    return status, text


@pytest.mark.parametrize(("proxy", "status"), [("", 421), ("127.0.0.9", 421), ("127.0.0.1", 200)])
def test_a_forwarded_name_counts_only_from_the_declared_proxy(app, proxy, status):
    server = Server(app, "127.0.0.1", proxy=proxy)
    server.start()
    try:
        answer = asked(server.port, Host="evil.example", X_Forwarded_Host="table.example", X_Forwarded_For="10.0.0.7")
        assert answer[0] == status
    finally:
        server.close()


@pytest.mark.parametrize(("proxy", "seen"), [("", "127.0.0.1"), ("127.0.0.1", "10.0.0.7")])
def test_a_forwarded_address_counts_only_from_the_declared_proxy(app, proxy, seen):
    addresses = []
    app.before_request(lambda: addresses.append(request.remote_addr))
    server = Server(app, "127.0.0.1", proxy=proxy)
    server.start()
    try:
        asked(server.port, X_Forwarded_For="10.0.0.7")
        assert addresses == [seen]
    finally:
        server.close()


def test_to_come_from_this_machine_is_no_right(table, server):
    table.begin("Ana", "Rui", "Mia")
    status, text = asked(server.port, "POST", "/do", '{"do": "undo"}', Content_Type="application/json")
    assert status == 200
    assert '"ask":"pin"' in text.replace(" ", "")


ASKING = """async () => {
  const posted = {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({do: "go_on"})};
  const asked = [["/"], ["/sections"], ["/do", posted]];
  return Promise.all(asked.map(([path, more]) =>
    fetch(path, more).then(async (got) => [path, got.status, await got.text()])));
}"""


def evil(_asked, begin):
    begin("200 OK", [("Content-Type", "text/html"), ("Connection", "close")])
    return [b"<!doctype html><title>evil</title>"]


@pytest.mark.browser
def test_a_name_that_is_led_here_meanwhile_reads_and_asks_nothing(chromium, table, app):
    """DNS rebinding: the page came from elsewhere, then its name was pointed at the table."""
    table.begin("Ana", "Rui", "Mia")
    before = table.snapshot.number
    elsewhere = Listener(evil, "127.0.0.1", 0)
    elsewhere.start()
    context = chromium.new_context()
    server = None
    try:
        page = context.new_page()
        page.goto(f"http://evil.example:{elsewhere.port}/")
        elsewhere.close()
        server = Server(app, "127.0.0.1", elsewhere.port)
        server.start()
        got = page.evaluate(ASKING)
    finally:
        context.close()
        (server or elsewhere).close()
    assert [(path, status) for path, status, _ in got] == [("/", 421), ("/sections", 421), ("/do", 421)]
    assert not any("Ana" in text for _, _, text in got)
    assert table.snapshot.number == before
