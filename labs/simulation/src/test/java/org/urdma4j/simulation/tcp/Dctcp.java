package org.urdma4j.simulation.tcp;

import org.urdma4j.simulation.queue.Ecn;

/**
 * DCTCP (RFC 8257) with ECT(1): the scalable control that DualPI2 expects. Losses count as Reno's.
 */
final class Dctcp implements TcpControl {
    private static final double GAIN = 1 / 16.0;

    private double window = 10;
    private double threshold = Double.MAX_VALUE;
    private double alpha = 1;
    private long roundEnd;
    private double acked;
    private double marked;

    @Override
    public void onAck(TcpAck ack) {
        acked += ack.acked;
        marked += ack.marked;
        boolean lost = ack.newestLost >= roundEnd;
        if (ack.newest >= roundEnd) {
            alpha += GAIN * (marked / acked - alpha);
            if (lost || marked > 0) {
                window = Math.max(2, window * (lost ? 0.5 : 1 - alpha / 2));
                threshold = window;
            }
            roundEnd = ack.next;
            acked = 0;
            marked = 0;
        }
        if (ack.priorInFlight + superPacket() >= (int) window) {
            window += window < threshold ? ack.acked - ack.marked : ack.acked / window;
        }
    }

    @Override
    public void onTimeout(long nowNs) {
        threshold = Math.max(2, window / 2);
        window = 1;
    }

    @Override
    public int window() {
        return (int) window;
    }

    @Override
    public double pacing() {
        return UNPACED;
    }

    @Override
    public int superPacket() {
        return 1;
    }

    @Override
    public int ecn() {
        return Ecn.ECT_1;
    }

    @Override
    public String state() {
        return "";
    }
}
