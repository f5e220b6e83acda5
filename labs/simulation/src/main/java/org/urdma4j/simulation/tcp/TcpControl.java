package org.urdma4j.simulation.tcp;

/**
 * A TCP congestion control: what may be in flight, and how fast it leaves. Counts in packets of one
 * size; times are nanoseconds of virtual time. Confined to one flow.
 */
public interface TcpControl {
    /** The pacing rate that means: as acknowledgements come in. */
    double UNPACED = 0;

    /** Takes an acknowledgement that tells of packets that arrived or were lost. */
    void onAck(TcpAck ack);

    /** Nothing was heard for a retransmission timeout: what was in flight counts as lost. */
    void onTimeout(long nowNs);

    /** Returns how many packets may be in flight, at least 1. */
    int window();

    /** Returns the rate in packets a second at which they leave, or {@link #UNPACED}. */
    double pacing();

    /** Returns how many packets a super-packet should have, at least 1. */
    int superPacket();

    /** Returns the state it is in, for traces. */
    String state();
}
