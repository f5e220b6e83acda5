package org.urdma4j.retransmit.sack;

/** What a simulated path does with a packet: -1 loses it, otherwise its one-way delay. */
interface Path {
    /**
     * Sends a packet.
     *
     * @param nowNs when
     * @param number packets sent over this path before
     * @param psn of the packet, or number of the report
     * @param again whether it is a retransmission
     */
    long delayNs(long nowNs, long number, long psn, boolean again);
}
