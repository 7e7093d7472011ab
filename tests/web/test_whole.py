"""The page against the running program: the simulated table plays by itself and two phones watch."""

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
        yield f"http://companion.test:{found[1]}", found[2]
        program.terminate()
        program.wait(20)


def test_two_phones_watch_the_simulated_table_and_one_takes_a_seat(chromium, address):
    address, way_in = address
    phones = [chromium.new_context(viewport={"width": 360, "height": 740}) for _ in range(2)]
    pages = [phone.new_page() for phone in phones]
    for page in pages:
        page.set_default_timeout(30_000)
        page.goto(address + (way_in if page is pages[0] else "/"))
    for page in pages:
        expect(page.locator(".seat")).to_have_count(3, timeout=60_000)
        expect(page.locator(".reveal .card-up").first).to_be_visible(timeout=120_000)
    shown = [page.locator("#live").get_attribute("data-number") for page in pages]
    assert all(number and int(number) > 1 for number in shown)
    pages[1].get_by_text("You are a guest").click()
    pages[1].get_by_role("button", name="Ask to be let in").click()
    pages[0].get_by_role("button", name="Let it in").click()
    expect(pages[1].get_by_text("You are a guest")).to_have_count(0)
    bench = phones[1].new_page()
    bench.goto(f"{address}/bench")
    expect(bench.locator("#camera")).to_have_js_property("complete", True)
    assert bench.locator("#camera").evaluate("(image) => image.naturalWidth") > 300
    pages[0].locator(".seat", has_text="Ana").locator("summary").click()
    pages[0].locator(".seat", has_text="Ana").get_by_role("button", name="I play here").click()
    expect(pages[0].get_by_text("Press ok on the pod")).to_be_visible()
    bench.get_by_role("button", name="pod 1: ok").click()
    expect(pages[0].locator(".hand")).to_contain_text("Ana")
    expect(pages[1].locator(".hand")).to_have_count(0)
    for phone in phones:
        phone.close()
