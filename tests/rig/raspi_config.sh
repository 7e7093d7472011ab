#!/bin/sh
# Stands for Raspberry Pi OS's raspi-config in a tree that has none, in what the installer asks of it: "nonint get_BUS"
# (0: on, 1: off) and "nonint do_BUS 0" or "1", for i2c and spi. It writes the boot configuration and /etc/modules as the
# real one does: a setting that stands there, commented out or not, is written over, another one is added at the end.
set -eu

CONFIG=/boot/firmware/config.txt
[ "$1" = nonint ] || exit 2
case $2 in
    *_i2c) parameter=i2c_arm ;;
    *_spi) parameter=spi ;;
    *) exit 2 ;;
esac
case $2 in
    get_*) if grep -q "^dtparam=$parameter=on" "$CONFIG"; then echo 0; else echo 1; fi ;;
    do_*)
        case $3 in 0) setting=on ;; 1) setting=off ;; *) exit 2 ;; esac
        if grep -q "^#\\{0,1\\}dtparam=$parameter=" "$CONFIG"; then
            sed -i "s/^#\\{0,1\\}dtparam=$parameter=.*/dtparam=$parameter=$setting/" "$CONFIG"
        else
            echo "dtparam=$parameter=$setting" >>"$CONFIG"
        fi
        [ $parameter = spi ] || grep -q '^i2c-dev' /etc/modules 2>/dev/null || echo i2c-dev >>/etc/modules
        ;;
esac
