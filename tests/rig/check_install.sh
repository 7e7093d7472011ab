#!/bin/sh
# Proves systemd/install.sh in a fresh Debian tree that runs its own systemd: installed, again, upgraded, a version that
# does not start taken back, rolled back, uninstalled, purged with nothing left behind; then once more beside a
# raspi-config, with the display's bus. Root only.
#
#   check_install.sh SUITE [DIR]      DIR keeps the trees for the next time (/var/tmp/companion-rig)
set -eu

SUITE=$1
RIG=${2:-/var/tmp/companion-rig}
HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
HOME_OF=$(CDPATH='' cd -- "$HERE/../.." && pwd)
FRESH=$RIG/$SUITE
TREE=$RIG/$SUITE-now
PORT=${PORT:-8480} # not 80: the tree shares this machine's network

ok() { printf '  %s\n' "ok: $*"; }
bad() { printf '  %s\n' "NOT: $*" >&2; exit 1; }
in_tree() { sh "$HERE/tree.sh" in "$TREE" "$@"; }
install_sh() { in_tree /usr/bin/env PIP_CERT=/etc/ssl/certs/ca-certificates.crt /src/systemd/install.sh "$@"; }
cleanup() { sh "$HERE/tree.sh" halt "$TREE" || true; }
answers() { in_tree /usr/bin/python3 -c "import urllib.request as r; print(r.urlopen('http://127.0.0.1:$PORT/', timeout=20).status)"; }
files() { # everything but what any use of apt and a running system leaves
    (cd "$TREE" && find . -xdev ! -type s \
        -not -path './src*' -not -path './var/lib/apt/*' -not -path './var/cache/*' -not -path './var/log/*' \
        -not -path './var/lib/dpkg/*' -not -path './run/*' -not -path './tmp/*' -not -path './var/tmp/*' \
        -not -path './dev/*' -not -path './proc/*' -not -path './sys/*' -not -path './root/*' \
        -not -path './var/lib/systemd/*' -not -name '__pycache__' -not -path '*/__pycache__/*' \
        -not -name '*-' -not -path './etc/ssl/certs*' -not -name '*.pyc' -not -name ld.so.cache) | sort
}
nothing_left() {
    files >"$RIG/$SUITE.after"
    if ! diff "$RIG/$SUITE.before" "$RIG/$SUITE.after" >"$RIG/$SUITE.left"; then
        head -n 40 "$RIG/$SUITE.left" >&2
        bad "something is left behind"
    fi
}
source_copy() {
    rm -rf "$TREE/src"
    mkdir "$TREE/src"
    (cd "$HOME_OF" && git ls-files -z --cached --others --exclude-standard | tar -c --null -T - -f -) | tar -x -C "$TREE/src"
    [ -f "$TREE/src/README.md" ] || touch "$TREE/src/README.md"
    sed -i "s/^ListenStream=.*/ListenStream=0.0.0.0:$PORT/" "$TREE/src/systemd/companion.socket"
}
marker() { in_tree /bin/cat /var/lib/table-companion/marker; }
now() { in_tree /usr/bin/readlink /opt/table-companion/current; }

command -v debootstrap >/dev/null || apt-get install -y -qq --no-install-recommends debootstrap >/dev/null
trap cleanup EXIT
mkdir -p "$RIG"
echo "$SUITE: a fresh tree"
[ -d "$FRESH/usr" ] || sh "$HERE/tree.sh" make "$SUITE" "$FRESH"
sh "$HERE/tree.sh" halt "$TREE"
rm -rf "$TREE"
cp -a "$FRESH" "$TREE"
source_copy
sh "$HERE/tree.sh" boot "$TREE" >/dev/null
in_tree /usr/bin/apt-get update -qq
files >"$RIG/$SUITE.before"

install_sh
in_tree /usr/bin/systemctl is-active --quiet companion.service || bad "the service is not active"
[ "$(answers)" = 200 ] || bad "the page does not answer"
ok "installed; the service is up and its page answers through systemd's socket"
in_tree /bin/sh -c 'systemd-analyze verify /etc/systemd/system/companion.service /etc/systemd/system/companion.socket' \
    2>&1 | grep -i companion && bad "systemd-analyze verify complains"
ok "systemd-analyze verify is clean"
in_tree /usr/bin/id companion >/dev/null
[ "$(in_tree /bin/ps -o user= -C companion 2>/dev/null || in_tree /usr/bin/systemctl show -p User --value companion.service)" = companion ] ||
    bad "it does not run as its own user"
ok "it runs as its own user"
status=0
in_tree /usr/local/bin/companion doctor --config /etc/table-companion/companion.toml >"$RIG/$SUITE.inside" || status=$?
cat "$RIG/$SUITE.inside"
[ "$status" != 2 ] || bad "doctor can't read the configuration"
grep -q '^ok  *sandbox' "$RIG/$SUITE.inside" || bad "doctor does not look from inside the service's sandbox, or is refused something"
exposed=$(in_tree /usr/bin/systemd-analyze security --no-pager companion.service | sed -n 's/.*Overall exposure level for companion.service: \([0-9.]*\).*/\1/p')
awk -v exposed="$exposed" 'BEGIN { exit !(exposed > 0 && exposed <= 2.0) }' || bad "the sandbox leaves $exposed exposed"
ok "the sandbox leaves $exposed exposed, and refuses nothing that the service needs"
in_tree /usr/bin/install -D -m 0644 /src/systemd/loosen.conf /etc/systemd/system/companion.service.d/loosen.conf
in_tree /bin/sh -c 'systemctl daemon-reload && systemctl restart companion'
in_tree /usr/bin/systemctl show -p DevicePolicy -p MemoryDenyWriteExecute companion.service | grep -c '=auto$\|=no$' | grep -qx 2 ||
    bad "systemd/loosen.conf does not loosen the sandbox"
in_tree /usr/local/bin/companion doctor --config /etc/table-companion/companion.toml | grep -q '^ok  *sandbox' ||
    bad "doctor does not look from inside the loosened sandbox"
in_tree /bin/sh -c 'rm -r /etc/systemd/system/companion.service.d && systemctl daemon-reload && systemctl restart companion && systemctl reset-failed companion'
ok "systemd/loosen.conf loosens it, and doctor looks from inside that, too"
status=0
in_tree /usr/sbin/runuser -u nobody -- /usr/local/bin/companion doctor >"$RIG/$SUITE.doctor" 2>&1 || status=$?
{ [ "$status" != 2 ] && ! grep -q Traceback "$RIG/$SUITE.doctor"; } || bad "doctor does not speak to an ordinary user: $(tail -n 3 "$RIG/$SUITE.doctor")"
ok "doctor speaks (status $status), to an ordinary user, too"
in_tree /bin/sh -c 'cd /tmp && companion print mat --game shipshape --hold-mm 112 -o mat && test -s mat/shipshape-mat-6.pdf' >/dev/null ||
    bad "the mat can't be printed"
ok "the mat can be printed"
in_tree /usr/bin/systemctl stop companion.socket
in_tree /usr/bin/systemctl is-active --quiet companion.service && bad "stopping the socket leaves the service"
in_tree /usr/local/bin/companion setup --yes --config /etc/table-companion/companion.toml >/dev/null || bad "setup can't write the configuration"
printf '%s\n' 'data = "/var/lib/table-companion"' '[camera]' 'source = "/src/docs/images"' >"$TREE/src/seeing.toml"
status=0
in_tree /usr/sbin/runuser -u nobody -- /usr/local/bin/companion doctor --config /src/seeing.toml >"$RIG/$SUITE.doctor" 2>&1 || status=$?
{ [ "$status" != 2 ] && grep -q 'a picture of' "$RIG/$SUITE.doctor"; } ||
    bad "with a camera doctor does not speak to an ordinary user: $(tail -n 3 "$RIG/$SUITE.doctor")"
rm "$TREE/src/seeing.toml"
ok "nor does it fail where the games are not that user's to look at"
in_tree /usr/bin/systemctl start companion.service
[ "$(answers)" = 200 ] || bad "started by hand the page does not answer"
ok "stopped by its socket, set up and started again it answers"

# What is upgraded is release 0.2.0, out of its wheel, with games of its own.
python_of() { in_tree "$(now)/venv/bin/python" "$@"; }
version() { python_of -c 'from importlib.metadata import version; print(version("table-companion"))'; }
games() { in_tree /usr/sbin/runuser -u companion -- /usr/local/bin/companion export --data /var/lib/table-companion; }
in_tree /usr/bin/systemctl stop companion.socket companion.service
python_of -m pip install -q --no-deps --force-reinstall /src/tests/formats/table_companion-0.2.0-py3-none-any.whl
in_tree /bin/sh -c 'rm -f /var/lib/table-companion/games.db*
    install -o companion -g companion /src/tests/formats/store/games-3.db /var/lib/table-companion/games.db'
in_tree /usr/bin/systemctl start companion.socket companion.service
{ [ "$(version)" = 0.2.0 ] && [ "$(answers)" = 200 ]; } || bad "release 0.2.0 does not run"
games >"$RIG/$SUITE.games"
[ -s "$RIG/$SUITE.games" ] || bad "release 0.2.0 has no games"

in_tree /bin/sh -c 'echo before >/var/lib/table-companion/marker; echo "# mine" >>/etc/table-companion/companion.toml'
first=$(now)
install_sh
{ [ "$(version)" != 0.2.0 ] && [ "$(answers)" = 200 ]; } || bad "after 0.2.0 the new version does not answer"
python_of -c 'import gpiozero, luma.oled.device, smbus2' || bad "what drives pods and display is gone after the upgrade"
games | cmp -s - "$RIG/$SUITE.games" || bad "the games of 0.2.0 are not those after the upgrade"
[ "$(now)" != "$first" ] || bad "the second run did not install a version"
[ "$(marker)" = before ] || bad "the data is gone"
in_tree /bin/grep -q '^# mine' /etc/table-companion/companion.toml || bad "the configuration was written over"
[ "$(in_tree /bin/cat /var/lib/table-companion.before/marker)" = before ] || bad "no copy was set aside"
ok "run again it upgrades 0.2.0: its games, what drives pods and display, data and configuration are kept, a copy is set aside"

second=$(now)
cp "$TREE/src/companion/commands/run.py" "$RIG/run.py"
printf 'raise RuntimeError("a version that does not start")\n' >>"$TREE/src/companion/commands/run.py"
if install_sh; then bad "a broken version was taken for good"; fi
[ "$(now)" = "$second" ] || bad "the broken version stayed"
in_tree /usr/bin/systemctl is-active --quiet companion.service || bad "the old version does not run again"
[ "$(answers)" = 200 ] || bad "the old version's page does not answer"
[ "$(marker)" = before ] || bad "the data is not as it was"
ok "a version that does not start is taken back, and the old one runs"
cp "$RIG/run.py" "$TREE/src/companion/commands/run.py"

printf 'this is no TOML [' >"$TREE/src/pyproject.toml.broken"
mv "$TREE/src/pyproject.toml" "$RIG/pyproject.toml"
cp "$TREE/src/pyproject.toml.broken" "$TREE/src/pyproject.toml"
if install_sh; then bad "a version that can't be built was taken for good"; fi
in_tree /usr/bin/systemctl is-active --quiet companion.service || bad "a failed build stopped the running version"
ok "a version that can't be built leaves the running one alone"
mv "$RIG/pyproject.toml" "$TREE/src/pyproject.toml"

in_tree /bin/sh -c 'echo after >/var/lib/table-companion/marker'
install_sh rollback
[ "$(now)" = "$first" ] || bad "rollback went to $(now), not to $first"
[ "$(marker)" = before ] || bad "rollback did not bring the data back"
{ [ "$(version)" = 0.2.0 ] && games | cmp -s - "$RIG/$SUITE.games"; } || bad "rollback did not bring 0.2.0 and its games back"
[ "$(in_tree /bin/sh -c 'cat /var/lib/table-companion.after-*/marker')" = after ] || bad "rollback threw away what was there since"
[ "$(answers)" = 200 ] || bad "after the rollback the page does not answer"
ok "rollback brings back the version before and its data, and keeps what was there since"

install_sh uninstall
in_tree /usr/bin/systemctl is-active --quiet companion.service && bad "it still runs"
[ "$(marker)" = before ] || bad "uninstall took the data"
ok "uninstalled; the games stay"
install_sh
install_sh uninstall --purge
nothing_left
ok "purged: nothing is left behind"

# ---- the display's bus: what Raspberry Pi OS has and Debian has not is put there
CONFIG=$TREE/boot/firmware/config.txt
mkdir -p "$TREE/boot/firmware"
printf '%s\n' '#dtparam=i2c_arm=on' '#dtparam=spi=on' 'dtparam=audio=on' '[cm5]' 'dtoverlay=dwc2' '[all]' >"$CONFIG"
[ -e "$TREE/etc/modules" ] || : >"$TREE/etc/modules"
cp "$CONFIG" "$RIG/$SUITE.config"
cp "$TREE/etc/modules" "$RIG/$SUITE.modules"
install -m 755 "$HERE/raspi_config.sh" "$TREE/usr/bin/raspi-config"
for group in gpio i2c spi; do in_tree /usr/sbin/groupadd --force --system $group; done
files >"$RIG/$SUITE.before"
stands() { [ "$(grep -c "^$1\$" "$CONFIG")" = 1 ]; }
setting() { in_tree /usr/bin/python3 -c 'import sys, tomllib
print(tomllib.load(open("/etc/table-companion/companion.toml", "rb"))[sys.argv[1]][sys.argv[2]])' "$@"; }
on_spi() {
    stands dtparam=spi=on || bad "SPI is not on: $(grep spi "$CONFIG")"
    stands dtoverlay=spi0-1cs || bad "its one chip select does not stand there once: $(grep spi "$CONFIG")"
    ! stands dtparam=i2c_arm=on || bad "I²C is on; its pins are pod 1's keys"
}
as_before() { # a bus that was never on and one that is off are the same
    [ "$(grep -v -e '^#' -e '=off$' "$CONFIG")" = "$(grep -v '^#' "$RIG/$SUITE.config")" ] || bad "the boot configuration is not as before: $(cat "$CONFIG")"
    cmp -s "$TREE/etc/modules" "$RIG/$SUITE.modules" || bad "/etc/modules is not as before"
}

install_sh --spi
on_spi
[ "$(setting display bus) $(setting pods pins)" = "spi spi" ] || bad "the configuration knows of no SPI display"
for group in gpio i2c spi; do
    in_tree /usr/bin/id -nG companion | grep -qw $group || bad "the companion is not in the group $group"
done
status=0
in_tree /usr/local/bin/companion doctor >"$RIG/$SUITE.doctor" 2>&1 || status=$?
{ [ "$status" != 2 ] && ! grep -q Traceback "$RIG/$SUITE.doctor"; } || bad "doctor: $(tail -n 3 "$RIG/$SUITE.doctor")"
[ "$(answers)" = 200 ] || bad "beside SPI the page does not answer"
ok "--spi: the bus with one chip select is on, I²C is not, and the configuration names the other pins"
in_tree /usr/bin/systemctl stop companion.socket
in_tree /usr/local/bin/companion setup --yes --config /etc/table-companion/companion.toml >"$RIG/$SUITE.setup" || bad "setup fails beside SPI"
[ "$(setting display bus)" = spi ] || bad "setup forgot the SPI display: $(cat "$RIG/$SUITE.setup")"
install_sh
on_spi
ok "set up and run again without the word it is as it was said at first"
install_sh uninstall --purge
nothing_left
as_before
ok "purged: the bus is off and nothing is left behind"

install_sh
stands dtparam=i2c_arm=on || bad "I²C is not on: $(grep i2c "$CONFIG")"
! stands dtparam=spi=on || bad "SPI is on, too"
install_sh --spi
on_spi
[ "$(answers)" = 200 ] || bad "after the change of the bus the page does not answer"
install_sh uninstall --purge
nothing_left
as_before
ok "without a word it is I²C; changed to SPI its pins are free for a pod; purged, nothing is left behind"
echo "$SUITE: all of it"
