package org.urdma4j.transport.port.pcap;

import org.urdma4j.codec.pcap.CaptureRecord;

/**
 * The time of a capture, which goes on with its frames: timers are due at the frame before which
 * they ran out, however fast frames are played, and acknowledgements answer the same frames. Any
 * thread reads it, the event loop moves it.
 */
final class CaptureClock implements LinkClock {
    private final long offsetNs;
    private boolean started;
    private volatile long nowNs;

    /**
     * Creates a clock.
     *
     * @param offsetNs what it is ahead of the timestamps
     */
    CaptureClock(long offsetNs) {
        this.offsetNs = offsetNs;
    }

    /** Returns the time; 0 before the first frame. */
    @Override
    public long nowNs() {
        return nowNs;
    }

    /** Goes on to a frame, never back, and returns the time. */
    @Override
    public long arrivalNs(long timestampNs) {
        if (timestampNs != CaptureRecord.NO_TIMESTAMP) {
            long frameNs = timestampNs + offsetNs;
            nowNs = started ? Math.max(nowNs, frameNs) : frameNs;
            started = true;
        }
        return nowNs;
    }

    @Override
    public int framesPerTurn() {
        return 1;
    }
}
