"""What is written from the right turns no number that stands beside it."""

import re

import pytest

from companion.table import requests
from web.isolation import isolated

SHLOMO, MOSHE, AZIZA = (
    "\u05e9\u05dc\u05de\u05d4",
    "\u05de\u05e9\u05d4 \u05db\u05d4\u05df",
    "\u0639\u0632\u064a\u0632\u0629",
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"Corrected: {SHLOMO} 3 → 15, Ana 4 → 2", f"Corrected: \u2068{SHLOMO}\u2069 3 → 15, Ana 4 → 2"),
        (f"{SHLOMO}, {MOSHE}: 12", f"\u2068{SHLOMO}\u2069, \u2068{MOSHE}\u2069: 12"),
        (f'<b data-seat="{AZIZA}">{AZIZA}</b> 12', f'<b data-seat="{AZIZA}">\u2068{AZIZA}\u2069</b> 12'),
        (f"\u2068{SHLOMO}\u2069 3 → 15", f"\u2068{SHLOMO}\u2069 3 → 15"),
        ("Zoë 3 → 15 👩\u200d🚀", "Zoë 3 → 15 👩\u200d🚀"),
    ],
)
def test_names_from_the_right_are_isolated_and_all_else_stays(text, shown):
    assert isolated(text) == shown


def test_a_corrected_score_reads_from_the_old_to_the_new_one(host, table):
    table.begin(SHLOMO, MOSHE, "Ana")
    table.deal()
    table.take_turns(3)
    wrong = {"do": "correct", "line": 5, "seat": SHLOMO, "cell": 0, "label": "gold 9", "confirm": True}
    told = host.post("/do", json=wrong, headers={"Content-Type": "application/json"}).json
    assert told["text"] == f"\u2068{SHLOMO}\u2069 20 → 27"
    page = host.get("/").text
    assert f"Corrected: \u2068{SHLOMO}\u2069 20 → 27" in page
    assert f'data-seat="{MOSHE}"' in page
    bare = re.sub(r"<[^>]*>|\u2068[^\u2069]*\u2069", "", page)
    assert not re.search("[\u0590-\u08ff]", bare)
    assert table.ask(requests.Undo()).ok
