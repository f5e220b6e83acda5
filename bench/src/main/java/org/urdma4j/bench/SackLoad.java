package org.urdma4j.bench;

import org.urdma4j.retransmit.sack.Arrival;
import org.urdma4j.retransmit.sack.SackConfig;
import org.urdma4j.retransmit.sack.SackReceiver;
import org.urdma4j.retransmit.sack.SackSender;

/**
 * A TC-SACK sender and receiver with a path between them that always holds the same many packets:
 * for each that leaves one arrives or is lost. Reports arrive at once, so the round trip is the way
 * there. What is reported missing goes before what is new, as the engine has it.
 */
final class SackLoad {
    /** A packet of 4096 bytes at 100 Gbit/s: 240,000 are 80 ms. */
    private static final long GAP_NS = 334;

    private static final int RING = 1 << 18;
    private static final int PATH_FULLS_BEFORE = 6;

    private final SackSender sender = new SackSender(1 << 22);
    private final SackReceiver receiver = new SackReceiver(new SackConfig(64, 1_000_000, 1 << 22));
    private final long[] onTheWay = new long[RING];
    private final boolean[] again = new boolean[RING];
    private final int flight;
    private final long lossThreshold;
    private long random = 1;
    private long step;
    private int report;
    private long resent;

    /**
     * Fills the path and runs until losses, reports and retransmissions are in balance.
     *
     * @param flight packets on the way, at most 2^18
     * @param loss share of packets lost, retransmissions included
     */
    SackLoad(int flight, double loss) {
        this.flight = flight;
        lossThreshold = (long) (loss * (1L << 32));
        sender.start(0);
        receiver.start(0);
        sender.onRtt(flight * GAP_NS);
        receiver.roundTrip(flight * GAP_NS);
        for (int i = 0; i < PATH_FULLS_BEFORE * flight; i++) {
            packet();
        }
    }

    /** Sends a packet, and takes one in that left a round trip ago; reports if it is time. */
    long packet() {
        long nowNs = step * GAP_NS;
        send(nowNs);
        if (step >= flight) {
            arrive(step - flight, nowNs);
        }
        step++;
        return sender.cumulative();
    }

    private void send(long nowNs) {
        int at = (int) step & (RING - 1);
        long psn = sender.nextLost();
        again[at] = psn >= 0;
        if (psn >= 0) {
            sender.onResent(nowNs, psn);
            resent++;
        } else {
            psn = sender.next();
            sender.onSent(nowNs, psn);
        }
        onTheWay[at] = psn;
    }

    private void arrive(long sentStep, long nowNs) {
        int at = (int) sentStep & (RING - 1);
        long psn = onTheWay[at];
        if (draw() < lossThreshold) {
            return;
        }
        long sentNs = sentStep * GAP_NS;
        if (receiver.classify(psn) == Arrival.NEW) {
            receiver.onPacket(nowNs, psn, again[at], sentNs, 4096);
        } else {
            receiver.onDuplicate(nowNs, psn, sentNs, 4096);
        }
        if (receiver.nextReportNs() <= nowNs) {
            report(nowNs);
        }
    }

    private void report(long nowNs) {
        receiver.beginReport(nowNs);
        sender.onRtt(flight * GAP_NS);
        sender.onReport(
                nowNs,
                report++,
                receiver.cumulative(),
                receiver.highest(),
                receiver.newestSentNs());
        long first = receiver.nextFirst();
        while (first >= 0) {
            sender.onMissing(first, receiver.nextCount());
            first = receiver.nextFirst();
        }
        receiver.endReport(nowNs);
        sender.onDuplicates(receiver.duplicates());
    }

    /** A number of 32 bits (xorshift). */
    private long draw() {
        random ^= random << 13;
        random ^= random >>> 7;
        random ^= random << 17;
        return random >>> 32;
    }

    /** Returns the share of packets that were sent again. */
    double resentShare() {
        return (double) resent / (double) step;
    }

    /** Returns how many packets are sent and not acknowledged. */
    long outstanding() {
        return sender.outstanding();
    }

    /** Returns how many packets came twice. */
    long duplicates() {
        return receiver.duplicates();
    }
}
