package org.urdma4j.codec.pcap;

/** Link types of capture files that can carry RoCE, by their LINKTYPE_ numbers (tcpdump.org). */
public final class LinkType {
    /** BSD loopback: four bytes of address family in the byte order of the capturing host. */
    public static final int NULL = 0;

    /** Ethernet, without the frame check sequence unless the capture adds it at the end. */
    public static final int ETHERNET = 1;

    /** IPv4 or IPv6, as the number that BSD systems other than OpenBSD write for {@link #RAW}. */
    public static final int RAW_BSD = 12;

    /** IPv4 or IPv6, as the number that OpenBSD writes for {@link #RAW}. */
    public static final int RAW_OPENBSD = 14;

    /** IPv4 or IPv6, told apart by the version in the first four bits. */
    public static final int RAW = 101;

    /** OpenBSD loopback: as {@link #NULL}, but always big-endian. */
    public static final int LOOP = 108;

    /** Linux "any" interface, 16-byte header whose last two bytes are the EtherType. */
    public static final int LINUX_SLL = 113;

    /** IPv4 only. */
    public static final int IPV4 = 228;

    /** IPv6 only. */
    public static final int IPV6 = 229;

    /** Linux "any" interface, version 2: 20-byte header that starts with the EtherType. */
    public static final int LINUX_SLL2 = 276;

    private LinkType() {}
}
