package org.urdma4j.retransmit.sack;

/** What a data packet is to the receiver, by its sequence number alone. */
public enum Arrival {
    /** Not seen before: place it. */
    NEW,
    /** Arrived or repaired before. */
    DUPLICATE,
    /** So far ahead that there is no room to remember it. */
    BEYOND
}
