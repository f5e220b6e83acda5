package org.urdma4j.codec.net;

/** Numbers of the protocols that follow an Ethernet header (IEEE 802 numbers, IANA). */
public final class EtherType {
    public static final int IPV4 = 0x0800;
    public static final int IPV6 = 0x86dd;

    /** 802.1Q customer tag. */
    public static final int VLAN = 0x8100;

    /** 802.1ad service tag, outside a customer tag. */
    public static final int SERVICE_VLAN = 0x88a8;

    /** Outer tag of stacked ones ("QinQ") as it was before 802.1ad, and often still is. */
    public static final int STACKED_VLAN = 0x9100;

    /** As {@link #STACKED_VLAN}, of other switches. */
    public static final int STACKED_VLAN_OTHER = 0x9200;

    /** A {@link MacControl} frame: PAUSE or PFC. */
    public static final int MAC_CONTROL = 0x8808;

    /** RoCEv1: a {@link org.urdma4j.codec.ib.Grh} follows. */
    public static final int ROCE = 0x8915;

    private EtherType() {}

    /** Tells whether a {@link Vlan} tag follows. */
    public static boolean isTag(int etherType) {
        return switch (etherType) {
            case VLAN, SERVICE_VLAN, STACKED_VLAN, STACKED_VLAN_OTHER -> true;
            default -> false;
        };
    }
}
