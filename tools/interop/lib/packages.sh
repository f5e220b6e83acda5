# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Gets Debian's packages for the guest: from the mirrors that apt is set up with, unpacked into the
# cache, not installed. Sourced by rxe-guest, which sets cache.
: "${cache:?}"

# What of this machine is needed, and the package that has it.
programs=(
    qemu-system-x86_64:qemu-system-x86 ip:iproute2 rdma:iproute2 tc:iproute2 modprobe:kmod
    tcpdump:tcpdump
    gcc:gcc cc1:gcc xz:xz-utils flock:util-linux python3:python3
)

# Everything in the guest but the kernel: what rxe-peer needs, its headers among it, and the programs
# of rdma-core and perftest.
guest_packages=(
    busybox-static libibverbs1 ibverbs-providers libibverbs-dev
    ibverbs-utils rdmacm-utils librdmacm1 perftest libibumad3 libpci3 libnl-3-200 libnl-route-3-200
)

have_program() {
    command -v "$1" >/dev/null || [ -n "$(find /usr/lib/gcc -name "$1" -print -quit 2>/dev/null)" ]
}

# Sets missing to the packages of programs that this machine lacks.
find_missing() {
    local entry
    missing=()
    [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] \
        || fail "this needs Debian on amd64"
    for entry in "${programs[@]}"; do
        have_program "${entry%%:*}" || missing+=("${entry#*:}")
    done
    [ -e /usr/include/stdlib.h ] || missing+=(libc6-dev)
    mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sed '/^$/d' | sort -u)
}

check_programs() {
    find_missing
    [ ${#missing[@]} = 0 ] || fail "programs are missing: apt-get install ${missing[*]}"
}

# Installs the programs that are missing.
require_programs() {
    find_missing
    if [ ${#missing[@]} -gt 0 ]; then
        say "installing ${missing[*]}"
        refresh
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends \
            "${missing[@]}" >"$cache/apt.log" 2>&1 || fail "apt-get failed, see $cache/apt.log"
    fi
}

# Where apt shall look, if not where it always does.
apt_options=()

refreshed=
# Reads the mirrors' lists, once.
refresh() {
    [ -n "$refreshed" ] || apt-get -qq update || fail "apt-get update failed"
    refreshed=yes
}

# Fetches the kernel, "release" or "backports", and the guest's packages, unless they are there.
fetch() {
    mkdir -p "$cache/debs"
    [ "$(cat "$cache/packages/.complete" 2>/dev/null)" = "${guest_packages[*]}" ] || fetch_packages
    [ -e "$cache/$1/kernel/.complete" ] || fetch_kernel "$1"
}

fetch_packages() {
    say "fetching ${guest_packages[*]}"
    refresh
    download "${guest_packages[@]}"
    unpack "$cache/packages" "${guest_packages[@]}"
    printf '%s\n' "${guest_packages[*]}" >"$cache/packages/.complete"
}

fetch_kernel() {
    local package
    if [ "$1" = backports ]; then
        backports_lists
        apt_options=(-c "$cache/backports/apt.conf")
    else
        refresh
    fi
    # The meta package names the present version.
    package=$(apt-cache "${apt_options[@]}" depends linux-image-amd64 \
        | sed -n 's/^ *Depends: \(linux-image-[0-9]\)/\1/p' | head -n 1)
    [ -n "$package" ] || fail "apt knows no linux-image-amd64"
    say "fetching $package"
    download "$package"
    unpack "$cache/$1/kernel" "$package"
}

# Downloads packages into the cache.
download() {
    (cd "$cache/debs" && apt-get -qq -o APT::Sandbox::User=root "${apt_options[@]}" download "$@") \
        || fail "apt-get download failed: $*"
}

# Unpacks packages into a fresh folder.
unpack() {
    local folder=$1 package
    shift
    rm -rf "$folder"
    mkdir -p "$folder"
    for package in "$@"; do
        dpkg-deb -x "$(find "$cache/debs" -name "${package}_*.deb" | sort -V | tail -n 1)" "$folder"
    done
    touch "$folder/.complete"
}

# Backports have lists of their own, so that the machine's set-up of apt stays as it is.
backports_lists() {
    local folder=$cache/backports release mirror
    release=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME-}")
    # shellcheck disable=SC2016 # apt fills it in
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Component: main' \
        | grep -v security | sort -u | head -n 1)
    if [ -z "$release" ] || [ -z "$mirror" ]; then
        fail "can't tell this machine's Debian release or mirror"
    fi
    mkdir -p "$folder/lists/partial" "$folder/archives/partial"
    printf 'deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] %s %s-backports main\n' \
        "$mirror" "$release" >"$folder/sources.list"
    printf '%s "%s";\n' Dir::Etc::sourcelist "$folder/sources.list" \
        Dir::Etc::sourceparts /dev/null Dir::State::lists "$folder/lists" \
        Dir::Cache "$folder" APT::Sandbox::User root >"$folder/apt.conf"
    apt-get -qq -c "$folder/apt.conf" update || fail "the backports can't be read"
}
