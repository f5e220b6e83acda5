package org.urdma4j.codec.net;

/** What carries the transport packet, and with it which fields its ICRC covers. */
public enum Encapsulation {
    /** RoCEv1: EtherType 0x8915, GRH. */
    ROCE_V1(EtherType.ROCE),

    /** RoCEv2 over IPv4: UDP port 4791. */
    ROCE_V2_IPV4(EtherType.IPV4),

    /** RoCEv2 over IPv6: UDP port 4791. */
    ROCE_V2_IPV6(EtherType.IPV6);

    private final int etherType;

    Encapsulation(int etherType) {
        this.etherType = etherType;
    }

    /** Returns the EtherType that stands before the network header. */
    public int etherType() {
        return etherType;
    }
}
