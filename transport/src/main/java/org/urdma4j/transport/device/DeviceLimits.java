package org.urdma4j.transport.device;

/** What the software device can hold; larger requests are refused as on a NIC. */
final class DeviceLimits {
    static final int MAX_QP = 1 << 16;

    /** Not enforced: memory is the limit. */
    static final int MAX_SRQ = Integer.MAX_VALUE;

    /** The keys of a window begin with 24 bits of its own. */
    static final int MAX_MW = 1 << 23;

    static final int MAX_QP_WR = 1 << 20;
    static final int MAX_SGE = 32;
    static final int MAX_INLINE = 4096;
    static final int MAX_CQE = 1 << 22;
    static final int MAX_RD_ATOMIC = 128;
    static final int MAX_AH = Integer.MAX_VALUE;
    static final int PKEY_TABLE_LENGTH = 1;
    static final int PORT = 1;
    static final long MAX_MESSAGE = 1L << 31;

    private DeviceLimits() {}
}
