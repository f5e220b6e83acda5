package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.link.Framing;

/** A token bucket: whatever finds too little in it is dropped. */
final class Policer {
    private final double bytesPerNs;
    private final long bucketBytes;
    private double tokens;
    private long filledNs;

    Policer(long bitsPerSecond, long bucketBytes) {
        bytesPerNs = bitsPerSecond / 8e9;
        this.bucketBytes = bucketBytes;
        tokens = bucketBytes;
    }

    boolean exceeds(long nowNs, int packetBytes) {
        tokens = Math.min((double) bucketBytes, tokens + (nowNs - filledNs) * bytesPerNs);
        filledNs = nowNs;
        int wireBytes = packetBytes + Framing.ROCE_V2_IPV4;
        if (tokens < wireBytes) {
            return true;
        }
        tokens -= wireBytes;
        return false;
    }
}
