#!/bin/sh
# Runs the unit tests on the Pi's architecture: an arm64 Debian tree under qemu, with the wheels that a Pi would fetch.
# Times there say nothing about a Pi. What takes minutes there is left out, and that is said. Root on Debian only.
#
#   check_arm64.sh SUITE [RIG]      bookworm: Python 3.11 with OpenCV 4.11; trixie: Python 3.13 with OpenCV 4.14
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
REPO=$(CDPATH='' cd -- "$HERE/../.." && pwd)
SUITE=$1
RIG=${2:-/var/tmp/companion-rig}
TREE=$RIG/arm64-$SUITE
TESTS=${TESTS:-tests/hardware tests/companion tests/vision}
# Emulated, the same work takes ten to forty times as long. Whole games, tables drawn by the dozen, lenses measured and sheets
# to print are left out: they go through the same code as what remains. So are tests of words and files that know no
# processor; of a test that is tried with many sets or pictures one remains; and examples are few (conftest.py). Nobody is
# told a name in the network: qemu knows no multicast.
LEFT_OUT="test_build_guide test_calibrate test_catalogues test_conformance test_conformance_shown test_demo test_demo_games
test_doctor test_drawn_table test_fifth_game test_free_pieces test_lens test_locate camera/test_loop test_mats simulation/test_people
settings/test_camera settings/test_piece_sets test_prints test_reading_back test_second_opinion test_teach_and_read
test_walk_command test_walker"
LESS="not (never_taught and not [4-untaught]) and not (rubbish and not [glare]) and not (fraction_of_a_pixel and [2-)"
LESS="$LESS and not (under_a_cloth and not [planks]) and not (under_a_hand and not [0]) and not genuine_name"
case $SUITE in
    bookworm) PYTHON=3.11 NUMPY=1.24.* ;; # what Debian's picamera2 is built against
    trixie) PYTHON=3.13 NUMPY=2.2.* ;;
    *) echo "check_arm64.sh bookworm, or trixie" >&2 && exit 2 ;;
esac
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "SKIPPED: another architecture is emulated by root on Debian only" >&2
    exit 0
fi
if ! command -v debootstrap >/dev/null || ! command -v qemu-aarch64-static >/dev/null; then
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends debootstrap qemu-user-static >/dev/null
fi

# The kernel is told who runs arm64 programs; where it is told already, or can't be, that is found out below.
[ -e /proc/sys/fs/binfmt_misc/register ] || mount -t binfmt_misc binfmt /proc/sys/fs/binfmt_misc 2>/dev/null || true
if [ ! -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] && [ -e /proc/sys/fs/binfmt_misc/register ]; then
    cat /usr/lib/binfmt.d/qemu-aarch64-static.conf /usr/lib/binfmt.d/qemu-aarch64.conf 2>/dev/null | head -n 1 \
        >/proc/sys/fs/binfmt_misc/register || true
fi
if [ ! -d "$TREE/opt/companion" ]; then
    echo "$SUITE for arm64"
    rm -rf "$TREE"
    mkdir -p "$RIG"
    mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
    debootstrap --arch=arm64 --variant=minbase --include=python3 "$SUITE" "$TREE" \
        "${mirror:-http://deb.debian.org/debian}" >"$TREE.log" 2>&1 || { tail -n 5 "$TREE.log" >&2; exit 1; }
    mkdir -p "$TREE/opt/companion"
fi
echo "the wheels of a Pi with Python $PYTHON and numpy $NUMPY"
python3 - "$REPO/pyproject.toml" "$PYTHON" "$NUMPY" >"$TREE.wanted" <<'PY'
import sys, tomllib
project = tomllib.load(open(sys.argv[1], "rb"))["project"]
old = sys.argv[2] < "3.13"
for line in [*project["dependencies"], *project["optional-dependencies"]["pi"], "pytest", "hypothesis"]:
    name, _, condition = line.partition(";")
    # pip judges markers by its own Python; here the tree's counts.
    if "python_version <" in condition and not old or "python_version >=" in condition and old:
        continue
    print(name.strip())
print("numpy==" + sys.argv[3])
PY
if ! cmp -s "$TREE.wanted" "$TREE/opt/site.wanted"; then
    rm -rf "$TREE/opt/site"
    python3 -m pip install -q --target "$TREE/opt/site" --only-binary=:all: --python-version "$PYTHON" --implementation cp \
        --platform manylinux_2_34_aarch64 --platform manylinux_2_31_aarch64 --platform manylinux_2_28_aarch64 \
        --platform manylinux_2_27_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 \
        -r "$TREE.wanted" >"$TREE.pip.log" 2>&1 || { tail -n 5 "$TREE.pip.log" >&2; exit 1; }
    cp "$TREE.wanted" "$TREE/opt/site.wanted"
fi
rm -rf "$TREE/opt/companion"
mkdir -p "$TREE/opt/companion"
(cd "$REPO" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - -f -) | tar -x -C "$TREE/opt/companion"
mountpoint -q "$TREE/proc" || mount -t proc proc "$TREE/proc"
trap 'umount "$TREE/proc"' EXIT
# A Pi 4's processor. Left alone qemu shows one with everything, and the numerics then take ways that no Pi goes: OpenBLAS
# multiplied a matrix by itself into nonsense there (SVE).
export QEMU_CPU=cortex-a72
run() {
    # What is compiled once is kept: to compile is slow here, too.
    chroot "$TREE" /usr/bin/env -u PYTHONDONTWRITEBYTECODE HOME=/tmp OMP_NUM_THREADS=1 \
        PYTHONPATH=/opt/companion:/opt/site:/opt/companion/tests "$@"
}
run /usr/bin/python3 -c 'import platform, sys, cv2, numpy; print(platform.machine(), sys.version.split()[0], "OpenCV", cv2.__version__, "numpy", numpy.__version__)'
ignored=
for name in $LEFT_OUT; do
    ignored="$ignored --ignore-glob=*/$name.py"
done
echo "LEFT OUT under emulation: $(echo "$LEFT_OUT" | tr '\n' ' '); of the others: $LESS"
run /bin/sh -c "cd /opt/companion && /usr/bin/python3 -m pytest -q -p no:cacheprovider \
    -m 'not slow and not bench and not browser' --hypothesis-profile=emulated --durations=15 -k '$LESS' $ignored $TESTS"
