package org.urdma4j.report.run;

import org.urdma4j.report.chart.Quantity;

/** The figures of an interval, in the order of the table. */
enum Metric {
    /** Payload that was placed. */
    GOODPUT("goodput", "sum", "bits_per_second", Quantity.RATE, false),
    /** What the network saw, headers and repetitions included. */
    WIRE("on the wire", "urdma", "wire_bits_per_second", Quantity.RATE, true),
    /** Pace of the sender. */
    PACING("pacing", "urdma", "pacing_bits_per_second", Quantity.RATE, true),
    /** Packets given to the network. */
    PACKETS("packets", "urdma", "packets", Quantity.COUNT, true),
    /** Packets sent again. */
    RETRANSMITTED("sent again", "urdma", "retransmitted", Quantity.COUNT, false),
    /** Packets sent again that had not been lost. */
    SPURIOUS("spurious", "urdma", "spurious", Quantity.COUNT, false),
    /** Packets that the receiver got back by FEC. */
    REPAIRED("repaired", "urdma", "repaired", Quantity.COUNT, false),
    /** Packets that the path lost. */
    LOST("lost", "urdma", "lost", Quantity.COUNT, false),
    /** Packets that our own receive socket had no room for. */
    SOCKET_DROPS("socket drops", "urdma", "socket_drops", Quantity.COUNT, false),
    /** Round trip. */
    RTT("RTT", "urdma", "rtt_ms", Quantity.TIME, true),
    /** Smallest round trip so far. */
    MIN_RTT("min RTT", "urdma", "min_rtt_ms", Quantity.TIME, true),
    /** What the sender believes its packets wait in queues. */
    QUEUE("queue", "urdma", "queue_ms", Quantity.TIME, false),
    /** Sent and not yet acknowledged. */
    IN_FLIGHT("in flight", "urdma", "in_flight_bytes", Quantity.SIZE, false),
    /** Processor of the reporting side. */
    CPU_LOCAL("CPU here", "urdma", "cpu_local_percent", Quantity.PERCENT, true),
    /** Processor of the other side. */
    CPU_REMOTE("CPU there", "urdma", "cpu_remote_percent", Quantity.PERCENT, true);

    private final String title;
    private final String object;
    private final String key;
    private final Quantity quantity;
    private final boolean zeroIsVoid;

    Metric(String title, String object, String key, Quantity quantity, boolean zeroIsVoid) {
        this.title = title;
        this.object = object;
        this.key = key;
        this.quantity = quantity;
        this.zeroIsVoid = zeroIsVoid;
    }

    String title() {
        return title;
    }

    String object() {
        return object;
    }

    String key() {
        return key;
    }

    Quantity quantity() {
        return quantity;
    }

    /** Returns whether zero says that it was not measured. */
    boolean zeroIsVoid() {
        return zeroIsVoid;
    }
}
