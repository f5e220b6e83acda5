package org.urdma4j.measure.published;

import org.urdma4j.measure.evaluation.Candidate;
import org.urdma4j.simulation.congestion.Bottleneck;
import org.urdma4j.simulation.congestion.Download;

import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;

/**
 * One run of a test. The flow that is tried begins within a round trip, at a time that is drawn.
 */
record PublishedRun(PublishedTest test, long seed) {
    /** A handshake and the request, which a download over QUIC has before its data. */
    private static final double BEFORE_RTT = 1.5;

    private static final long STEP_NS = 1_000_000;
    private static final long TOLD_NS = 1_000_000_000;

    /** Times of the link alone after which a download is given up. */
    private static final int MOST = 20;

    /** Returns what the link alone would take, in seconds. */
    double leastSeconds() {
        return test.bytes() * 8 / (test.line().mbps() * 1e6);
    }

    /** Returns how long it takes, in seconds; NaN where it doesn't come to an end. */
    double play(Candidate tried, DoubleConsumer progress) {
        long rttNs = test.line().rttNs();
        PublishedTest.Beside other = test.beside();
        Bottleneck bottleneck = test.line().open(seed);
        long drawnNs = new SplittableRandom(seed).nextLong(rttNs / STEP_NS) * STEP_NS;
        long beginsNs = drawnNs + other.afterMs() * STEP_NS;
        long lastNs = beginsNs + (long) (MOST * leastSeconds() * 1e9);
        Download main = null;
        Download beside = null;
        for (long ns = 0; ns < lastNs; ns += STEP_NS) {
            bottleneck.runUntil(ns);
            if (ns == other.beginsMs() * STEP_NS && other.megabytes() > 0) {
                beside = other.begin(bottleneck, tried);
            }
            if (ns == beginsNs) {
                main = tried.download(bottleneck, test.bytes());
            }
            if (beside != null && beside.isDone()) {
                beside = null;
            }
            if (main != null && main.isDone()) {
                return (ns - beginsNs + BEFORE_RTT * rttNs) / 1e9;
            }
            if (ns % TOLD_NS == 0) {
                progress.accept((double) ns / lastNs);
            }
        }
        return Double.NaN;
    }
}
