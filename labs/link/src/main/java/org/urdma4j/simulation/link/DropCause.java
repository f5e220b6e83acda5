package org.urdma4j.simulation.link;

/** Why a link did not deliver a packet. */
public enum DropCause {
    /** The queue before the transmitter had no room. */
    QUEUE,
    /** The wire was dark when the packet left. */
    BLACKOUT,
    /** A script named the packet. */
    SCRIPT,
    /** The random loss process took it. */
    LOSS,
    /** It was on its way when the link was cleared. */
    CLEARED
}
