import pytest
from playwright.sync_api import sync_playwright
from support.browser import CHROMIUM, FLAGS
from support.served_table import ServedTable

from companion.table import requests
from web import stream
from web.app import create_app
from web.device import COOKIE, new_token
from web.room import pages as room_pages
from web.serving import Server

HOST = "companion.test"  # not localhost: there a browser allows what it refuses on a table's network


@pytest.fixture
def table(request):
    """A companion with nobody at the table yet; a test may equip it otherwise (`indirect`)."""
    return ServedTable(getattr(request, "param", None))


@pytest.fixture
def app(table):
    return create_app(table.door, names=(HOST,))


@pytest.fixture
def guest(app):
    """A device of its own that nobody has let in: each call is another phone."""

    def new(language="en"):
        client = app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        return client

    return new


@pytest.fixture
def phone(table, guest):
    """A phone that was let in: each call is another one."""

    def new(language="en"):
        client = guest(language)
        client.get(f"/in/{table.session._table.entrance.evening}", follow_redirects=True)
        return client

    return new


@pytest.fixture
def host(table, guest):
    """A phone that gave the PIN."""
    one, token = guest(), new_token()
    one.set_cookie(COOKIE, token)
    table.ask(requests.Pin(table.session.pin), token)
    return one


QUIET = (
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {HOST} 127.0.0.1, MAP evil.example 127.0.0.1",
)


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None:
        pytest.skip("NO CHROMIUM HERE: the page was not tried in a browser (install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *QUIET])
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def streams_notice_at_once_that_a_server_closes(monkeypatch):
    monkeypatch.setattr(stream, "_LOOK_UP_S", 0.05)
    monkeypatch.setattr(room_pages, "_LOOK_UP_S", 0.05)


@pytest.fixture
def server(app):
    server = Server(app, "127.0.0.1")
    server.start()
    yield server
    server.close()


@pytest.fixture
def visit(chromium, server, table):
    """Open a page on a device of its own that was let in, or on a `guest`'s; scripts may not fail on it, and nothing
    may come from outside."""
    contexts, complaints = [], []

    def open_page(path="/", width=360, height=740, dark=False, language="en", guest=False, **more):
        context = chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            locale=language,
            **more,
        )
        contexts.append(context)
        if not guest:
            token = new_token()
            table.let_in(token)
            context.add_cookies([{"name": COOKIE, "value": token, "domain": HOST, "path": "/"}])
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda sent: None if f"//{HOST}:" in sent.url else complaints.append(sent.url))
        page.goto(f"http://{HOST}:{server.port}{path}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
