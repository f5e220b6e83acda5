package org.urdma4j.transport.port.pcap;

import org.urdma4j.codec.pcap.CaptureRecord;
import org.urdma4j.transport.port.SystemClock;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * How fast captured frames are played again.
 *
 * @param speed how often as fast as they came; infinite for as fast as they are taken
 */
public record ReplayPace(double speed) {
    /** As fast as frames are taken. */
    public static final ReplayPace FULL_SPEED = new ReplayPace(Double.POSITIVE_INFINITY);

    /** As fast as they came. */
    public static final ReplayPace TIMED = new ReplayPace(1);

    private static final long LONGEST_PARK_NS = 10_000_000;

    public ReplayPace {
        if (!(speed > 0)) {
            throw new IllegalArgumentException("a speed is above 0, not " + speed);
        }
    }

    /** Begins now, with the first frame that is waited for; not thread-safe. */
    public Clock start() {
        return start(SystemClock::nowNs, LockSupport::parkNanos);
    }

    /** The same by another clock, with what waits for about so many nanoseconds. */
    Clock start(LongSupplier nowNs, LongConsumer park) {
        return new Clock(speed, nowNs, park);
    }

    /** When frames are due. */
    public static final class Clock {
        private final double speed;
        private final LongSupplier clock;
        private final LongConsumer park;
        private final long startNs;
        private long firstNs = CaptureRecord.NO_TIMESTAMP;

        private Clock(double speed, LongSupplier clock, LongConsumer park) {
            this.speed = speed;
            this.clock = clock;
            this.park = park;
            startNs = clock.getAsLong();
        }

        /**
         * Waits until a frame is due, or nobody wants it any more.
         *
         * @param timestampNs when it came, or {@link CaptureRecord#NO_TIMESTAMP} for at once
         */
        public void await(long timestampNs, BooleanSupplier unwanted) {
            if (timestampNs == CaptureRecord.NO_TIMESTAMP || Double.isInfinite(speed)) {
                return;
            }
            if (firstNs == CaptureRecord.NO_TIMESTAMP) {
                firstNs = timestampNs;
            }
            long dueNs = (long) ((timestampNs - firstNs) / speed);
            while (!unwanted.getAsBoolean()) {
                long leftNs = dueNs - (clock.getAsLong() - startNs);
                if (leftNs <= 0) {
                    return;
                }
                park.accept(Math.min(leftNs, LONGEST_PARK_NS));
            }
        }
    }
}
