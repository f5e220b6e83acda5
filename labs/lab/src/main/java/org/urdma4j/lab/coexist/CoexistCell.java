package org.urdma4j.lab.coexist;

import org.urdma4j.lab.FlowKind;
import org.urdma4j.lab.LabCell;
import org.urdma4j.measure.spec.Range;
import org.urdma4j.simulation.loss.LossSpec;

/**
 * One flow of ours beside some of TCP over a path without random loss.
 *
 * @param rival a congestion control of the kernel's TCP, such as {@code cubic}
 * @param rivals how many of them, 1 to 16
 * @param rateBps of the link, framing included, 1 Mbit/s to 10 Gbit/s
 * @param rttNs two-way propagation delay, 1 ms to 1 s
 * @param queueBdp what the drop-tail queue holds, in bandwidth-delay products, 0.05 to 20
 * @param oursFirst whether ours has the link alone before the rivals begin, or they before it
 */
public record CoexistCell(
        String rival, int rivals, long rateBps, long rttNs, double queueBdp, boolean oursFirst) {
    private static final int MAX_RIVALS = 16;
    private static final long MIN_RATE = 1_000_000;
    private static final long MAX_RATE = 10_000_000_000L;
    private static final long MIN_RTT_NS = 1_000_000;
    private static final long MAX_RTT_NS = 1_000_000_000;
    private static final double MIN_QUEUE = 0.05;
    private static final double MAX_QUEUE = 20;
    private static final int MTU = 1500;

    /** Ethernet 14, frame check sequence 4, preamble and gap 20. */
    private static final int FRAMING = 38;

    /** IPv4 20, TCP 20, timestamps 12. */
    private static final int TCP_HEADERS = 52;

    /** IPv4 20, UDP 8, base transport header 12, ICRC 4. */
    private static final int RDMA_HEADERS = 44;

    public CoexistCell {
        if (rival.startsWith("tcp-")) {
            throw new IllegalArgumentException(
                    "--coexist names what TCP uses, such as cubic, without tcp-");
        }
        var _ = new FlowKind("tcp-" + rival);
        Range.require(rivals >= 1 && rivals <= MAX_RIVALS, "--rivals is 1 to 16 flows");
        Range.require(rateBps >= MIN_RATE && rateBps <= MAX_RATE, "--rates are 1M to 10G");
        Range.require(rttNs >= MIN_RTT_NS && rttNs <= MAX_RTT_NS, "--rtts are 1ms to 1s");
        Range.require(
                queueBdp >= MIN_QUEUE && queueBdp <= MAX_QUEUE, "--queues are 0.05 to 20 BDP");
    }

    public FlowKind kind() {
        return new FlowKind("tcp-" + rival);
    }

    public LabCell path() {
        long queueNs = Math.round(queueBdp * rttNs);
        return new LabCell(rttNs, LossSpec.NONE, rateBps, MTU, queueNs);
    }

    /** Returns what each flow has of the link if all have the same, bit/s, framing included. */
    public double fairBps() {
        return (double) rateBps / (1 + rivals);
    }

    /** Returns how many bits TCP puts on the wire for each bit that it carries. */
    public static double tcpWire() {
        return (double) (MTU + FRAMING) / (MTU - TCP_HEADERS);
    }

    /**
     * Returns how many bits ours puts on the wire for each bit that it carries.
     *
     * @param payload bytes of a full packet
     */
    public static double oursWire(int payload) {
        return (double) (payload + RDMA_HEADERS + FRAMING) / payload;
    }
}
