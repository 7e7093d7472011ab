"""The browser that pages are opened in: Chromium without a window (its headless shell draws the same pages with a third
of the processor's time), or else a whole Chromium."""

import shutil

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--font-render-hinting=none")  # letters as wide in the one as in the other

SOON = """() => {
  AbortSignal.timeout = () => {
    const one = new AbortController();
    setTimeout(() => one.abort(), 200);
    return one.signal;
  };
}"""
"""What a page asks for is given up soon, however long it would wait."""
