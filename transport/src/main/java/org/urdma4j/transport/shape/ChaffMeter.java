package org.urdma4j.transport.shape;

import org.urdma4j.protection.shape.ChaffLimit;

/** How much chaff may still follow the last data. */
final class ChaffMeter {
    private final ChaffLimit limit;
    private final int packetBytes;
    private long dataNs;
    private long bytes;
    private boolean began;

    /**
     * Creates one.
     *
     * @param packetBytes of a packet, from BTH to ICRC
     */
    ChaffMeter(ChaffLimit limit, int packetBytes) {
        this.limit = limit;
        this.packetBytes = packetBytes;
    }

    /** Data was sent or has come. */
    void onData(long nowNs) {
        began = true;
        dataNs = nowNs;
        bytes = 0;
    }

    /** Returns how many packets may be sent now; the connection's beginning counts as data. */
    int allows(int packets, long nowNs) {
        if (!began) {
            onData(nowNs);
        }
        if (nowNs - dataNs >= limit.ns()) {
            return 0;
        }
        return (int) Math.min(packets, (limit.bytes() - bytes) / packetBytes);
    }

    void onSent(int packets) {
        bytes += (long) packets * packetBytes;
    }
}
