package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.queue.Ecn;

/**
 * A TCP congestion control: what may be in flight, and how fast it leaves. Counts in packets of one
 * size; times are nanoseconds of virtual time. Confined to one flow.
 */
public interface TcpControl {
    /** The pacing rate that means: as acknowledgements come in. */
    double UNPACED = 0;

    /** Takes an acknowledgement that tells of packets that arrived or were lost. */
    void onAck(TcpAck ack);

    /**
     * A packet is taken for lost; comes before {@link #onAck}, or {@link #onTimeout}.
     *
     * @param ack what is known so far of the acknowledgement that says so
     * @param sentInFlight how many packets were in flight when it was sent, itself among them
     * @param lostSince how many were taken for lost since, itself among them
     */
    default void onLost(TcpAck ack, int sentInFlight, long lostSince) {
        // most ask for losses once an acknowledgement
    }

    /** Nothing was heard for a retransmission timeout: what was in flight counts as lost. */
    void onTimeout(long nowNs);

    /** Returns how many packets may be in flight, at least 1. */
    int window();

    /** Returns the rate in packets a second at which they leave, or {@link #UNPACED}. */
    double pacing();

    /** Returns how many packets a super-packet should have, at least 1. */
    int superPacket();

    /**
     * Returns the ECN field of what is sent, one of {@link Ecn}: whether marks are heeded, and as
     * what.
     */
    default int ecn() {
        return Ecn.NOT_ECT;
    }

    /** Returns the state it is in, for traces. */
    String state();
}
