package org.urdma4j.simulation.queue;

/** What a queue needs to know of a packet, which waits in one queue at a time. */
public class QueuedPacket {
    /** Bytes that it takes on the wire, framing included. */
    public int wireBytes;

    /** A hash of its addresses and ports, the same for all packets of a flow. */
    public int flow;

    /** One of {@link Ecn}. */
    public int ecn;

    /** Whether it goes before those that aren't, where a queue heeds that. */
    public boolean urgent;

    long enqueuedNs;
    QueuedPacket next;

    /** Returns how long it has waited, in nanoseconds. */
    public final long waitedNs(long nowNs) {
        return nowNs - enqueuedNs;
    }

    /** Marks it with congestion experienced, unless its sender wouldn't heed that. */
    final boolean mark() {
        if (ecn == Ecn.NOT_ECT) {
            return false;
        }
        ecn = Ecn.CE;
        return true;
    }
}
