package org.urdma4j.simulation.tcp;

/** What a sender learns from one acknowledgement. Mutable and reused; counts are packets. */
public final class TcpAck {
    /** When it arrived, in nanoseconds. */
    public long nowNs;

    /** How many packets it tells of for the first time. */
    public int acked;

    /** How many of those were marked with congestion. */
    public int marked;

    /** The largest number of those, -1 for none. */
    public long newestMarked;

    /** How many packets are taken for lost since the one before. */
    public int lost;

    /** How many have arrived in all. */
    public long delivered;

    /** How many had arrived in all when the newest of them was sent. */
    public long priorDelivered;

    /** How many were in flight when the newest of them was sent, itself among them. */
    public int sentInFlight;

    /** How many packets were taken for lost since the newest of them was sent. */
    public long lostSince;

    /** The round trip of the newest of them, in nanoseconds. */
    public long rttNs;

    /** The smallest round trip of the flow, in nanoseconds. */
    public long minRttNs;

    /** The rate at which they arrived, in packets a second, 0 when it is unknown. */
    public double rate;

    /** How many were in flight before it. */
    public int priorInFlight;

    /** How many are in flight after it. */
    public int inFlight;

    /** The number of the newest packet that has arrived. */
    public long newest;

    /** The largest number of those taken for lost, -1 for none. */
    public long newestLost;

    /** The number that the next packet to be sent will have. */
    public long next;
}
