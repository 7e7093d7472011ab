"""Connections that died unnoticed, as when a phone changes networks: nothing fails, and nothing comes."""

import socket
import threading
from contextlib import suppress

import pytest
from playwright.sync_api import expect
from support.browser import SOON

from companion.table import requests
from web.device import COOKIE

pytestmark = pytest.mark.browser


class Network:
    """Hands on what phones and server say. Once it is `cut`, what was connected stays so, and hears nothing more."""

    def __init__(self, port):
        self._server = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open, self._deaf, self._threads, self._is_gone = set(), set(), [], False
        self.port = self._listening.getsockname()[1]
        self._start(self._connect)

    def _start(self, work, *given):
        thread = threading.Thread(target=work, args=given)
        self._threads.append(thread)
        thread.start()

    def _connect(self):
        with self._listening, suppress(OSError):
            while True:
                phone, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._server))
                self._open |= {phone, server}
                if self._is_gone:
                    self._deaf |= {phone, server}
                self._start(self._hand_on, phone, server)
                self._start(self._hand_on, server, phone)

    def _hand_on(self, one, other):
        with suppress(OSError):
            while said := one.recv(65536):
                if one not in self._deaf:
                    other.sendall(said)
            if one not in self._deaf:
                other.shutdown(socket.SHUT_WR)

    def cut(self, *, for_good=False):
        """Hand on nothing more of what is connected, and `for_good` of what connects later."""
        self._is_gone = for_good
        self._deaf |= self._open

    def close(self):
        """End it all."""
        for one in (self._listening, *self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for one in self._open:
            one.close()


@pytest.fixture
def network(server):
    network = Network(server.port)
    yield network
    network.close()


@pytest.fixture
def phone(visit, server, network):
    page = visit()
    page.clock.install()
    page.goto(page.url.replace(str(server.port), str(network.port)))
    return page


def device_of(page):
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)


def goes_on(phone):
    """Let time pass until the page is heard: a browser takes each connection that it kept before a new one."""
    for _ in range(10):
        phone.clock.run_for(10_000)
        phone.wait_for_timeout(200)
        if phone.locator("#lost").is_hidden():
            return


def test_a_page_whose_stream_died_unnoticed_calls_anew(phone, network, table):
    table.begin("Ana", "Rui", "Mia")
    expect(phone.locator(".seat")).to_have_count(3)
    network.cut()
    table.deal()
    phone.clock.run_for(5000)
    expect(phone.locator("h1.line")).to_contain_text("Stack 9 crates")
    goes_on(phone)
    expect(phone.locator("h1.line")).to_contain_text("Choose a crew card")
    expect(phone.locator("#lost")).to_be_hidden()


def test_a_clock_that_was_set_back_hides_no_silence(phone, network, table):
    table.begin("Ana", "Rui", "Mia")
    expect(phone.locator(".seat")).to_have_count(3)
    network.cut()
    table.deal()
    phone.evaluate("{ const real = Date.now; Date.now = () => real() - 3600e3; }")
    phone.clock.run_for(1000)
    expect(phone.locator("#lost")).to_be_visible()


STALLS = """() => {
  const real = window.fetch;
  window.fetch = async (...asked) => {
    window.fetch = real;
    await new Promise((goOn) => { window.goOn = goOn; });
    return real(asked[0], { ...asked[1], signal: undefined });
  };
}"""


def test_a_bid_that_is_locked_again_while_the_first_press_is_on_its_way_stays_locked(visit, table):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    page = visit()
    assert table.ask(requests.Sit("Ana"), device_of(page)).ok
    page.get_by_role("button", name="7", exact=True).click()
    lock = page.get_by_role("button", name="Lock 7")
    lock.wait_for()
    page.evaluate(STALLS)
    lock.press("Enter")
    expect(lock).to_be_disabled()
    page.evaluate("connect()")
    expect(lock).to_be_enabled()
    lock.press("Enter")
    expect(page.locator(".locked-line")).to_be_visible()
    with page.expect_response("**/do"):
        page.evaluate("goOn()")
    expect(page.locator(".locked-line")).to_be_visible()
    assert table.session.evening.bidding.ballot("Ana").locked


def test_a_press_that_is_not_answered_in_time_is_sent_again(phone, network, table):
    table.begin("Ana", "Rui", "Mia")
    table.deal()
    assert table.ask(requests.Sit("Ana"), device_of(phone)).ok
    card = phone.get_by_role("button", name="7", exact=True)
    card.wait_for()
    phone.evaluate(SOON)
    network.cut(for_good=True)
    card.press("Enter")
    expect(phone.locator("#toast")).to_contain_text("This did not reach the companion", timeout=15000)
    expect(card).to_be_enabled()
