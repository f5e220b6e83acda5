package org.urdma4j.leafspine.net;

/** A packet, by its fields; the payload is a length. Reused through {@link PacketPool}. */
public final class Packet {
    Packet next;
    long atPs;

    /** The port by which it came into the switch. */
    int in;

    /** The queue of the switch's memory that it counts in. */
    int queue;

    /** What it is for. */
    public PacketKind kind;

    /** The queue pair, or whatever has asked for it. */
    public int flow;

    /** The NIC that it comes from. */
    public int from;

    /** The NIC that it goes to. */
    public int to;

    /** Bytes on the wire, preamble and gap included. */
    public int bytes;

    /** What switches hash. */
    public long entropy;

    /** The path that a leaf has chosen: uplink × cables down + cable down; -1: each as it likes. */
    public int path;

    /** Number of the packet in its queue pair; of an answer: the next one expected. */
    public int psn;

    /** Whether it has been sent before. */
    public boolean again;

    /** Whether an answer is wanted: the last of a message or of a container. */
    public boolean last;

    /** Whether it has met congestion. */
    public boolean marked;

    /** When it left its host, in picoseconds; answers bring it back. */
    public long sentPs;

    /** One-way delay that an answer reports, in picoseconds. */
    public long delayPs;

    /** Number of the container. */
    public int container;

    /** Number within the container. */
    public int index;

    /** Number in the order in which a leaf has sent to a NIC. */
    public int order;

    /** When that was, in picoseconds. */
    public long orderedPs;

    /** Of a demand: bytes that are known to be lost, since the beginning. */
    public long returned;

    /** Bytes since the beginning: of a demand, a grant, or what has arrived. */
    public long total;

    /** What an answer says is missing of a container, null for nothing. */
    public int[] missing;

    /** Bytes that a spine can take for each leaf, null if nobody says. */
    public int[] weights;

    /** What switches stamp, null if they needn't. */
    public Telemetry telemetry;

    Packet() {}

    public boolean isData() {
        return kind == PacketKind.DATA;
    }

    /** Returns another one with the same fields, which no pool knows. */
    public Packet copy() {
        Packet copy = new Packet();
        copy.set(this);
        return copy;
    }

    /** Takes over what a switch needs to send data once more. */
    void set(Packet of) {
        kind = of.kind;
        flow = of.flow;
        from = of.from;
        to = of.to;
        bytes = of.bytes;
        in = of.in;
        entropy = of.entropy;
        psn = of.psn;
        again = of.again;
        last = of.last;
        sentPs = of.sentPs;
        container = of.container;
        index = of.index;
        order = of.order;
    }

    void clear() {
        next = null;
        atPs = 0;
        in = 0;
        queue = 0;
        entropy = 0;
        path = -1;
        psn = 0;
        again = false;
        last = false;
        marked = false;
        sentPs = 0;
        delayPs = 0;
        container = 0;
        index = 0;
        order = 0;
        orderedPs = 0;
        returned = 0;
        total = 0;
        missing = null;
        weights = null;
        telemetry = null;
    }
}
