#!/bin/sh
# Builds the rig (once) and runs in its kernel: what tells whether it keeps memory apart, the hardware suite over this
# machine's own environment, then a voyage over picamera2 in a Debian trixie tree. Root on Debian only; elsewhere it says
# that it can't.
#
#   check.sh [RIG]      the rig is kept in RIG (/var/tmp/companion-rig)
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
REPO=$(CDPATH='' cd -- "$HERE/../.." && pwd)
RIG=${1:-/var/tmp/companion-rig}
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || [ "$(uname -m)" != x86_64 ]; then
    echo "SKIPPED: the rig needs root on a 64-bit Intel or AMD Debian; here is $(id -un) on $(uname -m)" >&2
    exit 0
fi
case $REPO in /tmp/*)
    echo "SKIPPED: the rig's kernel has a /tmp of its own and does not see $REPO; put the folder elsewhere" >&2
    exit 0 ;;
esac
command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
stage() { # says what begins, and how long took what ended
    now=$(date +%s)
    [ -z "${began:-}" ] || echo "  $((now - began)) s"
    began=$now
    [ -z "${1:-}" ] || echo "$1"
}
stage "the kernel"
sh "$HERE/kernel/build.sh" "$RIG/kernel"
stage "its threads' memory"
sh "$HERE/kernel/run.sh" "$RIG/kernel" "'$RIG/kernel/mappings' 30"
stage "pins, bus and webcam: the hardware suite"
"$REPO/.venv/bin/pip" install -q "lgpio>=0.2.2" 2>/dev/null || true
sh "$HERE/kernel/run.sh" "$RIG/kernel" \
    "cd '$REPO' && .venv/bin/python -m pytest tests/hardware -q --color=no -p no:cacheprovider --basetemp=/tmp/pytest"
stage "the camera: picamera2 over libcamera"
sh "$HERE/camera/build.sh" "$RIG"
tree=$RIG/pi
rm -rf "$tree/opt/companion"
mkdir -p "$tree/opt/companion"
(cd "$REPO" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - -f -) | tar -x -C "$tree/opt/companion"
[ -f "$tree/opt/companion/README.md" ] || touch "$tree/opt/companion/README.md"
if ! cmp -s "$REPO/pyproject.toml" "$tree/opt/rig/pyproject.toml"; then
    # What the companion needs, from a copy; the companion itself is run from its folder.
    chroot "$tree" /usr/bin/env PIP_CERT=/etc/ssl/certs/ca-certificates.crt sh -c \
        'rm -rf /tmp/src && cp -R /opt/companion /tmp/src && /opt/venv/bin/pip install -q "/tmp/src[pi]" &&
         /opt/venv/bin/pip uninstall -q -y table-companion && rm -rf /tmp/src' >"$RIG/pip.log" 2>&1
    cp "$REPO/pyproject.toml" "$tree/opt/rig/pyproject.toml"
fi
stage "the pieces of the practice set are taught"
rm -rf "$tree/opt/rig/pieces"
chroot "$tree" /usr/bin/env OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/opt/companion /opt/venv/bin/python -c \
    'import pathlib; from companion.simulation import simulated_table; simulated_table.teach("shipshape", pathlib.Path("/opt/rig/pieces/shipshape"))'
stage "a voyage"
in_the_kernel() {
    LIMIT=1200 MEMORY=2G sh "$HERE/kernel/run.sh" "$RIG/kernel" "cd /opt/companion && LIBCAMERA_LOG_LEVELS='*:ERROR' \
        PYTHONPATH=/opt/companion:/opt/companion/tests:/opt/rig ${2:-} /opt/venv/bin/python $1" "$tree"
}
in_the_kernel "-m pytest tests/rig -q -s --color=no -p no:cacheprovider --basetemp=/tmp/pytest"
stage "memory, and what watching costs"
# With the unit's own settings, and no more: of what the rig keeps for the next picture (init.sh) tens of megabytes would count.
in_the_kernel "-W ignore tests/rig/figures.py" \
    "env -u MALLOC_TOP_PAD_ $(grep -o 'MALLOC_[A-Z_]*=[0-9]*' "$REPO/systemd/companion.service" | tr '\n' ' ')"
stage
