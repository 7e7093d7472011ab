#!/bin/sh
# Installs the table companion as a service on Raspberry Pi OS (or Debian) bookworm and trixie, 64 bit.
#
#   sudo systemd/install.sh [--spi] [--no-devices]   install, or upgrade what is installed; may be run again at any time
#   sudo systemd/install.sh rollback                 go back to the version before, with the data it had
#   sudo systemd/install.sh uninstall [--purge]      remove it; with --purge its games, configuration and packages, too
#
# What it does, in this order: Debian packages, the user "companion", a new version beside the old one, a copy of the
# data, the units, the buses, and the start. When the new version does not start, the old one is put back.
set -eu

APP=/opt/table-companion
ETC=/etc/table-companion
DATA=/var/lib/table-companion
BEFORE=/var/lib/table-companion.before
AFTER=/var/lib/table-companion.after # and when it was that somebody went back
NOTES=$ETC/installed # what was added to the system, so that purging takes just that
UNITS=/etc/systemd/system
SOURCE=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
SPI=no
DEVICES=yes

say() { printf '%s\n' "companion: $*"; }
die() { printf '%s\n' "companion: $*" >&2; exit 1; }
systemd_runs() { [ -d /run/systemd/system ]; }
note() { grep -qxF "$1" "$NOTES" 2>/dev/null || printf '%s\n' "$1" >>"$NOTES"; }
noted() { grep -qxF "$1" "$NOTES" 2>/dev/null; }
forget() { [ ! -f "$NOTES" ] || sed -i "/^$1\$/d" "$NOTES"; }

# ---- packages

packages() {
    wanted=
    while read -r first second; do
        case $first in
            '' | '#'*) continue ;;
            '?') name=$second; offered "$name" || { say "this system does not offer $name; going on without it"; continue; } ;;
            *) name=$first ;;
        esac
        installed "$name" || wanted="$wanted $name"
    done <"$SOURCE/systemd/packages.txt"
    [ -n "$wanted" ] || return 0
    say "installing the Debian packages:$wanted"
    before=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' | sed -n 's/^ii *//p' | sort)
    # shellcheck disable=SC2086
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted >/dev/null
    after=$(dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' | sed -n 's/^ii *//p' | sort)
    printf '%s\n' "$after" | while read -r name; do
        printf '%s\n' "$before" | grep -qxF "$name" || note "package $name"
    done
}
offered() { apt-cache show "$1" 2>/dev/null | grep -q '^Package:'; }
installed() { [ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null)" = 'ii ' ]; }

# ---- the user and its folders

account() {
    if ! getent passwd companion >/dev/null; then
        say "adding the user companion"
        adduser --quiet --system --group --home "$DATA" --no-create-home --shell /usr/sbin/nologin companion
        note "user companion"
    fi
    for group in gpio i2c spi video render; do
        if getent group "$group" >/dev/null; then
            usermod --append --groups "$group" companion
        fi
    done
    install -d -o companion -g companion -m 0750 "$DATA"
    install -d -g companion -m 0775 "$ETC" # the settings page writes the configuration, too
    if [ ! -e "$ETC/companion.toml" ]; then
        install -m 0644 "$SOURCE/systemd/companion.toml" "$ETC/companion.toml"
        # setup then proposes that display, and the pods' pins are those that such a display leaves free
        [ $SPI = no ] || printf '\n[display]\nbus = "spi"\n\n[pods]\npins = "spi"\n' >>"$ETC/companion.toml"
        say "wrote $ETC/companion.toml; sudo companion setup asks what can't be found"
    fi
}

# ---- versions: each in a folder of its own, `current` is the one that runs

build() {
    RELEASE=$APP/releases/$(date +%Y%m%d-%H%M%S)-$$
    say "building $RELEASE"
    mkdir -p "$RELEASE"
    if ! fill >"$APP/build.log" 2>&1; then
        tail -n 5 "$APP/build.log" >&2
        rm -rf "$RELEASE"
        die "the new version could not be built; what was installed runs on ($APP/build.log says more)"
    fi
}
fill() {
    # From a copy, for building leaves files behind, and this folder is somebody's own.
    mkdir "$RELEASE/source" "$RELEASE/systemd" &&
        (cd "$SOURCE" && cp -R pyproject.toml README.md LICENSE companion vision hardware web "$RELEASE/source/") &&
        python3 -m venv --system-site-packages "$RELEASE/venv" &&
        "$RELEASE/venv/bin/pip" install --disable-pip-version-check --cache-dir "$APP/cache" "$RELEASE/source[pi]" &&
        rm -rf "$RELEASE/source" &&
        { [ ! -d "$SOURCE/docs" ] || cp -R "$SOURCE/docs" "$RELEASE/docs"; } && cp "$SOURCE"/systemd/* "$RELEASE/systemd/"
}
current() { readlink "$APP/current" 2>/dev/null || true; }
switch() { # what it leads to is on the disk first: the power may go at any time
    sync
    ln -sfn "$1" "$APP/current.new" && mv -T "$APP/current.new" "$APP/current"
}
tidy() {
    keep1=$(current)
    keep2=$(cat "$APP/previous" 2>/dev/null || true)
    for old in "$APP"/releases/*; do
        [ "$old" = "$keep1" ] || [ "$old" = "$keep2" ] || rm -rf "$old"
    done
}

# ---- data

set_aside() { # until the new version has started: $BEFORE belongs to the version in $APP/previous
    copy "$DATA" "$BEFORE.new"
}
copy() { # whole, or not at all
    rm -rf "$2"
    cp -a "$1" "$2" || { rm -rf "$2"; return 1; }
}
keep_aside() {
    rm -rf "$BEFORE"
    mv "$BEFORE.new" "$BEFORE"
    say "a copy of the games is in $BEFORE"
}

# ---- units

units() {
    changed=no
    for unit in companion.service companion.socket; do
        if ! cmp -s "$1/systemd/$unit" "$UNITS/$unit"; then
            install -m 0644 "$1/systemd/$unit" "$UNITS/$unit"
            changed=yes
        fi
    done
    [ $changed = no ] || ! systemd_runs || systemctl daemon-reload
    systemctl enable --quiet companion.socket companion.service 2>/dev/null
    ln -sfn "$APP/current/venv/bin/companion" /usr/local/bin/companion
}
stop() { ! systemd_runs || systemctl stop --quiet companion.service companion.socket 2>/dev/null || true; }
start() {
    if systemd_runs; then
        systemctl reset-failed companion.service 2>/dev/null || true
        systemctl restart companion.socket && systemctl restart companion.service && systemctl is-active --quiet companion.service
    else
        check
    fi
}
check() { # without systemd the service can't be started: then the program must at least load and know its command
    (cd /tmp && "$APP/current/venv/bin/companion" run --help >/dev/null)
}

# ---- buses, as Raspberry Pi OS does it

buses() {
    if noted "overlay spi0-1cs" || grep -qs '^bus = "spi"' "$ETC/companion.toml"; then SPI=yes; fi # as it was said before
    command -v raspi-config >/dev/null || { say "no raspi-config here: enable the display's bus yourself, where there is one"; return 0; }
    if [ $SPI = yes ]; then
        bus_off i2c # its two pins are a pod's keys beside SPI
        bus_on spi
        one_select
    else
        bus_on i2c
        [ "$(raspi-config nonint get_spi)" = 1 ] || # then the kernel keeps that pin, and no pod can be used
            say "the bus spi is on; its second chip select is a key of pod 3 beside I²C: sudo raspi-config switches it off"
    fi
}
bus_on() {
    [ "$(raspi-config nonint "get_$1")" = 1 ] || return 0
    [ "$1" = spi ] || grep -qx 'i2c-dev' /etc/modules 2>/dev/null || note "module i2c-dev" # raspi-config will add it
    raspi-config nonint "do_$1" 0
    note "bus $1"
    say "the bus $1 is on (after a restart)"
}
bus_off() { # what was switched on here; what somebody else did is theirs
    if noted "bus $1"; then
        bus_back "$1"
    elif [ "$(raspi-config nonint "get_$1")" = 0 ]; then
        say "the bus $1 is on; its pins are pod 1's keys beside an SPI display: sudo raspi-config switches it off"
    fi
}
bus_back() {
    raspi-config nonint "do_$1" 1
    forget "bus $1"
    say "the bus $1 is off again (after a restart)"
    if [ "$1" = i2c ] && noted "module i2c-dev"; then
        sed -i '/^i2c-dev$/d' /etc/modules
        forget "module i2c-dev"
    fi
}
boot_config() { for file in /boot/firmware/config.txt /boot/config.txt; do [ -e $file ] && echo $file && return; done; }
one_select() { # one chip select is enough, and frees GPIO 7 for the display's reset
    file=$(boot_config)
    if [ -n "$file" ] && ! grep -q '^dtoverlay=spi0-1cs' "$file"; then
        printf 'dtoverlay=spi0-1cs\n' >>"$file"
        note "overlay spi0-1cs"
    fi
}
buses_back() {
    for bus in i2c spi; do
        ! noted "bus $bus" || bus_back "$bus"
    done
    if noted "overlay spi0-1cs"; then
        sed -i '/^dtoverlay=spi0-1cs$/d' "$(boot_config)"
        forget "overlay spi0-1cs"
    fi
}

# ---- the three commands

do_install() {
    [ -f "$SOURCE/pyproject.toml" ] || die "run it from the companion's own folder"
    case $(dpkg --print-architecture) in
        arm64 | amd64) ;;
        *) die "this system has 32 bits: write Raspberry Pi OS (64-bit) onto the card" ;;
    esac
    mkdir -p "$APP/releases" "$ETC"
    touch "$NOTES"
    packages
    account
    build
    old=$(current)
    stop
    if [ -n "$old" ] && ! set_aside; then
        rm -rf "$RELEASE"
        start || true
        die "the games can't be copied to $BEFORE: make room on the disk; what was installed runs on"
    fi
    switch "$RELEASE"
    [ $DEVICES = no ] || buses
    units "$RELEASE"
    if start; then
        if [ -n "$old" ]; then
            keep_aside
            printf '%s\n' "$old" >"$APP/previous"
        fi
        tidy
        finished
    else
        failed "$old"
    fi
}
page_name() { # a room calls the table by another one
    named=$(sed -n '/^\[page\]/,/^\[[^p]/s/^name *= *"\([^"]*\)".*/\1/p' "$ETC/companion.toml")
    printf '%s' "${named:-companion}"
}
finished() {
    if systemd_runs; then
        say "it runs: open http://$(page_name).local/ on a phone"
    else
        say "installed; systemd does not run here, so it starts with the machine"
    fi
    say "next: sudo companion setup, then companion doctor; sudo companion key prints the code that lets a host in"
    ! systemd_runs || "$APP/current/venv/bin/companion" key 2>/dev/null || true
}
failed() {
    say "the new version does not start:"
    ! systemd_runs || journalctl --unit companion.service --unit companion.socket --lines 15 --no-pager 2>/dev/null || true
    stop
    if [ -z "$1" ]; then
        die "it stays as it is: look at the lines above, then run this again"
    fi
    rm -rf "$DATA.failed"
    mv "$DATA" "$DATA.failed"
    mv "$BEFORE.new" "$DATA"
    rm -rf "$DATA.failed"
    switch "$1"
    units "$1"
    start || true
    rm -rf "$RELEASE"
    die "the version before runs again, with the games as they were"
}
do_rollback() {
    old=$(cat "$APP/previous" 2>/dev/null || true)
    [ -d "${old:-/nowhere}" ] || die "there is no version before this one"
    after=$AFTER-$(date +%Y%m%d-%H%M%S)
    stop
    if [ -d "$BEFORE" ]; then
        if ! copy "$BEFORE" "$DATA.new"; then
            start || true
            die "the games can't be copied back from $BEFORE: make room on the disk; nothing was changed"
        fi
        mv "$DATA" "$after"
        mv "$DATA.new" "$DATA"
        say "what was played since the upgrade is not lost: it is in $after"
    fi
    now=$(current)
    switch "$old"
    units "$old"
    start || die "the version before does not start either: journalctl -u companion says why"
    printf '%s\n' "$now" >"$APP/previous"
    say "back at $old, with the games as they were before the upgrade"
}
do_uninstall() {
    stop
    systemctl disable --quiet companion.service companion.socket 2>/dev/null || true
    rm -f "$UNITS/companion.service" "$UNITS/companion.socket" /usr/local/bin/companion
    ! systemd_runs || systemctl daemon-reload
    [ ! -x "$SOURCE/systemd/hotspot.sh" ] || "$SOURCE/systemd/hotspot.sh" off >/dev/null 2>&1 || true
    ! command -v raspi-config >/dev/null || buses_back
    if [ "${1:-}" = --purge ]; then
        purge
    else
        say "the games stay in $DATA, the configuration in $ETC; uninstall --purge removes them, too"
    fi
    rm -rf "$APP"
    say "removed"
}
purge() {
    ! noted "user companion" || deluser --quiet companion >/dev/null 2>&1 || true
    ! getent group companion >/dev/null || delgroup --quiet companion >/dev/null 2>&1 || true
    added=$(sed -n 's/^package //p' "$NOTES" 2>/dev/null | tr '\n' ' ')
    rm -rf "$DATA" "$BEFORE" "$BEFORE.new" "$AFTER"-* "$ETC"
    if [ -n "$added" ]; then
        say "removing the packages that came with it: $added"
        # shellcheck disable=SC2086
        DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq $added >/dev/null
    fi
}

[ "$(id -u)" = 0 ] || die "run it with sudo"
command=install
purge=
for word in "$@"; do
    case $word in
        install | upgrade) command=install ;;
        rollback | uninstall) command=$word ;;
        --purge) purge=--purge ;;
        --spi) SPI=yes ;;
        --no-devices) DEVICES=no ;;
        *) die "what is $word? install, rollback or uninstall, with --spi, --no-devices or --purge" ;;
    esac
done
case $command in
    install) do_install ;;
    rollback) do_rollback ;;
    uninstall) do_uninstall $purge ;;
esac
