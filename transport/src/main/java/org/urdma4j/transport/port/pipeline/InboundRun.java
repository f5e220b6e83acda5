package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBuf;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Packets of one flow on their way in, from one read: what the handlers of a pipeline pass on. A
 * handler may take packets out. Valid while it is passed, then used again; confined to the event
 * loop.
 */
public final class InboundRun {
    private static final int USUAL_PACKETS = 128;

    private ByteBuf owner;
    private ByteBuffer buffer;
    private int start;
    private MemorySegment memory;
    private long memoryBase;
    private Object source;
    private long arrivedNs;
    private boolean congestionExperienced;
    private int[] offsets = new int[USUAL_PACKETS];
    private int[] lengths = new int[USUAL_PACKETS];
    private int count;

    /**
     * Empties the run and turns to what holds the next packets.
     *
     * @param data direct memory, which stays the caller's
     * @param from where they came from, for {@link org.urdma4j.transport.wire.Route#isFrom}
     * @param nowNs the port's clock
     */
    public void begin(ByteBuf data, Object from, long nowNs) {
        owner = data;
        buffer = data.internalNioBuffer(0, data.capacity());
        start = buffer.position();
        memory = PacketIntake.wholeMemory();
        memoryBase = data.memoryAddress() - start;
        source = from;
        arrivedNs = nowNs;
        congestionExperienced = false;
        count = 0;
    }

    /**
     * Adds a packet.
     *
     * @param offset index of its BTH in {@link #buffer}
     * @param length bytes from BTH to ICRC
     */
    public void add(int offset, int length) {
        if (count == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        offsets[count] = offset;
        lengths[count] = length;
        count++;
    }

    /** Says that a queue on their way marked them: ECN 3, congestion experienced (RFC 3168). */
    public void congestionExperienced(boolean experienced) {
        congestionExperienced = experienced;
    }

    /** Returns whether a queue on their way marked them. */
    boolean congestionExperienced() {
        return congestionExperienced;
    }

    /** Forgets the packets from {@code n} on. */
    void truncate(int n) {
        count = n;
    }

    /** Puts packet {@code i} in the place of packet {@code to}, which was before it. */
    void move(int i, int to) {
        offsets[to] = offsets[i];
        lengths[to] = lengths[i];
    }

    /** Returns the number of packets. */
    public int count() {
        return count;
    }

    /** Returns the index of the BTH of packet {@code i} in {@link #buffer}. */
    public int offset(int i) {
        return offsets[i];
    }

    /** Returns the bytes of packet {@code i} from BTH to ICRC. */
    public int length(int i) {
        return lengths[i];
    }

    /** Returns packet {@code i} with a reference of its own to what holds it. */
    public ByteBuf retainedSlice(int i) {
        return owner.retainedSlice(offsets[i] - start, lengths[i]);
    }

    /** Returns where in {@link #buffer} index 0 of what {@link #begin} was given is. */
    public int start() {
        return start;
    }

    /** Returns what holds the packets; big-endian. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Returns the same bytes: index {@code i} of the buffer is at {@link #memoryBase} + i. */
    public MemorySegment memory() {
        return memory;
    }

    /** See {@link #memory}. */
    public long memoryBase() {
        return memoryBase;
    }

    /** Returns where the packets came from. */
    public Object source() {
        return source;
    }

    /** Returns when they were read, by the port's clock. */
    public long arrivedNs() {
        return arrivedNs;
    }
}
