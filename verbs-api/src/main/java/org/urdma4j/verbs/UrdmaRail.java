package org.urdma4j.verbs;

import java.util.Objects;

/**
 * A pair of addresses that data may go between, of one family.
 *
 * @param local an address of the own device, one of its GIDs
 * @param remote an address of the peer's
 */
public record UrdmaRail(Gid local, Gid remote) {
    /** Checks that both are of one family. */
    public UrdmaRail {
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(remote, "remote");
        if (local.isIpv4Mapped() != remote.isIpv4Mapped()) {
            throw new IllegalArgumentException(
                    "path %s-%s is between IPv4 and IPv6; both ends need addresses of one family"
                            .formatted(local, remote));
        }
    }
}
