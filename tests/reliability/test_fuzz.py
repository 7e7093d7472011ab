"""What is damaged on its way here is refused in words; the longer runs are commands (docs/reliability.md)."""

import json

import pytest
from support.every_page import WholeTable

from companion.evaluation.labels import LabelsError, load_labels
from companion.game import mat_layouts
from reliability.fuzz import Fuzz
from reliability.tally import Tally, count
from web.app import create_app

KINDS = 9


def test_each_kind_of_thing_damaged_is_taken_or_refused(tmp_path):
    proof, found = Fuzz(3, tmp_path, tries=4), []
    try:
        for number in range(KINDS):
            counts, wrong = proof.case(number)
            assert sum(counts.values()) >= 4
            found += wrong
    finally:
        proof.close()
    assert found == []


@pytest.mark.slow
def test_damage_for_ten_minutes(tmp_path):
    tally, proof = Tally.load("fuzz"), Fuzz(1, tmp_path)
    try:
        count(tally, 1, proof.case, minutes=10)
    finally:
        proof.close()
    assert tally.wrong == []


# ---- what was found


@pytest.mark.parametrize("name", ["\\ud800", "\\u0000"])
def test_labels_that_name_what_no_file_can_be_called(tmp_path, name):
    text = json.dumps({"pictures": [{"file": "a.jpg", "layout": "LAYOUT", "zones": {}}]}).replace("LAYOUT", name)
    (tmp_path / "LABELS.json").write_text(text)
    with pytest.raises(LabelsError, match=r"half a character|layout"):
        load_labels(tmp_path / "LABELS.json", mat_layouts.layout_for("shipshape", 3))


@pytest.mark.parametrize("do", [{}, [], None, 7])
def test_a_request_to_do_what_is_no_word_is_refused(tmp_path, do):
    table = WholeTable(tmp_path, ("Ana", "Rui", "Mia"))
    client = create_app(table.door).test_client()
    told = client.post("/do", json={"do": do}, headers={"Origin": "http://localhost"})
    assert (told.status_code, told.json["ok"]) == (200, False)
