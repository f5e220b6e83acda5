package org.urdma4j.verbs;

import java.util.Objects;

/**
 * Fields of IPv6: {@code struct ibv_flow_ipv6_filter}. Immutable; {@link #NONE} and what makes
 * another of one field spare naming all of them.
 *
 * @param srcIp source address, as a GID
 * @param dstIp destination address, likewise
 * @param flowLabel 20 bits
 * @param nextHdr type of the header that follows, 8 bits
 * @param trafficClass DSCP (6) and ECN (2)
 * @param hopLimit 8 bits
 */
public record FlowIpv6Filter(
        Gid srcIp, Gid dstIp, int flowLabel, int nextHdr, int trafficClass, int hopLimit) {
    /** Zero in all fields. */
    public static final FlowIpv6Filter NONE = new FlowIpv6Filter(Gid.ZERO, Gid.ZERO, 0, 0, 0, 0);

    /** All bits of an address: the usual mask. */
    public static final Gid ADDRESS_MASK = new Gid(-1, -1);

    private static final int BYTE = 0xff;
    private static final int LABEL = 0xf_ffff;

    /** Checks the ranges. */
    public FlowIpv6Filter {
        Objects.requireNonNull(srcIp, "srcIp");
        Objects.requireNonNull(dstIp, "dstIp");
        Checks.range("flowLabel", flowLabel, 0, LABEL);
        Checks.range("nextHdr", nextHdr, 0, BYTE);
        Checks.range("trafficClass", trafficClass, 0, BYTE);
        Checks.range("hopLimit", hopLimit, 0, BYTE);
    }

    /** Returns the same with another source. */
    public FlowIpv6Filter srcIp(Gid address) {
        return new FlowIpv6Filter(address, dstIp, flowLabel, nextHdr, trafficClass, hopLimit);
    }

    /** Returns the same with another destination. */
    public FlowIpv6Filter dstIp(Gid address) {
        return new FlowIpv6Filter(srcIp, address, flowLabel, nextHdr, trafficClass, hopLimit);
    }

    /** Returns the same with another flow label. */
    public FlowIpv6Filter flowLabel(int label) {
        return new FlowIpv6Filter(srcIp, dstIp, label, nextHdr, trafficClass, hopLimit);
    }

    /** Returns the same with another type of the next header. */
    public FlowIpv6Filter nextHdr(int type) {
        return new FlowIpv6Filter(srcIp, dstIp, flowLabel, type, trafficClass, hopLimit);
    }

    /** Returns the same with another traffic class. */
    public FlowIpv6Filter trafficClass(int value) {
        return new FlowIpv6Filter(srcIp, dstIp, flowLabel, nextHdr, value, hopLimit);
    }

    /** Returns the same with another hop limit. */
    public FlowIpv6Filter hopLimit(int hops) {
        return new FlowIpv6Filter(srcIp, dstIp, flowLabel, nextHdr, trafficClass, hops);
    }
}
