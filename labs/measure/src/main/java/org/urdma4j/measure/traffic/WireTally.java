package org.urdma4j.measure.traffic;

/**
 * What an end has counted of its packets since it was opened; 0 where a protocol can't tell.
 *
 * @param wireBytes bytes sent, as a link's rate counts them: all headers, and Ethernet's framing
 *     with preamble and gap
 * @param packets packets sent
 * @param retransmitted packets sent again
 * @param spurious of these, sent again although they had arrived
 * @param repaired packets that this end got back by forward error correction
 * @param repairPackets packets of forward error correction sent
 * @param reports reports and acknowledgements sent
 * @param rnr receiver-not-ready answers sent
 * @param lost packets sent that the path lost, as the sender judges; those to a group, as each
 *     receiver counts gaps
 * @param duplicates packets received that had been received before
 * @param received packets received
 * @param socketDrops packets that this host's receive socket dropped: no loss of the path
 * @param pausesSent PAUSE and PFC frames sent to the other end of the cable, XON among them
 * @param pausesReceived PAUSE and PFC frames that came from there
 */
public record WireTally(
        long wireBytes,
        long packets,
        long retransmitted,
        long spurious,
        long repaired,
        long repairPackets,
        long reports,
        long rnr,
        long lost,
        long duplicates,
        long received,
        long socketDrops,
        long pausesSent,
        long pausesReceived) {
    public static final WireTally NONE = new WireTally(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the same with another count of packets that the path lost. */
    public WireTally withLost(long packetsLost) {
        long less = lost - packetsLost;
        return minus(new WireTally(0, 0, 0, 0, 0, 0, 0, 0, less, 0, 0, 0, 0, 0));
    }

    /** Returns what came since {@code before}. */
    public WireTally minus(WireTally before) {
        return new WireTally(
                wireBytes - before.wireBytes,
                packets - before.packets,
                retransmitted - before.retransmitted,
                spurious - before.spurious,
                repaired - before.repaired,
                repairPackets - before.repairPackets,
                reports - before.reports,
                rnr - before.rnr,
                lost - before.lost,
                duplicates - before.duplicates,
                received - before.received,
                socketDrops - before.socketDrops,
                pausesSent - before.pausesSent,
                pausesReceived - before.pausesReceived);
    }
}
