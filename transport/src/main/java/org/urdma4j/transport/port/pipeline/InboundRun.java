package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

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

    /** Offset and address are the same thing in it. */
    private static final MemorySegment ALL_MEMORY = allMemory();

    private ByteBuf owner;
    private ByteBuffer buffer;
    private int start;
    private MemorySegment memory;
    private long memoryBase;
    private Object source;
    private long arrivedNs;
    private boolean congestionExperienced;
    private boolean translatable;
    private int[] offsets = new int[USUAL_PACKETS];
    private int[] lengths = new int[USUAL_PACKETS];
    private int count;

    /**
     * Empties the run and turns to what holds the next packets.
     *
     * @param data what holds them, and stays the caller's; nothing is allocated if it is direct
     *     memory and no slice
     * @param from where they came from, for {@link org.urdma4j.transport.wire.Route#isFrom}
     * @param nowNs the port's clock
     */
    public void begin(ByteBuf data, Object from, long nowNs) {
        owner = data;
        boolean direct = data.hasMemoryAddress();
        int capacity = data.capacity();
        buffer = direct ? data.internalNioBuffer(0, capacity) : data.nioBuffer(0, capacity);
        start = buffer.position();
        memory = direct ? ALL_MEMORY : MemorySegment.ofBuffer(buffer);
        memoryBase = direct ? data.memoryAddress() - start : -start;
        empty(from, nowNs);
    }

    /**
     * Empties the run and turns to memory that holds the next packets, and that is read into again
     * once the run was passed.
     *
     * @param bytes the same as {@code segment}, big-endian, from its beginning
     * @param from as in the other one
     * @param nowNs the port's clock
     */
    public void begin(ByteBuffer bytes, MemorySegment segment, Object from, long nowNs) {
        owner = null;
        buffer = bytes;
        start = 0;
        memory = segment;
        memoryBase = 0;
        empty(from, nowNs);
    }

    private void empty(Object from, long nowNs) {
        source = from;
        arrivedNs = nowNs;
        congestionExperienced = false;
        translatable = false;
        count = 0;
    }

    /**
     * Empties the run and puts a packet into it.
     *
     * @param packet readable from the BTH to the ICRC; stays the caller's
     * @param from as in {@link #begin}
     * @param nowNs the port's clock
     */
    public void beginWith(ByteBuf packet, Object from, long nowNs) {
        ByteBuf root = root(packet);
        begin(root.hasMemoryAddress() ? root : packet, from, nowNs);
        add(packet);
    }

    /** Returns whether a packet lies in the same memory as the others. */
    @SuppressWarnings("ReferenceEquality") // equal buffers have equal bytes
    public boolean holds(ByteBuf packet) {
        return root(packet) == owner;
    }

    /** A slice would create its own view; its root has one that it keeps. */
    private static ByteBuf root(ByteBuf packet) {
        ByteBuf root = packet;
        while (root.unwrap() != null) {
            root = root.unwrap();
        }
        return root;
    }

    /** Adds a packet that {@link #holds} is true of; see {@link #beginWith}. */
    public void add(ByteBuf packet) {
        boolean direct = packet.hasMemoryAddress();
        int at = direct ? (int) (packet.memoryAddress() - memoryBase) : start;
        add(at + packet.readerIndex(), packet.readableBytes());
    }

    /**
     * Adds packets that lie back to back.
     *
     * @param from index of the first one's BTH in {@link #buffer}
     * @param end index behind the last
     * @param length of each but the last, which may be shorter
     */
    public void addEach(int from, int end, int length) {
        for (int at = from; at < end; at += length) {
            add(at, Math.min(length, end - at));
        }
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

    /** Says whether their ICRCs are of the form that survives address translation. */
    void translatable(boolean survive) {
        translatable = survive;
    }

    /** Returns whether their ICRCs are of the form that survives address translation. */
    boolean translatable() {
        return translatable;
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

    /** Returns a copy of packet {@code i}, which is the caller's. */
    ByteBuf copy(int i, ByteBufAllocator allocator) {
        ByteBuf copy = allocator.directBuffer(lengths[i], lengths[i]);
        return copy.writeBytes(buffer.slice(offsets[i], lengths[i]));
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

    /** Returns where packet {@code i} came from, to be kept. */
    Object sourceOf(int i) {
        return source instanceof RunSource run ? run.asOf(i) : source;
    }

    /** Returns when they were read, by the port's clock. */
    public long arrivedNs() {
        return arrivedNs;
    }

    /** Returns memory in which offset and address are the same thing. */
    public static MemorySegment wholeMemory() {
        return ALL_MEMORY;
    }

    // A buffer gives its address as a number; without this there would be a segment per packet.
    @SuppressWarnings("restricted")
    private static MemorySegment allMemory() {
        return MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    }
}
