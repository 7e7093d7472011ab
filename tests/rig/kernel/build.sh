#!/bin/sh
# Builds a kernel that runs as a process (User Mode Linux), with pins, a bus and a webcam, from Debian's kernel source, and
# what tells whether it keeps the memory of threads apart.
# Some 250 seconds of one processor, once. Root only, for the packages it needs.
#
#   build.sh DIR      leaves DIR/linux, DIR/recorder.ko and DIR/mappings
set -eu

HERE=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$1"
cd "$1"
if [ -x linux ] && [ -f recorder.ko ] && [ -z "$(find "$HERE" -newer recorder.ko \( -name options -o -name '*.[ch]' \))" ]; then
    exit 0
fi
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    flex bison bc libelf-dev gcc make kmod xz-utils busybox-static >/dev/null
name=$(apt-cache pkgnames linux-source-6. | sort -V | tail -n 1)
[ -d source ] || {
    apt-get download -q "$name" >/dev/null 2>&1
    mkdir source
    dpkg-deb --fsys-tarfile "$name"_*.deb | tar -xO --wildcards './usr/src/linux-source*.tar.xz' |
        tar -xJ -C source --strip-components=1
    rm -f "$name"_*.deb
}
tree=$PWD/source
headers=source/arch/um/include/asm
if grep -q um_tlb_mark_sync $headers/tlbflush.h && ! cmp -s "$HERE/tlb.h" $headers/tlb.h; then
    cp "$HERE/tlb.h" $headers/ # without it threads write into each other's memory, as mappings.c tells
fi
make() { command make -s -C "$tree" ARCH=um O="$PWD/made" "$@" >>build.log 2>&1 || { tail -n 20 build.log >&2; exit 1; }; }
mkdir -p made module
: >build.log
make tinyconfig
sed -e '/^#/d' "$HERE/options" | tr ' ' '\n' | sed -n 's/.\+/CONFIG_&=y/p' >wanted
(cd "$tree" && ./scripts/kconfig/merge_config.sh -m -O "$OLDPWD/made" "$OLDPWD/made/.config" "$OLDPWD/wanted") >>build.log 2>&1
make olddefconfig
make -j"$(nproc)" linux modules
cp "$HERE/recorder.c" module/
echo 'obj-m := recorder.o' >module/Makefile
command make -s -C made ARCH=um M="$PWD/module" modules >>build.log 2>&1
gcc -O1 -Wall -o mappings "$HERE/mappings.c" -lpthread
strip -o linux --strip-debug made/linux
cp module/recorder.ko .
