#!/bin/sh
# Makes a Debian trixie tree with the genuine picamera2 over libcamera's virtual camera, which shows the pictures in
# /opt/frames. Two minutes and 1.6 GB, once. Root only.
#
#   build.sh RIG      leaves RIG/pi
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
RIG=$1
TREE=$RIG/pi
shown() { # what the camera is, and what stands for parts that are not here
    mkdir -p "$TREE/opt/rig" "$TREE/opt/frames" "$TREE/opt/companion" "$TREE/usr/share/libcamera/pipeline/virtual"
    cp "$HERE/virtual.yaml" "$TREE/usr/share/libcamera/pipeline/virtual/"
    cp "$HERE/pykms.py" "$TREE/opt/rig/"
}
if [ -f "$TREE/opt/rig/ready" ]; then
    shown
    exit 0
fi
mkdir -p "$RIG"
[ -d "$RIG/trixie/usr" ] || sh "$HERE/../tree.sh" make trixie "$RIG/trixie"
[ -d "$TREE" ] || cp -a "$RIG/trixie" "$TREE"
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
echo "deb ${mirror:-http://deb.debian.org/debian} trixie-backports main" >"$TREE/etc/apt/sources.list.d/backports.list"
cp /etc/resolv.conf "$TREE/etc/resolv.conf" 2>/dev/null || true
within() { chroot "$TREE" /usr/bin/env DEBIAN_FRONTEND=noninteractive PIP_CERT=/etc/ssl/certs/ca-certificates.crt "$@"; }
fill() {
    within apt-get update -qq &&
        within apt-get install -y -qq --no-install-recommends gcc libc6-dev python3-dev libcap-dev libgl1 swig kmod &&
        within apt-get install -y -qq --no-install-recommends -t trixie-backports \
            python3-libcamera libcamera-ipa libcamera-tools &&
        within python3 -m venv --system-site-packages /opt/venv &&
        within PYPI=1 /opt/venv/bin/pip install -q picamera2 lgpio pytest hypothesis
}
fill >"$RIG/pi.log" 2>&1 || {
    tail -n 20 "$RIG/pi.log" >&2
    exit 1
}
shown
touch "$TREE/opt/rig/ready"
