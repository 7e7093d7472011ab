#!/bin/sh
# The page's tests need a real Chromium (its headless shell takes a third of the processor's time), those of the room a real
# Mosquitto: as root on Debian they are installed, elsewhere those tests say loudly that they were skipped.
set -u
has() { PATH="$PATH:/usr/sbin" command -v "$1" >/dev/null 2>&1; }
get() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$1" >/dev/null; }
missing() { echo "NOTE: not here, and not installed: $1. The tests $2 will be SKIPPED." >&2; }
if ! { has chromium-headless-shell && has mosquitto; } && [ "$(id -u)" = 0 ] && has apt-get; then
    apt-get update -qq
    has chromium-headless-shell || get chromium-headless-shell || has chromium || get chromium
    has mosquitto || get mosquitto
fi
has chromium-headless-shell || has chromium || has chromium-browser || missing chromium "in a browser"
has mosquitto || missing mosquitto "with a real broker"
exit 0
