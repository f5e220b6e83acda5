package org.urdma4j.measure.verbs;

import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.qp.ArrivalStatistics;
import org.urdma4j.transport.urdma.report.ArrivalTimes;
import org.urdma4j.transport.urdma.report.PeerClock;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * What each datagram to a group begins with, its number and when it was sent, and what a receiver
 * makes of them: how many are missing, and their jitter. {@link RunSpec#GROUP_HEADER} bytes. The
 * thread that takes datagrams writes, the measuring one reads.
 */
final class DatagramTimes {
    private static final ValueLayout.OfLong FIELD =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final ArrivalTimes times = new ArrivalTimes();
    private long newest = -1;
    private long came;

    /** Begins datagram {@code n}, which is about to be sent. */
    void write(MemorySegment memory, long offset, long n) {
        memory.set(FIELD, offset, n);
        memory.set(FIELD, offset + Long.BYTES, SystemClock.nowNs());
    }

    /** A datagram came. */
    void read(MemorySegment memory, long offset) {
        read(
                memory.get(FIELD, offset),
                memory.get(FIELD, offset + Long.BYTES),
                SystemClock.nowNs());
    }

    /** A datagram came that was sent at a time of the sender's clock. */
    synchronized void read(long n, long sentNs, long nowNs) {
        newest = Math.max(newest, n);
        came++;
        int delay = (int) ((nowNs - sentNs) >> Timestamp.SHIFT);
        var _ = times.onData(delay, PeerClock.UNKNOWN, nowNs);
    }

    /** Returns how many of those up to the newest have not come. */
    synchronized long missing() {
        return Math.max(0, newest + 1 - came);
    }

    synchronized ArrivalStatistics statistics() {
        return times.statistics();
    }
}
