#!/bin/sh
# Builds the Containerfile with podman and runs its test. The base comes from where this machine's podman looks for images;
# where that can't be reached it is made here of Debian, with the same Python. Root on Debian only.
#
#   check_container.sh [RIG]      the tree of the base is kept in RIG (/var/tmp/companion-rig)
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
REPO=$(CDPATH='' cd -- "$HERE/../.." && pwd)
RIG=${1:-/var/tmp/companion-rig}
TREE=$RIG/trixie # Debian 13 has Python 3.13
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "SKIPPED: a container is built by root on Debian only; elsewhere run the slow tests where podman or docker is" >&2
    exit 0
fi
mkdir -p "$RIG"
command -v podman >/dev/null && command -v runc >/dev/null && command -v debootstrap >/dev/null ||
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends podman runc debootstrap >/dev/null

# In a machine that is a container or a small virtual one itself: crun refuses a hybrid cgroup, limits can't be raised.
printf '%s\n' '[engine]' 'runtime = "runc"' '[containers]' "default_ulimits = [\"nofile=$(ulimit -n):$(ulimit -n)\", \
\"nproc=1000:1000\"]" >"$RIG/containers.conf"
export CONTAINERS_CONF="$RIG/containers.conf"

BASE=$(sed -n 's/^FROM //p' "$REPO/Containerfile")
if ! podman image exists "$BASE" && ! timeout 120 podman pull --quiet "$BASE" >/dev/null 2>&1; then
    echo "the base can't be reached: it is made of Debian"
    [ -d "$TREE/usr" ] || sh "$HERE/tree.sh" make trixie "$TREE"
    # A copy, for check_install.sh wants the tree as it is.
    cp -a "$TREE" "$RIG/base"
    chroot "$RIG/base" /usr/bin/python3 -m venv /usr/local
    tar -C "$RIG/base" --one-file-system -c . |
        podman import --quiet --change 'ENV PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' - "$BASE" >/dev/null
    rm -rf "$RIG/base"
fi
cd "$REPO"
exec .venv/bin/python -m pytest -m slow -s -k container tests/companion/test_installing.py
