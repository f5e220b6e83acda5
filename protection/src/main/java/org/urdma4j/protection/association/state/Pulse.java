package org.urdma4j.protection.association.state;

/** When a connection was heard of last, and when its peer is to hear of us. */
final class Pulse {
    private final Timing timing;
    private long heardNs;
    private long beatNs;

    Pulse(Timing timing) {
        this.timing = timing;
    }

    void start(long nowNs) {
        heardNs = nowNs;
        beatNs = nowNs + timing.heartbeatNs();
    }

    void heard(long nowNs) {
        heardNs = nowNs;
    }

    boolean isSilent(long nowNs) {
        return nowNs - silenceNs() >= 0;
    }

    /** Returns whether a heartbeat is due, once for each. */
    boolean takeBeat(long nowNs) {
        if (nowNs - beatNs < 0) {
            return false;
        }
        beatNs = nowNs + timing.heartbeatNs();
        return true;
    }

    long nextNs() {
        long silence = silenceNs();
        return beatNs - silence < 0 ? beatNs : silence;
    }

    private long silenceNs() {
        return heardNs + Timing.MISSED * timing.heartbeatNs();
    }
}
