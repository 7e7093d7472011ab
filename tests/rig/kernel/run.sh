#!/bin/sh
# Boots the rig's kernel over a tree of files (this machine's own, or another), read only, runs a command in it and exits
# with its status.
#
#   run.sh DIR 'command' [TREE]      DIR as build.sh left it
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
TREE=${3:-/}
out=$(mktemp -d /var/tmp/companion-kernel.XXXXXX)
trap 'rm -rf "$out"' EXIT
printf '%s\n' "$2" >"$out/command"
head -c 64 /dev/urandom >"$out/seed"
rig=$1
init=$HERE/init.sh
if [ "$TREE" != / ]; then
    mkdir -p "$TREE/opt/rig"
    cp "$HERE/init.sh" "$1/recorder.ko" "$TREE/opt/rig/"
    rig=/opt/rig
    init=/opt/rig/init.sh
fi
# Every page that a process inside maps is a mapping outside; the usual limit is met by numpy and OpenCV.
[ "$(cat /proc/sys/vm/max_map_count)" -ge 1000000 ] || echo 1048576 >/proc/sys/vm/max_map_count 2>/dev/null || true
timeout "${LIMIT:-600}" "$1/linux" mem="${MEMORY:-1G}" root=/dev/root rootfstype=hostfs rootflags="$TREE" ro init="$init" \
    vivid.node_types=0x1 vivid.num_inputs=1 vivid.input_types=0x0 \
    RIG="$rig" OUT="$out" con=null con0=null,fd:1 ssl=null console=tty0 quiet </dev/null 2>&1 |
    grep -v -E 'setup_one_line|channel type|ubd device 0|remove_|reboot: |^$' || true
exit "$(cat "$out/status" 2>/dev/null || echo 99)"
