#!/bin/sh
# The page's tests need a real Chromium, those of the room a real Mosquitto: as root on Debian they are installed, elsewhere those
# tests say loudly that they were skipped.
set -u
wanted=""
command -v chromium >/dev/null 2>&1 || wanted="$wanted chromium"
PATH="$PATH:/usr/sbin" command -v mosquitto >/dev/null 2>&1 || wanted="$wanted mosquitto"
[ -n "$wanted" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086 - one word a package
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted >/dev/null
else
    echo "NOTE: not here, and no right to install:$wanted. The tests in a browser, or with a real broker, will be SKIPPED." >&2
fi
exit 0
