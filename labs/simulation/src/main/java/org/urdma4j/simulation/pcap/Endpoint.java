package org.urdma4j.simulation.pcap;

/**
 * Addresses of a host in captures.
 *
 * @param mac Ethernet address, 48 bits
 * @param gidHigh first half of the GID, which is the IPv6 address; of an IPv4 address, the mapped
 *     one: {@code ::ffff:a.b.c.d}
 * @param gidLow second half
 */
public record Endpoint(long mac, long gidHigh, long gidLow) {
    private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000L;
    private static final long IPV4_MAPPED = 0xffff_0000_0000L;
    private static final long UNIQUE_LOCAL = 0xfd00_0000_0000_0000L;
    private static final int TEN_NET = 10 << 24;

    /** Makes a host with an IPv4 address. */
    public static Endpoint ipv4(long mac, int address) {
        return new Endpoint(mac, 0, IPV4_MAPPED | Integer.toUnsignedLong(address));
    }

    /**
     * Makes the n-th simulated host: 10.0.0.n with a locally administered MAC address.
     *
     * @param n 1 to 2^24 - 2
     */
    public static Endpoint host(int n) {
        if (n < 1 || n > 0xff_fffe) {
            throw new IllegalArgumentException("hosts are numbered from 1 to 16777214, not " + n);
        }
        return ipv4(LOCALLY_ADMINISTERED | n, TEN_NET | n);
    }

    /**
     * Makes one more address of the n-th simulated host: 10.k.x.y, with x.y for n.
     *
     * @param n 1 to 65535
     * @param k 1 to 255
     */
    public static Endpoint furtherIpv4(int n, int k) {
        return host(further(n, k));
    }

    /**
     * Makes one more address of the n-th simulated host: fd00::kx:yz, the hexadecimal digits of
     * {@link #furtherIpv4}.
     *
     * @param n 1 to 65535
     * @param k 1 to 255
     */
    public static Endpoint furtherIpv6(int n, int k) {
        int number = further(n, k);
        return new Endpoint(LOCALLY_ADMINISTERED | number, UNIQUE_LOCAL, number);
    }

    private static int further(int n, int k) {
        if (n < 1 || n > 0xffff || k < 1 || k > 0xff) {
            throw new IllegalArgumentException(
                    "hosts 1 to 65535 have 255 further addresses, not %d its %dth".formatted(n, k));
        }
        return (k << Short.SIZE) | n;
    }

    /** Returns whether it is an IPv4 address. */
    public boolean isIpv4() {
        return gidHigh == 0 && gidLow >>> Integer.SIZE == IPV4_MAPPED >>> Integer.SIZE;
    }

    /** Returns the IPv4 address: the last four bytes of the GID. */
    public int ipv4() {
        return (int) gidLow;
    }
}
