"""The browser that pages are opened in: Chromium without a window (its headless shell draws the same pages with a third
of the processor's time), or else a whole Chromium."""

import shutil

CHROMIUM = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "chromium-browser"))), None)
FLAGS = ("--no-sandbox", "--disable-gpu", "--font-render-hinting=none")  # letters as wide in the one as in the other
