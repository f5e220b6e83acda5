package org.urdma4j.measure.capture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Payload and round trips over time, in 64 equal pieces that become twice as long whenever the time
 * runs out of them.
 */
final class TimeBins {
    private static final int BINS = 64;
    private static final long FIRST_WIDTH_NS = 100_000;
    private static final double NS_PER_SECOND = 1e9;
    private static final double NS_PER_MS = 1e6;

    private final long[] payload = new long[BINS];
    private final long[] again = new long[BINS];
    private final double[] rttNs = new double[BINS];
    private final long[] rtts = new long[BINS];
    private long widthNs = FIRST_WIDTH_NS;
    private int last;

    void addPayload(long sinceStartNs, int bytes) {
        payload[bin(sinceStartNs)] += bytes;
    }

    void addAgain(long sinceStartNs) {
        again[bin(sinceStartNs)]++;
    }

    void addRtt(long sinceStartNs, long ns) {
        int bin = bin(sinceStartNs);
        rttNs[bin] += ns;
        rtts[bin]++;
    }

    private int bin(long sinceStartNs) {
        long ns = Math.max(0, sinceStartNs);
        while (ns / widthNs >= BINS) {
            for (int i = 0; i < BINS / 2; i++) {
                fold(i);
            }
            widthNs *= 2;
            last /= 2;
        }
        int bin = (int) (ns / widthNs);
        last = Math.max(last, bin);
        return bin;
    }

    private void fold(int i) {
        payload[i] = payload[2 * i] + payload[2 * i + 1];
        again[i] = again[2 * i] + again[2 * i + 1];
        rttNs[i] = rttNs[2 * i] + rttNs[2 * i + 1];
        rtts[i] = rtts[2 * i] + rtts[2 * i + 1];
        if (i == BINS / 2 - 1) {
            Arrays.fill(payload, BINS / 2, BINS, 0);
            Arrays.fill(again, BINS / 2, BINS, 0);
            Arrays.fill(rttNs, BINS / 2, BINS, 0);
            Arrays.fill(rtts, BINS / 2, BINS, 0);
        }
    }

    List<FlowSummary.Point> points() {
        double seconds = widthNs / NS_PER_SECOND;
        List<FlowSummary.Point> points = new ArrayList<>();
        for (int i = 0; i <= last; i++) {
            points.add(
                    new FlowSummary.Point(
                            i * seconds,
                            payload[i] * 8 / seconds,
                            again[i],
                            rtts[i] == 0 ? null : rttNs[i] / rtts[i] / NS_PER_MS));
        }
        return points;
    }
}
