package org.urdma4j.verbs;

import java.time.Duration;
import java.util.Objects;

/**
 * How this end sends under the URDMA profile: choices of its own that the peer needn't know.
 *
 * @param congestionControl what decides the rate
 * @param referenceRate bits per second to start at, 0 to find the rate out. The reference rate of
 *     the peer's offer holds when this is 0
 * @param referenceFloorHard whether the reference rate is a floor whatever is lost, as in the
 *     paper; otherwise the floor lapses on heavy loss
 * @param initialWindow packets that may leave in the first round trip, 2 to 65,535
 * @param fec forward error correction: {@code off}, {@code auto}, {@code paper}, {@code K,R}, or
 *     {@code 2d:R,C}
 * @param retryTime how long the peer may be silent before the queue pair gives up
 * @param paperReports whether this end reports by count and time alone, and when asked, as in the
 *     paper; otherwise also at the end of a message, and when something is found missing
 */
public record UrdmaTuning(
        CongestionControlType congestionControl,
        long referenceRate,
        boolean referenceFloorHard,
        int initialWindow,
        String fec,
        Duration retryTime,
        boolean paperReports) {
    /** RRCC from a window of 128 packets, no error correction, 30 s of patience. */
    public static final UrdmaTuning DEFAULT =
            new UrdmaTuning(
                    CongestionControlType.RRCC,
                    0,
                    false,
                    128,
                    "off",
                    Duration.ofSeconds(30),
                    false);

    /** Checks the ranges. */
    public UrdmaTuning {
        Objects.requireNonNull(congestionControl, "congestionControl");
        Objects.requireNonNull(fec, "fec");
        Objects.requireNonNull(retryTime, "retryTime");
        Checks.range("referenceRate", referenceRate, 0, 1L << 50);
        Checks.range("initialWindow", initialWindow, 2, 0xffff);
        Checks.range("retryTime in ms", retryTime.toMillis(), 1, 3_600_000);
    }

    /** Returns the same with another congestion control. */
    public UrdmaTuning withCongestionControl(CongestionControlType type) {
        return new UrdmaTuning(
                type,
                referenceRate,
                referenceFloorHard,
                initialWindow,
                fec,
                retryTime,
                paperReports);
    }

    /** Returns the same with another reference rate, in bits per second. */
    public UrdmaTuning withReferenceRate(long bitsPerSecond, boolean floorHard) {
        return new UrdmaTuning(
                congestionControl,
                bitsPerSecond,
                floorHard,
                initialWindow,
                fec,
                retryTime,
                paperReports);
    }

    /** Returns the same with another initial window, in packets. */
    public UrdmaTuning withInitialWindow(int packets) {
        return new UrdmaTuning(
                congestionControl,
                referenceRate,
                referenceFloorHard,
                packets,
                fec,
                retryTime,
                paperReports);
    }

    /** Returns the same with another mode of forward error correction. */
    public UrdmaTuning withFec(String mode) {
        return new UrdmaTuning(
                congestionControl,
                referenceRate,
                referenceFloorHard,
                initialWindow,
                mode,
                retryTime,
                paperReports);
    }

    /** Returns the same with another limit on the peer's silence. */
    public UrdmaTuning withRetryTime(Duration time) {
        return new UrdmaTuning(
                congestionControl,
                referenceRate,
                referenceFloorHard,
                initialWindow,
                fec,
                time,
                paperReports);
    }

    /** Returns the same with the paper's reports, or ours. */
    public UrdmaTuning withPaperReports(boolean countAndTimeOnly) {
        return new UrdmaTuning(
                congestionControl,
                referenceRate,
                referenceFloorHard,
                initialWindow,
                fec,
                retryTime,
                countAndTimeOnly);
    }
}
