#!/bin/sh
# supervise.sh MARKER SECONDS COMMAND...
# Runs COMMAND and ends it when standard input ends. Standard input is a pipe whose other end the starting JVM alone
# holds, so it ends with that JVM, however that dies. MARKER receives the process ids of the command and of this script and is
# removed when nothing of the command is left: until then its files must stay. SECONDS is what it has between SIGTERM and SIGKILL.
marker=$1 seconds=$2
shift 2
exec 3<&0 </dev/null
trap '' INT HUP

# A session of its own, so that a launcher that does not exec is reached together with what it started.
if command -v setsid >/dev/null 2>&1; then setsid "$@" 3<&- & else "$@" 3<&- & fi
child=$!
# From here on only the end of the pipe counts, or the end of the command. (Earlier the command would inherit it.)
trap '' TERM
echo "$child $$" >"$marker.new" && mv "$marker.new" "$marker"

signal() { kill -s "$1" -- "-$child" 2>/dev/null || kill -s "$1" "$child" 2>/dev/null; }
# Waits until nothing of the command runs, at most that many seconds.
gone() {
    tenths=$((seconds * 10))
    while [ "$tenths" -gt 0 ]; do
        kill -s 0 -- "-$child" 2>/dev/null || kill -s 0 "$child" 2>/dev/null || return 0
        sleep 0.1
        tenths=$((tenths - 1))
    done
    return 1
}

(
    while read -r _ <&3; do :; done
    signal TERM
    signal CONT
    gone || signal KILL
) &
watcher=$!
exec 3<&-

wait "$child"
status=$?
gone || signal KILL
kill -s KILL "$watcher" 2>/dev/null
rm -f "$marker"
exit "$status"
