package org.urdma4j.verbs;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;

/**
 * How this end sends under the URDMA profile: choices of its own that the peer needn't know. Of the
 * standard profile {@code congestionControl} and {@code referenceRate} count, where the former is
 * one that works without reports, and {@code keepAlive}.
 *
 * @param congestionControl what decides the rate
 * @param referenceRate bits per second to start at, 0 to find the rate out. The reference rate of
 *     the peer's offer holds when this is 0. For DCQCN and TIMELY the rate of the line, over 0
 * @param referenceFloorHard whether the reference rate is a floor whatever is lost, as in the
 *     paper; otherwise the floor lapses on heavy loss
 * @param initialWindow packets that may leave in the first round trip, 2 to 65,535
 * @param fec forward error correction: {@code off}, {@code auto}, {@code paper}, {@code K,R}, or
 *     {@code 2d:R,C}
 * @param retryTime how long the peer may be silent before the queue pair gives up
 * @param paperReports whether this end reports by count and time alone, and when asked, as in the
 *     paper; otherwise also at the end of a message, and when something is found missing
 * @param paths whether and how it sends over several paths
 * @param grantRate bits per second on the wire that this end's port takes, of all queue pairs
 *     together, where the congestion control is one with grants; 0 for what was said before, or
 *     whatever is asked for
 * @param keepAlive when a silent peer is given up. Of a connection that the connection manager
 *     makes {@link org.urdma4j.verbs.cm.ConnParam#keepAlive} holds instead
 * @param weight this queue pair's part of what this end sends to the peer, beside other queue pairs
 *     to the same peer on the same event loop that have more to send than the path takes, 1 to 255:
 *     one of weight 3 sends three times as much as one of weight 1. It counts for data of READs at
 *     the end that sends it. Not where congestion control has no window (a fixed rate, grants
 *     alone, DCQCN, TIMELY), nor over several paths
 * @param paperRules what RRCC does as in the paper; nothing by default
 */
public record UrdmaTuning(
        CongestionControlType congestionControl,
        long referenceRate,
        boolean referenceFloorHard,
        int initialWindow,
        String fec,
        Duration retryTime,
        boolean paperReports,
        UrdmaPaths paths,
        long grantRate,
        KeepAlive keepAlive,
        int weight,
        Set<PaperRule> paperRules) {
    /**
     * The most that {@link #weight} can be, as in the arbitration of virtual lanes (IBTA 7.6.9).
     */
    public static final int MAX_WEIGHT = 255;

    /** RRCC from a window of 128 packets, no error correction, 30 s of patience. */
    public static final UrdmaTuning DEFAULT =
            new UrdmaTuning(
                    CongestionControlType.RRCC,
                    0,
                    false,
                    128,
                    "off",
                    Duration.ofSeconds(30),
                    false,
                    UrdmaPaths.OFF,
                    0,
                    KeepAlive.OFF,
                    1,
                    Set.of());

    /** Checks the ranges. */
    public UrdmaTuning {
        Objects.requireNonNull(congestionControl, "congestionControl");
        Objects.requireNonNull(fec, "fec");
        Objects.requireNonNull(retryTime, "retryTime");
        Objects.requireNonNull(paths, "paths");
        Objects.requireNonNull(keepAlive, "keepAlive");
        paperRules = Set.copyOf(paperRules);
        Checks.range("referenceRate", referenceRate, 0, 1L << 50);
        if (congestionControl.needsLineRate() && referenceRate == 0) {
            throw new IllegalArgumentException(
                    "%s begins at the rate of the line: set it as referenceRate"
                            .formatted(congestionControl));
        }
        Checks.range("grantRate", grantRate, 0, 1L << 50);
        Checks.range("initialWindow", initialWindow, 2, 0xffff);
        Checks.range("weight", weight, 1, MAX_WEIGHT);
        Checks.range("retryTime in ms", retryTime.toMillis(), 1, 3_600_000);
    }

    /** Starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return DEFAULT.toBuilder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder {
        private CongestionControlType congestionControl;
        private long referenceRate;
        private boolean referenceFloorHard;
        private int initialWindow;
        private String fec;
        private Duration retryTime;
        private boolean paperReports;
        private UrdmaPaths paths;
        private long grantRate;
        private KeepAlive keepAlive;
        private int weight;
        private Set<PaperRule> paperRules;

        private Builder(UrdmaTuning from) {
            congestionControl = from.congestionControl;
            referenceRate = from.referenceRate;
            referenceFloorHard = from.referenceFloorHard;
            initialWindow = from.initialWindow;
            fec = from.fec;
            retryTime = from.retryTime;
            paperReports = from.paperReports;
            paths = from.paths;
            grantRate = from.grantRate;
            keepAlive = from.keepAlive;
            weight = from.weight;
            paperRules = from.paperRules;
        }

        /** Sets what decides the rate. */
        public Builder congestionControl(CongestionControlType type) {
            congestionControl = type;
            return this;
        }

        /** Sets the rate to start at, and whether it is a floor whatever is lost. */
        public Builder referenceRate(long bitsPerSecond, boolean floorHard) {
            referenceRate = bitsPerSecond;
            referenceFloorHard = floorHard;
            return this;
        }

        /** Sets what may leave in the first round trip, 2 to 65,535 packets. */
        public Builder initialWindow(int packets) {
            initialWindow = packets;
            return this;
        }

        /** Sets the mode of forward error correction. */
        public Builder fec(String mode) {
            fec = mode;
            return this;
        }

        /** Sets how long the peer may be silent, 1 ms to an hour. */
        public Builder retryTime(Duration time) {
            retryTime = time;
            return this;
        }

        /** Sets whether this end reports as in the paper. */
        public Builder paperReports(boolean countAndTimeOnly) {
            paperReports = countAndTimeOnly;
            return this;
        }

        /** Sets whether and how this end sends over several paths. */
        public Builder paths(UrdmaPaths several) {
            paths = several;
            return this;
        }

        /** Sets what this end's port takes, in bits per second on the wire. */
        public Builder grantRate(long bitsPerSecond) {
            grantRate = bitsPerSecond;
            return this;
        }

        /** Sets when a silent peer is given up. */
        public Builder keepAlive(KeepAlive value) {
            keepAlive = value;
            return this;
        }

        /** Sets its part beside other queue pairs to the same peer, 1 to 255. */
        public Builder weight(int part) {
            weight = part;
            return this;
        }

        /** Sets what RRCC does as in the paper. */
        public Builder paperRules(Set<PaperRule> rules) {
            paperRules = rules;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public UrdmaTuning build() {
            return new UrdmaTuning(
                    congestionControl,
                    referenceRate,
                    referenceFloorHard,
                    initialWindow,
                    fec,
                    retryTime,
                    paperReports,
                    paths,
                    grantRate,
                    keepAlive,
                    weight,
                    paperRules);
        }
    }
}
