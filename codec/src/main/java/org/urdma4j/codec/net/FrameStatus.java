package org.urdma4j.codec.net;

/** What {@link RoceFrame#wrap} found. */
public enum FrameStatus {
    /** A whole RoCE packet; its ICRC can be checked. */
    OK,

    /** Something else. A fragment after the first is among it: no port shows what it is. */
    NOT_ROCE,

    /** RoCE, but the bytes end before the packet does; taken with a snapshot length perhaps. */
    TRUNCATED,

    /** RoCE in the first fragment of an IP packet; the standard forbids fragments. */
    FRAGMENT,

    /** RoCE under an IPv4 header with options, which the standard doesn't allow. */
    IP_OPTIONS,

    /** RoCE, but UDP and IP don't agree on the length. */
    LENGTH_MISMATCH,

    /** RoCE, but too short for a BTH and an ICRC. */
    TOO_SHORT
}
