package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.RunSpec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What messages contain, and whether they still do when they have come. Without verification the
 * memory is filled once; with it every message differs, and from what its slot held before.
 */
final class Contents {
    private final RunSpec spec;
    private final Layout layout;
    private final EndMemory memory;
    private final Failure failure;
    private final boolean verify;
    private final DatagramTimes times; // null unless datagrams go to a group

    Contents(RunSpec spec, Layout layout, EndMemory memory, DatagramTimes times, Failure failure) {
        this.spec = spec;
        this.layout = layout;
        this.memory = memory;
        this.failure = failure;
        this.times = times;
        verify = spec.load().verify();
    }

    /** Fills the source once, so that no page of it is missing and READs find what they expect. */
    void fillSource() {
        MemorySegment source = memory.source().segment();
        for (int stream = 0; stream < layout.streams(); stream++) {
            for (int slot = 0; slot < layout.slots(); slot++) {
                fill(source, stream, slot);
            }
        }
    }

    private void fill(MemorySegment source, int stream, long message) {
        Pattern.fill(
                source,
                layout.offset(stream, message),
                layout.size(),
                spec.load().seed(),
                stream,
                message);
    }

    /** Makes message {@code n} of a stream ready to be sent. */
    void prepare(int stream, long n) {
        if (verify) {
            fill(memory.source().segment(), stream, n);
        }
        if (times != null) {
            times.write(memory.source().segment(), layout.offset(stream, n), n);
        }
    }

    /** Checks message {@code n} of a stream that the other end sent here. */
    void checkArrived(int stream, long n) {
        if (verify) {
            check(stream, n, n);
        }
        if (times != null) {
            times.read(memory.target().segment(), layout.offset(stream, n));
        }
    }

    /** Checks what request {@code n} of this end fetched. */
    void checkFetched(int stream, long n) {
        if (spec.operation() == Operation.READ) {
            check(stream, n, n % layout.slots()); // the other end fills its source once
            return;
        }
        long was = memory.target().segment().get(ValueLayout.JAVA_LONG, layout.offset(stream, n));
        if (was != n) {
            failure.set(
                    "verification failed: atomic operation %d of stream %d found %d, not %d"
                            .formatted(n, stream + 1, was, n));
        }
    }

    private void check(int stream, long n, long pattern) {
        long wrong =
                Pattern.firstWrong(
                        memory.target().segment(),
                        layout.offset(stream, n),
                        layout.size(),
                        spec.load().seed(),
                        stream,
                        pattern);
        if (wrong >= 0) {
            failure.set(
                    "verification failed: byte %d of message %d of stream %d is wrong"
                            .formatted(wrong, n, stream + 1));
        }
    }
}
