#!/bin/sh
# guard.sh DIRECTORY
# Removes DIRECTORY when standard input ends, which is when the JVM that uses it is dead: first the supervisors get the
# time to end their servers (see supervise.sh), since a server that lives would write on. The server of a supervisor that
# somebody has killed is killed here.
trap '' INT HUP TERM
while read -r _; do :; done

# Whether a supervisor is at work; one that has not written its marker yet counts for it.
supervised() {
    for marker in "$1"/*/running; do
        [ -e "$marker" ] || continue
        pid= supervisor=
        read -r pid supervisor <"$marker"
        if [ -z "$supervisor" ] || kill -s 0 "$supervisor" 2>/dev/null; then return 0; fi
    done
    return 1
}
tenths=300
while [ "$tenths" -gt 0 ] && supervised "$1"; do
    sleep 0.1
    tenths=$((tenths - 1))
done
for marker in "$1"/*/running; do
    [ -e "$marker" ] || continue
    pid=
    read -r pid supervisor <"$marker"
    # Only what has to do with this directory: the number may have passed to another process.
    case $(ps -o args= -p "${pid:-0}" 2>/dev/null) in
    *"$1"/*) kill -s KILL -- "-$pid" 2>/dev/null || kill -s KILL "$pid" 2>/dev/null ;;
    esac
done
cd / && rm -rf "$1"
