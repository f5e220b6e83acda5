package org.urdma4j.simulation.fabric;

import org.urdma4j.simulation.link.RedMarking;

/**
 * What a switch does; immutable. Sizes are bytes of frames without check sequence, masks of
 * priorities have bit 0 for priority 0.
 *
 * @param bufferBytes memory that all ports share, headroom included
 * @param lossless priorities with flow control
 * @param headroomBytes what each of them may use at each port beyond its threshold, or {@link
 *     #COMPUTED}
 * @param alpha a lossless priority of a port where frames come in asks for a pause when it uses
 *     this share of what is free of the shared memory
 * @param lossyAlpha a priority without flow control drops when its queue at a port where frames
 *     leave would be longer than this share of what is free
 * @param xonGapBytes how far below the threshold a queue must be before it lets the sender go on
 * @param marking which packets are marked with congestion when they leave a queue
 * @param strict priorities that are sent before all others, the highest first; the others take
 *     turns, equally by bytes
 * @param watchdogNs how long a queue may stand still for pauses until it is emptied, or 0 for ever
 * @param restoreNs how long at least it then drops what comes; so long the port must have been
 *     without a pause at the end
 */
public record SwitchConfig(
        long bufferBytes,
        int lossless,
        long headroomBytes,
        double alpha,
        double lossyAlpha,
        long xonGapBytes,
        RedMarking marking,
        int strict,
        long watchdogNs,
        long restoreNs) {
    /** Headroom of each port is what its cable needs: {@link CableConfig#headroomBytes}. */
    public static final long COMPUTED = -1;

    public SwitchConfig {
        if (bufferBytes <= 0 || headroomBytes < COMPUTED || xonGapBytes < 0) {
            throw new IllegalArgumentException(
                    "a switch can't have %d bytes with headroom of %d and a gap of %d"
                            .formatted(bufferBytes, headroomBytes, xonGapBytes));
        }
        if (!(alpha > 0) || !(lossyAlpha > 0)) {
            throw new IllegalArgumentException(
                    "alpha must be above 0, not %s and %s".formatted(alpha, lossyAlpha));
        }
        if ((lossless & ~0xff) != 0 || (strict & ~0xff) != 0) {
            throw new IllegalArgumentException(
                    "there are eight priorities, not those of 0x%x and 0x%x"
                            .formatted(lossless, strict));
        }
        if (watchdogNs < 0 || restoreNs < 0 || (watchdogNs > 0 && restoreNs == 0)) {
            throw new IllegalArgumentException(
                    "a watchdog needs times above 0, not %d and %d ns"
                            .formatted(watchdogNs, restoreNs));
        }
    }

    /**
     * Starts from 16 MiB, priority 3 without loss, computed headroom, an eighth of what is free as
     * threshold, no marks, priority 7 before the others, no watchdog.
     */
    public static Builder builder() {
        return new Builder();
    }

    boolean isLossless(int priority) {
        return (lossless & (1 << priority)) != 0;
    }

    /** Returns the headroom of one priority at a port with this cable. */
    long headroomBytes(CableConfig cable) {
        return headroomBytes == COMPUTED ? cable.headroomBytes() : headroomBytes;
    }

    /** Collects the values; see {@link SwitchConfig}. Not thread-safe. */
    public static final class Builder {
        private static final int STRICT = 1 << 7;

        private long bufferBytes = 16L << 20;
        private int lossless = 1 << 3;
        private long headroomBytes = COMPUTED;
        private double alpha = 1.0 / 8;
        private double lossyAlpha = 1;
        private long xonGapBytes = 8192;
        private RedMarking marking = RedMarking.NONE;
        private long watchdogNs;
        private long restoreNs;

        private Builder() {}

        public Builder buffer(long bytes) {
            bufferBytes = bytes;
            return this;
        }

        /** Sets which priorities have flow control: a mask, 0 for none. */
        public Builder lossless(int priorities) {
            lossless = priorities;
            return this;
        }

        public Builder headroom(long bytes) {
            headroomBytes = bytes;
            return this;
        }

        /** Sets the share of what is free that a lossless priority of a port may use. */
        public Builder alpha(double share) {
            alpha = share;
            return this;
        }

        /** Sets the share of what is free that a queue without flow control may be long. */
        public Builder lossyAlpha(double share) {
            lossyAlpha = share;
            return this;
        }

        /** Sets how far below the threshold a queue lets the sender go on. */
        public Builder xonGap(long bytes) {
            xonGapBytes = bytes;
            return this;
        }

        public Builder marking(RedMarking red) {
            marking = red;
            return this;
        }

        /** Sets how long a queue may stand still, and for how long it then drops. */
        public Builder watchdog(long afterNs, long forNs) {
            watchdogNs = afterNs;
            restoreNs = forNs;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public SwitchConfig build() {
            return new SwitchConfig(
                    bufferBytes,
                    lossless,
                    headroomBytes,
                    alpha,
                    lossyAlpha,
                    xonGapBytes,
                    marking,
                    STRICT,
                    watchdogNs,
                    restoreNs);
        }
    }
}
