package org.urdma4j.leafspine.net;

/** What switches tell of their queues (INT), a hop each: read by HPCC. */
public final class Telemetry {
    /** Leaf, spine, leaf. */
    public static final int HOPS = 3;

    /** What a hop adds to a packet. */
    public static final int HOP_BYTES = 8;

    /** How many hops have been stamped. */
    public int hops;

    /** When the packet left, in picoseconds. */
    public final long[] atPs = new long[HOPS];

    /** Bytes that had left by the port. */
    public final long[] sentBytes = new long[HOPS];

    /** Bytes that waited. */
    public final long[] queueBytes = new long[HOPS];

    /** Rate of the port in bit/s. */
    public final long[] bitsPerSecond = new long[HOPS];

    /** Which port it was. */
    public final Port[] ports = new Port[HOPS];

    void add(Port port, long nowPs) {
        atPs[hops] = nowPs;
        sentBytes[hops] = port.sentBytes();
        queueBytes[hops] = port.queuedBytes();
        bitsPerSecond[hops] = port.bitsPerSecond();
        ports[hops] = port;
        hops++;
    }
}
