package org.urdma4j.protection.admission;

import org.urdma4j.verbs.Gid;

/**
 * The network that an address is taken to be of, where limits are for networks: the first 24 bits
 * of an IPv4 address, the first 56 of an IPv6 one, which is what a customer of a provider has.
 *
 * @param bits those
 * @param ipv4 of which family it is
 */
public record SourceNetwork(long bits, boolean ipv4) {
    private static final int IPV4_HOST_BITS = 8;
    private static final int IPV6_HOST_BITS = 8;
    private static final long MAPPED = 0xffffL;

    /** Returns the network of an address, IPv4 ones as mapped. */
    public static SourceNetwork of(Gid address) {
        boolean ipv4 =
                address.subnetPrefix() == 0 && address.interfaceId() >>> Integer.SIZE == MAPPED;
        return ipv4
                ? new SourceNetwork(address.interfaceId() >>> IPV4_HOST_BITS, true)
                : new SourceNetwork(address.subnetPrefix() >>> IPV6_HOST_BITS, false);
    }
}
