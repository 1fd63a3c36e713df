#!/bin/bash
# get-debian-tools.sh CACHE
# Fetches kustomize, prometheus, promtool and amtool from Debian's packages and unpacks them below CACHE: nothing is installed, and the
# machine's apt configuration is read but never written. The suite is one whose kustomize is new enough, whatever the machine's own is; the
# programs are Go's and need no more than the C library of Debian 12. A complete cache is used as it is. The last line of the output is the
# folder of the programs.
set -euo pipefail
cache=$1
suite=trixie
packages=(kustomize prometheus promtool prometheus-alertmanager)
programs=(kustomize prometheus promtool amtool)
say() { echo "get-debian-tools: $*" >&2; }
complete() { [ -f "$cache/.complete" ]; }
finish() {
    echo "$cache/bin"
    exit 0
}
if complete; then finish; fi
for tool in apt-get dpkg-deb flock; do
    command -v $tool >/dev/null || { say "no $tool: this is no Debian machine"; exit 3; }
done
mkdir -p "$cache"
exec 9>"$cache/.lock"
flock 9
if complete; then finish; fi

# The mirror that this machine uses: as apt itself names it, else as its files do.
mirror=$({
    apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 2>/dev/null || true
    awk '/^[Uu][Rr][Ii]s:/ { for (i = 2; i <= NF; i++) print $i }' /etc/apt/sources.list.d/*.sources 2>/dev/null || true
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null |
        sed -En 's/^deb +(\[[^]]*\] +)?([^ ]+) .*/\2/p' || true
} | awk '!/security/ && !found { print; found = 1 }')
[ -n "$mirror" ] || { say "no Debian mirror is named in the apt sources"; exit 4; }

# An apt of its own, with an empty list of installed packages. Its downloads are checked against Debian's keys.
apt=$cache/apt
rm -rf "$apt" "$cache/root" "$cache/bin"
mkdir -p "$apt"/{lists/partial,archives/partial,state}
: >"$apt/status"
keyring=
for file in /usr/share/keyrings/debian-archive-keyring.{gpg,pgp}; do
    if [ -r "$file" ]; then keyring="signed-by=$file"; break; fi
done
echo "deb [arch=$(dpkg --print-architecture) $keyring] $mirror $suite main" >"$apt/sources.list"
options=(
    -q=2 -o Dir::Etc::SourceList="$apt/sources.list" -o Dir::Etc::SourceParts=/dev/null
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null
    -o Dir::State="$apt/state" -o Dir::State::Lists="$apt/lists" -o Dir::State::status="$apt/status"
    -o Dir::Cache="$apt" -o Dir::Cache::archives="$apt/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache=
    -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::Retries=3
    -o Acquire::Check-Valid-Until=false -o Acquire::Check-Date=false
    -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false
    -o Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false
)
try() {
    local n
    for n in 1 2 3; do
        "$@" 9>&- >&2 && return 0
        say "try $n of 3 failed: $1 ${*: -1}"
        sleep 3
    done
    return 1
}
try apt-get "${options[@]}" update
cd "$apt/archives"
try apt-get "${options[@]}" download "${packages[@]}"
mkdir "$cache/root" "$cache/bin"
for archive in "$apt"/archives/*.deb; do dpkg-deb -x "$archive" "$cache/root"; done
for program in "${programs[@]}"; do
    [ -x "$cache/root/usr/bin/$program" ] || { say "there is no $program in ${packages[*]} of the suite $suite"; exit 7; }
    ln -s "$cache/root/usr/bin/$program" "$cache/bin/$program"
done
"$cache/bin/kustomize" version >&2 && "$cache/bin/promtool" --version >&2 && "$cache/bin/amtool" --version >&2 ||
    { say "a program does not start"; exit 8; }
rm -rf "$apt"
touch "$cache/.complete"
finish
