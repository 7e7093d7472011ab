#!/bin/sh
# A Debian tree as a machine of its own: made once, booted with its own systemd in its own namespaces. Root only.
#
#   tree.sh make SUITE DIR         debootstrap a small tree with systemd and Python (a minute, 400 MB)
#   tree.sh boot DIR               start its systemd; prints its process number
#   tree.sh in DIR COMMAND…        run a command in the tree, beside its systemd where it is booted
#   tree.sh halt DIR               end it
set -eu

state() { echo "$1.pid"; }

make_tree() {
    mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -n 1)
    debootstrap --variant=minbase \
        --include=ca-certificates,systemd,systemd-sysv,dbus,python3,python3-venv,adduser,sudo,iproute2 \
        "$1" "$2" "${mirror:-http://deb.debian.org/debian}" >"$2.log" 2>&1
    mkdir -p "$2/usr/local/share/ca-certificates"
    cp /usr/local/share/ca-certificates/*.crt "$2/usr/local/share/ca-certificates/" 2>/dev/null || true
    chroot "$2" update-ca-certificates >>"$2.log" 2>&1
}

init() { # inside new namespaces: mounts as a machine has them, then systemd
    tree=$1
    mount --make-rprivate /
    mount --bind "$tree" "$tree"
    mount -t proc proc "$tree/proc"
    mount -t sysfs -o ro sys "$tree/sys"
    mount -t cgroup2 cgroup "$tree/sys/fs/cgroup"
    mount -t tmpfs -o mode=755 tmpfs "$tree/run"
    mount -t tmpfs -o mode=755 tmpfs "$tree/dev"
    mkdir -p "$tree/run/lock" "$tree/dev/pts" "$tree/dev/shm"
    for node in null zero full random urandom tty; do
        touch "$tree/dev/$node"
        mount --bind "/dev/$node" "$tree/dev/$node"
    done
    mount -t devpts devpts "$tree/dev/pts" -o newinstance,ptmxmode=0666
    ln -s pts/ptmx "$tree/dev/ptmx"
    ln -s /proc/self/fd "$tree/dev/fd"
    cp /etc/resolv.conf "$tree/run/resolv.conf" 2>/dev/null || true
    cd "$tree"
    mkdir -p .old
    pivot_root . .old
    umount -l /.old
    rmdir /.old
    exec env -i container=rig PATH=/usr/sbin:/usr/bin:/sbin:/bin /sbin/init --log-target=journal --show-status=0
}

enter() {
    tree=$1
    shift
    if [ -f "$(state "$tree")" ]; then
        nsenter -t "$(cat "$(state "$tree")")" -m -p -u -i -C -r -w "$@"
    else
        chroot "$tree" "$@"
    fi
}

boot() {
    unshare --pid --mount --cgroup --uts --ipc --fork sh "$0" init "$1" >"$1.boot" 2>&1 </dev/null &
    outer=$!
    for _ in $(seq 100); do
        inner=$(tr -d ' ' 2>/dev/null <"/proc/$outer/task/$outer/children")
        if [ -n "$inner" ] && [ "$(cat "/proc/$inner/comm" 2>/dev/null)" = systemd ]; then
            echo "$inner" >"$(state "$1")"
            case $(enter "$1" systemctl is-system-running 2>/dev/null) in
                running | degraded) echo "$inner" && return 0 ;;
            esac
        fi
        sleep 0.2
    done
    cat "$1.boot" >&2
    return 1
}

halt() {
    [ -f "$(state "$1")" ] || return 0
    inner=$(cat "$(state "$1")")
    kill -s RTMIN+4 "$inner" 2>/dev/null || true # systemd powers off: services end in order
    for _ in $(seq 50); do
        [ -d "/proc/$inner" ] || break
        sleep 0.2
    done
    kill -9 "$inner" 2>/dev/null || true
    rm -f "$(state "$1")"
}

case $1 in
    make) make_tree "$2" "$3" ;;
    init) init "$2" ;;
    boot) boot "$2" ;;
    in) shift && enter "$@" ;;
    halt) halt "$2" ;;
    *) echo "tree.sh make, boot, in or halt" >&2 && exit 2 ;;
esac
