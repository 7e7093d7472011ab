"""DNS rebinding, played in a browser: a stranger's page is opened under the stranger's name, the name is then led to
the table, and the page, of one origin with it now, asks for all that it would like."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from web.serving import Server

pytestmark = pytest.mark.browser
EVIL = "evil.example"  # this browser is told where to find it
PAGE = b"<!doctype html><title>A nice game</title><p>Play here!</p>"
WANTED = """async ([key, pin]) => {
    const asked = [["GET", "/"], ["GET", "/sections"], ["GET", "/stream"], ["GET", "/history"], ["GET", "/settings"],
        ["GET", "/in/" + key], ["GET", "/static/companion.js"]];
    const posted = [{do: "pin", pin: pin}, {do: "come_in", key: key}, {do: "go_on"}, {do: "knock"},
        {do: "claim_table"}];
    const told = [];
    for (const [method, path] of asked) {
        const answer = await fetch(path, {method: method, credentials: "include"});
        told.push([path, answer.status, await answer.text()]);
    }
    for (const body of posted) {
        const answer = await fetch("/do", {method: "POST", credentials: "include",
            headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
        told.push([body.do, answer.status, await answer.text()]);
    }
    return told;
}"""


class Stranger(BaseHTTPRequestHandler):
    """The page that leads people here."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_):
        """Nothing."""


@pytest.fixture
def page(chromium):
    context = chromium.new_context()
    yield context.new_page()
    context.close()


def test_a_name_that_is_led_to_the_table_reads_and_does_nothing_there(page, app, table):
    table.begin("Ana", "Rui", "Mia")
    before = table.snapshot.number
    stranger = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    port = stranger.server_address[1]
    serving = threading.Thread(target=stranger.serve_forever, args=(0.05,))
    serving.start()
    try:
        page.goto(f"http://{EVIL}:{port}/")
        assert page.title() == "A nice game"
    finally:
        stranger.shutdown()
        stranger.server_close()
        serving.join()
    server = Server(app, "127.0.0.1", port)  # the name leads here from now on
    server.start()
    try:
        told = page.evaluate(WANTED, [table.session._table.entrance.evening, table.session.pin])
    finally:
        server.close()
    assert len(told) == 12
    assert {status for _, status, _ in told} == {421}
    assert not any("Ana" in text for _, _, text in told)
    assert page.context.cookies() == []
    assert table.snapshot.number == before
