package org.urdma4j.verbs;

/**
 * Fields of Ethernet: {@code struct ibv_flow_eth_filter}. Immutable; {@link #NONE} and what makes
 * another of one field spare naming all of them.
 *
 * @param dstMac destination address, 48 bits, its first byte the highest
 * @param srcMac source address, likewise
 * @param etherType 16 bits; of a frame with VLAN tags, what follows the last
 * @param vlanTag 16 bits of the tag: priority (3), drop eligible (1), number of the VLAN (12); a
 *     mask of other than 0 asks for a tag
 */
public record FlowEthFilter(long dstMac, long srcMac, int etherType, int vlanTag) {
    /** Zero in all fields. */
    public static final FlowEthFilter NONE = new FlowEthFilter(0, 0, 0, 0);

    /** All bits of an address: the usual mask. */
    public static final long MAC_MASK = 0xffff_ffff_ffffL;

    private static final int HALF = 0xffff;

    /** Checks the ranges. */
    public FlowEthFilter {
        Checks.range("dstMac", dstMac, 0, MAC_MASK);
        Checks.range("srcMac", srcMac, 0, MAC_MASK);
        Checks.range("etherType", etherType, 0, HALF);
        Checks.range("vlanTag", vlanTag, 0, HALF);
    }

    /** Returns the same with another destination. */
    public FlowEthFilter dstMac(long address) {
        return new FlowEthFilter(address, srcMac, etherType, vlanTag);
    }

    /** Returns the same with another source. */
    public FlowEthFilter srcMac(long address) {
        return new FlowEthFilter(dstMac, address, etherType, vlanTag);
    }

    /** Returns the same with another EtherType. */
    public FlowEthFilter etherType(int type) {
        return new FlowEthFilter(dstMac, srcMac, type, vlanTag);
    }

    /** Returns the same with another VLAN tag. */
    public FlowEthFilter vlanTag(int tag) {
        return new FlowEthFilter(dstMac, srcMac, etherType, tag);
    }
}
