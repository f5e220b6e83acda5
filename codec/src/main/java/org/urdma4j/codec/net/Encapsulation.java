package org.urdma4j.codec.net;

/** What carries the transport packet, and with it which fields its ICRC covers. */
public enum Encapsulation {
    /** RoCEv1: EtherType 0x8915, GRH. */
    ROCE_V1,

    /** RoCEv2 over IPv4: UDP port 4791. */
    ROCE_V2_IPV4,

    /** RoCEv2 over IPv6: UDP port 4791. */
    ROCE_V2_IPV6
}
