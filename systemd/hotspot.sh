#!/bin/sh
# The companion's own Wi-Fi, for tables without a router, through NetworkManager.
#
#   sudo systemd/hotspot.sh on NAME PASSWORD    phones join NAME and open http://companion.local/ or http://10.42.0.1/
#   sudo systemd/hotspot.sh off
set -eu

CONNECTION=table-companion
NAMES=/etc/NetworkManager/dnsmasq-shared.d/table-companion.conf
say() { printf '%s\n' "companion: $*"; }
die() { printf '%s\n' "companion: $*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || die "run it with sudo"
command -v nmcli >/dev/null || die "NetworkManager is missing: sudo apt install network-manager"
case ${1:-} in
    on)
        [ $# = 3 ] || die "say the Wi-Fi's name and password: hotspot.sh on NAME PASSWORD"
        [ "${#3}" -ge 8 ] || die "a Wi-Fi's password has 8 letters or more"
        nmcli --terse connection delete "$CONNECTION" >/dev/null 2>&1 || true
        mkdir -p "$(dirname "$NAMES")"
        printf 'address=/companion.local/10.42.0.1\n' >"$NAMES"
        nmcli --terse connection add type wifi ifname '*' con-name "$CONNECTION" autoconnect yes ssid "$2" \
            802-11-wireless.mode ap 802-11-wireless.band bg ipv4.method shared ipv4.addresses 10.42.0.1/24 \
            ipv6.method disabled wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$3" >/dev/null
        nmcli --terse connection up "$CONNECTION" >/dev/null || die "the Wi-Fi does not start: is its country set (raspi-config)?"
        say "phones join $2 and open http://companion.local/ or http://10.42.0.1/"
        ;;
    off)
        nmcli --terse connection delete "$CONNECTION" >/dev/null 2>&1 || true
        rm -f "$NAMES"
        say "the own Wi-Fi is off"
        ;;
    *) die "hotspot.sh on NAME PASSWORD, or hotspot.sh off" ;;
esac
