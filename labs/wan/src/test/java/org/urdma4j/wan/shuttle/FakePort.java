package org.urdma4j.wan.shuttle;

import org.urdma4j.gateway.tap.FramePort;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;

/** A port whose frames a test gives and takes. */
final class FakePort implements FramePort {
    /** One frame and when it was written. */
    static final class Written {
        private final long atNs;
        private final byte[] frame;

        Written(long atNs, byte[] frame) {
            this.atNs = atNs;
            this.frame = frame;
        }

        long atNs() {
            return atNs;
        }

        byte[] frame() {
            return frame;
        }
    }

    final Deque<byte[]> toRead = new ArrayDeque<>();
    final List<Written> written = new ArrayList<>();
    boolean refuses;
    private final LongSupplier clock;

    FakePort(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public int read(MemorySegment memory, long at, int room) {
        byte[] frame = toRead.poll();
        if (frame == null) {
            return 0;
        }
        MemorySegment.copy(frame, 0, memory, ValueLayout.JAVA_BYTE, at, frame.length);
        return frame.length;
    }

    @Override
    public boolean write(
            MemorySegment head, int headBytes, MemorySegment body, long bodyAt, int bodyBytes) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.writeBytes(head.asSlice(0, headBytes).toArray(ValueLayout.JAVA_BYTE));
        frame.writeBytes(body.asSlice(bodyAt, bodyBytes).toArray(ValueLayout.JAVA_BYTE));
        written.add(new Written(clock.getAsLong(), frame.toByteArray()));
        return !refuses;
    }
}
