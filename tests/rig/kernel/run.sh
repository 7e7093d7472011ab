#!/bin/sh
# Boots the rig's kernel over this machine's files, read only, runs a command in it and exits with its status.
#
#   run.sh DIR 'command'      DIR as build.sh left it
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
out=$(mktemp -d /var/tmp/companion-kernel.XXXXXX)
trap 'rm -rf "$out"' EXIT
printf '%s\n' "$2" >"$out/command"
timeout "${LIMIT:-600}" "$1/linux" mem="${MEMORY:-1G}" root=/dev/root rootfstype=hostfs rootflags=/ ro init="$HERE/init.sh" \
    RIG="$1" OUT="$out" con=null con0=null,fd:1 ssl=null console=tty0 quiet </dev/null 2>&1 |
    grep -v -E 'setup_one_line|channel type|ubd device 0|remove_|reboot: |^$' || true
exit "$(cat "$out/status" 2>/dev/null || echo 99)"
