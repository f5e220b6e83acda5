package org.urdma4j.leafspine.net;

/** What a packet is for. All but data goes before data, and is never dropped for want of memory. */
public enum PacketKind {
    /** Carries payload. */
    DATA,
    /** Says what has arrived. */
    ACK,
    /** Says that a packet is missing: go back to it. */
    NAK,
    /** Congestion notification. */
    CNP,
    /** How many bytes a sender would like to have sent. */
    DEMAND,
    /** How many bytes a sender may have sent. */
    GRANT,
    /** How many bytes a spine can take for each leaf. */
    WEIGHTS,
    /** Stops data at the other end of a cable. */
    PAUSE,
    /** Ends that. */
    RESUME
}
