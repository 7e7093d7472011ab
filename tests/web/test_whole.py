"""The page against the running program: a visitor plays at the simulated table, and a guest comes in."""

import re
import subprocess
import sys

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def address(tmp_path):
    command = [sys.executable, "-m", "companion", "run", "--simulated", "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as program:
        said = ""
        for line in program.stdout:
            said += line
            if found := re.search(r"Open http://[\d.]+:(\d+)(/in/\w+) ", line):
                break
        else:
            pytest.fail(f"the companion did not say where it is: {said}")
        yield f"http://127.0.0.1:{found[1]}", found[2]
        program.terminate()
        program.wait(20)


def test_a_visitor_plays_at_the_simulated_table_and_a_guest_is_let_in(chromium, address):
    address, way_in = address
    phones = [chromium.new_context(viewport={"width": 360, "height": 740}) for _ in range(2)]
    visitor, guest = pages = [phone.new_page() for phone in phones]
    for page in pages:
        page.set_default_timeout(30_000)
        page.goto(address + (way_in if page is visitor else "/"))
    for page in pages:
        expect(page.locator(".seat")).to_have_count(3, timeout=60_000)
    expect(visitor.locator(".hand")).to_contain_text("Ana", timeout=60_000)  # who played there has got up
    visitor.locator(".bid-card").first.click()
    visitor.get_by_role("button", name="Lock").click()
    for page in pages:
        expect(page.locator(".reveal .card-up").first).to_be_visible(timeout=120_000)
    shown = [page.locator("#live").get_attribute("data-number") for page in pages]
    assert all(number and int(number) > 1 for number in shown)
    guest.get_by_text("You are a guest").click()
    # By key: a tap at the moment at which something comes was meant for what stood there before.
    guest.get_by_role("button", name="Ask to be let in").press("Enter")
    visitor.get_by_role("button", name="Let it in").press("Enter")
    expect(guest.get_by_text("You are a guest")).to_have_count(0)
    bench = phones[1].new_page()
    bench.goto(f"{address}/bench")
    expect(bench.locator("#camera")).to_have_js_property("complete", True)
    assert bench.locator("#camera").evaluate("(image) => image.naturalWidth") > 300
    guest.locator(".seat", has_text="Rui").locator("summary").click()
    guest.locator(".seat", has_text="Rui").get_by_role("button", name="I play here").click()
    expect(guest.locator(".hand")).to_contain_text("Rui")
    expect(visitor.locator(".hand")).to_have_count(1)
    for phone in phones:
        phone.close()
