package org.urdma4j.wan.frame;

/**
 * The header before each frame of a TAP device with IFF_VNET_HDR: {@code struct virtio_net_hdr} of
 * linux/virtio_net.h, in the byte order of the machine.
 */
public final class VirtioHeader {
    /** Its length in bytes: the shortest of the two that there are. */
    public static final int BYTES = 10;

    /** Of the flags: the transport's checksum is a sum over the pseudo-header alone so far. */
    static final int NEEDS_CHECKSUM = 1;

    static final int GSO_NONE = 0;
    static final int GSO_TCP4 = 1;
    static final int GSO_TCP6 = 4;
    static final int GSO_UDP = 5;

    /** Beside a TCP type: the first packet has the CWR flag. */
    static final int GSO_ECN = 0x80;

    static final int FLAGS = 0;
    static final int GSO_TYPE = 1;
    static final int HEADER_LENGTH = 2;
    static final int GSO_SIZE = 4;
    static final int CHECKSUM_START = 6;
    static final int CHECKSUM_OFFSET = 8;

    private VirtioHeader() {}
}
