package org.urdma4j.verbs;

/**
 * Fields of IPv4: {@code struct ibv_flow_ipv4_ext_filter}. Immutable; {@link #NONE} and what makes
 * another of one field spare naming all of them.
 *
 * @param srcIp source address, its first byte the highest
 * @param dstIp destination address, likewise
 * @param proto protocol, 8 bits
 * @param tos type of service: DSCP (6) and ECN (2)
 * @param ttl time to live, 8 bits
 * @param flags {@link #DONT_FRAGMENT}, {@link #MORE_FRAGMENTS}
 */
public record FlowIpv4ExtFilter(int srcIp, int dstIp, int proto, int tos, int ttl, int flags) {
    /** Zero in all fields. */
    public static final FlowIpv4ExtFilter NONE = new FlowIpv4ExtFilter(0, 0, 0, 0, 0, 0);

    /** The flag DF, as the kernel's {@code enum ib_ipv4_flags} numbers it. */
    public static final int DONT_FRAGMENT = 2;

    /** The flag MF, likewise. */
    public static final int MORE_FRAGMENTS = 4;

    private static final int BYTE = 0xff;

    /** Checks the ranges. */
    public FlowIpv4ExtFilter {
        Checks.range("proto", proto, 0, BYTE);
        Checks.range("tos", tos, 0, BYTE);
        Checks.range("ttl", ttl, 0, BYTE);
        Checks.range("flags", flags, 0, DONT_FRAGMENT | MORE_FRAGMENTS);
    }

    /** Returns the same with another source. */
    public FlowIpv4ExtFilter srcIp(int address) {
        return new FlowIpv4ExtFilter(address, dstIp, proto, tos, ttl, flags);
    }

    /** Returns the same with another destination. */
    public FlowIpv4ExtFilter dstIp(int address) {
        return new FlowIpv4ExtFilter(srcIp, address, proto, tos, ttl, flags);
    }

    /** Returns the same with another protocol. */
    public FlowIpv4ExtFilter proto(int number) {
        return new FlowIpv4ExtFilter(srcIp, dstIp, number, tos, ttl, flags);
    }

    /** Returns the same with another type of service. */
    public FlowIpv4ExtFilter tos(int value) {
        return new FlowIpv4ExtFilter(srcIp, dstIp, proto, value, ttl, flags);
    }

    /** Returns the same with another time to live. */
    public FlowIpv4ExtFilter ttl(int hops) {
        return new FlowIpv4ExtFilter(srcIp, dstIp, proto, tos, hops, flags);
    }

    /** Returns the same with other flags. */
    public FlowIpv4ExtFilter flags(int bits) {
        return new FlowIpv4ExtFilter(srcIp, dstIp, proto, tos, ttl, bits);
    }
}
