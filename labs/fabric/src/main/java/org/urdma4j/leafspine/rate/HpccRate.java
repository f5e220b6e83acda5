package org.urdma4j.leafspine.rate;

import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.Telemetry;

/**
 * HPCC (Li et al., SIGCOMM 2019): the window follows how full the fullest hop is, by what switches
 * have stamped into packets: its queue, what has left it, and when. η is 0.95; five additive steps
 * are taken at most before the next multiplicative one.
 */
public final class HpccRate implements FlowRate {
    private static final double ETA = 0.95;
    private static final int STAGES = 5;
    private static final double PS_BITS = 8e12;
    private static final int ADDITIVE_BYTES = 80;

    private final double rttPs;
    private final double firstWindow;
    private double window;
    private double reference;
    private double full;
    private int stage;
    private long updateBytes;
    private long nextPs;
    private Telemetry before;

    /**
     * @param bitsPerSecond of the NIC
     * @param rttPs of the empty path
     */
    public HpccRate(long bitsPerSecond, long rttPs) {
        this.rttPs = rttPs;
        firstWindow = bitsPerSecond / PS_BITS * rttPs;
        window = firstWindow;
        reference = firstWindow;
    }

    @Override
    public long readyPs(long nowPs, long underWayBytes) {
        return underWayBytes >= window ? UNLIMITED : Math.max(nextPs, nowPs);
    }

    @Override
    public void onSent(long nowPs, int bytes) {
        nextPs = Math.max(nextPs, nowPs) + (long) (bytes * rttPs / window);
    }

    @Override
    public void onAck(long nowPs, Packet ack, long ackedBytes, long sentBytes) {
        Telemetry now = ack.telemetry;
        if (now == null) {
            return;
        }
        if (before != null && samePath(now)) {
            boolean round = ackedBytes > updateBytes;
            measure(now);
            adjust(round);
            if (round) {
                updateBytes = sentBytes;
            }
        }
        before = now;
    }

    private boolean samePath(Telemetry now) {
        for (int i = 0; i < now.hops; i++) {
            if (i >= before.hops || now.ports[i] != before.ports[i]) {
                return false;
            }
        }
        return true;
    }

    private void measure(Telemetry now) {
        double fullest = 0;
        double overPs = 0;
        for (int i = 0; i < now.hops; i++) {
            double stepPs = now.atPs[i] - before.atPs[i];
            if (stepPs <= 0) {
                continue;
            }
            double bytesPerPs = now.bitsPerSecond[i] / PS_BITS;
            double sent = (now.sentBytes[i] - before.sentBytes[i]) / stepPs;
            double queue = Math.min(now.queueBytes[i], before.queueBytes[i]);
            double share = queue / (bytesPerPs * rttPs) + sent / bytesPerPs;
            if (share > fullest) {
                fullest = share;
                overPs = stepPs;
            }
        }
        double weight = Math.min(overPs, rttPs) / rttPs;
        full = (1 - weight) * full + weight * fullest;
    }

    private void adjust(boolean round) {
        double next;
        if (full >= ETA || stage >= STAGES) {
            next = reference / (full / ETA) + ADDITIVE_BYTES;
            if (round) {
                stage = 0;
                reference = bounded(next);
            }
        } else {
            next = reference + ADDITIVE_BYTES;
            if (round) {
                stage++;
                reference = bounded(next);
            }
        }
        window = bounded(next);
    }

    private double bounded(double bytes) {
        return Math.clamp(bytes, ADDITIVE_BYTES, firstWindow);
    }

    @Override
    public void onTimeout(long nowPs) {
        before = null;
    }

    @Override
    public boolean telemetry() {
        return true;
    }
}
