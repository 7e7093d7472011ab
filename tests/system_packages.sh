#!/bin/sh
# The page's tests need a real Chromium: as root on Debian it is installed, elsewhere those tests say loudly that they were skipped.
set -u
if command -v chromium >/dev/null 2>&1; then exit 0; fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
else
    echo "NOTE: no Chromium here and no right to install it: the page's tests in a browser will be SKIPPED." >&2
fi
exit 0
