package org.urdma4j.wan.shuttle;

import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.simulation.link.Link;
import org.urdma4j.wan.frame.Frame;
import org.urdma4j.wan.frame.FrameRing;
import org.urdma4j.wan.frame.RunBuilder;

import java.util.function.LongSupplier;

/** Reads frames of a port and offers their packets to the link. */
final class Intake {
    /** What is read at a time even if packets are due, so that neither side starves. */
    private static final int LEAST_BYTES = 128 << 10;

    /** What is read at a time at most, so that the other direction is not forgotten. */
    private static final int MOST_BYTES = 2 << 20;

    private final FramePort port;
    private final FrameRing ring;
    private final PacketPool pool;
    private final Link<Packet> link;
    private final LongSupplier clock;
    private final Lateness lateness = new Lateness();
    private RunBuilder builder;
    private WireWatch watch;
    private long emptyNs;
    private long frames;
    private long overflowed;

    Intake(FramePort port, FrameRing ring, PacketPool pool, Link<Packet> link, LongSupplier clock) {
        this.port = port;
        this.ring = ring;
        this.pool = pool;
        this.link = link;
        this.clock = clock;
        this.emptyNs = clock.getAsLong();
    }

    void watch(WireWatch watcher) {
        watch = watcher;
        builder = new RunBuilder(ring.memory());
    }

    /**
     * Reads what is there, to a limit, and returns whether there was anything.
     *
     * @param untilNs when something else is to be done, or {@link Direction#NEVER}
     */
    boolean turn(long untilNs) {
        int bytes = 0;
        long nowNs = untilNs;
        while (bytes < LEAST_BYTES
                || (bytes < MOST_BYTES && (untilNs == Direction.NEVER || nowNs - untilNs < 0))) {
            long at = ring.nextPosition();
            if (at < 0) {
                // the oldest frames make room; what the device can't hold meanwhile it counts
                overflowed++;
                return bytes > 0;
            }
            int read = port.read(ring.memory(), at, FrameRing.LONGEST);
            nowNs = clock.getAsLong();
            if (read == 0) {
                emptyNs = nowNs;
                return bytes > 0;
            }
            bytes += read;
            frames++;
            offer(ring.take(read), nowNs);
        }
        return true;
    }

    /** Says that the thread slept until now: what is read next came no earlier than just now. */
    void woke(long nowNs) {
        emptyNs = nowNs;
    }

    private void offer(Frame frame, long nowNs) {
        int packets = frame.packets();
        lateness.record(nowNs - emptyNs, packets);
        for (int i = 0; i < packets; i++) {
            if (watch != null) {
                int bytes = builder.buildPacket(frame, i);
                watch.onPacket(nowNs, builder.head(), RunBuilder.headPacketAt(), bytes);
            }
            link.offer(nowNs, pool.take(frame, i), frame.paddedBytes(i));
        }
        ring.release(frame, 1);
    }

    Lateness lateness() {
        return lateness;
    }

    long frames() {
        return frames;
    }

    /** Returns how often a frame had to stay in the device because the ring was full. */
    long overflowed() {
        return overflowed;
    }
}
