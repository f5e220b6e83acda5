# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Builds what the guest boots: a kernel and an initramfs with busybox, rdma, rxe-peer and the kernel
# modules. Sourced by rxe-guest, which sets here and cache.
: "${here:?}" "${cache:?}"

# In the guest's kernel these may be modules or built in. crc32_generic: rxe's ICRC; with TCG it is
# quicker than emulated carry-less multiplication.
modules=(
    virtio_pci virtio_net virtio_rng crc32_generic ib_uverbs rdma_rxe rdma_ucm bridge sch_netem
)

# Programs of rdma-core and perftest that the guest has.
peer_programs=(
    ibv_rc_pingpong ibv_uc_pingpong ibv_ud_pingpong ibv_srq_pingpong ibv_devinfo rping ucmatose
    udaddy mckey ib_write_bw ib_read_bw ib_send_bw ib_send_lat
)

# Builds the image unless it is there and made from the same sources.
build_image() {
    local made=$cache/$1 stamp
    stamp=$(cat "$here"/lib/*.sh "$here/guest/init" "$here"/guest/peer/* | sha256sum)
    if [ "$(cat "$made/stamp" 2>/dev/null)" != "$stamp" ]; then
        say "building the guest's image"
        rm -rf "$made/root" "$made/stamp"
        mkdir -p "$made"/root/{bin,lib,lib64,modules,etc/libibverbs.d}
        stage_programs "$made/root"
        stage_modules "$made/kernel" "$made/root/modules"
        cp "$made"/kernel/boot/vmlinuz-* "$made/vmlinuz"
        pack "$made/root" >"$made/initrd.gz"
        printf '%s\n' "$stamp" >"$made/stamp"
    fi
}

stage_programs() {
    local root=$1 packages=$cache/packages libraries=usr/lib/x86_64-linux-gnu provider program
    install -m 755 "$(busybox)" "$root/bin/busybox"
    install -m 755 "$here/guest/init" "$root/init"
    cp "$(command -v rdma)" "$(command -v tc)" "$root/bin/"
    for program in "${peer_programs[@]}"; do
        cp "$packages/usr/bin/$program" "$root/bin/"
    done
    gcc -std=gnu17 -O2 -Wall -Wextra -Werror "-I$packages/usr/include" -o "$root/bin/rxe-peer" \
        "$here"/guest/peer/*.c "-L$packages/$libraries" \
        "-Wl,-rpath-link,$packages/$libraries" -libverbs \
        || fail "rxe-peer doesn't compile"
    provider=$(cd "$packages" && find "$libraries/libibverbs" -name 'librxe-rdmav*.so')
    mkdir -p "$root/$(dirname "$provider")"
    cp "$packages/$provider" "$root/$provider"
    cp "$packages/etc/libibverbs.d/rxe.driver" "$root/etc/libibverbs.d/"
    stage_libraries "$root" "$packages/$libraries:$packages/lib/x86_64-linux-gnu" \
        "$root/bin/rdma" "$root/bin/tc" "$root/bin/rxe-peer" "$root/$provider" \
        "${peer_programs[@]/#/$root/bin/}"
    # pthread_exit, by which rping ends, loads it.
    cp -L /lib/x86_64-linux-gnu/libgcc_s.so.1 "$root/lib/"
}

# Copies the shared libraries of programs to where the loader looks without being told.
stage_libraries() {
    local root=$1 unpacked=$2 listing
    shift 2
    listing=$(LD_LIBRARY_PATH=$unpacked ldd "$@")
    if grep -q 'not found' <<<"$listing"; then
        fail "a library is missing: $(grep 'not found' <<<"$listing" | head -n 1)"
    fi
    sed -n 's/.*=> \(\/[^ ]*\).*/\1/p' <<<"$listing" | sort -u | while read -r library; do
        cp -L "$library" "$root/lib/"
    done
    cp -L /lib64/ld-linux-x86-64.so.2 "$root/lib64/"
}

# Copies the modules and those they need, and writes down in which order they load.
stage_modules() {
    local kernel=$1 target=$2 release module file name
    release=$(basename "$kernel"/lib/modules/*)
    [ -e "$kernel/lib/modules/$release/modules.dep" ] || depmod -b "$kernel" "$release"
    for module in "${modules[@]}"; do
        modprobe -d "$kernel" -S "$release" --show-depends "$module" \
            || fail "kernel $release has no $module"
    done | sed -n 's/^insmod \([^ ]*\).*/\1/p' | awk '!seen[$0]++' | while read -r file; do
        name=$(basename "$file")
        case $name in
            *.xz) xz -dc "$file" >"$target/${name%.xz}" ;;
            *) cp "$file" "$target/" ;;
        esac
        printf '%s\n' "${name%.xz}" >>"$target/order"
    done
}

busybox() {
    find "$cache/packages" -path '*bin/busybox' -print -quit
}

pack() {
    (cd "$1" && find . | sort | "$(busybox)" cpio -o -H newc -R 0:0 2>/dev/null | gzip -1)
}
