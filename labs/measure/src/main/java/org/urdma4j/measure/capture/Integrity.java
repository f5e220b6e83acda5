package org.urdma4j.measure.capture;

/** What the ICRC of a packet says. */
public enum Integrity {
    /** It is what the packet's bytes come to, with or without the network headers. */
    RIGHT,
    /** The packet was damaged; what it says is not to be believed. */
    WRONG,
    /** The capture has not all of the packet. */
    UNCHECKED
}
