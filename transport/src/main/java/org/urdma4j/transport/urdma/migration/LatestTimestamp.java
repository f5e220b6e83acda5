package org.urdma4j.transport.urdma.migration;

import org.urdma4j.codec.urdma.Timestamp;

/** The newest timestamp of the peer's clock that came from one place. */
final class LatestTimestamp {
    /** Timestamps read the same again after 549 s: past a third of that they tell nothing. */
    private static final long TELLING_NS = 180_000_000_000L;

    private int stamp;
    private long arrivedNs;
    private boolean heard;

    void clear() {
        heard = false;
    }

    /** Takes a packet's time, if it is newer. */
    void take(int of, long nowNs) {
        if (isBefore(of, nowNs)) {
            stamp = of;
            arrivedNs = nowNs;
            heard = true;
        }
    }

    /** Returns whether a packet left the peer after all that were taken. */
    boolean isBefore(int of, long nowNs) {
        return !heard || nowNs - arrivedNs > TELLING_NS || Timestamp.nanosBetween(stamp, of) > 0;
    }
}
