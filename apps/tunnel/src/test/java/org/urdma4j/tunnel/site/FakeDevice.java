package org.urdma4j.tunnel.site;

import org.urdma4j.gateway.tap.Tap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A device whose network is the test. */
final class FakeDevice implements Tunnel.Device {
    private static final int HEADER = Tap.VNET_HEADER_BYTES;

    final Queue<byte[]> toSend = new ConcurrentLinkedQueue<>();
    final List<byte[]> came = new CopyOnWriteArrayList<>();

    /** Poll leaves out what is negative: it is read when the loop wakes. */
    @Override
    public int fd() {
        return -1;
    }

    @Override
    public int read(MemorySegment memory, long at, int room) {
        byte[] frame = toSend.poll();
        if (frame == null) {
            return 0;
        }
        MemorySegment.copy(frame, 0, memory, ValueLayout.JAVA_BYTE, at + HEADER, frame.length);
        return HEADER + frame.length;
    }

    @Override
    public boolean write(
            MemorySegment head, int headBytes, MemorySegment body, long bodyAt, int bodyBytes) {
        came.add(body.asSlice(bodyAt, bodyBytes).toArray(ValueLayout.JAVA_BYTE));
        return true;
    }

    @Override
    public void close() {
        // nothing is held
    }
}
