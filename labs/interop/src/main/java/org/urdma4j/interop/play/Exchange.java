package org.urdma4j.interop.play;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Two ends that are connected for one case, and what cases ask of them.
 *
 * @param counters of our device, whichever end it is
 * @param notes what is worth to be printed with the result
 */
record Exchange(End requester, End responder, int mtu, Counters counters, List<String> notes) {
    private static final int AT_ONCE = 64;
    private static final long PATIENCE_NS = 20_000_000_000L;
    private static final long LOOK_AGAIN_NS = 100_000;

    void noteRate(long bytes, long elapsedNs) {
        notes.add("%.1f MB/s".formatted(bytes * 1e3 / elapsedNs));
    }

    void expectDone(End end, List<Completion> expected) throws IOException {
        List<Completion> done = new ArrayList<>();
        while (done.size() < expected.size()) {
            int count = Math.min(AT_ONCE, expected.size() - done.size());
            List<Completion> some = end.complete(count);
            done.addAll(some);
            if (some.size() < count) {
                break;
            }
        }
        Expect.equal("completions of " + end.name(), done, expected);
    }

    /** Compares what both ends say of their own memory. */
    void expectSame(End one, long at, End other, long otherAt, long size) throws IOException {
        Expect.equal(
                "CRC-32 of %d bytes at %d of %s".formatted(size, otherAt, other.name()),
                other.sum(otherAt, size),
                one.sum(at, size));
    }

    void expectUntouched(End end, long at, int size) throws IOException {
        Expect.that(
                Arrays.equals(end.peek(at, size), new byte[size]),
                "bytes around the data of %s have changed".formatted(end.name()));
    }

    /** Waits until a counter of our device is above {@code before}. */
    void awaitMore(Counter counter, long before) {
        long start = SystemClock.nowNs();
        while (counters.get(counter) <= before) {
            Expect.that(
                    SystemClock.nowNs() - start < PATIENCE_NS, counter + " did not become more");
            LockSupport.parkNanos(LOOK_AGAIN_NS);
        }
    }
}
