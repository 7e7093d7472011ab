#!/bin/sh
# The first process inside the rig's kernel: makes the devices, runs $OUT/command, leaves its exit status in $OUT/status.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs tmpfs /run
mountpoint -q /dev || mount -t devtmpfs dev /dev
mkdir -p /dev/shm /dev/pts /run/work /run/out
mount -t tmpfs shm /dev/shm
mount -t tmpfs tmp /tmp
mount -t configfs config /sys/kernel/config
LIBMOUNT_FORCE_MOUNT2=always mount -t hostfs -o "$OUT" none /run/out
# Nothing here is random enough for the kernel, and whoever asks it for chance would wait for minutes: some is brought along.
python3 -c 'import fcntl, pathlib, struct
seed = pathlib.Path("/run/out/seed").read_bytes()
fcntl.ioctl(open("/dev/urandom", "wb"), 0x40085203, struct.pack("ii", 8 * len(seed), len(seed)) + seed)  # RNDADDENTROPY'
ip link set lo up 2>/dev/null || busybox ip link set lo up
insmod "$RIG/recorder.ko"
ln -s system /dev/dma_heap/linux,cma # the name under which a Pi's kernel offers it
# 54 lines under the name that a Pi 4 gives them: gpiozero and lgpio take them for the header.
pins=/sys/kernel/config/gpio-sim/pi
mkdir -p $pins/bank0
echo 54 >$pins/bank0/num_lines
echo pinctrl-bcm2711 >$pins/bank0/label
echo 1 >$pins/live
printf 'processor\t: 0\nHardware\t: BCM2835\nRevision\t: c03112\nModel\t\t: Raspberry Pi 4 Model B Rev 1.2\n' >/run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
export PYTHONDONTWRITEBYTECODE=1 PYTHONFAULTHANDLER=1 COMPANION_RIG=1 OMP_NUM_THREADS=1
# A new page of memory costs far more here than outside: what one picture took is kept for the next one.
export MALLOC_MMAP_THRESHOLD_=33554432 MALLOC_TRIM_THRESHOLD_=536870912 MALLOC_TOP_PAD_=67108864
DEV=$(cat $pins/dev_name)
CHIP=$(cat $pins/bank0/chip_name)
export DEV CHIP
cd /run/work || exit
sh /run/out/command
echo $? >/run/out/status
sync
echo o >/proc/sysrq-trigger
sleep 5
