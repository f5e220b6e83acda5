package org.urdma4j.transport.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Memory that the kernel can read from at its address, and that can't vanish while its arena is
 * alive, as a file that is mapped can; also as byte buffers, which is what the JDK's CRC-32 takes.
 * For one event loop alone, since a buffer has a position.
 */
public final class SteadyMemory {
    /** A buffer begins at each GiB, and has up to two, so that a packet is in one. */
    private static final int STEP_BITS = 30;

    /** Null for what no region has. */
    final Object reader;

    private final MemorySegment segment;
    private final int stepBits;

    /** Made when they are first asked for. */
    private final ByteBuffer[] buffers;

    SteadyMemory(Object reader, MemorySegment segment) {
        this(reader, segment, STEP_BITS);
    }

    /** With buffers that begin at each multiple of a power of two. */
    SteadyMemory(Object reader, MemorySegment segment, int stepBits) {
        this.reader = reader;
        this.segment = segment;
        this.stepBits = stepBits;
        buffers = new ByteBuffer[(int) (segment.byteSize() >> stepBits) + 1];
    }

    /** Returns so many bytes of its own, zeros, which go when nobody knows it any more. */
    public static SteadyMemory allocate(long bytes) {
        return new SteadyMemory(null, Arena.ofAuto().allocate(bytes));
    }

    static boolean is(MemorySegment segment) {
        return segment.isNative() && !segment.isMapped();
    }

    public MemorySegment segment() {
        return segment;
    }

    /** Returns a buffer that has at least a GiB from {@code offset} on, or all there is. */
    public ByteBuffer buffer(long offset) {
        int step = (int) (offset >> stepBits);
        if (buffers[step] == null) {
            buffers[step] = bufferFrom((long) step << stepBits);
        }
        return buffers[step];
    }

    private ByteBuffer bufferFrom(long start) {
        long twoSteps = Math.min(Integer.MAX_VALUE, 2L << stepBits);
        return segment.asSlice(start, Math.min(twoSteps, segment.byteSize() - start))
                .asByteBuffer();
    }

    /** Returns where in the {@link #buffer} of {@code offset} that is. */
    public int index(long offset) {
        return (int) (offset & ((1L << stepBits) - 1));
    }
}
