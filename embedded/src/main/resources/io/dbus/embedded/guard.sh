#!/bin/sh
# guard.sh DIRECTORY
# Removes DIRECTORY when standard input ends, which is when the JVM that uses it is dead: first the supervisors get the
# time to end their servers (see supervise.sh), since a server that lives would write on.
trap '' INT HUP TERM
while read -r _; do :; done
tenths=300
while [ "$tenths" -gt 0 ] && ls "$1"/*/running >/dev/null 2>&1; do
    sleep 0.1
    tenths=$((tenths - 1))
done
cd / && rm -rf "$1"
