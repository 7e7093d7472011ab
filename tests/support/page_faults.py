"""What is wrong with a page as it stands: for whom can't see it well, for fingers, on a narrow screen."""

from pathlib import Path

AXE = Path(__file__).parents[1] / "web" / "axe" / "axe.min.js"
WIDTHS = (195, 320, 360, 768, 1280)  # 195: a phone of 390 with letters twice as large
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SMALL = """() => [...document.querySelectorAll('a, button, summary, input, select')]
  .filter((one) => one.checkVisibility() && !one.closest('.skip'))
  .map((one) => { const box = (one.closest('label') || one).getBoundingClientRect();
                  return [Math.round(box.width), Math.round(box.height), one.outerHTML.slice(0, 120)]; })
  .filter(([width, height]) => width < 44 || height < 44)"""


def faults(page, rules=None):
    """Return what axe finds serious on the page, each with the elements it is about; all its rules, or some."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    only = {"runOnly": rules} if rules else {}
    found = page.evaluate("how => axe.run(document, how)", {"resultTypes": ["violations"], **only})
    return [
        (fault["id"], [node["html"][:160] for node in fault["nodes"]])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def looks_well(page):
    """Check the page as it stands by day and at a dim table."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert faults(page) == []
    assert page.evaluate(SMALL) == []


def fits(page):
    """Check that nothing sticks out at any width."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate(FITS)
